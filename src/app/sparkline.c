/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sparkline.h"

#include <string.h>

#define N_BARS 14
#define BAR_WIDTH 2
#define GAP 1
#define HEIGHT 16

struct _ProfSparkline {
  GtkWidget parent_instance;
  guint8 heights[N_BARS]; /* pixels */
};

G_DEFINE_FINAL_TYPE (ProfSparkline, prof_sparkline, GTK_TYPE_WIDGET)

void
prof_sparkline_set_values (ProfSparkline *self, const guint64 *values, guint n_values)
{
  guint8 heights[N_BARS] = { 0 };
  guint64 max = 0;

  n_values = MIN (n_values, N_BARS);
  for (guint i = 0; i < n_values; i++)
    max = MAX (max, values[i]);
  for (guint i = 0; i < n_values; i++)
    if (values[i] > 0)
      heights[i] = MAX (1, (guint) (values[i] / (double) max * HEIGHT + 0.5));

  if (memcmp (heights, self->heights, sizeof heights) == 0)
    return;
  memcpy (self->heights, heights, sizeof heights);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
prof_sparkline_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural =
      orientation == GTK_ORIENTATION_HORIZONTAL ? N_BARS * (BAR_WIDTH + GAP) - GAP : HEIGHT;
}

static void
prof_sparkline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ProfSparkline *self = PROF_SPARKLINE (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int top = (gtk_widget_get_height (widget) - HEIGHT) / 2;
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  for (int i = 0; i < N_BARS; i++)
    {
      int column = rtl ? N_BARS - 1 - i : i;

      if (self->heights[i])
        gtk_snapshot_append_color (snapshot, &color,
                                   &GRAPHENE_RECT_INIT (column * (BAR_WIDTH + GAP),
                                                        top + HEIGHT - self->heights[i], BAR_WIDTH,
                                                        self->heights[i]));
    }
}

static void
prof_sparkline_class_init (ProfSparklineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = prof_sparkline_measure;
  widget_class->snapshot = prof_sparkline_snapshot;
  gtk_widget_class_set_css_name (widget_class, "sparkline");
  /* The row that it is in says the share; the shape has no words. */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
prof_sparkline_init (ProfSparkline *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "prof-sparkline");
}
