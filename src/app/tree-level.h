/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/call-tree.h"

G_BEGIN_DECLS

/* The tree that all levels of a model show now; shared by them. */
typedef struct {
  ProfCallTree *tree;
} ProfTreeHolder;

/**
 * ProfTreeNode:
 *
 * An item of the call tree's list model: a node's index, and nothing that is known elsewhere. Made
 * when it is asked for. It stays the same object for the same function below the same callers when
 * the tree is built anew, so that what is expanded stays expanded.
 */
#define PROF_TYPE_TREE_NODE (prof_tree_node_get_type ())
G_DECLARE_FINAL_TYPE (ProfTreeNode, prof_tree_node, PROF, TREE_NODE, GObject)

guint32 prof_tree_node_get_node (ProfTreeNode *self);
/* (transfer none) (nullable): the function row; constant, unlike the node's index. */
const ProfFunctionRow *prof_tree_node_get_function (ProfTreeNode *self);

/* What a sorted model goes by. It must not see its keys change, so they are those of the last
 * prof_tree_level_settle(). */
typedef struct {
  guint64 self;
  guint64 total;
  guint32 place; /* by name among its siblings */
} ProfTreeKey;

const ProfTreeKey *prof_tree_node_get_key (const ProfTreeNode *self);
const ProfCallTree *prof_tree_node_get_tree (ProfTreeNode *self);

/* (transfer full) (nullable): the level below; NULL for a leaf. */
GListModel *prof_tree_node_create_level (ProfTreeNode *self);
/* (nullable): the level below, if it is there */
GListModel *prof_tree_node_get_level (ProfTreeNode *self);

/**
 * ProfTreeLevel:
 *
 * A #GListModel of the children of one node, by name; the outermost has the root alone.
 */
#define PROF_TYPE_TREE_LEVEL (prof_tree_level_get_type ())
G_DECLARE_FINAL_TYPE (ProfTreeLevel, prof_tree_level, PROF, TREE_LEVEL, GObject)

ProfTreeLevel *prof_tree_level_new_root (ProfCallTree *tree);

/* Makes the model, from its outermost level @self on, show another tree. */
void prof_tree_level_set_tree (ProfTreeLevel *self, ProfCallTree *tree);

/* Brings all keys up to date; then the model has to be sorted anew. */
void prof_tree_level_settle (ProfTreeLevel *self);

/* Position of a node among the level's, G_MAXUINT if it is not there. */
guint prof_tree_level_find (ProfTreeLevel *self, guint32 node);

G_END_DECLS
