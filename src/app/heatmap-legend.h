/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/heatmap-view.h"

G_BEGIN_DECLS

/* "0 [gradient] 20 samples": the colours of a heat map view. Follows the view given. */
#define PROF_TYPE_HEATMAP_LEGEND (prof_heatmap_legend_get_type ())
G_DECLARE_FINAL_TYPE (ProfHeatmapLegend, prof_heatmap_legend, PROF, HEATMAP_LEGEND, GtkWidget)

GtkWidget *prof_heatmap_legend_new (void);
void prof_heatmap_legend_set_view (ProfHeatmapLegend *self, ProfHeatmapView *view);

G_END_DECLS
