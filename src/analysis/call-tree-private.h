/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/tree-draft-private.h"

G_BEGIN_DECLS

/* A node in which samples of an origin end. */
typedef struct {
  guint32 node;
  guint32 origin;
} ProfSampledNode;

typedef struct {
  guint64 weight;
  guint64 count;
} ProfSums;

typedef struct {
  ProfCallTree public;

  gatomicrefcount ref_count;
  guint n_origins;
  guint32 *origin_node; /* [n_origins]: PROF_NO_ID if hidden */
  guint n_sampled;
  ProfSampledNode *sampled; /* [n_sampled]: sorted by node */
  ProfSums *below;          /* [max_depth + 2]: zero between calls */
  guint n_used;             /* functions that the tree has */
  guint32 *used;            /* [n_used]: sorted by name */
  gpointer memory;          /* holds the public arrays */
  gsize memory_size;
} ProfCallTreePrivate;

#define PROF_CALL_TREE_PRIVATE(tree) ((ProfCallTreePrivate *) (tree))

/**
 * prof_call_tree_layout:
 * @draft: the nodes
 * @origin_node: (transfer full): [n_origins] nodes of @draft, or PROF_NO_ID
 *
 * Sorts siblings by name and numbers the nodes depth first.
 */
ProfCallTree *prof_call_tree_layout (ProfSnapshot *snapshot, const ProfTreeDraft *draft,
                                     gboolean inverted, guint32 *origin_node, guint n_origins);

/* The nodes of a tree that is not inverted, a draft or a finished one: where each member of the
 * first node is, and how many elements of its type later that of the next node. */
typedef struct {
  const guint32 *parent;
  const guint32 *id;
  const guint8 *type;
  gsize step;
  gsize type_step;
} ProfUpright;

/* A place where samples end in the upright tree, on its way up. */
typedef struct {
  guint32 start;    /* upright: where it began */
  guint32 at;       /* upright: the frame reached, or the group or root above */
  guint32 inverted; /* inverted: the node of the frame before that */
} ProfClimber;

/**
 * prof_climb:
 * @climbers: ProfClimber; is used up
 * @result: by upright node: what came of the climber that began there
 *
 * Adds callers to an inverted tree, until all climbers are at their tops or the tree is large
 * enough.
 */
void prof_climb (const ProfUpright *upright, GArray *climbers, ProfTreeDraft *inverted,
                 guint32 *result);

/**
 * prof_tree_draft_invert:
 * @draft: an upright tree
 * @origin_node: [n_origins] nodes of @draft; changed to those of @inverted
 */
void prof_tree_draft_invert (const ProfTreeDraft *draft, guint32 *origin_node, guint n_origins,
                             ProfTreeDraft *inverted);

G_END_DECLS
