/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/draw-label.h"
#include "app/flame-layout.h"

G_BEGIN_DECLS

/**
 * ProfFlameColors:
 *
 * The colour of every function of a snapshot, by its row, and which match a search.
 */
typedef struct {
  gboolean dark;
  guint n_functions;
  ProfColor *colors; /* [n_functions] */
  guint8 *matches;   /* [n_functions]; (nullable): no search */
} ProfFlameColors;

ProfFlameColors *prof_flame_colors_new (const ProfSnapshot *snapshot, gboolean dark);
void prof_flame_colors_free (ProfFlameColors *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfFlameColors, prof_flame_colors_free)

/* @regex: (nullable): what names to highlight. */
void prof_flame_colors_set_search (ProfFlameColors *self, const ProfSnapshot *snapshot,
                                   const GRegex *regex);
/* Weight below the root whose stack has a match, each sample once. */
guint64 prof_flame_colors_matched_weight (const ProfFlameColors *self, const ProfCallTree *tree);

/* The colour of a node's box, before it is dimmed. */
ProfColor prof_flame_colors_get (const ProfFlameColors *self, const ProfCallTree *tree,
                                 guint32 node);

/**
 * ProfFlameDraw:
 *
 * What to draw, in device pixels. The weights from @left to @right fill the width of the target.
 */
typedef struct {
  const ProfFlameLayout *layout;
  const ProfFlameColors *colors;
  ProfDrawLabels *labels; /* (nullable): boxes without text */
  double left;
  double right;
  double scroll; /* of the first row's top above the target */
  double row_height;
  int scale;           /* device pixels per pixel: gaps and padding */
  guint n_dimmed_rows; /* the ancestors of what is zoomed to */
  gboolean upwards;    /* the root at the bottom: row 0 is the lowest of n_rows */
  guint n_rows;
  const char *root_text; /* (nullable): instead of a share, in the root's box */
} ProfFlameDraw;

/* Draws on transparent ground; the target must be all 0. Boxes narrower than two pixels are merged
 * into one run a row, coloured by what they share of each pixel. */
void prof_flame_draw (const ProfFlameDraw *self, ProfDrawTarget *target);

G_END_DECLS
