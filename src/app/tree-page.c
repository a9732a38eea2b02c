/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/tree-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/format-value.h"
#include "app/cells.h"
#include "app/function-cells.h"
#include "app/search.h"
#include "app/share-bar.h"
#include "app/tree-level.h"

/* Expanding everything below a node stops here: more rows than anyone reads. */
#define MAX_EXPANDED 5000
#define MAX_PATH 200

struct _ProfTreePage {
  AdwBin parent_instance;

  GtkColumnView *view;
  GtkPopover *popover;

  ProfAnalyzer *analyzer; /* (nullable) */
  ProfCells *cells;
  ProfTreeLevel *root;           /* (nullable) */
  GtkTreeListModel *tree_model;  /* (nullable) */
  GtkSortListModel *sorted;      /* (nullable) */
  GtkSingleSelection *selection; /* (nullable) */
  GtkFilter *filter;
  ProfSearch *search; /* (nullable) */
  guint8 *kept;       /* (nullable) [n_nodes]: with a search, whether the node stays */
  gboolean stale;     /* the view is behind the analyzer, because nobody looks */
  gboolean opened;    /* the heaviest path was expanded once */
};

G_DEFINE_FINAL_TYPE (ProfTreePage, prof_tree_page, ADW_TYPE_BIN)

GListModel *
prof_tree_page_get_rows (ProfTreePage *self)
{
  return self->sorted ? G_LIST_MODEL (self->sorted) : NULL;
}

/* Columns */

static char *
get_name (gpointer item)
{
  return prof_call_tree_get_name (prof_tree_node_get_tree (item), prof_tree_node_get_node (item));
}

static void
update_function (GtkWidget *cell, gpointer item, gpointer owner)
{
  ProfTreePage *self = owner;
  g_autofree char *name = get_name (item);
  const ProfFunctionRow *function = prof_tree_node_get_function (item);

  prof_function_cell_set (cell, function, name,
                          function && self->search && prof_search_matches (self->search, name));
}

static GtkWidget *
setup_bar (gpointer owner)
{
  return prof_share_bar_new ();
}

static void
update_self (GtkWidget *cell, gpointer item, gpointer owner)
{
  ProfTreePage *self = owner;
  const ProfCallTree *tree = prof_tree_node_get_tree (item);

  prof_share_bar_set (PROF_SHARE_BAR (cell), tree->self[prof_tree_node_get_node (item)],
                      tree->total[0], prof_analyzer_get_unit (self->analyzer));
}

static void
update_total (GtkWidget *cell, gpointer item, gpointer owner)
{
  ProfTreePage *self = owner;
  const ProfCallTree *tree = prof_tree_node_get_tree (item);

  prof_share_bar_set (PROF_SHARE_BAR (cell), tree->total[prof_tree_node_get_node (item)],
                      tree->total[0], prof_analyzer_get_unit (self->analyzer));
}

static void
update_module (GtkWidget *cell, gpointer item, gpointer owner)
{
  prof_text_cell_set_module (cell, prof_tree_node_get_tree (item)->snapshot,
                             prof_tree_node_get_function (item));
}

static void
update_location (GtkWidget *cell, gpointer item, gpointer owner)
{
  prof_text_cell_set_location (cell, prof_tree_node_get_tree (item)->snapshot,
                               prof_tree_node_get_function (item));
}

static char *
name_row (gpointer item, gpointer owner)
{
  const ProfCallTree *tree = prof_tree_node_get_tree (item);
  guint32 node = prof_tree_node_get_node (item);
  guint64 all = MAX (tree->total[0], 1);
  g_autofree char *name = get_name (item);
  g_autofree char *self_share = prof_format_share (tree->self[node] / (double) all);
  g_autofree char *total_share = prof_format_share (tree->total[node] / (double) all);

  /* Translators: what a screen reader says of a row: function, own share, share with callees */
  return g_strdup_printf (_ ("%s, self %s, total %s"), name, self_share, total_share);
}

static int
compare_weights (guint64 a, guint64 b)
{
  return (a > b) - (a < b);
}

static int
compare_self (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return compare_weights (prof_tree_node_get_key (a)->self, prof_tree_node_get_key (b)->self);
}

static int
compare_total (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return compare_weights (prof_tree_node_get_key (a)->total, prof_tree_node_get_key (b)->total);
}

static int
compare_name (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return compare_weights (prof_tree_node_get_key (a)->place, prof_tree_node_get_key (b)->place);
}

static int
compare_module (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return prof_function_compare_module (prof_tree_node_get_tree ((gpointer) a)->snapshot,
                                       prof_tree_node_get_function ((gpointer) a),
                                       prof_tree_node_get_function ((gpointer) b));
}

static int
compare_location (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return prof_function_compare_location (prof_tree_node_get_tree ((gpointer) a)->snapshot,
                                         prof_tree_node_get_function ((gpointer) a),
                                         prof_tree_node_get_function ((gpointer) b));
}

static void
add_columns (ProfTreePage *self)
{
  static const struct {
    const char *title;
    ProfCellSetup setup;
    ProfCellUpdate update;
    GCompareDataFunc compare;
    int width;
  } columns[] = {
    { N_ ("Function"), prof_function_cell_new, update_function, compare_name, -1 },
    { N_ ("Self"), setup_bar, update_self, compare_self, 225 },
    { N_ ("Total"), setup_bar, update_total, compare_total, 225 },
    { N_ ("Module"), prof_text_cell_new, update_module, compare_module, 130 },
    { N_ ("File"), prof_text_cell_new, update_location, compare_location, 150 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (GtkSorter) sorter =
          GTK_SORTER (gtk_custom_sorter_new (columns[i].compare, NULL, NULL));
      GtkColumnViewColumn *column;

      column = (i == 0 ? prof_cells_add_tree_column : prof_cells_add_column) (
          self->cells, self->view, _ (columns[i].title), columns[i].setup, columns[i].update);
      gtk_column_view_column_set_sorter (column, sorter);
      if (columns[i].width > 0)
        gtk_column_view_column_set_fixed_width (column, columns[i].width);
      else
        gtk_column_view_column_set_expand (column, TRUE);
      if (columns[i].update == update_total)
        gtk_column_view_sort_by_column (self->view, column, GTK_SORT_DESCENDING);
      g_object_unref (column);
    }
}

/* Search: a match keeps its ancestors, and what is below it */

static void
update_kept (ProfTreePage *self)
{
  const ProfCallTree *tree = prof_analyzer_get_tree (self->analyzer);
  g_autofree guint8 *matches = NULL;

  g_clear_pointer (&self->kept, g_free);
  if (self->search == NULL || tree == NULL)
    return;

  matches = g_new0 (guint8, tree->snapshot->n_functions + 1);
  for (guint32 i = 0; i < tree->snapshot->n_functions; i++)
    matches[i] = prof_search_matches (
        self->search, prof_snapshot_string (tree->snapshot, tree->snapshot->functions[i].name));

  self->kept = g_new0 (guint8, tree->n_nodes);
  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      gboolean match = tree->type[node] == PROF_NODE_FUNCTION && matches[tree->id[node]];

      /* 2: a match or below one, which the whole subtree inherits. */
      if (match || (node > 0 && self->kept[tree->parent[node]] == 2))
        self->kept[node] = 2;
    }
  for (guint32 node = tree->n_nodes; node-- > 1;)
    if (self->kept[node] && !self->kept[tree->parent[node]])
      self->kept[tree->parent[node]] = 1;
  self->kept[0] = MAX (self->kept[0], 1);
}

static gboolean
is_shown (gpointer row, gpointer user_data)
{
  ProfTreePage *self = user_data;
  g_autoptr (ProfTreeNode) item = gtk_tree_list_row_get_item (row);
  const ProfCallTree *tree;
  guint32 node;

  if (item == NULL)
    return FALSE;
  tree = prof_tree_node_get_tree (item);
  node = prof_tree_node_get_node (item);
  if (node > 0 && tree->total_count[node] == 0 && tree->total[node] == 0)
    return FALSE;
  return self->kept == NULL || self->kept[node];
}

/* Expanding */

static GtkTreeListRow *
get_selected_row (ProfTreePage *self)
{
  return self->selection ? gtk_single_selection_get_selected_item (self->selection) : NULL;
}

/* From @row (owned) down, as long as one callee has most of its caller's weight; a person who opens
 * a tree wants to see into its heaviest process in any case. */
static void
expand_heaviest (GtkTreeListRow *row)
{
  g_autoptr (GtkTreeListRow) current = row;

  for (guint depth = 0; current && depth < MAX_PATH; depth++)
    {
      g_autoptr (ProfTreeNode) item = gtk_tree_list_row_get_item (current);
      const ProfCallTree *tree = prof_tree_node_get_tree (item);
      guint32 node = prof_tree_node_get_node (item);
      guint32 heaviest = PROF_NO_ID;
      GtkTreeListRow *next;
      guint position;

      for (guint32 child = prof_call_tree_first_child (tree, node); child != PROF_NO_ID;
           child = prof_call_tree_next_sibling (tree, child))
        if (heaviest == PROF_NO_ID || tree->total[child] > tree->total[heaviest])
          heaviest = child;
      if (heaviest == PROF_NO_ID || tree->total[heaviest] == 0)
        break;
      gtk_tree_list_row_set_expanded (current, TRUE);
      if (tree->total[heaviest] * 2 < tree->total[node] && tree->depth[node] >= 2)
        break;
      position = prof_tree_level_find (PROF_TREE_LEVEL (prof_tree_node_get_level (item)), heaviest);
      next = gtk_tree_list_row_get_child_row (current, position);
      g_object_unref (current);
      current = next;
    }
}

static void
action_expand_heaviest (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkTreeListRow *row = get_selected_row (PROF_TREE_PAGE (widget));

  if (row)
    expand_heaviest (g_object_ref (row));
}

static void
action_expand_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkTreeListRow *selected = get_selected_row (PROF_TREE_PAGE (widget));
  GQueue rows = G_QUEUE_INIT;
  GtkTreeListRow *row;
  guint n = 0;

  if (selected)
    g_queue_push_tail (&rows, g_object_ref (selected));
  while ((row = g_queue_pop_head (&rows)))
    {
      if (n < MAX_EXPANDED && gtk_tree_list_row_is_expandable (row))
        {
          GtkTreeListRow *child;

          gtk_tree_list_row_set_expanded (row, TRUE);
          for (guint i = 0; (child = gtk_tree_list_row_get_child_row (row, i)); i++, n++)
            g_queue_push_tail (&rows, child);
        }
      g_object_unref (row);
    }
}

static void
action_copy_name (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkTreeListRow *row = get_selected_row (PROF_TREE_PAGE (widget));
  g_autoptr (ProfTreeNode) item = row ? gtk_tree_list_row_get_item (row) : NULL;
  g_autofree char *text = NULL;

  if (item == NULL)
    return;
  text = get_name (item);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

void
prof_tree_page_reveal (ProfTreePage *self, guint32 node)
{
  const ProfCallTree *tree = prof_analyzer_get_tree (self->analyzer);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GtkTreeListRow) row = NULL;

  if (self->tree_model == NULL || tree == NULL || node >= tree->n_nodes)
    return;
  for (guint32 i = node; i != 0; i = tree->parent[i])
    g_array_append_val (path, i);

  row = gtk_tree_list_model_get_child_row (self->tree_model, 0);
  for (guint i = path->len; i-- > 0 && row;)
    {
      g_autoptr (ProfTreeNode) item = gtk_tree_list_row_get_item (row);
      GListModel *level;
      GtkTreeListRow *next;

      gtk_tree_list_row_set_expanded (row, TRUE);
      level = prof_tree_node_get_level (item);
      next = level ? gtk_tree_list_row_get_child_row (
                         row, prof_tree_level_find (PROF_TREE_LEVEL (level),
                                                    g_array_index (path, guint32, i)))
                   : NULL;
      g_object_unref (row);
      row = next;
    }
  if (row == NULL)
    return;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->sorted)); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->sorted), i);

      if (item != G_OBJECT (row))
        continue;
      gtk_single_selection_set_selected (self->selection, i);
      prof_cells_scroll_to (self->view, i);
      break;
    }
}

/* Following the analyzer */

static GListModel *
create_level (gpointer item, gpointer user_data)
{
  return prof_tree_node_create_level (item);
}

static void
build_model (ProfTreePage *self, ProfCallTree *tree)
{
  GtkSorter *sorter;
  GtkFilterListModel *filtered;

  self->root = prof_tree_level_new_root (tree);
  self->tree_model = gtk_tree_list_model_new (g_object_ref (G_LIST_MODEL (self->root)), FALSE,
                                              FALSE, create_level, NULL, NULL);
  filtered = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->tree_model)),
                                        g_object_ref (self->filter));
  sorter = GTK_SORTER (
      gtk_tree_list_row_sorter_new (g_object_ref (gtk_column_view_get_sorter (self->view))));
  self->sorted = gtk_sort_list_model_new (G_LIST_MODEL (filtered), sorter);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->sorted)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
}

static void
refresh (ProfTreePage *self)
{
  ProfCallTree *tree = prof_analyzer_get_tree (self->analyzer);

  self->stale = FALSE;
  if (tree == NULL)
    return;
  update_kept (self);
  if (self->root == NULL)
    build_model (self, tree);
  else
    prof_tree_level_set_tree (self->root, tree);

  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  prof_tree_level_settle (self->root);
  gtk_sorter_changed (gtk_sort_list_model_get_sorter (self->sorted), GTK_SORTER_CHANGE_DIFFERENT);
  prof_cells_refresh (self->cells);
  if (!self->opened && tree->total[0] > 0)
    {
      self->opened = TRUE;
      expand_heaviest (gtk_tree_list_model_get_child_row (self->tree_model, 0));
    }
}

static void
refresh_if_seen (ProfTreePage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    refresh (self);
  else
    self->stale = TRUE;
}

static void
on_changed (ProfTreePage *self, guint what)
{
  if (what & (PROF_ANALYZER_TREE | PROF_ANALYZER_TOTALS))
    refresh_if_seen (self);
}

static void
on_search (ProfTreePage *self)
{
  g_clear_pointer (&self->search, prof_search_free);
  self->search =
      prof_search_new (prof_selection_get_search (prof_analyzer_get_selection (self->analyzer)));
  refresh_if_seen (self);
}

static void
prof_tree_page_map (GtkWidget *widget)
{
  ProfTreePage *self = PROF_TREE_PAGE (widget);

  GTK_WIDGET_CLASS (prof_tree_page_parent_class)->map (widget);
  if (self->stale)
    refresh (self);
}

void
prof_tree_page_set_analyzer (ProfTreePage *self, ProfAnalyzer *analyzer)
{
  g_set_object (&self->analyzer, analyzer);
  g_signal_connect_object (analyzer, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (prof_analyzer_get_selection (analyzer), "search-changed",
                           G_CALLBACK (on_search), self, G_CONNECT_SWAPPED);
  refresh_if_seen (self);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, ProfTreePage *self)
{
  gtk_popover_set_pointing_to (self->popover, &(GdkRectangle){ x, y, 1, 1 });
  gtk_popover_popup (self->popover);
}

static void
on_activate (ProfTreePage *self, guint position)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->sorted), position);

  if (row)
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

static void
prof_tree_page_dispose (GObject *object)
{
  ProfTreePage *self = PROF_TREE_PAGE (object);

  if (self->popover)
    gtk_widget_unparent (GTK_WIDGET (self->popover));
  self->popover = NULL;
  if (self->view)
    gtk_column_view_set_model (self->view, NULL);
  g_clear_object (&self->analyzer);
  G_OBJECT_CLASS (prof_tree_page_parent_class)->dispose (object);
}

static void
prof_tree_page_finalize (GObject *object)
{
  ProfTreePage *self = PROF_TREE_PAGE (object);

  g_clear_object (&self->selection);
  g_clear_object (&self->sorted);
  g_clear_object (&self->tree_model);
  g_clear_object (&self->root);
  g_clear_object (&self->filter);
  g_clear_pointer (&self->cells, prof_cells_free);
  g_clear_pointer (&self->search, prof_search_free);
  g_free (self->kept);
  G_OBJECT_CLASS (prof_tree_page_parent_class)->finalize (object);
}

static void
prof_tree_page_class_init (ProfTreePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = prof_tree_page_dispose;
  object_class->finalize = prof_tree_page_finalize;
  widget_class->map = prof_tree_page_map;

  gtk_widget_class_install_action (widget_class, "tree.expand-heaviest", NULL,
                                   action_expand_heaviest);
  gtk_widget_class_install_action (widget_class, "tree.expand-all", NULL, action_expand_all);
  gtk_widget_class_install_action (widget_class, "tree.copy-name", NULL, action_copy_name);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "tree.copy-name",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_asterisk, 0, "tree.expand-all", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Multiply, 0, "tree.expand-all",
                                       NULL);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/example/Profiler/tree-page.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfTreePage, view);
  gtk_widget_class_bind_template_child (widget_class, ProfTreePage, popover);
}

static void
prof_tree_page_init (ProfTreePage *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->stale = TRUE;
  self->cells = prof_cells_new (self, name_row);
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_shown, self, NULL));
  add_columns (self);
  gtk_widget_set_parent (GTK_WIDGET (self->popover), GTK_WIDGET (self));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self,
                           G_CONNECT_SWAPPED);
}
