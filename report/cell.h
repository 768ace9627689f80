/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cell: what one column measured of one metric in one row.
 *
 * The unit of a sample is one run. Where boots are known, a boot's mean is the unit from three
 * boots a side on; in counted time it is a perturbation's mean, because equal inputs repeat and are
 * one draw. Failed runs have no value. A column that was imported as averages has moments and no
 * values.
 */
#ifndef NT_REPORT_CELL_H
#define NT_REPORT_CELL_H

#include <stdbool.h>
#include <stddef.h>

#include "report/column.h"
#include "report/metric.h"
#include "report/stats.h"

/* A row of a table: N, or a name of its own where a log's table is not by N. */
struct row_key {
	int64_t n;        /* -1: it has none */
	const char *name; /* "16-groups"; NULL: by N. Lent */
};

bool row_key_same(const struct row_key *a, const struct row_key *b);

enum cell_unit {
	UNIT_RUN,
	UNIT_BOOT,
	UNIT_PERTURBATION,
};

/* Values in one unit, and the same sorted. */
struct cell_values {
	double *v, *sorted;
	size_t n;
};

struct cell {
	bool present;          /* there is a value, or a mean of a log */
	bool raw;              /* it has values; else moments only */
	bool other_conditions; /* the log put it in parentheses */
	bool counted;          /* counted time */
	bool disturbed;        /* something ran beside */
	bool disturbance_known;
	const char *pm_kind;           /* of an imported average: "sd", "sem", "unknown"; NULL */
	struct cell_values runs;       /* one a run, or a perturbation in counted time */
	int64_t *blocks;               /* [i] of runs.v[i]; -1: unknown */
	int *boots;                    /* [i] of runs.v[i]; -1: unknown */
	const char *campaign;          /* of all runs; NULL: none or several */
	struct cell_values boot_means; /* n = 0: fewer than STATS_MIN_BOOTS boots */
	size_t n_boots;                /* 0: unknown */
	size_t n_failed;
	double resolution;   /* step of the printed values; NAN: not printed */
	enum cell_unit unit; /* of what is shown: n, mean, interval */
	struct stats_summary shown;
	struct stats_moments moments; /* of the unit, resolution floor applied */
	struct stats_flags flags;     /* of the runs; all false without raw values */
	bool ranked;                  /* shown as median, because ranks judge it */
};

/* 0 or -ENOMEM. A cell without anything is not present. */
int cell_take(struct cell *c, const struct column *column, const struct metric *m,
	      const struct row_key *key, double alpha);
void cell_release(struct cell *c);

/* Shows and compares by this unit from now on. UNIT_BOOT needs boot_means. */
void cell_choose_unit(struct cell *c, enum cell_unit unit, double alpha);

/* The values of the unit that is shown. */
const struct cell_values *cell_values(const struct cell *c);

#endif
