/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/heatmap-view-private.h"

#include <math.h>

#define EDGE_REACH 4.0
#define DRAG_THRESHOLD 3.0
#define WHEEL_COLUMNS 3.0
#define ZOOM_STEP 1.25
#define MIN_ZOOM 4.0
#define MAX_ZOOM 24.0

static void
set_range (ProfHeatmapView *self, gint64 start, gint64 end)
{
  gint64 old_start, old_end;

  if (self->selection == NULL)
    return;
  if (prof_heatmap_view_get_range (self, &old_start, &old_end) && old_start == start &&
      old_end == end)
    return;

  prof_selection_set_range (self->selection, start, end);
}

static void
set_hover (ProfHeatmapView *self, gboolean has_hover, gint64 start, gint64 end)
{
  if (self->has_hover == has_hover && (!has_hover || self->hover_start == start))
    return;

  self->has_hover = has_hover;
  self->hover_start = start;
  self->hover_end = end;
  g_clear_pointer (&self->hover_detail, g_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "cell-hovered", has_hover ? start : (gint64) 0,
                         has_hover ? end : (gint64) 0);
}

/* The cell nearest to a point, whole capture and area being the limits. */
static void
pick_nearest (ProfHeatmapView *self, double x, double y, gint64 *start, gint64 *end)
{
  const ProfHeatmapLayout *layout = &self->layout;
  gint64 column;
  guint row;

  x = CLAMP (x, layout->x, layout->x + layout->width - 0.5);
  prof_heatmap_layout_pick (layout, x, y, &column, &row);
  if (column >= self->n_columns)
    {
      column = self->n_columns - 1;
      row = layout->n_rows - 1;
    }

  prof_heatmap_layout_cell_range (layout, MAX (0, column), row, start, end);
}

static void
set_cursor (ProfHeatmapView *self, gint64 start, gint64 end)
{
  g_autofree char *label = NULL;

  if (self->has_cursor && self->cursor == start)
    return;

  self->has_cursor = TRUE;
  self->cursor = start;
  label = prof_heatmap_view_describe (self, start, end);
  prof_draw_focus_move (&self->focus, label);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
extend_to (ProfHeatmapView *self, gint64 start, gint64 end)
{
  set_range (self, MIN (self->anchor_start, start), MAX (self->anchor_end, end));
}

static void
anchor_at (ProfHeatmapView *self, gint64 time)
{
  gint64 column;
  guint row;

  prof_heatmap_layout_locate (&self->layout, time, &column, &row);
  prof_heatmap_layout_cell_range (&self->layout, column, row, &self->anchor_start,
                                  &self->anchor_end);
}

/* Extending keeps the end of the selection that is farther from @start. */
static void
anchor_far_end (ProfHeatmapView *self, gint64 start)
{
  gint64 range_start, range_end;

  if (!prof_heatmap_view_get_range (self, &range_start, &range_end))
    anchor_at (self, self->has_cursor ? self->cursor : start);
  else if (start - range_start >= range_end - start)
    anchor_at (self, range_start);
  else
    anchor_at (self, range_end - 1);
}

/* Whether the pointer is on the left or right edge of the selection; anchors at the other. */
static gboolean
find_edge (ProfHeatmapView *self, double x, double y, gboolean anchor)
{
  ProfHeatmapShape shape;
  const ProfRect *first, *last;
  gint64 start, end;

  if (self->layout.column_width < EDGE_REACH * 2 ||
      !prof_heatmap_view_get_range (self, &start, &end))
    return FALSE;

  prof_heatmap_layout_shape (&self->layout, start, end, &shape);
  if (shape.n_rects == 0)
    return FALSE;

  first = &shape.rects[0];
  last = &shape.rects[shape.n_rects - 1];
  if (fabs (x - first->x) <= EDGE_REACH / 2 && y >= first->y && y <= first->y + first->height)
    {
      if (anchor)
        anchor_at (self, end - 1);
      return TRUE;
    }
  if (fabs (x - last->x - last->width) <= EDGE_REACH / 2 && y >= last->y &&
      y <= last->y + last->height)
    {
      if (anchor)
        anchor_at (self, start);
      return TRUE;
    }

  return FALSE;
}

static void
drag_to (ProfHeatmapView *self, double x, double y)
{
  gint64 start, end;

  pick_nearest (self, x, y, &start, &end);
  set_cursor (self, start, end);
  extend_to (self, start, end);
}

/* Dragging beyond the left or right side scrolls, faster the farther. */
static gboolean
on_scroll_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  ProfHeatmapView *self = PROF_HEATMAP_VIEW (widget);
  const ProfHeatmapLayout *layout = &self->layout;
  double beyond = 0;

  if (self->drag != PROF_HEATMAP_DRAG_SELECT || layout->column_ns == 0)
    {
      self->scroll_tick = 0;
      return G_SOURCE_REMOVE;
    }

  if (self->pointer_x < layout->x)
    beyond = self->pointer_x - layout->x;
  else if (self->pointer_x > layout->x + layout->width)
    beyond = self->pointer_x - layout->x - layout->width;

  if (beyond != 0)
    {
      prof_heatmap_view_scroll_to (self, self->scroll + CLAMP (beyond / 4, -60, 60));
      drag_to (self, self->pointer_x, self->pointer_y);
    }

  return G_SOURCE_CONTINUE;
}

static void
start_selecting (ProfHeatmapView *self)
{
  self->drag = PROF_HEATMAP_DRAG_SELECT;
  set_hover (self, FALSE, 0, 0);
  if (self->scroll_tick == 0)
    self->scroll_tick =
        gtk_widget_add_tick_callback (GTK_WIDGET (self), on_scroll_tick, NULL, NULL);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, ProfHeatmapView *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  gint64 start, end;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->layout.column_ns == 0 || !prof_heatmap_layout_contains (&self->layout, x, y))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->press_x = self->pointer_x = x;
  self->press_y = self->pointer_y = y;

  if (!(state & GDK_SHIFT_MASK) && find_edge (self, x, y, TRUE))
    {
      self->drag = PROF_HEATMAP_DRAG_EDGE_PRESSED;
      return;
    }

  pick_nearest (self, x, y, &start, &end);
  if (state & GDK_SHIFT_MASK)
    {
      anchor_far_end (self, start);
    }
  else
    {
      self->anchor_start = start;
      self->anchor_end = end;
    }

  start_selecting (self);
  set_cursor (self, start, end);
  extend_to (self, start, end);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, ProfHeatmapView *self)
{
  if (self->drag == PROF_HEATMAP_DRAG_NONE || self->layout.column_ns == 0)
    return;

  if (self->drag == PROF_HEATMAP_DRAG_EDGE_PRESSED)
    {
      if (hypot (dx, dy) < DRAG_THRESHOLD)
        return;

      start_selecting (self);
    }

  self->pointer_x = self->press_x + dx;
  self->pointer_y = self->press_y + dy;
  drag_to (self, self->pointer_x, self->pointer_y);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, ProfHeatmapView *self)
{
  gboolean clicked_edge = self->drag == PROF_HEATMAP_DRAG_EDGE_PRESSED;

  self->drag = PROF_HEATMAP_DRAG_NONE;
  if (clicked_edge && self->layout.column_ns != 0)
    {
      gint64 start, end;

      pick_nearest (self, self->pointer_x, self->pointer_y, &start, &end);
      set_cursor (self, start, end);
      set_range (self, start, end);
    }
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, ProfHeatmapView *self)
{
  self->drag = PROF_HEATMAP_DRAG_NONE;
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, ProfHeatmapView *self)
{
  gint64 start, end;
  gboolean inside;

  self->pointer_x = x;
  self->pointer_y = y;
  if (self->drag != PROF_HEATMAP_DRAG_NONE || self->layout.column_ns == 0)
    return;

  inside = prof_heatmap_view_pick (self, x, y, &start, &end);
  set_hover (self, inside, inside ? start : 0, inside ? end : 0);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), find_edge (self, x, y, FALSE) ? "ew-resize"
                                                      : inside                      ? "crosshair"
                                                                                    : NULL);
}

static void
on_leave (GtkEventControllerMotion *controller, ProfHeatmapView *self)
{
  set_hover (self, FALSE, 0, 0);
}

/* Widens or narrows the columns around what is at @x; at the ends of what a scale can show, goes on
 * to the next scale. */
static void
zoom_by (ProfHeatmapView *self, double factor, double x)
{
  const ProfHeatmapLayout *layout = &self->layout;
  double position;
  double width;
  gint64 time;

  if (layout->column_ns == 0)
    return;

  position = (CLAMP (x, layout->x, layout->x + layout->width) - layout->x + self->scroll) /
             layout->column_width;
  time = layout->origin_ns + (gint64) (position * layout->column_ns);
  width = layout->column_width * factor;

  if (self->scale == PROF_HEATMAP_SCALE_AUTO)
    {
      if (factor > 1)
        {
          prof_heatmap_view_set_scale (self, PROF_HEATMAP_SCALE_SECOND);
          prof_heatmap_view_show_time (self, time);
        }
      return;
    }

  if (width < MIN_ZOOM / 1.1 && self->scale < PROF_HEATMAP_SCALE_HOUR)
    {
      prof_heatmap_view_set_scale (self, self->scale + 1);
      prof_heatmap_view_show_time (self, time);
      return;
    }
  if (width > MAX_ZOOM * 1.1 && self->scale > PROF_HEATMAP_SCALE_SECOND)
    {
      prof_heatmap_view_set_scale (self, self->scale - 1);
      prof_heatmap_view_show_time (self, time);
      return;
    }

  self->zoom = CLAMP (width, MIN_ZOOM, MAX_ZOOM);
  self->scroll = position * self->zoom - (x - layout->x);
  if (self->following)
    prof_heatmap_view_set_following (self, FALSE);
  prof_heatmap_view_update_layout (self);
  prof_heatmap_view_scroll_to (self, self->scroll);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, ProfHeatmapView *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double delta = dx + dy;
  double before = self->scroll;

  if (self->layout.column_ns == 0 || delta == 0)
    return GDK_EVENT_PROPAGATE;

  if (state & GDK_CONTROL_MASK)
    {
      zoom_by (self, pow (ZOOM_STEP, -dy), self->pointer_x);
      return GDK_EVENT_STOP;
    }

  prof_heatmap_view_scroll_to (self, self->scroll + delta * WHEEL_COLUMNS *
                                                        MAX (self->layout.column_width, 8));
  if (self->has_hover)
    {
      gint64 start, end;
      gboolean inside =
          prof_heatmap_view_pick (self, self->pointer_x, self->pointer_y, &start, &end);

      set_hover (self, inside, inside ? start : 0, inside ? end : 0);
    }

  return self->scroll != before ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
}

/* Moves the selection by its own length, as far as the capture goes. */
static void
step (ProfHeatmapView *self, int direction)
{
  gint64 start, end, length;

  if (!prof_heatmap_view_get_range (self, &start, &end))
    return;

  length = end - start;
  start += direction * length;
  start = MIN (start, self->extent_end - 1);
  start = MAX (start, self->extent_start - (length - 1));
  set_range (self, start, start + length);
  prof_heatmap_view_show_time (self, direction > 0 ? start + length - 1 : start);
}

static void
select_all (ProfHeatmapView *self)
{
  if (self->extent_end > self->extent_start)
    set_range (self, self->extent_start, self->extent_end);
}

static gboolean
clear (ProfHeatmapView *self)
{
  gint64 start, end;

  if (!prof_heatmap_view_get_range (self, &start, &end))
    return FALSE;

  self->drag = PROF_HEATMAP_DRAG_NONE;
  prof_selection_clear_range (self->selection);
  return TRUE;
}

static void
move_cursor (ProfHeatmapView *self, gint64 columns, gint64 rows, gboolean extend)
{
  const ProfHeatmapLayout *layout = &self->layout;
  gint64 start, end;
  gint64 column;
  gint64 cell;
  guint row;

  if (!self->has_cursor)
    {
      gint64 range_start, range_end;

      prof_heatmap_layout_locate (layout,
                                  prof_heatmap_view_get_range (self, &range_start, &range_end)
                                      ? range_start
                                      : MAX (self->extent_start, layout->origin_ns),
                                  &column, &row);
    }
  else
    {
      prof_heatmap_layout_locate (layout, self->cursor, &column, &row);
      if (extend)
        {
          gint64 range_start, range_end;

          /* Without a range that ends at the cursor, a new one begins here. */
          prof_heatmap_layout_cell_range (layout, column, row, &start, &end);
          if (!prof_heatmap_view_get_range (self, &range_start, &range_end) ||
              (start != range_start && end != range_end))
            anchor_at (self, start);
          else
            anchor_at (self, start == range_start ? range_end - 1 : range_start);
        }

      /* Time goes up a column and on at the foot of the next. */
      cell = (column + columns) * layout->n_rows + row + rows;
      cell = CLAMP (cell, 0, self->n_columns * layout->n_rows - 1);
      column = cell / layout->n_rows;
      row = cell % layout->n_rows;
    }

  prof_heatmap_layout_cell_range (layout, column, row, &start, &end);
  prof_heatmap_view_show_time (self, start);
  set_cursor (self, start, end);
  if (extend)
    extend_to (self, start, end);
}

static void
cursor_to (ProfHeatmapView *self, gint64 time, gboolean extend)
{
  gint64 column;
  guint row;

  prof_heatmap_layout_locate (&self->layout, time, &column, &row);
  if (!self->has_cursor)
    move_cursor (self, 0, 0, FALSE);

  {
    gint64 now;
    guint now_row;

    prof_heatmap_layout_locate (&self->layout, self->cursor, &now, &now_row);
    move_cursor (self, column - now, (gint64) row - now_row, extend);
  }
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
        ProfHeatmapView *self)
{
  gboolean extend = (state & GDK_SHIFT_MASK) != 0;
  gboolean control = (state & GDK_CONTROL_MASK) != 0;

  if (self->layout.column_ns == 0 || (state & GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;

  if (control)
    {
      switch (key)
        {
        case GDK_KEY_a:
        case GDK_KEY_A:
          select_all (self);
          return GDK_EVENT_STOP;
        case GDK_KEY_plus:
        case GDK_KEY_equal:
        case GDK_KEY_KP_Add:
          zoom_by (self, ZOOM_STEP, self->layout.x + self->layout.width / 2);
          return GDK_EVENT_STOP;
        case GDK_KEY_minus:
        case GDK_KEY_KP_Subtract:
          zoom_by (self, 1 / ZOOM_STEP, self->layout.x + self->layout.width / 2);
          return GDK_EVENT_STOP;
        default:
          return GDK_EVENT_PROPAGATE;
        }
    }

  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move_cursor (self, -1, 0, extend);
      break;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move_cursor (self, 1, 0, extend);
      break;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      move_cursor (self, 0, 1, extend);
      break;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      move_cursor (self, 0, -1, extend);
      break;
    case GDK_KEY_Page_Up:
      move_cursor (self, -10, 0, extend);
      break;
    case GDK_KEY_Page_Down:
      move_cursor (self, 10, 0, extend);
      break;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      cursor_to (self, self->extent_start, extend);
      break;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      cursor_to (self, self->extent_end - 1, extend);
      break;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      if (!self->has_cursor)
        return GDK_EVENT_PROPAGATE;
      anchor_at (self, self->cursor);
      set_range (self, self->anchor_start, self->anchor_end);
      break;
    case GDK_KEY_Escape:
      return clear (self);
    case GDK_KEY_bracketleft:
      step (self, -1);
      break;
    case GDK_KEY_bracketright:
      step (self, 1);
      break;
    case GDK_KEY_space:
      g_signal_emit_by_name (self, "play");
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }

  return GDK_EVENT_STOP;
}

static void
clear_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  clear (PROF_HEATMAP_VIEW (widget));
}

static void
select_all_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  select_all (PROF_HEATMAP_VIEW (widget));
}

static void
step_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step (PROF_HEATMAP_VIEW (widget), g_str_equal (name, "heatmap.step-back") ? -1 : 1);
}

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfHeatmapView *self = PROF_HEATMAP_VIEW (widget);

  zoom_by (self, g_str_equal (name, "heatmap.zoom-in") ? ZOOM_STEP : 1 / ZOOM_STEP,
           self->layout.x + self->layout.width / 2);
}

static void
follow_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfHeatmapView *self = PROF_HEATMAP_VIEW (widget);

  prof_heatmap_view_scroll_to (self, G_MAXDOUBLE);
}

void
prof_heatmap_view_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "heatmap.clear", NULL, clear_action);
  gtk_widget_class_install_action (widget_class, "heatmap.select-all", NULL, select_all_action);
  gtk_widget_class_install_action (widget_class, "heatmap.step-back", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "heatmap.step-forward", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "heatmap.zoom-in", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "heatmap.zoom-out", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "heatmap.follow", NULL, follow_action);
}

void
prof_heatmap_view_add_input (ProfHeatmapView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));

  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);

  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);

  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, key);
}
