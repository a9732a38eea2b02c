/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/filter.h"

G_BEGIN_DECLS

/* A map never has more cells than this, whatever the file says about times. */
#define PROF_HEATMAP_MAX_CELLS (1 << 24)

/**
 * ProfHeatmap:
 *
 * Samples counted into cells: columns are stretches of @column_ns from time @origin_ns on, each of
 * @n_rows equal cells from bottom (earliest) to top. cell = counts[column * n_rows + row]. A cell
 * covers [t, t') where t = origin + column * column_ns + row * column_ns / n_rows, rounded down.
 * Samples before the origin are not in the map. n_columns reaches to the last time counted.
 */
typedef struct {
  /*< public, read only >*/
  gint64 origin_ns;
  gint64 column_ns;
  guint n_rows;
  guint n_columns;
  guint32 *counts;
  guint64 *weights;
  guint32 max_count;
  guint64 max_weight;
  guint64 n_samples; /* sum of counts */
  guint64
      n_beyond; /* samples not in the map: it would have more than the greatest number of cells */
} ProfHeatmap;

/* @column_ns and @n_rows greater than 0, @n_rows at most PROF_HEATMAP_MAX_CELLS. */
ProfHeatmap *prof_heatmap_new (gint64 origin_ns, gint64 column_ns, guint n_rows);
void prof_heatmap_free (ProfHeatmap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfHeatmap, prof_heatmap_free)

/* Counts the samples of @snapshot in [start, end) that @filter (nullable: all) shows. */
void prof_heatmap_fill (ProfHeatmap *self, ProfSnapshot *snapshot, const ProfFilter *filter,
                        gint64 start, gint64 end);

/**
 * prof_heatmap_update:
 *
 * As prof_heatmap_fill(), but from what was counted last: only blocks of samples that are new, or
 * have changed, since the last snapshot are read. That is what a live view calls ten times a
 * second. Gives the same numbers as a fill, also when late samples came, the filter or the range
 * changed, or old samples were dropped; then it may take as long.
 */
void prof_heatmap_update (ProfHeatmap *self, ProfSnapshot *snapshot, ProfFilter *filter,
                          gint64 start, gint64 end);

/* Time range of a cell, also of one in columns that the map does not reach yet: then FALSE. */
gboolean prof_heatmap_get_cell_range (const ProfHeatmap *self, guint column, guint row,
                                      gint64 *start, gint64 *end);
/* Column and row of a time; the column is negative before the origin. */
void prof_heatmap_locate (const ProfHeatmap *self, gint64 time, gint64 *column, guint *row);

/* The column length for `automatic`: a whole capture of @duration_ns in at most @max_columns
 * columns; a "round" length: 1, 2, 5 × 10^n below a second, then 1, 2, 5, 10, 30 s, likewise
 * minutes, then 1, 2, 6, 12 h, 1, 2, 7, 30 d and more. */
gint64 prof_heatmap_auto_column (gint64 duration_ns, guint max_columns);

G_END_DECLS
