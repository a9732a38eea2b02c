/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/filter.h"
#include "profile/range-totals.h"

G_BEGIN_DECLS

/**
 * ProfCallTree:
 *
 * The merged stacks of a snapshot for given options (grouping, hidden kinds, transforms, filter):
 * nodes in depth-first order, so node i's subtree is [i, end[i]). Node 0 is the root of all.
 * Siblings are sorted by name. The shape is built once; prof_call_tree_set_totals() only recomputes
 * weights, by one backward pass. Holds nodes of every sample the filter shows, at any time, so that
 * a node keeps its index when the range moves; nodes without weight in the range have total 0.
 *
 * Frames are merged by function. Group nodes (process, thread) are above the functions. A frame of
 * the hidden kinds, or that the query's merge matches, is left out: its weight goes to its caller.
 * A focus cuts off what is above the outermost matching frame (of any kind).
 *
 * An inverted tree begins (below the groups) with the innermost frames; a node's children are its
 * callers. Its self is the weight of samples whose stacks begin there, so that here too a total is
 * self plus the children's totals. A complete inverted tree may be thousands of times larger than
 * the profile: it is built level by level, and not beyond some million nodes. Nodes whose callers
 * were left out for that have @cut set, and those callers' weight as self.
 */
typedef enum {
  PROF_NODE_ROOT,
  PROF_NODE_PROCESS,  /* id: process row */
  PROF_NODE_THREAD,   /* id: thread row */
  PROF_NODE_FUNCTION, /* id: function row */
} ProfNodeType;

typedef struct {
  /*< public, read only >*/
  guint n_nodes;
  const guint32 *parent;   /* [n_nodes]; of the root: 0 */
  const guint32 *end;      /* [n_nodes]: first node after the subtree */
  const guint32 *id;       /* [n_nodes]: row by type; of the root: PROF_NO_ID */
  const guint8 *type;      /* [n_nodes]: ProfNodeType */
  const guint8 *kind;      /* [n_nodes]: ProfFrameKind of a function node */
  const guint32 *depth;    /* [n_nodes]: root 0 */
  const guint8 *outermost; /* [n_nodes]: no ancestor is of the same function */
  const guint8 *cut;       /* (nullable) [n_nodes]: of an inverted tree */
  guint max_depth;
  gboolean inverted;

  guint64 *self; /* weights, by the last set_totals */
  guint64 *total;
  guint64 *self_count; /* samples */
  guint64 *total_count;
  ProfSnapshot *snapshot;
} ProfCallTree;

/**
 * prof_call_tree_new:
 * @filter: made from @snapshot and @query
 *
 * Builds the shape; all weights are 0. Safe on a worker thread. A tree may be used by one thread at
 * a time.
 */
ProfCallTree *prof_call_tree_new (ProfSnapshot *snapshot, const ProfFilter *filter,
                                  const ProfQuery *query);
ProfCallTree *prof_call_tree_ref (ProfCallTree *self);
void prof_call_tree_unref (ProfCallTree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfCallTree, prof_call_tree_unref)

/* Weights for the range that @totals holds. */
void prof_call_tree_set_totals (ProfCallTree *self, const ProfRangeTotals *totals);

/* (transfer full): a display name: the function's, "name (pid)", "name (tid)", "all". A process or
 * thread without a name is "?", one without a number has no parentheses. */
char *prof_call_tree_get_name (const ProfCallTree *self, guint32 node);
/* (transfer none) (nullable): the function row of a function node. */
const ProfFunctionRow *prof_call_tree_get_function (const ProfCallTree *self, guint32 node);
/* First child or PROF_NO_ID; next sibling or PROF_NO_ID. */
guint32 prof_call_tree_first_child (const ProfCallTree *self, guint32 node);
guint32 prof_call_tree_next_sibling (const ProfCallTree *self, guint32 node);
/* (transfer full): children with total > 0, heaviest first (guint32; ties by name). */
GArray *prof_call_tree_get_children_by_weight (const ProfCallTree *self, guint32 node);
/* The node of an origin's whole stack, PROF_NO_ID if the filter hides it. */
guint32 prof_call_tree_get_origin_node (const ProfCallTree *self, guint32 origin);

/* Finds the node of another tree with the same path of names, types and modules, or PROF_NO_ID:
 * keeps zoom and expansion across rebuilt trees. */
guint32 prof_call_tree_find_same (const ProfCallTree *self, const ProfCallTree *other,
                                  guint32 other_node);

G_END_DECLS
