/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/profile.h"

/* A large profile made up for measuring: programs with a call graph of some thousand functions, a
 * stack trie that branches as real ones do, samples at a steady rate. */
typedef struct {
  guint n_samples;
  guint n_stacks; /* distinct stacks that have samples */
  guint n_functions;
  gboolean uniform;     /* every stack equally often; else as 1 / rank: few are most of it */
  gboolean same_weight; /* else each sample has its own, as with hardware events */
} LargeProfileOptions;

/* (transfer full): 10 million samples, 200,000 stacks */
ProfProfile *large_profile_new (const LargeProfileOptions *options);
