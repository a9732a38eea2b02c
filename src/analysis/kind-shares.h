/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/filter.h"

G_BEGIN_DECLS

/**
 * prof_shares_by_kind:
 * @filter: (nullable): which origins count
 * @origin_weights: [n_origins]
 * @kind_weights: (out): weight by the kind of code that ran: of the innermost frame, or of what
 *   carries it where that is an inlined function. Samples with an empty stack count nowhere.
 */
void prof_shares_by_kind (ProfSnapshot *snapshot, const ProfFilter *filter,
                          const guint64 *origin_weights, guint n_origins,
                          guint64 kind_weights[PROF_N_FRAME_KINDS]);

/* A set of PROF_FRAME_KIND_BIT(), the kinds that occur in @snapshot's
 * functions. */
guint prof_snapshot_get_kinds (ProfSnapshot *snapshot);

G_END_DECLS
