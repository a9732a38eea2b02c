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
  guint8 *shown;  /* [n_origins] 0 or 1 */
  guint32 event;  /* the chosen event's row; PROF_NO_ID without events */
} ProfFilter;

/* NULL with @error: a regex does not compile, no such event; one sentence. */
ProfFilter *prof_filter_new (ProfSnapshot *snapshot, const ProfQuery *query, GError **error);
ProfFilter *prof_filter_ref (ProfFilter *self);
void prof_filter_unref (ProfFilter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfFilter, prof_filter_unref)

G_END_DECLS
