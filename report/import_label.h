/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import_label: which line of prose above a table is the name of a set.
 *
 *	A: 2.5.39 O(1) scheduler			label "A", title "2.5.39 O(1) scheduler"
 *	without:					label "without"
 *	2.5.40-mm2 + michael's stuff (latest on tux1)	label is the line
 *	=== results/6.1 ===				label "results/6.1"
 *	Kernel: 2.5.39					label "2.5.39"
 *
 * Headers of a mail, prompts, rulers and sentences are none.
 */
#ifndef NT_REPORT_IMPORT_LABEL_H
#define NT_REPORT_IMPORT_LABEL_H

#include <stdbool.h>

#define IMPORT_LABEL_MAX 200 /* bytes */

/* Where in the line they are; title_len 0: there is none. */
struct import_label {
	const char *label, *title;
	int label_len, title_len;
};

bool import_label_find(const char *line, struct import_label *found);

/* For forms in which every other line is a name: any line but rulers, prompts and mail headers. */
bool import_label_any(const char *line, struct import_label *found);

/*
 * The label as a string: bytes that are no UTF-8 and control characters as \xNN. The caller frees
 * it; NULL when memory is short.
 */
char *import_label_copy(const char *text, int len);

#endif
