/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A number at the end of a folded line: @digits × 10^-@decimals, no trailing zeros in the decimals. */
typedef struct {
  guint64 digits;
  guint decimals;
} ProfFoldedNumber;

#define PROF_FOLDED_MAX_DECIMALS 9

typedef struct {
  const char *stack; /* frames separated by ';', no blank at the ends */
  gsize stack_length;
  const char *first_stack; /* the same without @before, if there are two numbers */
  gsize first_stack_length;
  gboolean has_before; /* two numbers end the line: what a difference file holds */
  ProfFoldedNumber before;
  ProfFoldedNumber weight; /* the last number */
} ProfFoldedLine;

/**
 * prof_folded_next_line:
 * @text: (inout): moved behind the line
 *
 * Returns: %FALSE at the end. Lines end in LF or CRLF; blanks at the end are not part of it.
 */
gboolean prof_folded_next_line (const char **text, const char *end, const char **line,
                                gsize *length);

/* FALSE: the line does not end in a number that has a stack before it. */
gboolean prof_folded_parse_line (const char *line, gsize length, ProfFoldedLine *parsed);

/* "12", "0.5", "1.5e3", "2e-3". FALSE: no number, a negative one, or one too large or too fine. */
gboolean prof_folded_parse_number (const char *text, gsize length, ProfFoldedNumber *number);

/* @number in units of 10^-@decimals; G_MAXUINT64 where it is larger. */
guint64 prof_folded_scale (ProfFoldedNumber number, guint decimals);

G_END_DECLS
