/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/analyzer.h"

G_BEGIN_DECLS

/* The call tree as a table. Numbers change in place when the time range moves: what is expanded,
 * selected and scrolled to stays.
 *
 * Actions: tree.expand-heaviest, tree.expand-all, tree.copy-name. */
#define PROF_TYPE_TREE_PAGE (prof_tree_page_get_type ())
G_DECLARE_FINAL_TYPE (ProfTreePage, prof_tree_page, PROF, TREE_PAGE, AdwBin)

void prof_tree_page_set_analyzer (ProfTreePage *self, ProfAnalyzer *analyzer);

/* Expands what is above @node, selects it, and scrolls to it. */
void prof_tree_page_reveal (ProfTreePage *self, guint32 node);

/* (transfer none): the rows as shown; items are #GtkTreeListRow with #ProfTreeNode. */
GListModel *prof_tree_page_get_rows (ProfTreePage *self);

G_END_DECLS
