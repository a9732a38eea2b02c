/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/call-tree.h"

G_BEGIN_DECLS

/**
 * ProfFlameLayout:
 *
 * Where the nodes of a call tree are in a flame graph, in weight units: a node begins at an offset
 * from the left and is as wide as its total; its children stand below it from its left edge on, its
 * self weight is what is free at the right. Only nodes with weight have a box. Boxes are kept row by
 * row from left to right, which is also the order of node indexes, so everything is found by binary
 * search. Holds copies of the weights: they do not change with the tree. Immutable.
 */
typedef struct {
  ProfCallTree *tree;
  guint64 total;
  guint n_rows;       /* row = depth */
  guint32 *row_first; /* [n_rows + 1]: first box of a row */
  guint n_boxes;
  guint32 *nodes;  /* [n_boxes] */
  guint64 *lefts;  /* [n_boxes] */
  guint64 *widths; /* [n_boxes], > 0 */
} ProfFlameLayout;

ProfFlameLayout *prof_flame_layout_new (ProfCallTree *tree);
void prof_flame_layout_free (ProfFlameLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfFlameLayout, prof_flame_layout_free)

/* The box of a node; G_MAXUINT if it has no weight. */
guint prof_flame_layout_find (const ProfFlameLayout *self, guint32 node);

/* The first box of @row that ends after @left; row_first[row + 1] if none does. */
guint prof_flame_layout_first_after (const ProfFlameLayout *self, guint row, double left);

/* The widest of the boxes that share weight with [from, to): what a pixel shows that holds several.
 * G_MAXUINT: none. */
guint prof_flame_layout_pick (const ProfFlameLayout *self, guint row, double from, double to);

/* Rows that have a box within [left, right): 0 to n_rows. */
guint prof_flame_layout_count_rows (const ProfFlameLayout *self, double left, double right);

G_END_DECLS
