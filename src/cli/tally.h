/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/batch.h"

G_BEGIN_DECLS

/**
 * ProfTally:
 *
 * Counts what passes in batches, without keeping samples: its memory grows with new stacks only, so
 * that recording for hours stays cheap. Add on one thread; the first two counters may be read on
 * another.
 */
typedef struct {
  gint samples; /* atomic; of those since the start, modulo 2^32 */
  gint lost;    /* atomic; likewise */

  guint64 n_samples;
  guint64 n_lost;
  guint64 n_truncated; /* samples whose stack has a truncated frame */
  guint64 n_frames;    /* over all samples' stacks */
  guint64 n_unnamed;   /* of those */

  /*< private >*/
  GArray *functions; /* guint8: 1 unnamed, 2 truncated; by function */
  GArray *frames;    /* guint8: likewise; by frame */
  GArray *stacks;    /* StackTally */
  GArray *origins;   /* guint32: stack */
} ProfTally;

void prof_tally_init (ProfTally *self);
void prof_tally_clear (ProfTally *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProfTally, prof_tally_clear)

void prof_tally_add (ProfTally *self, const ProfBatch *batch);

G_END_DECLS
