/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/filter.h"

/* The plain meaning of a query, a sample at a time, as slow as it is simple. */

/* (transfer full): a query at random; its regular expressions are valid. */
ProfQuery *random_query (GRand *rand, const ProfSnapshot *snapshot);

gboolean reference_shows (const ProfSnapshot *snapshot, const ProfQuery *query, guint32 origin);

/* A step of a path from the root: a process, thread or function. */
typedef struct {
  guint32 type; /* ProfNodeType */
  guint32 id;
} PathStep;

/* (transfer full): PathStep, the nodes of a shown origin's sample from the root's child down. */
GArray *reference_path (const ProfSnapshot *snapshot, const ProfQuery *query, guint32 origin);
