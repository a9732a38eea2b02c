/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "process/process-list.h"

G_BEGIN_DECLS

/* A row of the attach dialog. */
#define PROF_TYPE_PROCESS_ITEM (prof_process_item_get_type ())
G_DECLARE_FINAL_TYPE (ProfProcessItem, prof_process_item, PROF, PROCESS_ITEM, GObject)

/* @info: (transfer full) */
ProfProcessItem *prof_process_item_new (ProfProcessInfo *info);
void prof_process_item_take_info (ProfProcessItem *self, ProfProcessInfo *info);
const ProfProcessInfo *prof_process_item_get_info (ProfProcessItem *self);

/* Lets the order by CPU share go by the present one. In between it goes by an earlier one, because a
 * sorted model must not see its keys change. */
void prof_process_item_settle (ProfProcessItem *self);

/* Of two items, for sorters; @user_data is not used. */
int prof_process_item_compare_name (gconstpointer a, gconstpointer b, gpointer user_data);
int prof_process_item_compare_pid (gconstpointer a, gconstpointer b, gpointer user_data);
int prof_process_item_compare_user (gconstpointer a, gconstpointer b, gpointer user_data);
int prof_process_item_compare_cpu (gconstpointer a, gconstpointer b, gpointer user_data);
int prof_process_item_compare_command (gconstpointer a, gconstpointer b, gpointer user_data);

G_END_DECLS
