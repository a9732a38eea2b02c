/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/snapshot.h"

G_BEGIN_DECLS

/**
 * prof_name_order_sort:
 * @names: UTF-8
 * @order: [n] (out): indices of @names, sorted
 *
 * The order in which names are shown: by case-folded code points, then by bytes. The same in every
 * locale: locales' own rules pass over punctuation, which tells functions apart.
 */
void prof_name_order_sort (const char *const *names, guint n, guint32 *order);

/**
 * prof_name_order_sort_functions:
 * @functions: [n] distinct rows; sorted by name, then module, then row
 */
void prof_name_order_sort_functions (const ProfSnapshot *snapshot, guint32 *functions, guint n);

/* (transfer full): a rank from 0 for each process (by name, pid, row) and thread (name, tid, row). */
guint32 *prof_name_order_rank_processes (const ProfSnapshot *snapshot);
guint32 *prof_name_order_rank_threads (const ProfSnapshot *snapshot);

G_END_DECLS
