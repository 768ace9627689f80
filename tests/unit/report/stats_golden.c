/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every value of reference_values.json and of bootstrap_mwu_shape.json is either computed from
 * report/stats*.h and met to 1e-9 relative, or named in not_ours[] with the reason. A statistic of
 * another tool that is plain arithmetic on ours is computed here: it checks ours once more.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fnmatch.h>
#include <cmocka.h>

#include "report/stats.h"
#include "report/stats_rank_null.h"
#include "tests/unit/report/golden.h"

#define ALPHA       .05
#define MOST_VALUES 64

static json_t *reference, *values, *shape;
static json_t *seen; /* keys that were checked */

/* --- checking a key ------------------------------------------------------------------------- */

static void check_in(json_t *object, const char *key, double got)
{
	json_t *wanted = json_object_get(object, key);

	if (!json_is_number(wanted))
		fail_msg("%s: no such number", key);
	if (!golden_is_near(got, json_number_value(wanted)))
		fail_msg("%s is %.17g, not %.17g", key, got, json_number_value(wanted));
	json_object_set_new(seen, key, json_true());
}

/* "prefix.name"; a prefix may lack a name that others have. */
static void check(const char *prefix, const char *name, double got)
{
	char key[128];

	snprintf(key, sizeof(key), "%.60s.%.40s", prefix, name);
	if (json_object_get(values, key))
		check_in(values, key, got);
}

static void mark_seen(const char *key, const char *name)
{
	char full[128];

	snprintf(full, sizeof(full), "%.60s.%.40s", key, name);
	json_object_set_new(seen, full, json_true());
}

static void check_member(const char *key, const char *name, double got)
{
	check_in(json_object_get(shape, key), name, got);
	mark_seen(key, name);
}

/* --- samples -------------------------------------------------------------------------------- */

struct sample {
	double raw[MOST_VALUES]; /* as measured */
	double v[MOST_VALUES];   /* sorted */
	size_t n;
};

static void sample_sort(struct sample *s)
{
	memcpy(s->v, s->raw, sizeof(s->v));
	assert_int_equal(stats_sort(s->v, s->n), s->n);
}

static struct sample sample_named(const char *name)
{
	json_t *array = json_object_get(json_object_get(reference, "data"), name);
	struct sample s = { .n = json_array_size(array) };

	assert_in_range(s.n, 1, MOST_VALUES);
	for (size_t i = 0; i < s.n; i++)
		s.raw[i] = json_number_value(json_array_get(array, i));
	sample_sort(&s);
	return s;
}

/* The user times of the jobs of a published table. */
static struct sample sample_of_jobs(const char *scheduler, const char *n)
{
	FILE *file = golden_csv("classic_2002_rows.csv");
	struct golden_line line;
	struct sample s = { 0 };

	while (golden_line(file, &line))
		if (!strcmp(line.field[0], scheduler) && !strcmp(line.field[1], n))
			s.raw[s.n++] = golden_number(&line, 10);
	fclose(file);
	assert_int_equal(s.n, strtol(n, NULL, 10));
	sample_sort(&s);
	return s;
}

static struct sample sample_log(const struct sample *s)
{
	struct sample logs = { .n = s->n };

	for (size_t i = 0; i < s->n; i++)
		logs.raw[i] = log(s->raw[i]);
	sample_sort(&logs);
	return logs;
}

/* --- one sample ----------------------------------------------------------------------------- */

static void check_spread(const char *prefix, const struct stats_summary *s)
{
	double n = (double)s->n;

	check(prefix, "n", n);
	check(prefix, "sum", s->mean * n);
	check(prefix, "mean", s->mean);
	check(prefix, "sd_n1", s->sd);
	check(prefix, "var_n1", s->sd * s->sd);
	check(prefix, "sd_n", s->sd * sqrt((n - 1) / n));
	check(prefix, "cv_pct", 100 * s->cv);
	check(prefix, "sem", s->sem);
	check(prefix, "t975", stats_t_critical(ALPHA, n - 1));
	check(prefix, "ci95_half", s->half_width);
	check(prefix, "ci95_lo", s->mean - s->half_width);
	check(prefix, "ci95_hi", s->mean + s->half_width);
	check(prefix, "ci95_half_pct", 100 * s->half_width / s->mean);
}

static void check_quantiles(const char *prefix, const struct sample *s)
{
	static const int types[] = { 1, 2, 6, 7, 8 }, percents[] = { 25, 75, 95 };
	char name[32];

	for (size_t t = 0; t < sizeof(types) / sizeof(*types); t++)
		for (size_t p = 0; p < sizeof(percents) / sizeof(*percents); p++) {
			snprintf(name, sizeof(name), "q%d_type%d", percents[p], types[t]);
			check(prefix, name,
			      stats_quantile(s->v, s->n, percents[p] / 100., types[t]));
		}
}

static void check_order(const char *prefix, const struct stats_summary *s)
{
	check(prefix, "median", s->median);
	check(prefix, "min", s->min);
	check(prefix, "max", s->max);
	check(prefix, "q25_type7", s->q25);
	check(prefix, "q75_type7", s->q75);
	check(prefix, "q95_type7", s->q95);
	check(prefix, "mad_raw", s->mad);
	check(prefix, "mad_1.4826", 1.4826 * s->mad);
}

static void check_other_means(const char *prefix, const struct sample *sample,
			      const struct stats_summary *s)
{
	struct sample logs = sample_log(sample);
	struct stats_moments m = stats_moments(logs.v, logs.n);
	double half = stats_half_width(&m, ALPHA);

	check(prefix, "hmean", s->hmean);
	check(prefix, "gmean", s->gmean);
	check(prefix, "logmean", m.mean);
	check(prefix, "logsd_n1", m.sd);
	check(prefix, "gmean_ci95_lo", exp(m.mean - half));
	check(prefix, "gmean_ci95_hi", exp(m.mean + half));
}

static void check_sample(const char *prefix, const struct sample *sample)
{
	struct stats_summary s = stats_summary(sample->v, sample->n, ALPHA);

	check_spread(prefix, &s);
	check_quantiles(prefix, sample);
	check_order(prefix, &s);
	check_other_means(prefix, sample, &s);
}

static void samples(void **state)
{
	static const char *const names[] = { "spC", "ties" };
	static const char *const sides[] = { "base", "new" };
	char prefix[32], key[32];

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct sample s;

		snprintf(key, sizeof(key), "%s_%s", names[i / 2], sides[i % 2]);
		snprintf(prefix, sizeof(prefix), "%s.%s", names[i / 2], sides[i % 2]);
		s = sample_named(key);
		check_sample(prefix, &s);
	}
}

static void samples_of_jobs(void **state)
{
	static const char *const schedulers[] = { "A", "B", "C", "D", "E", "F" };
	static const char *const counts[] = { "8", "16", "32" };
	char prefix[32];

	(void)state;
	for (size_t i = 0; i < 18; i++) {
		struct sample s;

		snprintf(prefix, sizeof(prefix), "jobs.%s.%s.n", schedulers[i / 3], counts[i % 3]);
		if (!json_object_get(values, prefix))
			continue;
		prefix[strlen(prefix) - 2] = '\0';
		s = sample_of_jobs(schedulers[i / 3], counts[i % 3]);
		check_sample(prefix, &s);
	}
}

/* --- two samples: means --------------------------------------------------------------------- */

static void check_welch(const char *prefix, const struct stats_welch *w)
{
	check(prefix, "welch.t", w->t);
	check(prefix, "welch.df", w->df);
	check(prefix, "welch.p", w->p);
	check(prefix, "welch.diff", w->diff);
	check(prefix, "welch.se", w->se);
	check(prefix, "welch.ci_lo", w->diff_lo);
	check(prefix, "welch.ci_hi", w->diff_hi);
	check(prefix, "pct_change_mean", 100 * (w->ratio - 1));
	check(prefix, "pct_imp_lower_better", 100 * (1 - w->ratio));
	check(prefix, "speedup_mean", 1 / w->ratio);
	check(prefix, "mmtests.pdiff", 100 * (w->ratio - 1));
	check(prefix, "mmtests.pndiff", 100 * (1 - w->ratio));
}

static void check_welch_fieller(const char *prefix, const struct stats_moments *base,
				const struct stats_moments *fresh)
{
	struct stats_welch w = stats_welch(base, fresh, ALPHA, .01);
	struct stats_welch w90 = stats_welch(base, fresh, .10, .02);

	check(prefix, "fw.t", w.t);
	check(prefix, "fw.df", w.df);
	check(prefix, "fw.p", w.p);
	check(prefix, "fw.ratio", w.ratio);
	check(prefix, "fw.ratio_lo95", w.ratio_lo);
	check(prefix, "fw.ratio_hi95", w.ratio_hi);
	check(prefix, "fw.ratio_lo90", w90.ratio_lo);
	check(prefix, "fw.ratio_hi90", w90.ratio_hi);
	check(prefix, "fw.tost_p_0.01", w.tost_p);
	check(prefix, "fw.tost_p_0.02", w90.tost_p);
	check(prefix, "fw.log_ratio", w.log_ratio);
	check(prefix, "fw.log_se_delta", w.log_se);
}

static void check_welch_of_logs(const char *prefix, const struct sample *base,
				const struct sample *fresh)
{
	struct sample l0 = sample_log(base), l1 = sample_log(fresh);
	struct stats_moments m0 = stats_moments(l0.v, l0.n), m1 = stats_moments(l1.v, l1.n);
	struct stats_welch w = stats_welch(&m0, &m1, ALPHA, NAN);
	struct stats_welch w90 = stats_welch(&m0, &m1, .10, NAN);

	check(prefix, "welchlog.t", w.t);
	check(prefix, "welchlog.df", w.df);
	check(prefix, "welchlog.p", w.p);
	check(prefix, "welchlog.ratio", exp(w.diff));
	check(prefix, "welchlog.ratio_lo", exp(w.diff_lo));
	check(prefix, "welchlog.ratio_hi", exp(w.diff_hi));
	check(prefix, "tost.ci90_lo", exp(w90.diff_lo));
	check(prefix, "tost.ci90_hi", exp(w90.diff_hi));
	check(prefix, "tost1pct.p",
	      stats_t_tost(w.diff, w.se, w.df, -log(1.01), log(1.01), NULL, NULL));
}

/* Fieller's interval with the df at the ratio of the means, and the delta method's. */
struct fixed_df {
	double df, g, lo, hi, delta;
};

static struct fixed_df fixed_df(const struct stats_moments *base, const struct stats_moments *fresh)
{
	double r = fresh->mean / base->mean, t, centre, reach;
	double v0 = base->sd * base->sd / (double)base->n;
	double v1 = fresh->sd * fresh->sd / (double)fresh->n;
	struct fixed_df f;

	f.df = pow(v1 + r * r * v0, 2) /
	       (v1 * v1 / (double)(fresh->n - 1) + pow(r, 4) * v0 * v0 / (double)(base->n - 1));
	t = stats_t_critical(ALPHA, f.df);
	f.g = t * t * v0 / (base->mean * base->mean);
	centre = r / (1 - f.g);
	reach = t / base->mean * sqrt(v1 * (1 - f.g) + r * r * v0) / (1 - f.g);
	f.lo = centre - reach;
	f.hi = centre + reach;
	f.delta = t * sqrt(v1 + r * r * v0) / base->mean;
	return f;
}

static void check_fixed_df(const char *prefix, const struct stats_moments *base,
			   const struct stats_moments *fresh)
{
	struct fixed_df f = fixed_df(base, fresh);
	double r = fresh->mean / base->mean;

	check(prefix, "fieller.df", f.df);
	check(prefix, "fieller.g", f.g);
	check(prefix, "fieller.lo", f.lo);
	check(prefix, "fieller.hi", f.hi);
	check(prefix, "delta.lo", r - f.delta);
	check(prefix, "delta.hi", r + f.delta);
}

static void check_pooled(const char *prefix, const struct stats_moments *base,
			 const struct stats_moments *fresh)
{
	double n0 = (double)base->n, n1 = (double)fresh->n, df = n0 + n1 - 2;
	double diff = fresh->mean - base->mean;
	double sd = sqrt(((n0 - 1) * base->sd * base->sd + (n1 - 1) * fresh->sd * fresh->sd) / df);
	double se = sd * sqrt(1 / n0 + 1 / n1), reach = stats_t_critical(ALPHA, df) * se;

	check(prefix, "student.t", diff / se);
	check(prefix, "student.p", stats_t_two_sided(diff / se, df));
	check(prefix, "student.pooled_sd", sd);
	check(prefix, "student.ci_lo", diff - reach);
	check(prefix, "student.ci_hi", diff + reach);
	check(prefix, "cohen_d", diff / sd);
	check(prefix, "hedges_g", diff / sd * (1 - 3 / (4 * df - 1)));
}

static void check_other_tools(const char *prefix, const struct stats_summary *base,
			      const struct stats_summary *fresh)
{
	check(prefix, "hyperfine.ratio_sd", fresh->mean / base->mean * hypot(base->cv, fresh->cv));
	check(prefix, "mmtests.ci_half_base", 1.9599639845400536 * base->sd);
	check(prefix, "mmtests.ci_half_new", 1.9599639845400536 * fresh->sd);
	check(prefix, "perf.relstderr_base_pct", 100 * base->sem / base->mean);
	check(prefix, "perf.relstderr_new_pct", 100 * fresh->sem / fresh->mean);
	check(prefix, "pct_change_median", 100 * (fresh->median / base->median - 1));
}

static void check_means(const char *prefix, const struct sample *base, const struct sample *fresh)
{
	struct stats_summary s0 = stats_summary(base->v, base->n, ALPHA);
	struct stats_summary s1 = stats_summary(fresh->v, fresh->n, ALPHA);
	struct stats_moments m0 = stats_moments(base->v, base->n);
	struct stats_moments m1 = stats_moments(fresh->v, fresh->n);
	struct stats_welch w = stats_welch(&m0, &m1, ALPHA, .01);

	check_welch(prefix, &w);
	check_welch_fieller(prefix, &m0, &m1);
	check_welch_of_logs(prefix, base, fresh);
	check_fixed_df(prefix, &m0, &m1);
	check_pooled(prefix, &m0, &m1);
	check_other_tools(prefix, &s0, &s1);
}

static void tost8_of_logs(void **state)
{
	struct sample base = sample_named("tost8_base"), fresh = sample_named("tost8_new");
	struct sample l0 = sample_log(&base), l1 = sample_log(&fresh);
	struct stats_moments m0 = stats_moments(l0.v, l0.n), m1 = stats_moments(l1.v, l1.n);
	struct stats_welch w = stats_welch(&m0, &m1, ALPHA, NAN);
	struct stats_welch w90 = stats_welch(&m0, &m1, .10, NAN);
	double lower, upper;

	(void)state;
	check("tost8", "df", w.df);
	check("tost8", "d", w.diff);
	check("tost8", "se", w.se);
	check("tost8", "welch_p", w.p);
	check("tost8", "ci90_lo", exp(w90.diff_lo));
	check("tost8", "ci90_hi", exp(w90.diff_hi));
	stats_t_tost(w.diff, w.se, w.df, -log(1.01), log(1.01), &lower, &upper);
	check("tost8", "1.p_lower", lower);
	check("tost8", "1.p_upper", upper);
	stats_t_tost(w.diff, w.se, w.df, -log(1.005), log(1.005), &lower, &upper);
	check("tost8", "0.5.p_lower", lower);
	check("tost8", "0.5.p_upper", upper);
}

/* --- two samples: ranks --------------------------------------------------------------------- */

static double normal_p(const struct sample *base, const struct sample *fresh)
{
	struct rank_pairs pairs = rank_pairs(RANK_DIFFERENCE, base->v, base->n, fresh->v, fresh->n);
	struct rank_tails tails = rank_tails_normal(&pairs);

	return 2 * fmin(tails.lower, tails.upper);
}

/* R's wilcox.test() is exact without ties only. */
static void check_mann_whitney(const char *prefix, const struct stats_rank *r, double p_wilcox)
{
	check(prefix, "mwu.U_new", r->u);
	check(prefix, "mwu.p_exact", r->p);
	check(prefix, "mwu.p_wilcox", p_wilcox);
	check(prefix, "cliff_delta", 2 * r->u / r->u_max - 1);
	check(prefix, "cles_P_new_gt_base", r->u / r->u_max);
	assert_true(r->exact);
}

static void check_hodges_lehmann(const char *prefix, const struct stats_rank *ratio,
				 const struct stats_rank *diff, size_t k)
{
	check(prefix, "hlidx.k", (double)k);
	check(prefix, "hlidx.shift", diff->shift);
	check(prefix, "hlidx.lo", diff->lo);
	check(prefix, "hlidx.hi", diff->hi);
	check(prefix, "hlidx.ratio", ratio->shift);
	check(prefix, "hlidx.ratio_lo", ratio->lo);
	check(prefix, "hlidx.ratio_hi", ratio->hi);
	check(prefix, "hl.median_pairwise_diff", diff->shift);
	check(prefix, "hl.shift", diff->shift);
	check(prefix, "hl.ci_lo", diff->lo);
	check(prefix, "hl.ci_hi", diff->hi);
	check(prefix, "hl.achieved_conf", diff->level);
	check(prefix, "hllog.ratio", ratio->shift);
	check(prefix, "hllog.lo", ratio->lo);
	check(prefix, "hllog.hi", ratio->hi);
}

static void check_ranks(const char *prefix, const struct sample *base, const struct sample *fresh,
			bool tied)
{
	struct stats_rank ratio =
		stats_rank_ratio(base->v, base->n, fresh->v, fresh->n, ALPHA, .01);
	struct stats_rank diff =
		stats_rank_difference(base->v, base->n, fresh->v, fresh->n, ALPHA, NAN);

	check_mann_whitney(prefix, &ratio, tied ? normal_p(base, fresh) : ratio.p);
	check_hodges_lehmann(prefix, &ratio, &diff, stats_wilcoxon_k(base->n, fresh->n, ALPHA));
}

static void comparisons(void **state)
{
	static const struct {
		const char *name;
		bool tied;
	} cases[] = { { "spC", false }, { "ties", true }, { "tost8", true } };
	char key[32];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct sample base, fresh;

		snprintf(key, sizeof(key), "%s_base", cases[i].name);
		base = sample_named(key);
		snprintf(key, sizeof(key), "%s_new", cases[i].name);
		fresh = sample_named(key);
		check_means(cases[i].name, &base, &fresh);
		check_ranks(cases[i].name, &base, &fresh, cases[i].tied);
	}
}

static void ranks_with_ties(void **state)
{
	static const char *const names[] = { "ties", "tost8" };
	char key[32];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct sample base, fresh;
		struct stats_rank r;

		snprintf(key, sizeof(key), "%s_base", names[i]);
		base = sample_named(key);
		snprintf(key, sizeof(key), "%s_new", names[i]);
		fresh = sample_named(key);
		r = stats_rank_difference(base.v, base.n, fresh.v, fresh.n, ALPHA, NAN);
		snprintf(key, sizeof(key), "mwu_ties.%s", names[i]);
		check_member(key, "U_new", r.u);
		check_member(key, "p_exact_absdev", r.p);
		check_member(key, "p_benchstat_2cdf", r.p);
		snprintf(key, sizeof(key), "mwu_asym.%s", names[i]);
		check_member(key, "U", r.u);
		check_member(key, "p", normal_p(&base, &fresh));
		snprintf(key, sizeof(key), "mwu_auto_scipy.%s", names[i]);
		check_in(shape, key, normal_p(&base, &fresh));
	}
}

static void tost8_ranks(void **state)
{
	struct sample base = sample_named("tost8_base"), fresh = sample_named("tost8_new");
	struct stats_rank r = stats_rank_difference(base.v, base.n, fresh.v, fresh.n, ALPHA, NAN);

	(void)state;
	check("tost8", "mwu_U", r.u);
	check("tost8", "mwu_p", normal_p(&base, &fresh));
}

/* --- pairs, families ------------------------------------------------------------------------ */

static void pairs(void **state)
{
	struct sample base = sample_named("spC_base"), fresh = sample_named("spC_new");
	struct stats_pair log_pair = stats_pair_ratio(base.raw, fresh.raw, base.n, ALPHA, .01);
	struct stats_pair pair = stats_pair_difference(base.raw, fresh.raw, base.n, ALPHA, NAN);

	(void)state;
	check("pairlog", "t", log_pair.t);
	check("pairlog", "df", log_pair.df);
	check("pairlog", "p", log_pair.p);
	check("pairlog", "ratio", log_pair.shift);
	check("pairlog", "lo", log_pair.lo);
	check("pairlog", "hi", log_pair.hi);
	check("pair", "t", pair.t);
	check("pair", "p", pair.p);
	check("pair", "lo", pair.lo);
	check("pair", "hi", pair.hi);
}

static void check_numbered(const char *prefix, size_t i, double got)
{
	char name[16];

	snprintf(name, sizeof(name), "%zu", i);
	check(prefix, name, got);
}

static void families(void **state)
{
	double p[8], holm[8], bh[8];
	char key[32];

	(void)state;
	for (size_t i = 0; i < 8; i++) {
		snprintf(key, sizeof(key), "padj.raw.%zu", i + 1);
		p[i] = json_number_value(json_object_get(values, key));
	}
	stats_holm(p, 8, holm);
	stats_benjamini_hochberg(p, 8, bh);
	for (size_t i = 0; i < 8; i++) {
		check_numbered("padj.raw", i + 1, p[i]);
		check_numbered("padj.holm", i + 1, holm[i]);
		check_numbered("padj.BH", i + 1, bh[i]);
		check_numbered("padj.bonferroni", i + 1, fmin(1, 8 * p[i]));
	}
}

static void geometric_mean(void **state)
{
	static const double d[] = { -.03, .01, -.05 }, se[] = { .01, .02, .015 };
	static const double df[] = { 6.2, 5.1, 7.7 };
	struct stats_geomean g = stats_geomean(d, se, df, 3, ALPHA);

	(void)state;
	check("geoCI", "ratio", g.ratio);
	check("geoCI", "se", g.se);
	check("geoCI", "df", g.df);
	check("geoCI", "lo", g.lo);
	check("geoCI", "hi", g.hi);
}

/* Column of the matrix: user times of one scheduler for N = first .. last, by doubling. */
static double matrix_value(const char *scheduler, long n)
{
	FILE *file = golden_csv("classic_2002_matrix.csv");
	struct golden_line line;
	double found = NAN;

	while (golden_line(file, &line))
		if (!strcmp(line.field[0], "U") && strtol(line.field[1], NULL, 10) == n &&
		    !strcmp(line.field[2], scheduler))
			found = golden_number(&line, 5);
	fclose(file);
	return found;
}

static void check_matrix_geomean(const char *key, const char *fresh, const char *base, long last)
{
	double log_ratio[8], unknown[8];
	size_t cells = 0;
	struct stats_geomean g;

	for (long n = 4; n <= last; n *= 2) {
		struct stats_moments m0 = { 1, matrix_value(base, n), NAN };
		struct stats_moments m1 = { 1, matrix_value(fresh, n), NAN };

		log_ratio[cells] = stats_welch(&m0, &m1, ALPHA, NAN).log_ratio;
		unknown[cells++] = NAN;
	}
	g = stats_geomean(log_ratio, unknown, unknown, cells, ALPHA);
	check_in(values, key, g.ratio);
	assert_int_equal(g.n, cells);
	assert_true(isnan(g.se) && isnan(g.lo) && isnan(g.hi));
}

static void geometric_mean_of_the_matrix(void **state)
{
	(void)state;
	check_matrix_geomean("geomean.E_over_A.N4_32", "E", "A", 32);
	check_matrix_geomean("geomean.C_over_A.N4_64", "C", "A", 64);
	check_matrix_geomean("geomean.F_over_B.N4_64", "F", "B", 64);
	check_matrix_geomean("geomean.E_over_B.N4_32", "E", "B", 32);
}

/* --- an averaged table ---------------------------------------------------------------------- */

#define AVG4_CELLS 5

struct avg4 {
	char prefix[48]; /* avg4.METRIC.N */
	struct stats_moments base, fresh;
};

/* All N of a metric, in the order of the table. */
static size_t avg4_read(const char *metric, struct avg4 *cells)
{
	FILE *file = golden_csv("classic_2002_avg4.csv");
	struct golden_line line;
	size_t count = 0;

	while (golden_line(file, &line)) {
		size_t n = (size_t)golden_number(&line, 2);

		if (strcmp(line.field[0], metric))
			continue;
		assert_true(count < AVG4_CELLS);
		snprintf(cells[count].prefix, sizeof(cells->prefix), "avg4.%.20s.%.2s", metric,
			 line.field[1]);
		cells[count].base = (struct stats_moments){ n, golden_number(&line, 3),
							    golden_number(&line, 4) };
		cells[count].fresh = (struct stats_moments){ n, golden_number(&line, 5),
							     golden_number(&line, 6) };
		count++;
	}
	fclose(file);
	assert_int_equal(count, AVG4_CELLS);
	return count;
}

static void check_avg4_cell(const char *prefix, const struct stats_moments *base,
			    const struct stats_moments *fresh)
{
	struct stats_welch w = stats_welch(base, fresh, ALPHA, .01);
	struct stats_summary s0 = stats_summary_of_moments(base, ALPHA);
	struct stats_summary s1 = stats_summary_of_moments(fresh, ALPHA);

	check(prefix, "pct", 100 * (w.ratio - 1));
	check(prefix, "t", w.t);
	check(prefix, "df", w.df);
	check(prefix, "p", w.p);
	check(prefix, "lo", w.diff_lo);
	check(prefix, "hi", w.diff_hi);
	check(prefix, "ci95half1", s0.half_width);
	check(prefix, "ci95half2", s1.half_width);
	check_welch_fieller(prefix, base, fresh);
}

/* Welch on the logs by the delta method: the sds are the coefficients of variation. */
static void check_avg4_logs(const char *prefix, const struct stats_moments *base,
			    const struct stats_moments *fresh)
{
	struct stats_moments l0 = { base->n, log(base->mean), base->sd / base->mean };
	struct stats_moments l1 = { fresh->n, log(fresh->mean), fresh->sd / fresh->mean };
	struct stats_welch w = stats_welch(&l0, &l1, ALPHA, NAN);

	check(prefix, "log_p", w.p);
	check(prefix, "log_df", w.df);
	check(prefix, "ratio_lo", exp(w.diff_lo));
	check(prefix, "ratio_hi", exp(w.diff_hi));
}

static void check_avg4_as_sd(const struct avg4 *cell)
{
	char prefix[64];

	snprintf(prefix, sizeof(prefix), "%.40s.sd", cell->prefix);
	check_avg4_cell(prefix, &cell->base, &cell->fresh);
	check_avg4_logs(prefix, &cell->base, &cell->fresh);
}

static void check_avg4_as_se(const struct avg4 *cell)
{
	struct avg4 c = *cell;
	char prefix[64];

	c.base.sd *= sqrt((double)c.base.n);
	c.fresh.sd *= sqrt((double)c.fresh.n);
	snprintf(prefix, sizeof(prefix), "%.40s.se", cell->prefix);
	check_avg4_cell(prefix, &c.base, &c.fresh);
	check_avg4_logs(prefix, &c.base, &c.fresh);
}

static void check_avg4_family(const char *metric, const struct avg4 *cells, size_t n)
{
	double log_ratio[AVG4_CELLS], se[AVG4_CELLS], df[AVG4_CELLS], p[AVG4_CELLS];
	double holm[AVG4_CELLS];
	struct stats_geomean g;
	char key[80];

	for (size_t i = 0; i < n; i++) {
		struct stats_welch w = stats_welch(&cells[i].base, &cells[i].fresh, ALPHA, NAN);

		log_ratio[i] = w.log_ratio;
		se[i] = w.log_se;
		df[i] = w.df;
		p[i] = w.p;
	}
	stats_holm(p, n, holm);
	for (size_t i = 0; i < n; i++)
		check(cells[i].prefix, "sd.fw.p_holm5", holm[i]);
	g = stats_geomean(log_ratio, se, df, n, ALPHA);
	snprintf(key, sizeof(key), "avg4.%s", metric);
	check(key, "geomean", g.ratio);
	check(key, "geomean_lo", g.lo);
	check(key, "geomean_hi", g.hi);
	check(key, "geomean_df", g.df);
}

static void averaged_table(void **state)
{
	static const char *const metrics[] = { "AverageUserTime", "ElapsedTime", "TotalUserTime" };

	(void)state;
	for (size_t m = 0; m < 3; m++) {
		struct avg4 cells[AVG4_CELLS];
		size_t n = avg4_read(metrics[m], cells);

		for (size_t i = 0; i < n; i++) {
			check_avg4_as_sd(&cells[i]);
			check_avg4_as_se(&cells[i]);
		}
		check_avg4_family(metrics[m], cells, n);
	}
}

/* --- distributions -------------------------------------------------------------------------- */

/* The last `.` that parts two numbers: "tq.0.975.12", "tq_frac.0.975.4.18". */
static void student_t(void **state)
{
	const char *key;
	json_t *wanted;
	double a, b;

	(void)state;
	json_object_foreach (values, key, wanted) {
		if (sscanf(key, "tq.0.%lf", &a) == 1) {
			int digits = 0, df = 0;

			assert_int_equal(sscanf(key, "tq.0.%d.%d", &digits, &df), 2);
			a = digits == 95 ? .95 : digits == 975 ? .975 : .995;
			check_in(values, key, stats_t_critical(2 * (1 - a), df));
		} else if (sscanf(key, "tq_frac.0.975.%lf", &b) == 1) {
			check_in(values, key, stats_t_critical(ALPHA, b));
		} else if (sscanf(key, "tcdf2.12.%lf", &b) == 1) {
			check_in(values, key, stats_t_two_sided(12, b));
		} else if (sscanf(key, "tcdf2.2.5.%lf", &b) == 1) {
			check_in(values, key, stats_t_two_sided(-2.5, b));
		} else if (sscanf(key, "tcdf2.0.1.%lf", &b) == 1) {
			check_in(values, key, stats_t_two_sided(.1, b));
		}
	}
}

/* --- shape ---------------------------------------------------------------------------------- */

static void check_split(const char *key, const struct sample *s)
{
	struct stats_flags f = stats_flags(s->v, s->n, NAN);

	check_member(key, "split_ratio", f.split.ratio);
	check_member(key, "k", (double)f.split.low_n);
	check_member(key, "low_mean", f.split.low_mean);
	check_member(key, "high_mean", f.split.high_mean);
	if (json_object_get(json_object_get(shape, key), "max_over_min"))
		check_member(key, "max_over_min", f.max_over_min);
}

/* 0.6745 (x - median) / MAD of each value, in the order of measurement. */
static void check_modified_z(const char *key, const struct sample *s)
{
	json_t *z = json_object_get(json_object_get(shape, key), "mod_z");

	assert_int_equal(json_array_size(z), s->n);
	for (size_t i = 0; i < s->n; i++)
		golden_assert_near(.6745 * (s->raw[i] - stats_median(s->v, s->n)) /
					   stats_mad(s->v, s->n),
				   json_number_value(json_array_get(z, i)));
	mark_seen(key, "mod_z");
}

static void shapes(void **state)
{
	struct sample base = sample_named("spC_base"), fresh = sample_named("spC_new");
	const char *key;
	json_t *wanted;

	(void)state;
	check_split("shape.spC.base", &base);
	check_split("shape.spC.new", &fresh);
	check_modified_z("shape.spC.base", &base);
	check_modified_z("shape.spC.new", &fresh);
	json_object_foreach (shape, key, wanted) {
		char scheduler[2] = "", n[3] = "";
		struct sample s;

		if (sscanf(key, "split.jobs.%1[A-F]%2[0-9]", scheduler, n) != 2)
			continue;
		if (scheduler[0] > 'C') /* the rows of D to F are not published with the data */
			continue;
		s = sample_of_jobs(scheduler, n);
		check_split(key, &s);
	}
}

/* --- nothing is left out -------------------------------------------------------------------- */

static const struct {
	const char *pattern, *why;
} not_ours[] = {
	{ "*.skew_g1", "not printed anywhere" },
	{ "*.kurt_excess_g2", "not printed anywhere" },
	{ "shape.*.G[12]", "not printed anywhere" },
	{ "shape.*.sarle_bc", "two groups are told by the best split" },
	{ "shape.*.max_interior_gap_over_range", "two groups are told by the best split" },
	{ "mwu_ties.*.count", "the exact tail is summed as a fraction" },
	{ "mwu_ties.*.total", "the exact tail is summed as a fraction" },
	{ "*.hl1", "one-sample Hodges-Lehmann: the median is what is printed" },
	{ "*.perm.*", "permutation of means: the rank test is the exact one" },
	{ "*.mmtests.cidiff", "star rule of another tool" },
	{ "*.mmtests.star", "star rule of another tool" },
	{ "signrank.*", "pairs are tested by t on the logs" },
	{ "signflip.*", "pairs are tested by t on the logs" },
	{ "padj.hochberg.*", "families are Holm's, or Benjamini-Hochberg to explore" },
	{ "padj.BY.*", "families are Holm's, or Benjamini-Hochberg to explore" },
	{ "tost8.hl*", "R's root of the normal approximation with ties; ours is hlidx" },
	{ "fieller_unbounded.g", "its input is not in the file" },
	{ "qnorm.*", "the normal quantile is GSL's, used for huge rank intervals only" },
	{ "exact_bootstrap*", "no bootstrap: it covers too little at n = 3 to 10" },
	{ "mc_bootstrap*", "no bootstrap: it covers too little at n = 3 to 10" },
	{ "scipy_crosscheck.bca*", "no bootstrap: it covers too little at n = 3 to 10" },
	{ "prng.*", "the generator of the bootstrap" },
	{ "mwu_ties.note", "a note" },
	{ "split.jobs.[DEF]*", "the rows of D to F are not published with the data" },
};

static bool is_explained(const char *key)
{
	for (size_t i = 0; i < sizeof(not_ours) / sizeof(*not_ours); i++)
		if (!fnmatch(not_ours[i].pattern, key, 0))
			return true;
	return false;
}

static size_t count_unexplained(json_t *object, const char *prefix)
{
	const char *key;
	json_t *value;
	size_t unexplained = 0;

	json_object_foreach (object, key, value) {
		char full[128];

		snprintf(full, sizeof(full), "%.60s%.60s", prefix, key);
		if (json_object_get(seen, full) || is_explained(full))
			continue;
		if (json_is_object(value)) {
			strncat(full, ".", sizeof(full) - strlen(full) - 1);
			unexplained += count_unexplained(value, full);
		} else if (unexplained++ < 10) {
			print_error("golden value %s is not checked\n", full);
		}
	}
	return unexplained;
}

static void every_value_is_accounted_for(void **state)
{
	(void)state;
	assert_int_equal(count_unexplained(values, "") + count_unexplained(shape, ""), 0);
	assert_true(json_object_size(seen) > 1000);
}

/* -------------------------------------------------------------------------------------------- */

static int load(void **state)
{
	(void)state;
	reference = golden_json("reference_values.json");
	values = json_object_get(reference, "values");
	shape = golden_json("bootstrap_mwu_shape.json");
	seen = json_object();
	return 0;
}

static int unload(void **state)
{
	(void)state;
	json_decref(reference);
	json_decref(shape);
	json_decref(seen);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples),         cmocka_unit_test(samples_of_jobs),
		cmocka_unit_test(comparisons),     cmocka_unit_test(tost8_of_logs),
		cmocka_unit_test(ranks_with_ties), cmocka_unit_test(tost8_ranks),
		cmocka_unit_test(pairs),           cmocka_unit_test(families),
		cmocka_unit_test(geometric_mean),  cmocka_unit_test(geometric_mean_of_the_matrix),
		cmocka_unit_test(averaged_table),  cmocka_unit_test(student_t),
		cmocka_unit_test(shapes),          cmocka_unit_test(every_value_is_accounted_for),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
