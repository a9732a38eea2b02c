/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "profile/snapshot.h"

G_BEGIN_DECLS

/* The cells that the call tree and the list of functions have in common. */

/* The colour chip of a stack type, and a name. */
GtkWidget *prof_function_cell_new (gpointer owner);
/* @function: (nullable): NULL for what is not a function and has no chip; @found: matches the
 * search */
void prof_function_cell_set (GtkWidget *cell, const ProfFunctionRow *function, const char *name,
                             gboolean found);

GtkWidget *prof_text_cell_new (gpointer owner);
/* The base name of the module, the source file with the line; the whole paths as tooltips.
 * @function: (nullable) */
void prof_text_cell_set_module (GtkWidget *cell, const ProfSnapshot *snapshot,
                                const ProfFunctionRow *function);
void prof_text_cell_set_location (GtkWidget *cell, const ProfSnapshot *snapshot,
                                  const ProfFunctionRow *function);

/* Orders functions by module, by file and line; NULL comes first. */
int prof_function_compare_module (const ProfSnapshot *snapshot, const ProfFunctionRow *a,
                                  const ProfFunctionRow *b);
int prof_function_compare_location (const ProfSnapshot *snapshot, const ProfFunctionRow *a,
                                    const ProfFunctionRow *b);

G_END_DECLS
