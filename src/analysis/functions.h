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

/**
 * prof_functions_get_top:
 * @tree: one that is not inverted
 * @totals: of any time range of the tree's snapshot
 * @weight: (out): the top function's self weight in that range
 * @all: (out): the weight of all that the tree shows in that range
 *
 * Returns: the function row with the most self weight (the first row among equals), %PROF_NO_ID if
 *   nothing in the range has a function
 */
guint32 prof_functions_get_top (const ProfCallTree *tree, const ProfRangeTotals *totals,
                                guint64 *weight, guint64 *all);

/**
 * prof_call_tree_new_callers:
 * @tree: one that is not inverted
 * @function: a function row
 *
 * Who calls @function: a tree whose root has one child, @function, below which a node's children
 * are its callers. Recursion counts from the outermost call, so each sample is in it once. Without
 * groups; set its totals like any tree's. A function that does not occur gives the root alone.
 * Like an inverted tree it is cut where it would become too large.
 */
ProfCallTree *prof_call_tree_new_callers (const ProfCallTree *tree, guint32 function);

/* Likewise what @function calls: the subtrees of its outermost calls, merged. */
ProfCallTree *prof_call_tree_new_callees (const ProfCallTree *tree, guint32 function);

G_END_DECLS
