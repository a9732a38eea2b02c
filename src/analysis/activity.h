/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/filter.h"

G_BEGIN_DECLS

/**
 * ProfActivity:
 *
 * Weight over time of each process and each thread: what sparklines draw. [start, end) is cut
 * into @n_columns parts of equal length, the k-th from start + k * (end - start) / n_columns on,
 * rounded down.
 */
typedef struct {
  /*< public, read only >*/
  gint64 start;
  gint64 end;
  guint n_columns;
  guint n_processes;
  guint n_threads;
  guint64 *processes; /* [n_processes][n_columns] */
  guint64 *threads;   /* [n_threads][n_columns] */
} ProfActivity;

/* One scan over the samples of [start, end) that @filter (nullable: all) shows. Safe on a worker
 * thread. */
ProfActivity *prof_activity_new (ProfSnapshot *snapshot, const ProfFilter *filter, gint64 start,
                                 gint64 end, guint n_columns);
void prof_activity_free (ProfActivity *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfActivity, prof_activity_free)

G_END_DECLS
