/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prof-config.h"

#include "app/heatmap-view-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "analysis/format-value.h"

#define MIN_COLUMN_WIDTH 4.0
#define MAX_COLUMN_WIDTH 24.0
/* Column width of a capture too long to be shown whole, until the person zooms. */
#define SCROLLED_COLUMN_WIDTH 10.0
/* The narrowest column of the automatic scale. */
#define AUTO_COLUMN_WIDTH 6.0
/* Up to this many cells, the whole capture is asked for at once: 12 bytes each. */
#define MAX_CELLS 1000000

enum {
  PROP_0,
  PROP_SCALE,
  PROP_FOLLOWING,
  PROP_MAX_COUNT,
  N_PROPS,
};

enum {
  GEOMETRY_CHANGED,
  CELL_HOVERED,
  PLAY,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ProfHeatmapView, prof_heatmap_view, GTK_TYPE_WIDGET)

/* Cells are columns x rows of the scale. */
static void
get_cells (ProfHeatmapView *self, double width, gint64 *column_ns, guint *n_rows)
{
  const gint64 second = G_GINT64_CONSTANT (1000000000);

  switch (self->scale)
    {
    case PROF_HEATMAP_SCALE_SECOND:
      *column_ns = second;
      *n_rows = 50;
      break;
    case PROF_HEATMAP_SCALE_MINUTE:
      *column_ns = 60 * second;
      *n_rows = 60;
      break;
    case PROF_HEATMAP_SCALE_HOUR:
      *column_ns = 3600 * second;
      *n_rows = 60;
      break;
    case PROF_HEATMAP_SCALE_AUTO:
    default:
      *column_ns = prof_heatmap_auto_column (MAX (1, self->extent_end - self->extent_start),
                                             (guint) MAX (1, width / AUTO_COLUMN_WIDTH));
      *n_rows = *column_ns % (60 * second) == 0 ? 60 : 50;
      break;
    }
}

/* Room for this many columns: while recording in steps, so that columns keep their width. */
static gint64
get_slots (ProfHeatmapView *self)
{
  gint64 slots = 30;

  if (!self->live || self->scale == PROF_HEATMAP_SCALE_AUTO)
    return self->n_columns;

  while (slots < self->n_columns)
    slots += slots < 120 ? 30 : 60;

  return slots;
}

static double
get_column_width (ProfHeatmapView *self, double width)
{
  double fit = width / get_slots (self);

  if (self->scale == PROF_HEATMAP_SCALE_AUTO)
    return MIN (fit, MAX_COLUMN_WIDTH * 2);
  if (self->zoom > 0)
    return self->zoom;
  if (fit < MIN_COLUMN_WIDTH)
    return SCROLLED_COLUMN_WIDTH;

  return MIN (fit, MAX_COLUMN_WIDTH);
}

static void
update_need (ProfHeatmapView *self)
{
  const ProfHeatmapLayout *layout = &self->layout;
  gint64 first, end;
  gint64 low, high;

  prof_heatmap_layout_visible (layout, &first, &end);
  first = CLAMP (first, 0, self->n_columns - 1);
  end = CLAMP (end, first + 1, self->n_columns);

  if (self->n_columns * layout->n_rows <= MAX_CELLS)
    {
      low = 0;
      high = self->n_columns;
    }
  else
    {
      gint64 page = end - first;

      low = MAX (0, first - page);
      high = MIN (self->n_columns, end + page);

      /* Still enough: moving a little does not need another heat map. */
      if (self->need_column_ns == layout->column_ns && self->need_rows == layout->n_rows &&
          self->need_start <= layout->origin_ns + first * layout->column_ns &&
          self->need_end >= layout->origin_ns + end * layout->column_ns &&
          self->need_end - self->need_start <= 4 * page * layout->column_ns)
        return;
    }

  low = layout->origin_ns + low * layout->column_ns;
  high = layout->origin_ns + high * layout->column_ns;
  if (self->need_column_ns == layout->column_ns && self->need_rows == layout->n_rows &&
      self->need_start == low && self->need_end == high)
    return;

  self->need_column_ns = layout->column_ns;
  self->need_rows = layout->n_rows;
  self->need_start = low;
  self->need_end = high;
  g_signal_emit (self, signals[GEOMETRY_CHANGED], 0);
}

void
prof_heatmap_view_invalidate (ProfHeatmapView *self)
{
  g_clear_pointer (&self->cells, gsk_render_node_unref);
  g_clear_pointer (&self->axes, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
invalidate_cells (ProfHeatmapView *self)
{
  g_clear_pointer (&self->cells, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
layout_equal (const ProfHeatmapLayout *a, const ProfHeatmapLayout *b)
{
  return a->origin_ns == b->origin_ns && a->column_ns == b->column_ns && a->n_rows == b->n_rows &&
         a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height &&
         a->column_width == b->column_width && a->scroll == b->scroll && a->scale == b->scale;
}

static gboolean
compute_layout (ProfHeatmapView *self)
{
  ProfHeatmapLayout layout = { 0 };
  gint64 n_columns_before = self->n_columns;
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double left, bottom, strip;
  double max_scroll;
  gboolean changed;

  if (self->extent_end <= self->extent_start || width < 1 || height < 1)
    {
      if (self->layout.column_ns != 0)
        {
          self->layout.column_ns = 0;
          self->need_column_ns = 0;
          prof_heatmap_view_invalidate (self);
        }
      return FALSE;
    }

  /* Row labels depend on the cells, the width of cells on that of row labels. */
  get_cells (self, MAX (1, width - 80), &layout.column_ns, &layout.n_rows);
  prof_heatmap_view_measure_margins (self, layout.column_ns, layout.n_rows, &left, &bottom, &strip);

  layout.scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  layout.x = ceil (left);
  layout.y = 2;
  layout.width = MAX (1, floor (width - layout.x - 2));
  layout.height = MAX (1, floor (height - layout.y - bottom - strip));
  self->strip_y = height - strip;
  self->strip_height = strip;

  layout.origin_ns = self->extent_start - self->extent_start % layout.column_ns;
  if (layout.origin_ns > self->extent_start)
    layout.origin_ns -= layout.column_ns;
  self->n_columns = (self->extent_end - layout.origin_ns - 1) / layout.column_ns + 1;
  layout.column_width = get_column_width (self, layout.width);

  max_scroll = MAX (0, ceil (self->n_columns * layout.column_width - layout.width - 0.001));
  if (self->following && self->live)
    self->scroll = max_scroll;
  self->scroll = CLAMP (self->scroll, 0, max_scroll);
  layout.scroll = self->scroll;

  changed = !layout_equal (&layout, &self->layout) || self->n_columns != n_columns_before;
  if (changed)
    {
      self->layout = layout;
      prof_heatmap_view_invalidate (self);
    }

  update_need (self);
  return changed;
}

void
prof_heatmap_view_update_layout (ProfHeatmapView *self)
{
  if (compute_layout (self))
    gtk_widget_queue_allocate (GTK_WIDGET (self));
}

void
prof_heatmap_view_scroll_to (ProfHeatmapView *self, double scroll)
{
  double max_scroll;
  gboolean following;

  if (self->layout.column_ns == 0)
    return;

  max_scroll = MAX (0, self->n_columns * self->layout.column_width - self->layout.width);
  scroll = CLAMP (scroll, 0, ceil (max_scroll));
  following = scroll >= max_scroll - 1;
  self->scroll = scroll;
  prof_heatmap_view_set_following (self, following);
  prof_heatmap_view_update_layout (self);
}

void
prof_heatmap_view_show_time (ProfHeatmapView *self, gint64 time)
{
  const ProfHeatmapLayout *layout = &self->layout;
  gint64 column;
  guint row;
  double left, right;

  if (layout->column_ns == 0)
    return;

  prof_heatmap_layout_locate (layout, time, &column, &row);
  left = column * layout->column_width;
  right = left + layout->column_width;

  if (left < self->scroll)
    prof_heatmap_view_scroll_to (self, left);
  else if (right > self->scroll + layout->width)
    prof_heatmap_view_scroll_to (self, right - layout->width);
}

gboolean
prof_heatmap_view_get_range (ProfHeatmapView *self, gint64 *start, gint64 *end)
{
  return self->selection && prof_selection_get_range (self->selection, start, end);
}

/* Counts of the heat map over a time range of whole cells; FALSE: not known. */
static gboolean
count_samples (ProfHeatmapView *self, gint64 start, guint32 *count)
{
  gint64 column;
  guint row;

  if (self->heatmap == NULL || self->heatmap->column_ns != self->layout.column_ns ||
      self->heatmap->n_rows != self->layout.n_rows)
    return FALSE;

  prof_heatmap_locate (self->heatmap, start, &column, &row);
  if (column < 0 || column >= self->heatmap->n_columns)
    return FALSE;

  *count = self->heatmap->counts[(gsize) column * self->heatmap->n_rows + row];
  return TRUE;
}

char *
prof_heatmap_view_describe (ProfHeatmapView *self, gint64 start, gint64 end)
{
  g_autofree char *from = prof_format_time (start, end - start);
  g_autofree char *to = prof_format_time (end, end - start);
  guint32 count;

  if (!count_samples (self, start, &count))
    /* Translators: from one time to another */
    return g_strdup_printf (_ ("%s to %s"), from, to);

  if (count == 0)
    return g_strdup_printf (_ ("%s to %s, no samples"), from, to);

  {
    g_autofree char *number = prof_format_count (count);
    g_autofree char *share = prof_format_share (
        self->heatmap->n_samples > 0 ? (double) count / self->heatmap->n_samples : 0);

    return g_strdup_printf (
        /* Translators: time, time, number of samples, share */
        ngettext ("%s to %s, %s sample, %s of all shown", "%s to %s, %s samples, %s of all shown",
                  count),
        from, to, number, share);
  }
}

static void
on_selection_changed (ProfHeatmapView *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_dark_changed (ProfHeatmapView *self)
{
  self->dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  prof_heatmap_view_invalidate (self);
}

static void
prof_heatmap_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                           int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 160 : 100;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 260;
}

static void
prof_heatmap_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ProfHeatmapView *self = PROF_HEATMAP_VIEW (widget);
  GtkAllocation place = { 0, 0, 1, 1 };

  compute_layout (self);

  if (self->has_cursor && self->layout.column_ns != 0)
    {
      gint64 column;
      guint row;
      ProfRect rect;

      prof_heatmap_layout_locate (&self->layout, self->cursor, &column, &row);
      rect = prof_heatmap_layout_cell_rect (&self->layout, column, row);
      place = (GtkAllocation){ (int) CLAMP (rect.x, -width, 2 * width), (int) rect.y,
                               MAX (1, (int) rect.width), MAX (1, (int) rect.height) };
    }

  prof_draw_focus_allocate (&self->focus, &place);
}

static void
prof_heatmap_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ProfHeatmapView *self = PROF_HEATMAP_VIEW (widget);

  if (self->layout.column_ns == 0)
    return;

  if (self->cells == NULL)
    self->cells = prof_heatmap_view_draw_cells (self);
  if (self->axes == NULL)
    self->axes = prof_heatmap_view_draw_axes (self);

  if (self->cells)
    gtk_snapshot_append_node (snapshot, self->cells);
  if (self->axes)
    gtk_snapshot_append_node (snapshot, self->axes);
  prof_heatmap_view_draw_overlays (self, snapshot);
}

static void
prof_heatmap_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (prof_heatmap_view_parent_class)->css_changed (widget, change);
  /* Fonts change the margins. */
  prof_heatmap_view_invalidate (PROF_HEATMAP_VIEW (widget));
  gtk_widget_queue_allocate (widget);
}

static gboolean
prof_heatmap_view_grab_focus (GtkWidget *widget)
{
  return prof_draw_focus_grab (&PROF_HEATMAP_VIEW (widget)->focus);
}

static gboolean
prof_heatmap_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return prof_draw_focus_step (&PROF_HEATMAP_VIEW (widget)->focus, direction);
}

static gboolean
prof_heatmap_view_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard,
                                 GtkTooltip *tooltip)
{
  ProfHeatmapView *self = PROF_HEATMAP_VIEW (widget);
  g_autofree char *text = NULL;
  gint64 column;
  guint row;

  if (keyboard || self->layout.column_ns == 0 || self->drag == PROF_HEATMAP_DRAG_SELECT)
    return FALSE;

  prof_heatmap_layout_pick (&self->layout, x, y, &column, &row);
  if (self->strip_height > 0 && y >= self->strip_y)
    {
      text = prof_heatmap_view_describe_markers (self, column);
      if (text == NULL)
        return FALSE;
    }
  else
    {
      g_autofree char *cell = NULL;

      if (!self->has_hover)
        return FALSE;

      cell = prof_heatmap_view_describe (self, self->hover_start, self->hover_end);
      text = self->hover_detail ? g_strdup_printf ("%s\n%s", cell, self->hover_detail)
                                : g_steal_pointer (&cell);
    }

  gtk_tooltip_set_text (tooltip, text);
  /* No tip area: cells are small, and the tooltip stays and changes as the pointer crosses them. */
  return TRUE;
}

static void
prof_heatmap_view_dispose (GObject *object)
{
  ProfHeatmapView *self = PROF_HEATMAP_VIEW (object);

  prof_heatmap_view_set_selection (self, NULL);
  prof_draw_focus_dispose (&self->focus);
  g_clear_pointer (&self->cells, gsk_render_node_unref);
  g_clear_pointer (&self->axes, gsk_render_node_unref);
  prof_draw_pool_clear (&self->pool);
  G_OBJECT_CLASS (prof_heatmap_view_parent_class)->dispose (object);
}

static void
prof_heatmap_view_finalize (GObject *object)
{
  ProfHeatmapView *self = PROF_HEATMAP_VIEW (object);

  g_clear_pointer (&self->heatmap, prof_heatmap_free);
  g_clear_pointer (&self->markers, prof_snapshot_unref);
  g_free (self->hover_detail);
  G_OBJECT_CLASS (prof_heatmap_view_parent_class)->finalize (object);
}

static void
prof_heatmap_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ProfHeatmapView *self = PROF_HEATMAP_VIEW (object);

  switch (id)
    {
    case PROP_SCALE:
      g_value_set_int (value, self->scale);
      break;
    case PROP_FOLLOWING:
      g_value_set_boolean (value, self->following);
      break;
    case PROP_MAX_COUNT:
      g_value_set_uint (value, prof_heatmap_view_get_max_count (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
prof_heatmap_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  ProfHeatmapView *self = PROF_HEATMAP_VIEW (object);

  switch (id)
    {
    case PROP_SCALE:
      prof_heatmap_view_set_scale (self, g_value_get_int (value));
      break;
    case PROP_FOLLOWING:
      prof_heatmap_view_set_following (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
prof_heatmap_view_class_init (ProfHeatmapViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->dispose = prof_heatmap_view_dispose;
  object_class->finalize = prof_heatmap_view_finalize;
  object_class->get_property = prof_heatmap_view_get_property;
  object_class->set_property = prof_heatmap_view_set_property;
  widget_class->measure = prof_heatmap_view_measure;
  widget_class->size_allocate = prof_heatmap_view_size_allocate;
  widget_class->snapshot = prof_heatmap_view_snapshot;
  widget_class->css_changed = prof_heatmap_view_css_changed;
  widget_class->grab_focus = prof_heatmap_view_grab_focus;
  widget_class->focus = prof_heatmap_view_focus;
  widget_class->query_tooltip = prof_heatmap_view_query_tooltip;

  properties[PROP_SCALE] =
      g_param_spec_int ("scale", NULL, NULL, PROF_HEATMAP_SCALE_SECOND, PROF_HEATMAP_SCALE_AUTO,
                        PROF_HEATMAP_SCALE_SECOND, flags);
  properties[PROP_FOLLOWING] = g_param_spec_boolean ("following", NULL, NULL, TRUE, flags);
  properties[PROP_MAX_COUNT] = g_param_spec_uint ("max-count", NULL, NULL, 0, G_MAXUINT, 0,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[GEOMETRY_CHANGED] = g_signal_new ("geometry-changed", G_TYPE_FROM_CLASS (klass),
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CELL_HOVERED] =
      g_signal_new ("cell-hovered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_INT64);
  signals[PLAY] = g_signal_new ("play", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "heatmap");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GRID);
  prof_heatmap_view_install_actions (widget_class);
}

static void
prof_heatmap_view_init (ProfHeatmapView *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->following = TRUE;
  self->dark = adw_style_manager_get_dark (style);
  prof_draw_focus_init (&self->focus, GTK_WIDGET (self), GTK_ACCESSIBLE_ROLE_GRID_CELL);
  prof_draw_focus_rename (&self->focus, _ ("Heat map: no cell chosen"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Heat map of samples over time"), -1);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  prof_heatmap_view_add_input (self);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (on_dark_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self, "notify::scale-factor", G_CALLBACK (gtk_widget_queue_allocate),
                            self);
}

GtkWidget *
prof_heatmap_view_new (void)
{
  return g_object_new (PROF_TYPE_HEATMAP_VIEW, NULL);
}

void
prof_heatmap_view_set_selection (ProfHeatmapView *self, ProfSelection *selection)
{
  g_return_if_fail (PROF_IS_HEATMAP_VIEW (self));

  if (self->selection == selection)
    return;

  if (self->selection)
    g_clear_signal_handler (&self->selection_changed, self->selection);
  g_set_object (&self->selection, selection);
  if (selection)
    self->selection_changed =
        g_signal_connect_swapped (selection, "changed", G_CALLBACK (on_selection_changed), self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
prof_heatmap_view_set_extent (ProfHeatmapView *self, gint64 start, gint64 end)
{
  g_return_if_fail (PROF_IS_HEATMAP_VIEW (self));

  if (self->extent_start == start && self->extent_end == end)
    return;

  self->extent_start = start;
  self->extent_end = end;
  prof_heatmap_view_update_layout (self);
}

void
prof_heatmap_view_set_live (ProfHeatmapView *self, gboolean live)
{
  g_return_if_fail (PROF_IS_HEATMAP_VIEW (self));

  if (self->live == !!live)
    return;

  self->live = !!live;
  if (live)
    prof_heatmap_view_set_following (self, TRUE);
  prof_heatmap_view_update_layout (self);
}

void
prof_heatmap_view_set_scale (ProfHeatmapView *self, ProfHeatmapScale scale)
{
  g_return_if_fail (PROF_IS_HEATMAP_VIEW (self));

  if (self->scale == scale)
    return;

  self->scale = scale;
  self->zoom = 0;
  self->scroll = self->live ? G_MAXDOUBLE : 0;
  self->has_hover = FALSE;
  prof_heatmap_view_update_layout (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SCALE]);
}

ProfHeatmapScale
prof_heatmap_view_get_scale (ProfHeatmapView *self)
{
  return self->scale;
}

gboolean
prof_heatmap_view_get_geometry (ProfHeatmapView *self, gint64 *column_ns, guint *n_rows,
                                gint64 *start, gint64 *end)
{
  g_return_val_if_fail (PROF_IS_HEATMAP_VIEW (self), FALSE);

  if (self->layout.column_ns == 0 || self->need_column_ns == 0)
    return FALSE;

  *column_ns = self->need_column_ns;
  *n_rows = self->need_rows;
  *start = self->need_start;
  *end = self->need_end;
  return TRUE;
}

void
prof_heatmap_view_set_heatmap (ProfHeatmapView *self, ProfHeatmap *heatmap)
{
  guint before;

  g_return_if_fail (PROF_IS_HEATMAP_VIEW (self));

  before = prof_heatmap_view_get_max_count (self);
  g_clear_pointer (&self->heatmap, prof_heatmap_free);
  self->heatmap = heatmap;
  invalidate_cells (self);
  if (before != prof_heatmap_view_get_max_count (self))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MAX_COUNT]);
}

const ProfHeatmap *
prof_heatmap_view_get_heatmap (ProfHeatmapView *self)
{
  return self->heatmap;
}

void
prof_heatmap_view_set_markers (ProfHeatmapView *self, ProfSnapshot *snapshot)
{
  guint before;

  g_return_if_fail (PROF_IS_HEATMAP_VIEW (self));

  before = self->markers ? self->markers->n_markers : 0;
  if (snapshot)
    prof_snapshot_ref (snapshot);
  g_clear_pointer (&self->markers, prof_snapshot_unref);
  self->markers = snapshot;

  if (before != (snapshot ? snapshot->n_markers : 0))
    {
      prof_heatmap_view_invalidate (self);
      prof_heatmap_view_update_layout (self);
    }
}

void
prof_heatmap_view_set_hover_detail (ProfHeatmapView *self, const char *detail)
{
  g_return_if_fail (PROF_IS_HEATMAP_VIEW (self));

  if (g_strcmp0 (self->hover_detail, detail) == 0)
    return;

  g_free (self->hover_detail);
  self->hover_detail = g_strdup (detail);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
}

gboolean
prof_heatmap_view_pick (ProfHeatmapView *self, double x, double y, gint64 *start, gint64 *end)
{
  gint64 column;
  guint row;

  if (self->layout.column_ns == 0 || !prof_heatmap_layout_contains (&self->layout, x, y))
    return FALSE;

  prof_heatmap_layout_pick (&self->layout, x, y, &column, &row);
  if (column < 0 || column >= self->n_columns)
    return FALSE;

  prof_heatmap_layout_cell_range (&self->layout, column, row, start, end);
  return TRUE;
}

gboolean
prof_heatmap_view_locate (ProfHeatmapView *self, gint64 time, double *x, double *y)
{
  gint64 column;
  guint row;
  ProfRect rect;

  if (self->layout.column_ns == 0)
    return FALSE;

  prof_heatmap_layout_locate (&self->layout, time, &column, &row);
  if (column < 0 || column >= self->n_columns)
    return FALSE;

  rect = prof_heatmap_layout_cell_rect (&self->layout, column, row);
  *x = rect.x + rect.width / 2;
  *y = rect.y + rect.height / 2;
  return TRUE;
}

gboolean
prof_heatmap_view_get_following (ProfHeatmapView *self)
{
  return self->following;
}

void
prof_heatmap_view_set_following (ProfHeatmapView *self, gboolean following)
{
  g_return_if_fail (PROF_IS_HEATMAP_VIEW (self));

  if (self->following == !!following)
    return;

  self->following = !!following;
  if (following)
    prof_heatmap_view_update_layout (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOLLOWING]);
}

void
prof_heatmap_view_set_baseline (ProfHeatmapView *self, gint64 start, gint64 end)
{
  g_return_if_fail (PROF_IS_HEATMAP_VIEW (self));

  self->has_baseline = end > start;
  self->baseline_start = start;
  self->baseline_end = end;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
prof_heatmap_view_clear_baseline (ProfHeatmapView *self)
{
  prof_heatmap_view_set_baseline (self, 0, 0);
}

void
prof_heatmap_view_set_palette (ProfHeatmapView *self, ProfHeatPalette palette, ProfHeatScale scale)
{
  g_return_if_fail (PROF_IS_HEATMAP_VIEW (self));

  self->palette = palette;
  self->heat_scale = scale;
  invalidate_cells (self);
}

guint
prof_heatmap_view_get_max_count (ProfHeatmapView *self)
{
  g_return_val_if_fail (PROF_IS_HEATMAP_VIEW (self), 0);

  return self->heatmap ? self->heatmap->max_count : 0;
}
