/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/call-tree.h"

G_BEGIN_DECLS

/* A node while a tree grows, in order of creation: a parent is before its children. */
typedef struct {
  guint32 parent;
  guint32 id;
  guint32 first_child; /* the newest; 0: none (the root is nobody's child) */
  guint32 next_sibling;
  guint32 child_bits; /* one bit for the id of each child: a clear bit says that there is none */
  guint8 n_children;  /* PROF_DRAFT_MANY: that many or more */
  guint8 type;        /* ProfNodeType */
  guint8 cut;
} ProfDraftNode;

#define PROF_DRAFT_MANY 255

/**
 * ProfTreeDraft:
 *
 * A tree that grows one child at a time.
 */
typedef struct {
  ProfDraftNode *nodes;
  guint n_nodes;
  guint capacity;

  /* Children of nodes that have many, by (parent, id): open addressing, 0 is empty. */
  guint64 *index_keys;
  guint32 *index_nodes;
  guint index_size; /* a power of 2 */
  guint index_used;
} ProfTreeDraft;

void prof_tree_draft_init (ProfTreeDraft *self, guint capacity);
void prof_tree_draft_clear (ProfTreeDraft *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProfTreeDraft, prof_tree_draft_clear)

/* The child of @parent for (@type, @id), made if there is none. All children of a node are of one
 * type. */
guint32 prof_tree_draft_child (ProfTreeDraft *self, guint32 parent, ProfNodeType type, guint32 id);

G_END_DECLS
