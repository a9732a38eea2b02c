/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/heatmap.h"
#include "analysis/selection.h"
#include "app/palette.h"

G_BEGIN_DECLS

/**
 * ProfHeatmapView:
 *
 * Draws a #ProfHeatmap, with axes, markers, selection and baseline, and turns pointer and keys into
 * a time range of the #ProfSelection. It computes no counts: it says by ::geometry-changed which
 * heat map it needs (column length, rows, time range), and its owner hands that over with
 * prof_heatmap_view_set_heatmap().
 *
 * Signals:
 * - `geometry-changed ()`: another heat map is needed; ask prof_heatmap_view_get_geometry().
 * - `cell-hovered (gint64 start, gint64 end)`: the time range of the cell under the pointer (both 0:
 *   none); the owner may answer, at once or later, with prof_heatmap_view_set_hover_detail().
 * - `play ()`: the space key.
 *
 * Actions on the class: heatmap.clear, heatmap.select-all, heatmap.step-back, heatmap.step-forward,
 * heatmap.zoom-in, heatmap.zoom-out, heatmap.follow.
 *
 * Properties: `scale` (a ProfHeatmapScale as int; notifies when Ctrl+wheel changes it),
 * `following`, `max-count`.
 */
#define PROF_TYPE_HEATMAP_VIEW (prof_heatmap_view_get_type ())
G_DECLARE_FINAL_TYPE (ProfHeatmapView, prof_heatmap_view, PROF, HEATMAP_VIEW, GtkWidget)

typedef enum {
  PROF_HEATMAP_SCALE_SECOND, /* 1 s × 20 ms */
  PROF_HEATMAP_SCALE_MINUTE, /* 1 min × 1 s */
  PROF_HEATMAP_SCALE_HOUR,   /* 1 h × 1 min */
  PROF_HEATMAP_SCALE_AUTO,   /* the whole capture in view */
} ProfHeatmapScale;

GtkWidget *prof_heatmap_view_new (void);

/* (nullable): read for the range, and written when the person selects. */
void prof_heatmap_view_set_selection (ProfHeatmapView *self, ProfSelection *selection);

/* The capture covers [start, end), ns. While recording, call with a growing end. */
void prof_heatmap_view_set_extent (ProfHeatmapView *self, gint64 start, gint64 end);

/* While recording, room is kept at the right, so that columns do not shrink with every second. */
void prof_heatmap_view_set_live (ProfHeatmapView *self, gboolean live);

void prof_heatmap_view_set_scale (ProfHeatmapView *self, ProfHeatmapScale scale);
ProfHeatmapScale prof_heatmap_view_get_scale (ProfHeatmapView *self);

/* The heat map that the view needs: columns of @column_ns with @n_rows rows, with origin @start,
 * filled over [start, end). FALSE while there is no extent or no size. */
gboolean prof_heatmap_view_get_geometry (ProfHeatmapView *self, gint64 *column_ns, guint *n_rows,
                                         gint64 *start, gint64 *end);
/* @heatmap: (transfer full) (nullable). One with columns or rows of another length is not drawn; one
 * for another time range is drawn where it belongs. */
void prof_heatmap_view_set_heatmap (ProfHeatmapView *self, ProfHeatmap *heatmap);
const ProfHeatmap *prof_heatmap_view_get_heatmap (ProfHeatmapView *self);

/* (nullable): where the markers below the time axis come from. */
void prof_heatmap_view_set_markers (ProfHeatmapView *self, ProfSnapshot *snapshot);

/* One more line for the tooltip of the hovered cell, plain text; (nullable). */
void prof_heatmap_view_set_hover_detail (ProfHeatmapView *self, const char *detail);

/* The time range of the cell at a point of the widget; FALSE: there is none. And the middle of the
 * cell that a time is in. */
gboolean prof_heatmap_view_pick (ProfHeatmapView *self, double x, double y, gint64 *start,
                                 gint64 *end);
gboolean prof_heatmap_view_locate (ProfHeatmapView *self, gint64 time, double *x, double *y);

/* What the right edge does when the extent grows: TRUE keeps the newest in view. FALSE after the
 * person scrolled back; TRUE again at the right end. */
gboolean prof_heatmap_view_get_following (ProfHeatmapView *self);
void prof_heatmap_view_set_following (ProfHeatmapView *self, gboolean following);

/* The range to compare with; hatched. */
void prof_heatmap_view_set_baseline (ProfHeatmapView *self, gint64 start, gint64 end);
void prof_heatmap_view_clear_baseline (ProfHeatmapView *self);

void prof_heatmap_view_set_palette (ProfHeatmapView *self, ProfHeatPalette palette,
                                    ProfHeatScale scale);

/* Samples of the warmest colour: what the legend ends with. Notified as property "max-count"
 * (uint). */
guint prof_heatmap_view_get_max_count (ProfHeatmapView *self);

G_END_DECLS
