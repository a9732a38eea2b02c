/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prof-config.h"

#include "app/heatmap-view-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "analysis/format-value.h"

#define FONT_SCALE 0.83
#define LABEL_GAP 6.0
#define TRIANGLE 7.0
#define MAX_TOOLTIP_MARKERS 8

static const gint64 second = G_GINT64_CONSTANT (1000000000);

gint64
prof_heatmap_axis_step (gint64 column_ns, double min_columns)
{
  static const gint64 factors[] = { 1, 2, 5 };
  /* Above a second, what clocks are read by. */
  static const gint64 seconds[] = { 1,   2,   5,    10,   15,   30,    60,    120,   300,
                                    600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400 };
  double want = column_ns * MAX (1.0, min_columns);

  for (gint64 power = 1; power < second; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
      {
        gint64 step = power * factors[i];

        if (step >= want && step % column_ns == 0)
          return step;
      }

  for (guint i = 0; i < G_N_ELEMENTS (seconds); i++)
    if (seconds[i] * second >= want && seconds[i] * second % column_ns == 0)
      return seconds[i] * second;

  /* Days, or a multiple of columns that are of no round length. */
  {
    gint64 unit = column_ns;
    gint64 step;

    if (column_ns < 86400 * second && 86400 * second % column_ns == 0)
      unit = 86400 * second;
    for (step = unit; step < want && step < G_MAXINT64 / 4; step *= 2)
      ;

    return step;
  }
}

char *
prof_heatmap_axis_format (gint64 time, gint64 step_ns)
{
  gboolean negative = time < 0;
  gint64 magnitude = negative ? -time : time;
  gint64 whole = magnitude / second;
  const char *sign = negative ? "−" : "";

  if (step_ns < second)
    {
      int digits = 0;

      for (gint64 unit = second; unit > step_ns && step_ns % unit != 0 && digits < 9; unit /= 10)
        digits++;

      return g_strdup_printf (_ ("%s%.*f s"), sign, digits, (double) magnitude / second);
    }

  if (whole < 60)
    return g_strdup_printf (_ ("%s%d s"), sign, (int) whole);

  if (whole < 3600)
    return g_strdup_printf ("%s%d:%02d", sign, (int) (whole / 60), (int) (whole % 60));

  if (step_ns % (60 * second) == 0)
    /* Translators: hours and minutes of a length of time */
    return g_strdup_printf (_ ("%s%d h %02d"), sign, (int) (whole / 3600), (int) (whole / 60 % 60));

  return g_strdup_printf ("%s%" G_GINT64_FORMAT ":%02d:%02d", sign, whole / 3600,
                          (int) (whole / 60 % 60), (int) (whole % 60));
}

/* How far into its column a row begins, in the unit that suits the column. */
static char *
format_row (gint64 column_ns, guint n_rows, guint row)
{
  double offset = (double) column_ns / n_rows * row;

  if (column_ns >= 3600 * second)
    return g_strdup_printf (_ ("%g min"), offset / (60.0 * second));
  if (column_ns >= 10 * second)
    return g_strdup_printf (_ ("%g s"), offset / second);
  if (column_ns >= second / 50)
    return g_strdup_printf (_ ("%g ms"), offset / 1e6);
  if (column_ns >= second / 50000)
    return g_strdup_printf (_ ("%g µs"), offset / 1e3);

  return g_strdup_printf (_ ("%g ns"), offset);
}

static PangoLayout *
create_layout (ProfHeatmapView *self, const char *text)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (FONT_SCALE));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);

  return layout;
}

static void
measure_text (ProfHeatmapView *self, const char *text, int *width, int *height)
{
  g_autoptr (PangoLayout) layout = create_layout (self, text);

  pango_layout_get_pixel_size (layout, width, height);
}

static gboolean
marker_is_shown (const ProfMarkerRow *marker)
{
  return marker->kind <= PROF_MARKER_NOTE;
}

static gboolean
has_markers (ProfHeatmapView *self)
{
  if (self->markers)
    for (guint i = 0; i < self->markers->n_markers; i++)
      if (marker_is_shown (&self->markers->markers[i]))
        return TRUE;

  return FALSE;
}

void
prof_heatmap_view_measure_margins (ProfHeatmapView *self, gint64 column_ns, guint n_rows,
                                   double *left, double *bottom, double *strip)
{
  int width, height;

  *left = 0;
  for (guint row = 0; row < n_rows; row++)
    {
      /* The widest labels are the last of each number of digits. */
      if (row == n_rows / 2 || row == n_rows - 1)
        {
          g_autofree char *text = format_row (column_ns, n_rows, row);

          measure_text (self, text, &width, &height);
          *left = MAX (*left, width + LABEL_GAP);
          *bottom = height + 4;
        }
    }

  *strip = has_markers (self) ? height + 2 : 0;
}

static void
append_text (GtkSnapshot *snapshot, PangoLayout *layout, double x, double y, const GdkRGBA *color)
{
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (round (x), round (y)));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_row_labels (ProfHeatmapView *self, GtkSnapshot *snapshot, const GdkRGBA *color)
{
  static const guint steps[] = { 1, 2, 5, 10, 15, 20, 30 };
  const ProfHeatmapLayout *geometry = &self->layout;
  double row_height = geometry->height / geometry->n_rows;
  double top_of_last = -1;
  int text_height, text_width;
  guint step = 30;

  measure_text (self, "0", &text_width, &text_height);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      if (steps[i] * row_height >= text_height * 1.6 &&
          (geometry->n_rows % steps[i] == 0 || geometry->n_rows % 10 != 0))
        {
          step = steps[i];
          break;
        }
    }

  /* From the top: the last row is always named, then the round ones that keep clear of it. */
  for (guint i = 0; i <= geometry->n_rows; i++)
    {
      guint row = geometry->n_rows - i;
      g_autoptr (PangoLayout) layout = NULL;
      g_autofree char *text = NULL;
      double middle, top;

      if (row == geometry->n_rows || (row != geometry->n_rows - 1 && row % step != 0))
        continue;

      middle = (prof_heatmap_layout_row_edge (geometry, row) +
                prof_heatmap_layout_row_edge (geometry, row + 1)) /
               2;
      top = CLAMP (middle - text_height / 2.0, 0, geometry->y + geometry->height - text_height + 2);
      if (top_of_last >= 0 && top < top_of_last + text_height + 2)
        continue;

      text = format_row (geometry->column_ns, geometry->n_rows, row);
      layout = create_layout (self, text);
      pango_layout_get_pixel_size (layout, &text_width, NULL);
      append_text (snapshot, layout, geometry->x - LABEL_GAP - text_width, top, color);
      top_of_last = top;
    }
}

static void
draw_column_labels (ProfHeatmapView *self, GtkSnapshot *snapshot, const GdkRGBA *color)
{
  const ProfHeatmapLayout *geometry = &self->layout;
  gint64 first, end;
  gint64 step, stride;
  double last_right = -1;

  prof_heatmap_layout_visible (geometry, &first, &end);
  first = MAX (0, first);
  end = MIN (end, self->n_columns);
  step = prof_heatmap_axis_step (geometry->column_ns, 64 / geometry->column_width);
  stride = step / geometry->column_ns;

  for (gint64 column = first - first % stride; column < end; column += stride)
    {
      gint64 time = geometry->origin_ns + column * geometry->column_ns;
      g_autofree char *text = NULL;
      g_autoptr (PangoLayout) layout = NULL;
      double x = prof_heatmap_layout_column_edge (geometry, column);
      int width;

      if (x < geometry->x - 1)
        continue;

      text = prof_heatmap_axis_format (time, step);
      layout = create_layout (self, text);
      pango_layout_get_pixel_size (layout, &width, NULL);
      if (x < last_right + LABEL_GAP || x + width > gtk_widget_get_width (GTK_WIDGET (self)))
        continue;

      append_text (snapshot, layout, x, geometry->y + geometry->height + 2, color);
      last_right = x + width;
    }
}

/* Rare and important first: what gets the name where there is room for one. */
static guint
marker_rank (const ProfMarkerRow *marker)
{
  switch (marker->kind)
    {
    case PROF_MARKER_LOST:
      return 0;
    case PROF_MARKER_NOTE:
      return 1;
    case PROF_MARKER_THROTTLE:
      return 2;
    case PROF_MARKER_EXEC:
      return 3;
    case PROF_MARKER_PROCESS_START:
      return 4;
    default:
      return 5;
    }
}

static char *
describe_marker (const ProfSnapshot *snapshot, const ProfMarkerRow *marker)
{
  const char *name =
      marker->process < snapshot->n_processes
          ? prof_snapshot_string (snapshot, snapshot->processes[marker->process].name)
          : "";

  if (*name == '\0')
    name = _ ("process");

  switch (marker->kind)
    {
    case PROF_MARKER_LOST:
      {
        g_autofree char *count = prof_format_count (marker->value);

        return g_strdup_printf (ngettext ("%s sample lost", "%s samples lost", marker->value),
                                count);
      }
    case PROF_MARKER_THROTTLE:
      return g_strdup (_ ("throttled"));
    case PROF_MARKER_EXEC:
      /* Translators: a process began to run another program; its name */
      return g_strdup_printf (_ ("exec %s"), name);
    case PROF_MARKER_PROCESS_START:
      return g_strdup_printf (_ ("%s starts"), name);
    case PROF_MARKER_PROCESS_EXIT:
      return g_strdup_printf (_ ("%s exits"), name);
    default:
      return g_strdup (prof_snapshot_string (snapshot, marker->text));
    }
}

char *
prof_heatmap_view_describe_markers (ProfHeatmapView *self, gint64 column)
{
  GString *text = g_string_new (NULL);
  guint more = 0;
  guint n = 0;

  for (guint i = 0; self->markers && i < self->markers->n_markers; i++)
    {
      const ProfMarkerRow *marker = &self->markers->markers[i];
      gint64 marker_column;
      guint row;

      if (!marker_is_shown (marker))
        continue;

      prof_heatmap_layout_locate (&self->layout, marker->time, &marker_column, &row);
      if (marker_column != column)
        continue;

      if (n++ < MAX_TOOLTIP_MARKERS)
        {
          g_autofree char *line = describe_marker (self->markers, marker);

          g_string_append_printf (text, "%s%s", text->len ? "\n" : "", line);
        }
      else
        {
          more++;
        }
    }

  if (more > 0)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, ngettext ("and %u more", "and %u more", more), more);
    }

  return g_string_free (text, text->len == 0);
}

static void
draw_triangle (GtkSnapshot *snapshot, double x, double y, const GdkRGBA *color)
{
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (x - TRIANGLE / 2, y, TRIANGLE, TRIANGLE));

  gdk_cairo_set_source_rgba (cr, color);
  cairo_move_to (cr, x - TRIANGLE / 2, y);
  cairo_line_to (cr, x + TRIANGLE / 2, y);
  cairo_line_to (cr, x, y + TRIANGLE);
  cairo_close_path (cr);
  cairo_fill (cr);
  cairo_destroy (cr);
}

typedef struct {
  gint64 column;
  const ProfMarkerRow *marker;
} Flag;

static int
compare_flags (gconstpointer a, gconstpointer b)
{
  const Flag *fa = a;
  const Flag *fb = b;
  int rank = (int) marker_rank (fa->marker) - (int) marker_rank (fb->marker);

  return rank != 0 ? rank : (fa->column > fb->column) - (fa->column < fb->column);
}

static void
draw_markers (ProfHeatmapView *self, GtkSnapshot *snapshot, const GdkRGBA *color)
{
  const ProfHeatmapLayout *geometry = &self->layout;
  GdkRGBA alarm = prof_palette_to_rgba (self->dark ? 0xffff7b63 : 0xffc01c28, 1);
  g_autofree const ProfMarkerRow **best = NULL;
  g_autoptr (GArray) flags = g_array_new (FALSE, FALSE, sizeof (Flag));
  g_autofree guint8 *taken = NULL; /* a byte a pixel of the strip */
  gint64 first, end;
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  prof_heatmap_layout_visible (geometry, &first, &end);
  best = g_new0 (const ProfMarkerRow *, end - first);
  taken = g_malloc0 (width + 1);

  for (guint i = 0; i < self->markers->n_markers; i++)
    {
      const ProfMarkerRow *marker = &self->markers->markers[i];
      gint64 column;
      guint row;

      prof_heatmap_layout_locate (geometry, marker->time, &column, &row);
      if (!marker_is_shown (marker) || column < first || column >= end)
        continue;
      if (best[column - first] == NULL || marker_rank (marker) < marker_rank (best[column - first]))
        best[column - first] = marker;
    }

  for (gint64 column = first; column < end; column++)
    {
      Flag flag = { column, best[column - first] };

      if (flag.marker)
        g_array_append_val (flags, flag);
    }
  g_array_sort (flags, compare_flags);

  for (guint i = 0; i < flags->len; i++)
    {
      const Flag *flag = &g_array_index (flags, Flag, i);
      const GdkRGBA *ink = flag->marker->kind == PROF_MARKER_LOST ? &alarm : color;
      ProfRect cell = prof_heatmap_layout_cell_rect (geometry, flag->column, 0);
      double x = cell.x + cell.width / 2;
      double y = self->strip_y;
      g_autofree char *text = describe_marker (self->markers, flag->marker);
      g_autoptr (PangoLayout) layout = create_layout (self, text);
      int left, right, text_width, text_height;
      gboolean room = TRUE;

      pango_layout_get_pixel_size (layout, &text_width, &text_height);
      left = (int) (x + TRIANGLE / 2 + 3);
      right = left + text_width;
      if (x < geometry->x || x > geometry->x + geometry->width)
        continue;

      draw_triangle (snapshot, x, y + (text_height - TRIANGLE) / 2 + 1, ink);
      for (int p = MAX (0, (int) (x - TRIANGLE / 2) - 2); p < MIN (width, left); p++)
        {
          room = room && !taken[p];
          taken[p] = TRUE;
        }
      for (int p = left; p < right + (int) LABEL_GAP; p++)
        room = room && p < width && !taken[p];
      /* The name would run over the next triangle. */
      for (gint64 column = flag->column + 1; room && column < end; column++)
        {
          double next = prof_heatmap_layout_column_edge (geometry, column);

          if (next > right + LABEL_GAP)
            break;
          if (best[column - first] != NULL)
            room = FALSE;
        }

      if (room)
        {
          append_text (snapshot, layout, left, y, ink);
          for (int p = left; p < MIN (width, right + (int) LABEL_GAP); p++)
            taken[p] = TRUE;
        }
    }
}

/* Where in a capture too long for the view the columns shown are. */
static void
draw_position (ProfHeatmapView *self, GtkSnapshot *snapshot, const GdkRGBA *color)
{
  const ProfHeatmapLayout *geometry = &self->layout;
  double whole = self->n_columns * geometry->column_width;
  double length = MAX (12, geometry->width * geometry->width / whole);
  double x;

  if (whole <= geometry->width + 1)
    return;

  x = geometry->scroll / (whole - geometry->width) * (geometry->width - length);
  gtk_snapshot_append_color (
      snapshot, color,
      &GRAPHENE_RECT_INIT (geometry->x + CLAMP (x, 0, geometry->width - length),
                           geometry->y + geometry->height + 1, length, 2));
}

GskRenderNode *
prof_heatmap_view_draw_axes (ProfHeatmapView *self)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GdkRGBA color, dim;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  dim = color;
  dim.alpha *= 0.75f;

  draw_row_labels (self, snapshot, &dim);
  draw_column_labels (self, snapshot, &dim);
  if (self->strip_height > 0)
    draw_markers (self, snapshot, &color);
  dim.alpha *= 0.6f;
  draw_position (self, snapshot, &dim);

  return gtk_snapshot_free_to_node (snapshot);
}
