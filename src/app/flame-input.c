/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prof-config.h"

#include "app/flame-graph-private.h"

#include <glib/gi18n.h>

static void
zoom (ProfFlameGraph *self)
{
  prof_flame_graph_set_focus_node (self, self->current_node);
}

static void
zoom_out (ProfFlameGraph *self)
{
  if (self->layout == NULL || self->focus_node == 0)
    return;

  prof_flame_graph_set_focus_node (self, self->layout->tree->parent[self->focus_node]);
}

static void
copy_text (ProfFlameGraph *self, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy_name (ProfFlameGraph *self)
{
  g_autofree char *name = NULL;

  if (self->layout == NULL)
    return;

  name = prof_call_tree_get_name (self->layout->tree, self->current_node);
  copy_text (self, name);
}

static void
copy_stack (ProfFlameGraph *self)
{
  g_autofree char *text = NULL;

  if (self->layout == NULL)
    return;

  text = prof_flame_graph_stack_text (self, self->current_node);
  copy_text (self, text);
}

static GMenuModel *
create_menu_model (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) view = g_menu_new ();
  g_autoptr (GMenu) copy = g_menu_new ();

  g_menu_append (view, _ ("_Zoom Here"), "flame.zoom");
  g_menu_append (view, _ ("Zoom _Out"), "flame.zoom-out");
  g_menu_append (view, _ ("_Reset Zoom"), "flame.reset-zoom");
  g_menu_append (view, _ ("Show in Call _Tree"), "flame.show-in-call-tree");
  g_menu_append (copy, _ ("Copy _Name"), "flame.copy-name");
  g_menu_append (copy, _ ("Copy _Stack"), "flame.copy-stack");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (view));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copy));

  return G_MENU_MODEL (menu);
}

static void
show_menu (ProfFlameGraph *self, double x, double y)
{
  if (self->layout == NULL || self->layout->total == 0)
    return;

  if (self->menu == NULL)
    {
      g_autoptr (GMenuModel) model = create_menu_model ();

      self->menu = gtk_popover_menu_new_from_model (model);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }

  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
show_menu_at_current (ProfFlameGraph *self)
{
  graphene_rect_t rect;

  if (prof_flame_graph_locate (self, self->current_node, &rect))
    show_menu (self, rect.origin.x + MIN (rect.size.width / 2, 40),
               rect.origin.y + rect.size.height);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, ProfFlameGraph *self)
{
  guint32 node = prof_flame_graph_pick (self, x, y);

  if (node == PROF_NO_ID)
    return;

  prof_flame_graph_set_current_node (self, node);
  zoom (self);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, ProfFlameGraph *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, ProfFlameGraph *self)
{
  guint32 node = prof_flame_graph_pick (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (node == PROF_NO_ID)
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  prof_flame_graph_set_current_node (self, node);
  show_menu (self, x, y);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, ProfFlameGraph *self)
{
  guint32 node = prof_flame_graph_pick (self, x, y);

  prof_flame_graph_set_hover_node (self, node);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), node != PROF_NO_ID ? "pointer" : NULL);
}

static void
on_leave (GtkEventControllerMotion *controller, ProfFlameGraph *self)
{
  prof_flame_graph_set_hover_node (self, PROF_NO_ID);
}

/* The heaviest child: where one looks first. */
static guint32
find_child (ProfFlameGraph *self, guint32 node)
{
  const ProfFlameLayout *layout = self->layout;
  guint row = layout->tree->depth[node] + 1;
  guint box = prof_flame_layout_find (layout, node);
  guint32 best = PROF_NO_ID;
  guint64 width = 0;
  double right;

  if (box == G_MAXUINT || row >= layout->n_rows)
    return PROF_NO_ID;

  right = (double) (layout->lefts[box] + layout->widths[box]);
  for (guint i = prof_flame_layout_first_after (layout, row, (double) layout->lefts[box]);
       i < layout->row_first[row + 1] && (double) layout->lefts[i] < right; i++)
    if (layout->widths[i] > width)
      {
        best = layout->nodes[i];
        width = layout->widths[i];
      }

  return best;
}

/* The next box of the row, siblings first, as far as the zoomed range goes. */
static guint32
find_beside (ProfFlameGraph *self, guint32 node, int direction)
{
  const ProfFlameLayout *layout = self->layout;
  guint row = layout->tree->depth[node];
  guint box = prof_flame_layout_find (layout, node);
  guint next;

  if (box == G_MAXUINT)
    return PROF_NO_ID;
  if (direction < 0 ? box == layout->row_first[row] : box + 1 == layout->row_first[row + 1])
    return PROF_NO_ID;

  next = direction < 0 ? box - 1 : box + 1;
  if ((double) layout->lefts[next] >= self->to_right ||
      (double) (layout->lefts[next] + layout->widths[next]) <= self->to_left)
    return PROF_NO_ID;

  return layout->nodes[next];
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
        ProfFlameGraph *self)
{
  const ProfCallTree *tree = self->layout ? self->layout->tree : NULL;
  guint32 node = self->current_node;
  guint32 target = PROF_NO_ID;

  if (tree == NULL || self->layout->total == 0 || (state & GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;

  if (state & GDK_CONTROL_MASK)
    {
      if (key != GDK_KEY_c && key != GDK_KEY_C)
        return GDK_EVENT_PROPAGATE;

      if (state & GDK_SHIFT_MASK)
        copy_stack (self);
      else
        copy_name (self);
      return GDK_EVENT_STOP;
    }

  /* Keys follow what is on the screen: upwards, the callees are above. */
  if (self->upwards && (key == GDK_KEY_Up || key == GDK_KEY_Down))
    key = key == GDK_KEY_Up ? GDK_KEY_Down : GDK_KEY_Up;

  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      target = node != 0 ? tree->parent[node] : PROF_NO_ID;
      break;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      target = find_child (self, node);
      break;
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      target = find_beside (self, node, -1);
      break;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      target = find_beside (self, node, 1);
      break;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      target = self->focus_node;
      break;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      zoom (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace:
      zoom_out (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (self->focus_node == 0)
        return GDK_EVENT_PROPAGATE;
      prof_flame_graph_set_focus_node (self, 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_Menu:
      show_menu_at_current (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_F10:
      if (!(state & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
      show_menu_at_current (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }

  if (target != PROF_NO_ID)
    prof_flame_graph_set_current_node (self, target);
  return GDK_EVENT_STOP;
}

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfFlameGraph *self = PROF_FLAME_GRAPH (widget);

  if (g_str_equal (name, "flame.reset-zoom"))
    prof_flame_graph_set_focus_node (self, 0);
  else if (g_str_equal (name, "flame.zoom"))
    zoom (self);
  else if (g_str_equal (name, "flame.zoom-out"))
    zoom_out (self);
  else if (g_str_equal (name, "flame.copy-name"))
    copy_name (self);
  else if (g_str_equal (name, "flame.copy-stack"))
    copy_stack (self);
  else if (g_str_equal (name, "flame.menu"))
    show_menu_at_current (self);
  else if (self->layout != NULL)
    g_signal_emit_by_name (self, "show-in-call-tree", self->current_node);
}

void
prof_flame_graph_install_actions (GtkWidgetClass *widget_class)
{
  static const char *const names[] = {
    "flame.reset-zoom", "flame.zoom", "flame.zoom-out",          "flame.copy-name",
    "flame.copy-stack", "flame.menu", "flame.show-in-call-tree",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_class_install_action (widget_class, names[i], NULL, run_action);
}

void
prof_flame_graph_add_input (ProfFlameGraph *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *primary = gtk_gesture_click_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (primary), GDK_BUTTON_PRIMARY);
  g_signal_connect (primary, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (primary, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (primary));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (secondary));

  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);

  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, key);
}
