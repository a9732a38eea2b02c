/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/filter.h"

G_BEGIN_DECLS

/**
 * ProfHeatmap:
 *
 * Samples counted into cells: columns are stretches of @column_ns from time @origin_ns on, each of
 * @n_rows equal cells from bottom (earliest) to top. cell = counts[column * n_rows + row]. A cell
 * covers [t, t') where t = origin + column * column_ns + row * column_ns / n_rows, rounded down.
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
} ProfHeatmap;

ProfHeatmap *prof_heatmap_new (gint64 origin_ns, gint64 column_ns, guint n_rows);
void prof_heatmap_free (ProfHeatmap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfHeatmap, prof_heatmap_free)

/* Counts the samples of @snapshot in [start, end) that @filter (nullable: all) shows. */
void prof_heatmap_fill (ProfHeatmap *self, ProfSnapshot *snapshot, const ProfFilter *filter,
                        gint64 start, gint64 end);

/* Time range of a cell; FALSE if there is no such cell. */
void prof_heatmap_get_cell_range (const ProfHeatmap *self, guint column, guint row, gint64 *start,
                                  gint64 *end);
/* Column and row of a time. */
void prof_heatmap_locate (const ProfHeatmap *self, gint64 time, gint64 *column, guint *row);

/* The column length for `automatic`: a whole capture of @duration_ns in at most @max_columns
 * columns; a "round" length (1, 2, 5 × 10^n ms; s, 10 s, 30 s, min, ... ). */
gint64 prof_heatmap_auto_column (gint64 duration_ns, guint max_columns);

G_END_DECLS
