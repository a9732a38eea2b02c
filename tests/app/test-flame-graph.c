/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/flame-graph-private.h"

#include "analysis/format-value.h"
#include "app/flame-breadcrumb.h"
#include "draw-fixture.h"

typedef struct {
  ProfSnapshot *snapshot;
  ProfCallTree *tree;
  GtkWidget *widget;
  ProfFlameGraph *graph;
  GtkWidget *scrolled;
  GtkWidget *window;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->snapshot = draw_fixture_profile (12000);
  fixture->tree = draw_fixture_tree (fixture->snapshot, 0, fixture->snapshot->end_time);
  fixture->widget = prof_flame_graph_new ();
  fixture->graph = PROF_FLAME_GRAPH (fixture->widget);
  prof_flame_graph_set_tree (fixture->graph, fixture->tree);
  fixture->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (fixture->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (fixture->scrolled), fixture->widget);
  fixture->window = draw_fixture_window (fixture->scrolled, 1000, 400);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  prof_call_tree_unref (fixture->tree);
  prof_snapshot_unref (fixture->snapshot);
}

/* The heaviest node at a depth, on the heaviest way. */
static guint32
find_heavy (const ProfCallTree *tree, guint depth)
{
  guint32 node = 0;

  while (tree->depth[node] < depth)
    {
      g_autoptr (GArray) children = prof_call_tree_get_children_by_weight (tree, node);

      g_assert_cmpuint (children->len, >, 0);
      node = g_array_index (children, guint32, 0);
    }

  return node;
}

static void
get_middle (Fixture *fixture, guint32 node, double *x, double *y)
{
  graphene_rect_t rect;

  g_assert_true (prof_flame_graph_locate (fixture->graph, node, &rect));
  *x = rect.origin.x + rect.size.width / 2;
  *y = rect.origin.y + rect.size.height / 2;
}

static void
click (Fixture *fixture, guint32 node, guint button)
{
  GtkEventController *gesture;
  guint n = 0;
  double x, y;

  do
    gesture = draw_fixture_controller (fixture->widget, GTK_TYPE_GESTURE_CLICK, n++);
  while (gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (gesture)) != button);

  get_middle (fixture, node, &x, &y);
  g_signal_emit_by_name (gesture, "pressed", 1, x, y);
  g_signal_emit_by_name (gesture, "released", 1, x, y);
}

static void
test_pixels (Fixture *fixture, gconstpointer data)
{
  for (int dark = 0; dark < 2; dark++)
    {
      cairo_surface_t *surface;
      guint n_checked = 0;

      draw_fixture_set_dark (dark);
      surface = draw_fixture_render (fixture->widget);
      for (guint32 node = 0; node < fixture->tree->n_nodes; node++)
        {
          graphene_rect_t rect;
          ProfColor color = prof_flame_colors_get (fixture->graph->colors, fixture->tree, node);

          if (!prof_flame_graph_locate (fixture->graph, node, &rect) || rect.size.width < 4 ||
              rect.origin.y + 4 >= 400 || fixture->tree->kind[node] == PROF_FRAME_TRUNCATED)
            continue;

          /* Left and above of the text. */
          g_assert_cmphex (draw_fixture_pixel (surface, rect.origin.x + 1, rect.origin.y + 2), ==,
                           color);
          n_checked++;
        }
      g_assert_cmpuint (n_checked, >, 100);
      cairo_surface_destroy (surface);
    }
  draw_fixture_set_dark (FALSE);
}

static void
test_text (Fixture *fixture, gconstpointer data)
{
  guint32 node = find_heavy (fixture->tree, 2);
  ProfColor color = prof_flame_colors_get (fixture->graph->colors, fixture->tree, node);
  ProfColor ink = prof_palette_text_on (color);
  cairo_surface_t *surface = draw_fixture_render (fixture->widget);
  graphene_rect_t rect;
  guint n_ink = 0;

  prof_flame_graph_locate (fixture->graph, node, &rect);
  for (int x = 0; x < rect.size.width; x++)
    for (int y = 0; y < rect.size.height; y++)
      n_ink += prof_palette_contrast (
                   draw_fixture_pixel (surface, rect.origin.x + x, rect.origin.y + y), ink) < 1.6;
  g_assert_cmpuint (n_ink, >, 50);
  cairo_surface_destroy (surface);
}

static void
test_pick (Fixture *fixture, gconstpointer data)
{
  guint n_checked = 0;

  for (guint32 node = 0; node < fixture->tree->n_nodes; node++)
    {
      graphene_rect_t rect;

      if (!prof_flame_graph_locate (fixture->graph, node, &rect) || rect.size.width < 3)
        continue;
      g_assert_cmpuint (
          prof_flame_graph_pick (fixture->graph, rect.origin.x + 1, rect.origin.y + 1), ==, node);
      g_assert_cmpuint (prof_flame_graph_pick (fixture->graph, rect.origin.x + rect.size.width - 2,
                                               rect.origin.y + rect.size.height - 1),
                        ==, node);
      n_checked++;
    }
  g_assert_cmpuint (n_checked, >, 100);
  g_assert_cmpuint (prof_flame_graph_pick (fixture->graph, 10, 100000), ==, PROF_NO_ID);
  g_assert_cmpuint (prof_flame_graph_pick (fixture->graph, -1, 10), ==, PROF_NO_ID);
  g_assert_cmpuint (prof_flame_graph_pick (fixture->graph, 1000, 10), ==, PROF_NO_ID);
}

static void
test_hover (Fixture *fixture, gconstpointer data)
{
  guint32 node = find_heavy (fixture->tree, 3);
  cairo_surface_t *before = draw_fixture_render (fixture->widget);
  cairo_surface_t *after;
  GskRenderNode *drawing = fixture->graph->drawing;
  g_autofree char *tooltip = NULL;
  g_autofree char *name = prof_call_tree_get_name (fixture->tree, node);
  g_autofree char *count = prof_format_count (fixture->tree->total_count[node]);
  g_autofree char *self_count = prof_format_count (fixture->tree->self_count[node]);
  double x, y;

  get_middle (fixture, node, &x, &y);
  draw_fixture_motion (fixture->widget, x, y);
  g_assert_cmpuint (fixture->graph->hover_node, ==, node);
  after = draw_fixture_render (fixture->widget);
  g_assert_cmphex (draw_fixture_pixel (before, x, y - 8), !=, draw_fixture_pixel (after, x, y - 8));
  /* What is below was not drawn again. */
  g_assert_true (fixture->graph->drawing == drawing);

  tooltip = prof_flame_graph_tooltip (fixture->graph, node);
  g_assert_nonnull (strstr (tooltip, count));
  g_assert_nonnull (strstr (tooltip, self_count));
  g_assert_nonnull (strstr (tooltip, "app/views.py:42"));
  g_assert_nonnull (strstr (tooltip, "Python · app"));
  g_assert_null (strstr (tooltip, "of view"));
  /* Whatever the names and shares are ("<module>", "< 0.1 %"). */
  for (guint32 i = 0; i < fixture->tree->n_nodes; i++)
    {
      g_autofree char *markup = prof_flame_graph_tooltip (fixture->graph, i);

      g_assert_true (pango_parse_markup (markup, -1, 0, NULL, NULL, NULL, NULL));
    }

  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
}

static void
test_zoom (Fixture *fixture, gconstpointer data)
{
  guint32 node = find_heavy (fixture->tree, 3);
  guint32 above = fixture->tree->parent[node];
  guint32 aside = PROF_NO_ID;
  graphene_rect_t rect;
  cairo_surface_t *surface;
  g_autofree char *tooltip = NULL;

  click (fixture, node, GDK_BUTTON_PRIMARY);
  g_assert_cmpuint (prof_flame_graph_get_focus_node (fixture->graph), ==, node);
  g_assert_cmpuint (prof_flame_graph_get_current_node (fixture->graph), ==, node);
  draw_fixture_wait (50);

  /* It and its ancestors are as wide as the widget; the ancestors paler. */
  for (guint32 i = node;; i = fixture->tree->parent[i])
    {
      g_assert_true (prof_flame_graph_locate (fixture->graph, i, &rect));
      g_assert_cmpfloat (rect.origin.x, ==, 0);
      g_assert_cmpfloat (rect.size.width, ==, 1000);
      if (i == 0)
        break;
    }
  surface = draw_fixture_render (fixture->widget);
  g_assert_cmphex (draw_fixture_pixel (surface, 900, fixture->tree->depth[node] * 22 + 10), ==,
                   prof_flame_colors_get (fixture->graph->colors, fixture->tree, node));
  g_assert_cmphex (draw_fixture_pixel (surface, 900, fixture->tree->depth[above] * 22 + 10), !=,
                   prof_flame_colors_get (fixture->graph->colors, fixture->tree, above));
  cairo_surface_destroy (surface);

  /* What is beside it is not in view. */
  for (guint32 i = 0; i < fixture->tree->n_nodes; i++)
    if (fixture->tree->depth[i] == fixture->tree->depth[node] && i != node &&
        fixture->tree->total[i] > 0)
      aside = i;
  g_assert_cmpuint (aside, !=, PROF_NO_ID);
  g_assert_false (prof_flame_graph_locate (fixture->graph, aside, &rect));

  tooltip = prof_flame_graph_tooltip (fixture->graph, find_heavy (fixture->tree, 4));
  g_assert_nonnull (strstr (tooltip, "of view"));

  /* Backspace goes up one, Escape all the way; then it leaves the key to others. */
  g_assert_true (draw_fixture_key (fixture->widget, GDK_KEY_BackSpace, 0));
  g_assert_cmpuint (prof_flame_graph_get_focus_node (fixture->graph), ==, above);
  g_assert_true (draw_fixture_key (fixture->widget, GDK_KEY_Escape, 0));
  g_assert_cmpuint (prof_flame_graph_get_focus_node (fixture->graph), ==, 0);
  g_assert_false (draw_fixture_key (fixture->widget, GDK_KEY_Escape, 0));
}

static void
test_animation (Fixture *fixture, gconstpointer data)
{
  guint32 node = find_heavy (fixture->tree, 3);
  guint box = prof_flame_layout_find (fixture->graph->layout, node);
  double left = fixture->graph->layout->lefts[box];
  double right = left + fixture->graph->layout->widths[box];
  gboolean between = FALSE;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  prof_flame_graph_set_focus_node (fixture->graph, node);
  g_assert_cmpfloat (fixture->graph->right, ==, fixture->graph->layout->total);
  for (guint i = 0; i < 100 && fixture->graph->right != right; i++)
    {
      draw_fixture_wait (8);
      if (fixture->graph->right < fixture->graph->layout->total && fixture->graph->right > right)
        between = TRUE;
      g_assert_cmpfloat (fixture->graph->left, <=, left + 1e-6);
      g_assert_cmpfloat (fixture->graph->right, >=, right - 1e-6);
    }
  g_assert_true (between);
  g_assert_cmpfloat (fixture->graph->left, ==, left);
  g_assert_cmpfloat (fixture->graph->right, ==, right);

  /* Interrupted, it goes on from where it was. */
  prof_flame_graph_set_focus_node (fixture->graph, 0);
  draw_fixture_wait (60);
  prof_flame_graph_set_focus_node (fixture->graph, node);
  g_assert_cmpfloat (fixture->graph->from_right, ==, fixture->graph->right);
  draw_fixture_wait (500);
  g_assert_cmpfloat (fixture->graph->right, ==, right);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

  prof_flame_graph_set_focus_node (fixture->graph, 0);
  g_assert_cmpfloat (fixture->graph->right, ==, fixture->graph->layout->total);
}

static void
test_keys (Fixture *fixture, gconstpointer data)
{
  const ProfCallTree *tree = fixture->tree;
  guint32 node;

  draw_fixture_key (fixture->widget, GDK_KEY_Down, 0);
  draw_fixture_key (fixture->widget, GDK_KEY_Down, 0);
  node = prof_flame_graph_get_current_node (fixture->graph);
  g_assert_cmpuint (node, ==, find_heavy (tree, 2));

  draw_fixture_key (fixture->widget, GDK_KEY_Up, 0);
  g_assert_cmpuint (prof_flame_graph_get_current_node (fixture->graph), ==, tree->parent[node]);
  node = tree->parent[node];
  draw_fixture_key (fixture->widget, GDK_KEY_Left, 0);
  g_assert_cmpuint (tree->end[prof_flame_graph_get_current_node (fixture->graph)], ==, node);
  draw_fixture_key (fixture->widget, GDK_KEY_Right, 0);
  g_assert_cmpuint (prof_flame_graph_get_current_node (fixture->graph), ==, node);

  draw_fixture_key (fixture->widget, GDK_KEY_Return, 0);
  g_assert_cmpuint (prof_flame_graph_get_focus_node (fixture->graph), ==, node);
  /* The zoomed range is all there is. */
  draw_fixture_key (fixture->widget, GDK_KEY_Left, 0);
  g_assert_cmpuint (prof_flame_graph_get_current_node (fixture->graph), ==, node);
}

static void
on_text (GObject *source, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static char *
read_clipboard (Fixture *fixture)
{
  char *text = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (fixture->widget), NULL, on_text, &text);
  for (guint i = 0; i < 100 && text == NULL; i++)
    draw_fixture_wait (10);

  return text;
}

static void
on_show (ProfFlameGraph *graph, guint node, guint *shown)
{
  *shown = node;
}

static void
test_actions (Fixture *fixture, gconstpointer data)
{
  guint32 node = find_heavy (fixture->tree, 4);
  guint shown = 0;
  g_autofree char *name = prof_call_tree_get_name (fixture->tree, node);
  g_autofree char *root = prof_call_tree_get_name (fixture->tree, find_heavy (fixture->tree, 1));
  g_autofree char *copied = NULL;
  g_autofree char *stack = NULL;
  g_auto (GStrv) lines = NULL;

  g_signal_connect (fixture->widget, "show-in-call-tree", G_CALLBACK (on_show), &shown);
  prof_flame_graph_set_current_node (fixture->graph, node);

  g_assert_true (draw_fixture_key (fixture->widget, GDK_KEY_c, GDK_CONTROL_MASK));
  copied = read_clipboard (fixture);
  g_assert_cmpstr (copied, ==, name);

  g_assert_true (gtk_widget_activate_action (fixture->widget, "flame.copy-stack", NULL));
  stack = read_clipboard (fixture);
  lines = g_strsplit (stack, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 5);
  g_assert_cmpstr (lines[0], ==, name);
  g_assert_cmpstr (lines[3], ==, root);

  gtk_widget_activate_action (fixture->widget, "flame.zoom", NULL);
  g_assert_cmpuint (prof_flame_graph_get_focus_node (fixture->graph), ==, node);
  gtk_widget_activate_action (fixture->widget, "flame.zoom-out", NULL);
  g_assert_cmpuint (prof_flame_graph_get_focus_node (fixture->graph), ==,
                    fixture->tree->parent[node]);
  gtk_widget_activate_action (fixture->widget, "flame.reset-zoom", NULL);
  g_assert_cmpuint (prof_flame_graph_get_focus_node (fixture->graph), ==, 0);
  gtk_widget_activate_action (fixture->widget, "flame.show-in-call-tree", NULL);
  g_assert_cmpuint (shown, ==, node);

  /* The menu is for the box it was asked for. */
  g_assert_null (fixture->graph->menu);
  click (fixture, find_heavy (fixture->tree, 2), GDK_BUTTON_SECONDARY);
  g_assert_cmpuint (prof_flame_graph_get_current_node (fixture->graph), ==,
                    find_heavy (fixture->tree, 2));
  g_assert_cmpuint (prof_flame_graph_get_focus_node (fixture->graph), ==, 0);
  g_assert_true (gtk_widget_get_visible (fixture->graph->menu));
  draw_fixture_wait (50);
  gtk_popover_popdown (GTK_POPOVER (fixture->graph->menu));
}

static void
test_search (Fixture *fixture, gconstpointer data)
{
  cairo_surface_t *surface;
  guint32 match = PROF_NO_ID;
  graphene_rect_t rect;
  double share;

  g_assert_cmpfloat (prof_flame_graph_get_search_share (fixture->graph), ==, -1);
  prof_flame_graph_set_search (fixture->graph, "RENDER");
  share = prof_flame_graph_get_search_share (fixture->graph);
  g_assert_cmpfloat (share, >, 0.01);
  g_assert_cmpfloat (share, <, 1);

  for (guint32 node = 0; node < fixture->tree->n_nodes && match == PROF_NO_ID; node++)
    {
      g_autofree char *name = prof_call_tree_get_name (fixture->tree, node);

      if (g_str_equal (name, "render") && prof_flame_graph_locate (fixture->graph, node, &rect) &&
          rect.size.width > 20)
        match = node;
    }
  g_assert_cmpuint (match, !=, PROF_NO_ID);
  surface = draw_fixture_render (fixture->widget);
  g_assert_cmphex (draw_fixture_pixel (surface, rect.origin.x + 1, rect.origin.y + 2), ==,
                   prof_palette_match (FALSE));
  cairo_surface_destroy (surface);

  /* As text, a bracket is a bracket; between slashes it is an expression, which may be wrong. */
  prof_flame_graph_set_search (fixture->graph, "operator[]");
  g_assert_cmpfloat (prof_flame_graph_get_search_share (fixture->graph), >, 0);
  prof_flame_graph_set_search (fixture->graph, "/^rend.r$/");
  g_assert_cmpfloat (prof_flame_graph_get_search_share (fixture->graph), ==, share);
  prof_flame_graph_set_search (fixture->graph, "/(/");
  g_assert_cmpfloat (prof_flame_graph_get_search_share (fixture->graph), ==, -1);
  prof_flame_graph_set_search (fixture->graph, "no such function");
  g_assert_cmpfloat (prof_flame_graph_get_search_share (fixture->graph), ==, 0);
  prof_flame_graph_set_search (fixture->graph, "");
  g_assert_null (prof_flame_graph_get_search (fixture->graph));
}

/* Another range, another tree: zoom and keyboard stay where they were. */
static void
test_new_tree (Fixture *fixture, gconstpointer data)
{
  guint32 node = find_heavy (fixture->tree, 4);
  g_autofree char *name = prof_call_tree_get_name (fixture->tree, node);
  g_autoptr (ProfSnapshot) larger = draw_fixture_profile (20000);
  g_autoptr (ProfCallTree) other = draw_fixture_tree (larger, 0, larger->end_time);
  g_autoptr (ProfCallTree) empty = draw_fixture_tree (larger, -100, -50);
  g_autofree char *other_name = NULL;
  graphene_rect_t rect;
  guint32 now;

  prof_flame_graph_set_focus_node (fixture->graph, node);
  prof_flame_graph_set_current_node (fixture->graph, node);
  prof_flame_graph_set_tree (fixture->graph, other);
  now = prof_flame_graph_get_focus_node (fixture->graph);
  g_assert_cmpuint (now, ==, prof_call_tree_find_same (other, fixture->tree, node));
  g_assert_cmpuint (prof_flame_graph_get_current_node (fixture->graph), ==, now);
  other_name = prof_call_tree_get_name (other, now);
  g_assert_cmpstr (other_name, ==, name);
  g_assert_true (prof_flame_graph_locate (fixture->graph, now, &rect));
  g_assert_cmpfloat (rect.size.width, ==, 1000);

  /* Nothing in the range: nothing is drawn, and the zoom is still there afterwards. */
  prof_flame_graph_set_tree (fixture->graph, empty);
  draw_fixture_wait (30);
  cairo_surface_destroy (draw_fixture_render (fixture->widget));
  g_assert_cmpuint (prof_flame_graph_pick (fixture->graph, 10, 10), ==, PROF_NO_ID);
  g_assert_false (draw_fixture_key (fixture->widget, GDK_KEY_Down, 0));
  prof_flame_graph_set_tree (fixture->graph, other);
  g_assert_cmpuint (prof_flame_graph_get_focus_node (fixture->graph), ==, now);

  prof_flame_graph_set_tree (fixture->graph, NULL);
  draw_fixture_wait (30);
  g_assert_cmpuint (prof_flame_graph_get_focus_node (fixture->graph), ==, 0);
  g_assert_null (prof_flame_graph_get_tree (fixture->graph));
}

static void
test_scrolling (Fixture *fixture, gconstpointer data)
{
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (fixture->scrolled));
  guint32 deepest = 0;
  graphene_rect_t rect;

  for (guint32 node = 0; node < fixture->tree->n_nodes; node++)
    if (fixture->tree->depth[node] > fixture->tree->depth[deepest])
      deepest = node;
  g_assert_cmpuint (fixture->tree->depth[deepest] * 22, >, 400);
  g_assert_cmpfloat (gtk_adjustment_get_upper (adjustment), ==,
                     (fixture->tree->depth[deepest] + 1) * 22);

  /* The keyboard takes the view along. */
  prof_flame_graph_set_current_node (fixture->graph, deepest);
  draw_fixture_wait (50);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >, 0);
  g_assert_true (prof_flame_graph_locate (fixture->graph, deepest, &rect));
  g_assert_cmpfloat (rect.origin.y, >=, 0);
  g_assert_cmpfloat (rect.origin.y + rect.size.height, <=, 400);
  prof_flame_graph_set_current_node (fixture->graph, 0);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0);
}

static void
test_upwards (Fixture *fixture, gconstpointer data)
{
  cairo_surface_t *surface;
  graphene_rect_t root, child;
  guint32 node = find_heavy (fixture->tree, 2);

  prof_flame_graph_set_upwards (fixture->graph, TRUE);
  gtk_adjustment_set_value (
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (fixture->scrolled)), 1e6);
  draw_fixture_wait (50);
  g_assert_true (prof_flame_graph_locate (fixture->graph, 0, &root));
  g_assert_cmpfloat_with_epsilon (root.origin.y + root.size.height, 399, 1);
  g_assert_true (prof_flame_graph_locate (fixture->graph, node, &child));
  g_assert_cmpfloat (child.origin.y, ==, root.origin.y - 44);
  g_assert_cmpuint (prof_flame_graph_pick (fixture->graph, child.origin.x + 2, child.origin.y + 5),
                    ==, node);
  surface = draw_fixture_render (fixture->widget);
  g_assert_cmphex (draw_fixture_pixel (surface, child.origin.x + 1, child.origin.y + 2), ==,
                   prof_flame_colors_get (fixture->graph->colors, fixture->tree, node));
  cairo_surface_destroy (surface);
}

static void
test_accessible (Fixture *fixture, gconstpointer data)
{
  guint32 node;
  GtkWidget *first, *second;
  g_autofree char *label = NULL;
  g_autofree char *share = NULL;
  g_autofree char *count = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *name = NULL;

  gtk_test_accessible_assert_role (fixture->widget, GTK_ACCESSIBLE_ROLE_TREE);
  gtk_widget_grab_focus (fixture->widget);
  first = gtk_root_get_focus (GTK_ROOT (fixture->window));
  draw_fixture_key (fixture->widget, GDK_KEY_Down, 0);
  draw_fixture_key (fixture->widget, GDK_KEY_Down, 0);
  draw_fixture_key (fixture->widget, GDK_KEY_Down, 0);
  second = gtk_root_get_focus (GTK_ROOT (fixture->window));
  g_assert_true (first != second);
  gtk_test_accessible_assert_role (second, GTK_ACCESSIBLE_ROLE_TREE_ITEM);

  node = prof_flame_graph_get_current_node (fixture->graph);
  name = prof_call_tree_get_name (fixture->tree, node);
  share = prof_format_share ((double) fixture->tree->total[node] / fixture->tree->total[0]);
  count = prof_format_count (fixture->tree->total_count[node]);
  expected = g_strdup_printf ("%s, Python, %s of selection, %s samples", name, share, count);
  gtk_test_accessible_assert_property (second, GTK_ACCESSIBLE_PROPERTY_LABEL, expected);
}

static GPtrArray *
get_crumbs (GtkWidget *breadcrumb)
{
  GPtrArray *crumbs = g_ptr_array_new ();

  for (GtkWidget *child = gtk_widget_get_first_child (breadcrumb); child;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *label = GTK_IS_BUTTON (child) ? gtk_button_get_child (GTK_BUTTON (child)) : child;

      g_ptr_array_add (crumbs, (gpointer) gtk_label_get_text (GTK_LABEL (label)));
    }

  return crumbs;
}

static void
test_breadcrumb (Fixture *fixture, gconstpointer data)
{
  GtkWidget *breadcrumb = g_object_ref_sink (prof_flame_breadcrumb_new ());
  guint32 node = find_heavy (fixture->tree, 2);
  g_autofree char *process = prof_call_tree_get_name (fixture->tree, find_heavy (fixture->tree, 1));
  g_autofree char *function = prof_call_tree_get_name (fixture->tree, node);
  g_autoptr (GPtrArray) crumbs = NULL;
  g_autoptr (GPtrArray) more = NULL;

  prof_flame_breadcrumb_set_flame_graph (PROF_FLAME_BREADCRUMB (breadcrumb), fixture->graph);
  prof_flame_graph_set_focus_node (fixture->graph, node);
  crumbs = get_crumbs (breadcrumb);
  g_assert_cmpuint (crumbs->len, ==, 5);
  g_assert_cmpstr (g_ptr_array_index (crumbs, 0), ==, "All");
  g_assert_cmpstr (g_ptr_array_index (crumbs, 2), ==, process);
  g_assert_cmpstr (g_ptr_array_index (crumbs, 4), ==, function);

  g_signal_emit_by_name (gtk_widget_get_next_sibling (
                             gtk_widget_get_next_sibling (gtk_widget_get_first_child (breadcrumb))),
                         "clicked");
  g_assert_cmpuint (prof_flame_graph_get_focus_node (fixture->graph), ==,
                    fixture->tree->parent[node]);

  /* A long way is shortened in the middle: two, dots, three. */
  prof_flame_graph_set_focus_node (fixture->graph, find_heavy (fixture->tree, 8));
  more = get_crumbs (breadcrumb);
  g_assert_cmpuint (more->len, ==, 10);
  g_assert_cmpstr (g_ptr_array_index (more, 3), ==, "› …");
  g_object_unref (breadcrumb);
}

int
main (int argc, char *argv[])
{
  draw_fixture_init (&argc, &argv);

#define ADD(name, function)                                                                        \
  g_test_add ("/flame-graph/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("pixels", test_pixels);
  ADD ("text", test_text);
  ADD ("pick", test_pick);
  ADD ("hover", test_hover);
  ADD ("zoom", test_zoom);
  ADD ("animation", test_animation);
  ADD ("keys", test_keys);
  ADD ("actions", test_actions);
  ADD ("search", test_search);
  ADD ("new-tree", test_new_tree);
  ADD ("scrolling", test_scrolling);
  ADD ("upwards", test_upwards);
  ADD ("accessible", test_accessible);
  ADD ("breadcrumb", test_breadcrumb);

  return g_test_run ();
}
