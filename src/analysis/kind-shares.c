/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/kind-shares.h"

#include <string.h>

void
prof_shares_by_kind (ProfSnapshot *snapshot, const ProfFilter *filter,
                     const guint64 *origin_weights, guint n_origins,
                     guint64 kind_weights[PROF_N_FRAME_KINDS])
{
  memset (kind_weights, 0, PROF_N_FRAME_KINDS * sizeof *kind_weights);
  n_origins = MIN (n_origins, snapshot->n_origins);
  for (guint32 origin = 0; origin < n_origins; origin++)
    {
      guint32 stack = snapshot->origins[origin].stack;
      const ProfFunctionRow *function;
      guint kind;

      if (origin_weights[origin] == 0 || stack == 0 ||
          (filter && !prof_filter_shows (filter, origin)))
        continue;
      function = prof_snapshot_frame_function (snapshot, snapshot->stacks[stack].frame);
      kind = function->kind == PROF_FRAME_INLINED ? function->carrier : function->kind;
      if (kind < PROF_N_FRAME_KINDS)
        kind_weights[kind] += origin_weights[origin];
    }
}

guint
prof_snapshot_get_kinds (ProfSnapshot *snapshot)
{
  guint kinds = 0;

  for (guint32 i = 0; i < snapshot->n_functions; i++)
    if (snapshot->functions[i].kind < PROF_N_FRAME_KINDS)
      kinds |= PROF_FRAME_KIND_BIT (snapshot->functions[i].kind);
  return kinds;
}
