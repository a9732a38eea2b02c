/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prof-config.h"

#include "app/heatmap-legend.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "analysis/format-value.h"

#define BAR_WIDTH 140
#define BAR_HEIGHT 12
#define N_STOPS 21

/* The gradient alone. */
#define PROF_TYPE_HEATMAP_BAR (prof_heatmap_bar_get_type ())
G_DECLARE_FINAL_TYPE (ProfHeatmapBar, prof_heatmap_bar, PROF, HEATMAP_BAR, GtkWidget)

struct _ProfHeatmapBar {
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (ProfHeatmapBar, prof_heatmap_bar, GTK_TYPE_WIDGET)

static void
prof_heatmap_bar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                          int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? BAR_WIDTH / 2 : BAR_HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? BAR_WIDTH : BAR_HEIGHT;
}

static void
prof_heatmap_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  float width = gtk_widget_get_width (widget);
  float height = gtk_widget_get_height (widget);
  GskColorStop stops[N_STOPS];
  GskRoundedRect outline;

  for (guint i = 0; i < N_STOPS; i++)
    {
      double level = (double) i / (N_STOPS - 1);

      stops[i].offset = level;
      stops[i].color =
          prof_palette_to_rgba (prof_palette_heat_level (PROF_HEAT_THERMAL, dark, level), 1);
    }

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (0, 0, width, height), 2);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_linear_gradient (snapshot, &outline.bounds, &GRAPHENE_POINT_INIT (0, 0),
                                       &GRAPHENE_POINT_INIT (width, 0), stops, N_STOPS);
  gtk_snapshot_pop (snapshot);
}

static void
prof_heatmap_bar_class_init (ProfHeatmapBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = prof_heatmap_bar_measure;
  widget_class->snapshot = prof_heatmap_bar_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
prof_heatmap_bar_init (ProfHeatmapBar *self)
{
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

struct _ProfHeatmapLegend {
  GtkWidget parent_instance;
  GtkWidget *low;
  GtkWidget *bar;
  GtkWidget *high;
  ProfHeatmapView *view;
  gulong max_changed;
};

G_DEFINE_FINAL_TYPE (ProfHeatmapLegend, prof_heatmap_legend, GTK_TYPE_WIDGET)

static void
update (ProfHeatmapLegend *self)
{
  guint max = self->view ? prof_heatmap_view_get_max_count (self->view) : 0;
  g_autofree char *count = prof_format_count (max);
  g_autofree char *text = g_strdup_printf (ngettext ("%s sample", "%s samples", max), count);
  g_autofree char *label = g_strdup_printf (_ ("Colours from 0 to %s in a cell"), text);

  gtk_label_set_text (GTK_LABEL (self->high), text);
  gtk_widget_set_visible (self->low, max > 0);
  gtk_widget_set_visible (self->bar, max > 0);
  gtk_widget_set_visible (self->high, max > 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
prof_heatmap_legend_dispose (GObject *object)
{
  ProfHeatmapLegend *self = PROF_HEATMAP_LEGEND (object);

  if (self->view)
    g_clear_signal_handler (&self->max_changed, self->view);
  g_clear_object (&self->view);
  g_clear_pointer (&self->low, gtk_widget_unparent);
  g_clear_pointer (&self->bar, gtk_widget_unparent);
  g_clear_pointer (&self->high, gtk_widget_unparent);
  G_OBJECT_CLASS (prof_heatmap_legend_parent_class)->dispose (object);
}

static void
prof_heatmap_legend_class_init (ProfHeatmapLegendClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = prof_heatmap_legend_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "heatmaplegend");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static GtkWidget *
create_label (ProfHeatmapLegend *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static void
prof_heatmap_legend_init (ProfHeatmapLegend *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 8);
  self->low = create_label (self, "0");
  self->bar = g_object_new (PROF_TYPE_HEATMAP_BAR, NULL);
  self->high = create_label (self, "");
  gtk_widget_set_parent (self->low, GTK_WIDGET (self));
  gtk_widget_set_parent (self->bar, GTK_WIDGET (self));
  gtk_widget_set_parent (self->high, GTK_WIDGET (self));
  update (self);
}

GtkWidget *
prof_heatmap_legend_new (void)
{
  return g_object_new (PROF_TYPE_HEATMAP_LEGEND, NULL);
}

void
prof_heatmap_legend_set_view (ProfHeatmapLegend *self, ProfHeatmapView *view)
{
  g_return_if_fail (PROF_IS_HEATMAP_LEGEND (self));

  if (self->view == view)
    return;

  if (self->view)
    g_clear_signal_handler (&self->max_changed, self->view);
  g_set_object (&self->view, view);
  if (view)
    self->max_changed =
        g_signal_connect_swapped (view, "notify::max-count", G_CALLBACK (update), self);
  update (self);
}
