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
  guint n_used;         /* functions that the tree has */
  guint32 *used;        /* [n_used]: sorted by name */
  gpointer memory;      /* holds the public arrays */
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
                                     gboolean inverted,
                                     guint32 *origin_node, guint n_origins);

/**
 * prof_tree_draft_invert:
 * @draft: an upright tree
 * @origin_node: [n_origins] nodes of @draft; changed to those of @inverted
 */
void prof_tree_draft_invert (const ProfTreeDraft *draft, guint32 *origin_node, guint n_origins,
                             ProfTreeDraft *inverted);

G_END_DECLS
