/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/tree-level.h"

struct _ProfTreeNode {
  GObject parent_instance;
  ProfTreeHolder *holder; /* (rc box) */
  ProfTreeLevel *level;   /* (nullable) (weak) */
  guint64 key;            /* as Child.key */
  guint32 node;
  ProfTreeKey sort_key;
};

/* One child of a level. */
typedef struct {
  guint64 key;        /* what it is, in any tree of the same profile */
  ProfTreeNode *item; /* (nullable): when somebody asked for it */
  guint32 node;
  gboolean leaf;
} Child;

struct _ProfTreeLevel {
  GObject parent_instance;
  ProfTreeHolder *holder;
  guint32 parent;   /* PROF_NO_ID: the outermost level */
  GArray *children; /* (nullable): Child, when somebody asked for them */
};

static void prof_tree_level_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE (ProfTreeNode, prof_tree_node, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE_WITH_CODE (ProfTreeLevel, prof_tree_level, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      prof_tree_level_list_model_init))

static void
clear_holder (gpointer data)
{
  ProfTreeHolder *holder = data;

  g_clear_pointer (&holder->tree, prof_call_tree_unref);
}

static void
release_holder (ProfTreeHolder *holder)
{
  g_rc_box_release_full (holder, clear_holder);
}

static gboolean
is_leaf (const ProfCallTree *tree, guint32 node)
{
  return tree->end[node] == node + 1;
}

static guint64
key_of (const ProfCallTree *tree, guint32 node)
{
  return ((guint64) tree->type[node] << 32) | tree->id[node];
}

/* Nodes */

static void
prof_tree_node_finalize (GObject *object)
{
  ProfTreeNode *self = PROF_TREE_NODE (object);

  g_clear_weak_pointer (&self->level);
  release_holder (self->holder);
  G_OBJECT_CLASS (prof_tree_node_parent_class)->finalize (object);
}

static void
prof_tree_node_class_init (ProfTreeNodeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = prof_tree_node_finalize;
}

static void
prof_tree_node_init (ProfTreeNode *self)
{
}

guint32
prof_tree_node_get_node (ProfTreeNode *self)
{
  return self->node;
}

const ProfCallTree *
prof_tree_node_get_tree (ProfTreeNode *self)
{
  return self->holder->tree;
}

const ProfFunctionRow *
prof_tree_node_get_function (ProfTreeNode *self)
{
  const ProfSnapshot *snapshot = self->holder->tree->snapshot;
  guint32 id = (guint32) self->key;

  if (self->key >> 32 != PROF_NODE_FUNCTION || id >= snapshot->n_functions)
    return NULL;
  return &snapshot->functions[id];
}

const ProfTreeKey *
prof_tree_node_get_key (const ProfTreeNode *self)
{
  return &self->sort_key;
}

static void
settle_node (ProfTreeNode *self)
{
  const ProfCallTree *tree = self->holder->tree;

  self->sort_key.self = tree->self[self->node];
  self->sort_key.total = tree->total[self->node];
  self->sort_key.place = self->node;
}

GListModel *
prof_tree_node_create_level (ProfTreeNode *self)
{
  ProfTreeLevel *level;

  if (is_leaf (self->holder->tree, self->node))
    return NULL;
  if (self->level)
    return g_object_ref (G_LIST_MODEL (self->level));
  level = g_object_new (PROF_TYPE_TREE_LEVEL, NULL);
  level->holder = g_rc_box_acquire (self->holder);
  level->parent = self->node;
  g_set_weak_pointer (&self->level, level);
  return G_LIST_MODEL (level);
}

GListModel *
prof_tree_node_get_level (ProfTreeNode *self)
{
  return self->level ? G_LIST_MODEL (self->level) : NULL;
}

/* Levels */

static void
clear_child (gpointer data)
{
  g_clear_object (&((Child *) data)->item);
}

static void
append_child (GArray *children, const ProfCallTree *tree, guint32 node)
{
  Child child = {
    .key = key_of (tree, node),
    .node = node,
    .leaf = is_leaf (tree, node),
  };

  g_array_append_val (children, child);
}

static GArray *
list_children (const ProfCallTree *tree, guint32 parent)
{
  GArray *children = g_array_new (FALSE, FALSE, sizeof (Child));

  g_array_set_clear_func (children, clear_child);
  if (parent == PROF_NO_ID)
    append_child (children, tree, 0);
  else
    for (guint32 node = prof_call_tree_first_child (tree, parent); node != PROF_NO_ID;
         node = prof_call_tree_next_sibling (tree, node))
      append_child (children, tree, node);
  return children;
}

static void
ensure_children (ProfTreeLevel *self)
{
  if (self->children == NULL)
    self->children = list_children (self->holder->tree, self->parent);
}

static GType
prof_tree_level_get_item_type (GListModel *model)
{
  return PROF_TYPE_TREE_NODE;
}

static guint
prof_tree_level_get_n_items (GListModel *model)
{
  ProfTreeLevel *self = PROF_TREE_LEVEL (model);

  ensure_children (self);
  return self->children->len;
}

static gpointer
prof_tree_level_get_item (GListModel *model, guint position)
{
  ProfTreeLevel *self = PROF_TREE_LEVEL (model);
  Child *child;

  ensure_children (self);
  if (position >= self->children->len)
    return NULL;
  child = &g_array_index (self->children, Child, position);
  if (child->item == NULL)
    {
      child->item = g_object_new (PROF_TYPE_TREE_NODE, NULL);
      child->item->holder = g_rc_box_acquire (self->holder);
      child->item->node = child->node;
      child->item->key = child->key;
      settle_node (child->item);
    }
  return g_object_ref (child->item);
}

static void
prof_tree_level_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = prof_tree_level_get_item_type;
  iface->get_n_items = prof_tree_level_get_n_items;
  iface->get_item = prof_tree_level_get_item;
}

static void
prof_tree_level_finalize (GObject *object)
{
  ProfTreeLevel *self = PROF_TREE_LEVEL (object);

  g_clear_pointer (&self->children, g_array_unref);
  release_holder (self->holder);
  G_OBJECT_CLASS (prof_tree_level_parent_class)->finalize (object);
}

static void
prof_tree_level_class_init (ProfTreeLevelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = prof_tree_level_finalize;
}

static void
prof_tree_level_init (ProfTreeLevel *self)
{
}

ProfTreeLevel *
prof_tree_level_new_root (ProfCallTree *tree)
{
  ProfTreeLevel *self = g_object_new (PROF_TYPE_TREE_LEVEL, NULL);

  self->holder = g_rc_box_new0 (ProfTreeHolder);
  self->holder->tree = prof_call_tree_ref (tree);
  self->parent = PROF_NO_ID;
  return self;
}

guint
prof_tree_level_find (ProfTreeLevel *self, guint32 node)
{
  ensure_children (self);
  for (guint i = 0; i < self->children->len; i++)
    if (g_array_index (self->children, Child, i).node == node)
      return i;
  return G_MAXUINT;
}

/* What has gone goes, what stays keeps its place and its object, what is new comes at the end: the
 * view sorts anyway. @next: levels below that follow. */
static void
merge_children (ProfTreeLevel *self, GQueue *next)
{
  g_autoptr (GArray) fresh = list_children (self->holder->tree, self->parent);
  g_autoptr (GHashTable) index = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree gboolean *taken = g_new0 (gboolean, fresh->len + 1);
  guint n_old;

  for (guint i = 0; i < fresh->len; i++)
    g_hash_table_insert (index, &g_array_index (fresh, Child, i).key, GUINT_TO_POINTER (i + 1));

  for (guint i = self->children->len; i-- > 0;)
    {
      Child *child = &g_array_index (self->children, Child, i);
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (index, &child->key));
      const Child *now;

      if (place == 0)
        {
          g_array_remove_index (self->children, i);
          g_list_model_items_changed (G_LIST_MODEL (self), i, 1, 0);
          continue;
        }
      now = &g_array_index (fresh, Child, place - 1);
      taken[place - 1] = TRUE;
      child->node = now->node;
      if (child->leaf != now->leaf)
        {
          /* A row that was a leaf never becomes expandable, so it becomes another row. */
          child->leaf = now->leaf;
          g_clear_object (&child->item);
          g_list_model_items_changed (G_LIST_MODEL (self), i, 1, 1);
        }
      else if (child->item)
        {
          child->item->node = now->node;
          if (child->item->level)
            {
              child->item->level->parent = now->node;
              g_queue_push_tail (next, g_object_ref (child->item->level));
            }
        }
    }

  n_old = self->children->len;
  for (guint i = 0; i < fresh->len; i++)
    if (!taken[i])
      append_child (self->children, self->holder->tree, g_array_index (fresh, Child, i).node);
  if (self->children->len > n_old)
    g_list_model_items_changed (G_LIST_MODEL (self), n_old, 0, self->children->len - n_old);
}

/* Nodes first, signals after: whoever reacts to a signal must not see nodes of the old tree. */
static void
renumber (ProfTreeLevel *root)
{
  GQueue levels = G_QUEUE_INIT;
  ProfTreeLevel *level;

  g_queue_push_tail (&levels, g_object_ref (root));
  while ((level = g_queue_pop_head (&levels)))
    {
      g_autoptr (ProfTreeLevel) owned = level;
      g_autoptr (GArray) fresh = NULL;
      g_autoptr (GHashTable) index = NULL;

      if (level->children == NULL)
        continue;
      fresh = list_children (level->holder->tree, level->parent);
      index = g_hash_table_new (g_int64_hash, g_int64_equal);
      for (guint i = 0; i < fresh->len; i++)
        g_hash_table_insert (index, &g_array_index (fresh, Child, i).key, GUINT_TO_POINTER (i + 1));
      for (guint i = 0; i < level->children->len; i++)
        {
          Child *child = &g_array_index (level->children, Child, i);
          guint place = GPOINTER_TO_UINT (g_hash_table_lookup (index, &child->key));

          /* What has gone reads as the root until its removal is told. */
          child->node = place ? g_array_index (fresh, Child, place - 1).node : 0;
          if (child->item == NULL)
            continue;
          child->item->node = child->node;
          if (child->item->level)
            {
              child->item->level->parent = child->node;
              if (place)
                g_queue_push_tail (&levels, g_object_ref (child->item->level));
            }
        }
    }
}

void
prof_tree_level_set_tree (ProfTreeLevel *self, ProfCallTree *tree)
{
  GQueue levels = G_QUEUE_INIT;
  ProfTreeLevel *level;

  prof_call_tree_ref (tree);
  g_clear_pointer (&self->holder->tree, prof_call_tree_unref);
  self->holder->tree = tree;

  renumber (self);
  g_queue_push_tail (&levels, g_object_ref (self));
  while ((level = g_queue_pop_head (&levels)))
    {
      if (level->children)
        merge_children (level, &levels);
      g_object_unref (level);
    }
}

void
prof_tree_level_settle (ProfTreeLevel *self)
{
  GQueue levels = G_QUEUE_INIT;
  ProfTreeLevel *level;

  g_queue_push_tail (&levels, g_object_ref (self));
  while ((level = g_queue_pop_head (&levels)))
    {
      for (guint i = 0; level->children && i < level->children->len; i++)
        {
          ProfTreeNode *item = g_array_index (level->children, Child, i).item;

          if (item == NULL)
            continue;
          settle_node (item);
          if (item->level)
            g_queue_push_tail (&levels, g_object_ref (item->level));
        }
      g_object_unref (level);
    }
}
