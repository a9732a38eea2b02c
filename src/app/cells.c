/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cells.h"

typedef struct {
  ProfCells *cells;
  ProfCellSetup setup;
  ProfCellUpdate update;
  gboolean tree;
  GHashTable *bound; /* GtkListItem (unowned), a set */
} Column;

struct _ProfCells {
  gpointer owner;
  ProfRowName row_name;
  GPtrArray *columns; /* Column */
};

static void
column_free (gpointer data)
{
  Column *column = data;

  g_hash_table_unref (column->bound);
  g_free (column);
}

ProfCells *
prof_cells_new (gpointer owner, ProfRowName row_name)
{
  ProfCells *self = g_new0 (ProfCells, 1);

  self->owner = owner;
  self->row_name = row_name;
  self->columns = g_ptr_array_new_with_free_func (column_free);
  return self;
}

void
prof_cells_free (ProfCells *self)
{
  g_ptr_array_unref (self->columns);
  g_free (self);
}

static GtkWidget *
get_cell (Column *column, GtkListItem *list_item)
{
  GtkWidget *child = gtk_list_item_get_child (list_item);

  return column->tree ? gtk_tree_expander_get_child (GTK_TREE_EXPANDER (child)) : child;
}

static void
update (Column *column, GtkListItem *list_item)
{
  gpointer item = gtk_list_item_get_item (list_item);
  GtkWidget *cell = get_cell (column, list_item);

  if (item == NULL)
    return;
  if (GTK_IS_TREE_LIST_ROW (item))
    {
      g_autoptr (GObject) inner = gtk_tree_list_row_get_item (item);

      if (inner)
        column->update (cell, inner, column->cells->owner);
      return;
    }
  column->update (cell, item, column->cells->owner);
}

/* The row is the cell's grandparent; only in bind is it known to be there. */
static void
name_row (Column *column, GtkListItem *list_item)
{
  GtkWidget *child = gtk_list_item_get_child (list_item);
  GtkWidget *cell = gtk_widget_get_parent (child);
  GtkWidget *row = cell ? gtk_widget_get_parent (cell) : NULL;
  gpointer item = gtk_list_item_get_item (list_item);
  g_autoptr (GObject) inner = NULL;
  g_autofree char *name = NULL;

  if (row == NULL || item == NULL)
    return;
  inner = GTK_IS_TREE_LIST_ROW (item) ? gtk_tree_list_row_get_item (item) : g_object_ref (item);
  if (inner == NULL)
    return;
  name = column->cells->row_name (inner, column->cells->owner);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *list_item, Column *column)
{
  GtkWidget *cell = column->setup (column->cells->owner);

  if (column->tree)
    {
      GtkWidget *expander = gtk_tree_expander_new ();

      gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), cell);
      cell = expander;
    }
  gtk_list_item_set_child (list_item, cell);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *list_item, Column *column)
{
  if (column->tree)
    gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (list_item)),
                                    gtk_list_item_get_item (list_item));
  g_hash_table_add (column->bound, list_item);
  update (column, list_item);
  if (column == g_ptr_array_index (column->cells->columns, 0))
    name_row (column, list_item);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *list_item, Column *column)
{
  g_hash_table_remove (column->bound, list_item);
  if (column->tree)
    gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (list_item)), NULL);
}

static GtkColumnViewColumn *
add_column (ProfCells *self, GtkColumnView *view, const char *title, ProfCellSetup setup,
            ProfCellUpdate update_func, gboolean tree)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  Column *column = g_new0 (Column, 1);
  GtkColumnViewColumn *view_column;

  column->cells = self;
  column->setup = setup;
  column->update = update_func;
  column->tree = tree;
  column->bound = g_hash_table_new (NULL, NULL);
  g_ptr_array_add (self->columns, column);

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), column);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), column);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), column);
  view_column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_append_column (view, view_column);
  return view_column;
}

GtkColumnViewColumn *
prof_cells_add_column (ProfCells *self, GtkColumnView *view, const char *title, ProfCellSetup setup,
                       ProfCellUpdate update_func)
{
  return add_column (self, view, title, setup, update_func, FALSE);
}

GtkColumnViewColumn *
prof_cells_add_tree_column (ProfCells *self, GtkColumnView *view, const char *title,
                            ProfCellSetup setup, ProfCellUpdate update_func)
{
  return add_column (self, view, title, setup, update_func, TRUE);
}

void
prof_cells_refresh (ProfCells *self)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      Column *column = g_ptr_array_index (self->columns, i);
      GHashTableIter iter;
      gpointer list_item;

      g_hash_table_iter_init (&iter, column->bound);
      while (g_hash_table_iter_next (&iter, &list_item, NULL))
        {
          update (column, list_item);
          if (i == 0)
            name_row (column, list_item);
        }
    }
}

void
prof_cells_scroll_to (GtkColumnView *view, guint position)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (view));

  /* GTK 4.12 has a call for it; until then it is an action of the list inside. */
  if (GTK_IS_LIST_VIEW (list))
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
}
