/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/snapshot.h"

G_BEGIN_DECLS

/**
 * ProfRangeTotals:
 *
 * For each origin, how many samples it has and what they weigh, in a time range. A range over any
 * number of samples costs O(log blocks) histogram merges; a moved range costs what entered and
 * left. Belongs to one thread at a time.
 */
typedef struct {
  /*< public, read only >*/
  guint n_origins;
  guint64 *counts;  /* [n_origins] */
  guint64 *weights; /* [n_origins] */
  gint64 start;
  gint64 end;
} ProfRangeTotals;

ProfRangeTotals *prof_range_totals_new (void);
void prof_range_totals_free (ProfRangeTotals *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfRangeTotals, prof_range_totals_free)

/**
 * prof_range_totals_update:
 * @start: ns
 * @end: ns, exclusive: the range is [start, end)
 *
 * Brings the totals to a range of @snapshot, from the last ones where that is cheaper.
 */
void prof_range_totals_update (ProfRangeTotals *self, ProfSnapshot *snapshot, gint64 start,
                               gint64 end);

G_END_DECLS
