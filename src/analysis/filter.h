/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/query.h"

G_BEGIN_DECLS

/**
 * ProfFilter:
 *
 * A query as a mask over a snapshot's origins: which samples are shown (event, processes, threads,
 * match, no-match, focus). Immutable, reference counted (atomic).
 */
typedef struct {
  /*< public, read only >*/
  guint n_origins;
  guint n_shown; /* origins shown */
  guint8 *shown; /* [n_origins] 0 or 1 */
  guint32 event; /* the chosen event's row; PROF_NO_ID without events */

  /*< private >*/
  gatomicrefcount ref_count;
} ProfFilter;

static inline gboolean
prof_filter_shows (const ProfFilter *self, guint32 origin)
{
  return origin < self->n_origins && self->shown[origin];
}

/**
 * prof_filter_new:
 *
 * Safe on a worker thread. Origins that appear in later snapshots are not shown: make a new filter
 * for each snapshot.
 *
 * Returns: (transfer full) (nullable): %NULL with a %PROF_QUERY_ERROR, one sentence: a regex of
 *   @query (its merge too) does not compile, or there is no such event
 */
ProfFilter *prof_filter_new (ProfSnapshot *snapshot, const ProfQuery *query, GError **error);
ProfFilter *prof_filter_ref (ProfFilter *self);
void prof_filter_unref (ProfFilter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfFilter, prof_filter_unref)

G_END_DECLS
