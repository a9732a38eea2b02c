/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * ProfCells:
 *
 * The cells of a #GtkColumnView that are on screen. Items need no properties and notify nothing:
 * when numbers change, prof_cells_refresh() writes the few dozen cells that can be seen, whatever
 * the size of the model.
 */
typedef struct _ProfCells ProfCells;

/* Makes the widget of a cell. */
typedef GtkWidget *(*ProfCellSetup) (gpointer owner);
/* Writes @item into the widget that setup made. */
typedef void (*ProfCellUpdate) (GtkWidget *cell, gpointer item, gpointer owner);
/* (transfer full): what a row is called for assistive technology. */
typedef char *(*ProfRowName) (gpointer item, gpointer owner);

/* @owner (unowned) is handed to the functions. Items are those of the view's model, or, in a
 * #GtkTreeListModel, the rows' items. */
ProfCells *prof_cells_new (gpointer owner, ProfRowName row_name);
void prof_cells_free (ProfCells *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfCells, prof_cells_free)

/* (transfer full): a column; the functions live as long as @self, which outlives the view. */
GtkColumnViewColumn *prof_cells_add_column (ProfCells *self, GtkColumnView *view, const char *title,
                                            ProfCellSetup setup, ProfCellUpdate update);
/* As above, with the expander of a #GtkTreeListModel around the cell. */
GtkColumnViewColumn *prof_cells_add_tree_column (ProfCells *self, GtkColumnView *view,
                                                 const char *title, ProfCellSetup setup,
                                                 ProfCellUpdate update);

/* Writes every cell on screen anew. */
void prof_cells_refresh (ProfCells *self);

/* Brings the row at @position into view. */
void prof_cells_scroll_to (GtkColumnView *view, guint position);

G_END_DECLS
