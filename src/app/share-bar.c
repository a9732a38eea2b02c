/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/share-bar.h"

#include "analysis/format-value.h"

#define BAR_WIDTH 48
#define BAR_HEIGHT 6

struct _ProfShareBar {
  GtkWidget parent_instance;
  GtkWidget *share_label;
  GtkWidget *weight_label;
  double share;
};

G_DEFINE_FINAL_TYPE (ProfShareBar, prof_share_bar, GTK_TYPE_WIDGET)

static void
set_label (GtkWidget *label, const char *text)
{
  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (label)), text) != 0)
    gtk_label_set_label (GTK_LABEL (label), text);
}

void
prof_share_bar_set (ProfShareBar *self, guint64 weight, guint64 total, const char *unit)
{
  double share = total > 0 ? weight / (double) total : 0;
  g_autofree char *share_text = prof_format_share (share);
  g_autofree char *weight_text = prof_format_weight (weight, unit);

  set_label (self->share_label, weight > 0 ? share_text : "");
  set_label (self->weight_label, weight > 0 ? weight_text : "");
  if (share != self->share)
    {
      self->share = share;
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
}

static void
prof_share_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ProfShareBar *self = PROF_SHARE_BAR (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  float left = rtl ? gtk_widget_get_width (widget) - BAR_WIDTH : 0;
  float top = (gtk_widget_get_height (widget) - BAR_HEIGHT) / 2;
  float length = self->share * BAR_WIDTH;
  GskRoundedRect outline;
  GdkRGBA color;

  /* Most functions do nothing themselves: an empty bar a row would be all that one sees. */
  if (self->share <= 0)
    {
      GTK_WIDGET_CLASS (prof_share_bar_parent_class)->snapshot (widget, snapshot);
      return;
    }
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (left, top, BAR_WIDTH, BAR_HEIGHT),
                                   BAR_HEIGHT / 2);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  color.alpha = 0.16;
  gtk_snapshot_append_color (snapshot, &color, &outline.bounds);
  color.alpha = 0.9;
  if (length > 0)
    gtk_snapshot_append_color (
        snapshot, &color,
        &GRAPHENE_RECT_INIT (rtl ? left + BAR_WIDTH - length : left, top, length, BAR_HEIGHT));
  gtk_snapshot_pop (snapshot);
  GTK_WIDGET_CLASS (prof_share_bar_parent_class)->snapshot (widget, snapshot);
}

static void
prof_share_bar_dispose (GObject *object)
{
  ProfShareBar *self = PROF_SHARE_BAR (object);

  g_clear_pointer (&self->share_label, gtk_widget_unparent);
  g_clear_pointer (&self->weight_label, gtk_widget_unparent);
  G_OBJECT_CLASS (prof_share_bar_parent_class)->dispose (object);
}

static void
prof_share_bar_class_init (ProfShareBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = prof_share_bar_dispose;
  widget_class->snapshot = prof_share_bar_snapshot;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "sharebar");
}

static void
prof_share_bar_init (ProfShareBar *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "prof-bar");

  self->share_label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->share_label), 1);
  gtk_label_set_width_chars (GTK_LABEL (self->share_label), 7);
  gtk_widget_set_margin_start (self->share_label, BAR_WIDTH + 4);
  gtk_widget_add_css_class (self->share_label, "prof-cell-number");
  gtk_widget_set_parent (self->share_label, GTK_WIDGET (self));

  self->weight_label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->weight_label), 1);
  gtk_widget_set_hexpand (self->weight_label, TRUE);
  gtk_label_set_width_chars (GTK_LABEL (self->weight_label), 8);
  gtk_label_set_ellipsize (GTK_LABEL (self->weight_label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->weight_label, "prof-cell-number");
  gtk_widget_add_css_class (self->weight_label, "prof-cell-dim");
  gtk_widget_set_parent (self->weight_label, GTK_WIDGET (self));
}

GtkWidget *
prof_share_bar_new (void)
{
  return g_object_new (PROF_TYPE_SHARE_BAR, NULL);
}
