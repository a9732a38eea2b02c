/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/analyzer.h"

G_BEGIN_DECLS

/* Every function once, with self and total, as a table. The search filters it.
 *
 * Action: functions.copy-name. */
#define PROF_TYPE_FUNCTIONS_PAGE (prof_functions_page_get_type ())
G_DECLARE_FINAL_TYPE (ProfFunctionsPage, prof_functions_page, PROF, FUNCTIONS_PAGE, AdwBin)

void prof_functions_page_set_analyzer (ProfFunctionsPage *self, ProfAnalyzer *analyzer);

/* An item of its list. */
#define PROF_TYPE_FUNCTION_ITEM (prof_function_item_get_type ())
G_DECLARE_FINAL_TYPE (ProfFunctionItem, prof_function_item, PROF, FUNCTION_ITEM, GObject)

/* (transfer none): as of prof_functions_from_tree(); all zero for one that is not in the range */
const ProfFunctionTotal *prof_function_item_get_total (ProfFunctionItem *self);

/* (transfer none): the #ProfFunctionItem that are shown, in the order in which they are. */
GListModel *prof_functions_page_get_rows (ProfFunctionsPage *self);

G_END_DECLS
