/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/call-tree.h"

G_BEGIN_DECLS

typedef struct {
  guint32 function; /* row */
  guint64 self;     /* weight of samples whose innermost shown frame it is */
  guint64 total;    /* weight of samples it occurs in, once each whatever the recursion */
  guint64 self_count;
  guint64 total_count;
} ProfFunctionTotal;

/* (transfer full): ProfFunctionTotal for each function with total > 0, by self descending, then
 * total, then name. From a tree that is not inverted and has its totals set. */
GArray *prof_functions_from_tree (const ProfCallTree *tree);

G_END_DECLS
