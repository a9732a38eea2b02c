/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/functions-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/format-value.h"
#include "app/cells.h"
#include "app/function-cells.h"
#include "app/search.h"
#include "app/share-bar.h"

struct _ProfFunctionItem {
  GObject parent_instance;
  ProfFunctionTotal total;
  ProfFunctionTotal
      sorted;     /* what the order goes by: a sorted model must not see its keys change */
  gboolean found; /* matches the search, or there is none */
};

G_DEFINE_FINAL_TYPE (ProfFunctionItem, prof_function_item, G_TYPE_OBJECT)

static void
prof_function_item_class_init (ProfFunctionItemClass *klass)
{
}

static void
prof_function_item_init (ProfFunctionItem *self)
{
  self->found = TRUE;
}

const ProfFunctionTotal *
prof_function_item_get_total (ProfFunctionItem *self)
{
  return &self->total;
}

struct _ProfFunctionsPage {
  AdwBin parent_instance;

  GtkColumnView *view;

  ProfAnalyzer *analyzer; /* (nullable) */
  ProfCells *cells;
  GListStore *store; /* ProfFunctionItem */
  GHashTable *by_id; /* function row -> ProfFunctionItem, in store */
  GtkFilter *filter;
  GtkSortListModel *sorted;
  GtkSingleSelection *selection;
  ProfSearch *search; /* (nullable) */
  gboolean stale;     /* the view is behind the analyzer, because nobody looks */
};

G_DEFINE_FINAL_TYPE (ProfFunctionsPage, prof_functions_page, ADW_TYPE_BIN)

GListModel *
prof_functions_page_get_rows (ProfFunctionsPage *self)
{
  return G_LIST_MODEL (self->sorted);
}

/* Columns */

static const ProfFunctionRow *
get_function (ProfFunctionsPage *self, gconstpointer item)
{
  ProfSnapshot *snapshot = prof_analyzer_get_snapshot (self->analyzer);

  return &snapshot->functions[((const ProfFunctionItem *) item)->total.function];
}

static const char *
get_name (ProfFunctionsPage *self, gconstpointer item)
{
  return prof_snapshot_string (prof_analyzer_get_snapshot (self->analyzer),
                               get_function (self, item)->name);
}

static guint64
get_all (ProfFunctionsPage *self)
{
  return prof_analyzer_get_tree (self->analyzer)->total[0];
}

static void
update_function (GtkWidget *cell, gpointer item, gpointer owner)
{
  prof_function_cell_set (cell, get_function (owner, item), get_name (owner, item), FALSE);
}

static GtkWidget *
setup_bar (gpointer owner)
{
  return prof_share_bar_new ();
}

static void
update_self (GtkWidget *cell, gpointer item, gpointer owner)
{
  ProfFunctionsPage *self = owner;

  prof_share_bar_set (PROF_SHARE_BAR (cell), PROF_FUNCTION_ITEM (item)->total.self, get_all (self),
                      prof_analyzer_get_unit (self->analyzer));
}

static void
update_total (GtkWidget *cell, gpointer item, gpointer owner)
{
  ProfFunctionsPage *self = owner;

  prof_share_bar_set (PROF_SHARE_BAR (cell), PROF_FUNCTION_ITEM (item)->total.total, get_all (self),
                      prof_analyzer_get_unit (self->analyzer));
}

static void
update_module (GtkWidget *cell, gpointer item, gpointer owner)
{
  ProfFunctionsPage *self = owner;

  prof_text_cell_set_module (cell, prof_analyzer_get_snapshot (self->analyzer),
                             get_function (self, item));
}

static void
update_location (GtkWidget *cell, gpointer item, gpointer owner)
{
  ProfFunctionsPage *self = owner;

  prof_text_cell_set_location (cell, prof_analyzer_get_snapshot (self->analyzer),
                               get_function (self, item));
}

static char *
name_row (gpointer item, gpointer owner)
{
  ProfFunctionsPage *self = owner;
  const ProfFunctionTotal *total = &PROF_FUNCTION_ITEM (item)->total;
  guint64 all = MAX (get_all (self), 1);
  g_autofree char *self_share = prof_format_share (total->self / (double) all);
  g_autofree char *total_share = prof_format_share (total->total / (double) all);

  /* Translators: what a screen reader says of a row: function, own share, share with callees */
  return g_strdup_printf (_ ("%s, self %s, total %s"), get_name (self, item), self_share,
                          total_share);
}

static int
compare_weights (guint64 a, guint64 b)
{
  return (a > b) - (a < b);
}

static int
compare_name (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return strcmp (get_name (user_data, a), get_name (user_data, b));
}

static int
compare_self (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const ProfFunctionTotal *x = &((const ProfFunctionItem *) a)->sorted;
  const ProfFunctionTotal *y = &((const ProfFunctionItem *) b)->sorted;
  int order = compare_weights (x->self, y->self);

  return order ? order : compare_weights (x->total, y->total);
}

static int
compare_total (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const ProfFunctionTotal *x = &((const ProfFunctionItem *) a)->sorted;
  const ProfFunctionTotal *y = &((const ProfFunctionItem *) b)->sorted;
  int order = compare_weights (x->total, y->total);

  return order ? order : compare_weights (x->self, y->self);
}

static int
compare_module (gconstpointer a, gconstpointer b, gpointer user_data)
{
  ProfFunctionsPage *self = user_data;

  return prof_function_compare_module (prof_analyzer_get_snapshot (self->analyzer),
                                       get_function (self, a), get_function (self, b));
}

static int
compare_location (gconstpointer a, gconstpointer b, gpointer user_data)
{
  ProfFunctionsPage *self = user_data;

  return prof_function_compare_location (prof_analyzer_get_snapshot (self->analyzer),
                                         get_function (self, a), get_function (self, b));
}

static void
add_columns (ProfFunctionsPage *self)
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
          GTK_SORTER (gtk_custom_sorter_new (columns[i].compare, self, NULL));
      g_autoptr (GtkColumnViewColumn) column = prof_cells_add_column (
          self->cells, self->view, _ (columns[i].title), columns[i].setup, columns[i].update);

      gtk_column_view_column_set_sorter (column, sorter);
      if (columns[i].width > 0)
        gtk_column_view_column_set_fixed_width (column, columns[i].width);
      else
        gtk_column_view_column_set_expand (column, TRUE);
      if (columns[i].update == update_self)
        gtk_column_view_sort_by_column (self->view, column, GTK_SORT_DESCENDING);
    }
}

static gboolean
is_shown (gpointer item, gpointer user_data)
{
  ProfFunctionItem *function = item;

  return function->total.total_count > 0 && function->found;
}

/* Following the analyzer */

static void
refresh (ProfFunctionsPage *self)
{
  GArray *functions = prof_analyzer_get_functions (self->analyzer);
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer value;

  self->stale = FALSE;
  if (functions == NULL)
    return;
  g_hash_table_iter_init (&iter, self->by_id);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      ProfFunctionItem *item = value;

      item->total = (ProfFunctionTotal){ .function = item->total.function };
    }
  for (guint i = 0; i < functions->len; i++)
    {
      const ProfFunctionTotal *total = &g_array_index (functions, ProfFunctionTotal, i);
      ProfFunctionItem *item =
          g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (total->function));

      if (item == NULL)
        {
          item = g_object_new (PROF_TYPE_FUNCTION_ITEM, NULL);
          item->total = *total;
          item->sorted = *total;
          item->found =
              self->search == NULL || prof_search_matches (self->search, get_name (self, item));
          g_hash_table_insert (self->by_id, GUINT_TO_POINTER (total->function), item);
          g_ptr_array_add (added, item);
        }
      item->total = *total;
    }
  if (added->len > 0)
    g_list_store_splice (self->store, g_list_model_get_n_items (G_LIST_MODEL (self->store)), 0,
                         added->pdata, added->len);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  g_hash_table_iter_init (&iter, self->by_id);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    PROF_FUNCTION_ITEM (value)->sorted = PROF_FUNCTION_ITEM (value)->total;
  gtk_sorter_changed (gtk_sort_list_model_get_sorter (self->sorted), GTK_SORTER_CHANGE_DIFFERENT);
  prof_cells_refresh (self->cells);
}

static void
refresh_if_seen (ProfFunctionsPage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    refresh (self);
  else
    self->stale = TRUE;
}

static void
on_changed (ProfFunctionsPage *self, guint what)
{
  if (what & PROF_ANALYZER_TOTALS)
    refresh_if_seen (self);
}

static void
on_search (ProfFunctionsPage *self)
{
  GHashTableIter iter;
  gpointer value;

  g_clear_pointer (&self->search, prof_search_free);
  self->search =
      prof_search_new (prof_selection_get_search (prof_analyzer_get_selection (self->analyzer)));
  g_hash_table_iter_init (&iter, self->by_id);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    PROF_FUNCTION_ITEM (value)->found =
        self->search == NULL || prof_search_matches (self->search, get_name (self, value));
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

static void
prof_functions_page_map (GtkWidget *widget)
{
  ProfFunctionsPage *self = PROF_FUNCTIONS_PAGE (widget);

  GTK_WIDGET_CLASS (prof_functions_page_parent_class)->map (widget);
  if (self->stale)
    refresh (self);
}

void
prof_functions_page_set_analyzer (ProfFunctionsPage *self, ProfAnalyzer *analyzer)
{
  g_set_object (&self->analyzer, analyzer);
  g_signal_connect_object (analyzer, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (prof_analyzer_get_selection (analyzer), "search-changed",
                           G_CALLBACK (on_search), self, G_CONNECT_SWAPPED);
  refresh_if_seen (self);
}

static void
action_copy_name (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfFunctionsPage *self = PROF_FUNCTIONS_PAGE (widget);
  gpointer item = gtk_single_selection_get_selected_item (self->selection);

  if (item)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), get_name (self, item));
}

static void
prof_functions_page_dispose (GObject *object)
{
  ProfFunctionsPage *self = PROF_FUNCTIONS_PAGE (object);

  if (self->view)
    gtk_column_view_set_model (self->view, NULL);
  g_clear_object (&self->analyzer);
  G_OBJECT_CLASS (prof_functions_page_parent_class)->dispose (object);
}

static void
prof_functions_page_finalize (GObject *object)
{
  ProfFunctionsPage *self = PROF_FUNCTIONS_PAGE (object);

  g_clear_object (&self->selection);
  g_clear_object (&self->sorted);
  g_clear_object (&self->store);
  g_clear_object (&self->filter);
  g_hash_table_unref (self->by_id);
  g_clear_pointer (&self->cells, prof_cells_free);
  g_clear_pointer (&self->search, prof_search_free);
  G_OBJECT_CLASS (prof_functions_page_parent_class)->finalize (object);
}

static void
prof_functions_page_class_init (ProfFunctionsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = prof_functions_page_dispose;
  object_class->finalize = prof_functions_page_finalize;
  widget_class->map = prof_functions_page_map;

  gtk_widget_class_install_action (widget_class, "functions.copy-name", NULL, action_copy_name);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK,
                                       "functions.copy-name", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/example/Profiler/functions-page.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfFunctionsPage, view);
}

static void
prof_functions_page_init (ProfFunctionsPage *self)
{
  GtkFilterListModel *filtered;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->stale = TRUE;
  self->cells = prof_cells_new (self, name_row);
  self->store = g_list_store_new (PROF_TYPE_FUNCTION_ITEM);
  self->by_id = g_hash_table_new (NULL, NULL);
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_shown, self, NULL));
  add_columns (self);

  filtered = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->store)),
                                        g_object_ref (self->filter));
  self->sorted = gtk_sort_list_model_new (G_LIST_MODEL (filtered),
                                          g_object_ref (gtk_column_view_get_sorter (self->view)));
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->sorted)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
}
