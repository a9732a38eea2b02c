/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/range-totals.h"

#include <string.h>

#include "profile/snapshot-private.h"

typedef struct {
  ProfRangeTotals public;
  ProfSnapshot *snapshot;
} ProfRangeTotalsFull;

/* A stretch of time to add or to subtract. */
typedef struct {
  gint64 start;
  gint64 end;
  gboolean add;
} Change;

ProfRangeTotals *
prof_range_totals_new (void)
{
  ProfRangeTotalsFull *self = g_new0 (ProfRangeTotalsFull, 1);

  return &self->public;
}

void
prof_range_totals_free (ProfRangeTotals *self)
{
  ProfRangeTotalsFull *full = (ProfRangeTotalsFull *) self;

  g_clear_pointer (&full->snapshot, prof_snapshot_unref);
  g_free (self->counts);
  g_free (self->weights);
  g_free (self);
}

static guint64
apply (ProfRangeTotalsFull *self, const Change *change, gboolean dry)
{
  return prof_snapshot_apply_range (self->snapshot, change->start, change->end, change->add,
                                    dry ? NULL : self->public.counts, self->public.weights);
}

/* The range from @old to @new at one edge; an edge that moves inwards takes away. */
static Change
edge_change (gint64 old, gint64 new, gboolean is_start)
{
  return (Change){ MIN (old, new), MAX (old, new), is_start ? new < old : new > old };
}

void
prof_range_totals_update (ProfRangeTotals *self, ProfSnapshot *snapshot, gint64 start, gint64 end)
{
  ProfRangeTotalsFull *full = (ProfRangeTotalsFull *) self;
  Change all = { start, end, TRUE };

  if (end < start)
    all.end = end = start;

  if (full->snapshot == snapshot && start < self->end && self->start < end)
    {
      Change edges[2] = { edge_change (self->start, start, TRUE),
                          edge_change (self->end, end, FALSE) };
      guint64 moved = apply (full, &edges[0], TRUE) + apply (full, &edges[1], TRUE);

      /* Beginning anew also clears the sums: about a step for each eight origins. */
      if (moved <= apply (full, &all, TRUE) + self->n_origins / 8)
        {
          apply (full, &edges[0], FALSE);
          apply (full, &edges[1], FALSE);
          self->start = start;
          self->end = end;
          return;
        }
    }

  if (full->snapshot != snapshot)
    {
      g_clear_pointer (&full->snapshot, prof_snapshot_unref);
      full->snapshot = prof_snapshot_ref (snapshot);
      if (self->n_origins != snapshot->n_origins)
        {
          self->n_origins = snapshot->n_origins;
          self->counts = g_renew (guint64, self->counts, self->n_origins);
          self->weights = g_renew (guint64, self->weights, self->n_origins);
        }
    }
  if (self->n_origins)
    {
      memset (self->counts, 0, self->n_origins * sizeof (guint64));
      memset (self->weights, 0, self->n_origins * sizeof (guint64));
    }
  self->start = start;
  self->end = end;
  apply (full, &all, FALSE);
}
