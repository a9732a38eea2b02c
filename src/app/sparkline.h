/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A few small bars: how much there was over time. In the widget's text colour. */
#define PROF_TYPE_SPARKLINE (prof_sparkline_get_type ())
G_DECLARE_FINAL_TYPE (ProfSparkline, prof_sparkline, PROF, SPARKLINE, GtkWidget)

/* The highest of @values fills the height. */
void prof_sparkline_set_values (ProfSparkline *self, const guint64 *values, guint n_values);

G_END_DECLS
