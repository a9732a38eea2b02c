/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "analysis/call-tree.h"
#include "analysis/heatmap.h"
#include "app/palette.h"
#include "profile/profile.h"

G_BEGIN_DECLS

/* GTK with libadwaita, or the test program ends here, skipped, where there is no display. */
void draw_fixture_init (int *argc, char ***argv);

/* (transfer full): a minute of a machine with a Python server, a data base, a web server, JavaScript
 * and kernel work: the same at every call. About @n_samples. */
ProfSnapshot *draw_fixture_profile (guint n_samples);
/* (transfer full): the call tree by process over [start, end), its totals set. */
ProfCallTree *draw_fixture_tree (ProfSnapshot *snapshot, gint64 start, gint64 end);
/* (transfer full): over all of it. */
ProfHeatmap *draw_fixture_heatmap (ProfSnapshot *snapshot, gint64 column_ns, guint n_rows);

/* Shows @child alone in a window and waits until it is drawn. */
GtkWidget *draw_fixture_window (GtkWidget *child, int width, int height);
void draw_fixture_wait (guint milliseconds);
void draw_fixture_set_dark (gboolean dark);

/* What the widget draws now, on the background of the view. */
cairo_surface_t *draw_fixture_render (GtkWidget *widget);
guint32 draw_fixture_pixel (cairo_surface_t *surface, double x, double y);

/* (transfer none): the n-th controller of a type that the widget has. */
GtkEventController *draw_fixture_controller (GtkWidget *widget, GType type, guint n);
gboolean draw_fixture_key (GtkWidget *widget, guint key, GdkModifierType state);
/* Press, moves to each of the points (x, y pairs), release. */
void draw_fixture_drag (GtkWidget *widget, const double *points, guint n_points);
void draw_fixture_motion (GtkWidget *widget, double x, double y);

G_END_DECLS
