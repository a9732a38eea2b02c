/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/tree-draft-private.h"

#include "analysis/large-memory-private.h"

/* Up to here children are found by walking their list. Nearly all nodes have a child or two that
 * were made just after them, and are in the cache: the index is for the few that have thousands. */
#define LIST_MAX 8

void
prof_tree_draft_init (ProfTreeDraft *self, guint capacity)
{
  *self = (ProfTreeDraft){ 0 };
  self->capacity = MAX (capacity, 16);
  self->nodes = prof_large_new0 ((gsize) self->capacity * sizeof (ProfDraftNode));
  self->nodes[0] = (ProfDraftNode){ .id = PROF_NO_ID, .type = PROF_NODE_ROOT };
  self->n_nodes = 1;
}

void
prof_tree_draft_clear (ProfTreeDraft *self)
{
  prof_large_free (self->nodes, (gsize) self->capacity * sizeof (ProfDraftNode));
  self->nodes = NULL;
  g_clear_pointer (&self->index_keys, g_free);
  g_clear_pointer (&self->index_nodes, g_free);
}

static inline guint64
index_key (guint32 parent, guint32 id)
{
  return (guint64) parent << 32 | id;
}

/* The slot of @key, or the empty one where it belongs. */
static inline guint
index_slot (const ProfTreeDraft *self, guint64 key)
{
  guint64 hash = key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint mask = self->index_size - 1;
  guint slot = (hash ^ hash >> 32) & mask;

  while (self->index_nodes[slot] != 0 && self->index_keys[slot] != key)
    slot = (slot + 1) & mask;
  return slot;
}

static void
index_insert (ProfTreeDraft *self, guint64 key, guint32 node)
{
  guint slot = index_slot (self, key);

  self->index_keys[slot] = key;
  self->index_nodes[slot] = node;
}

static void
index_add (ProfTreeDraft *self, guint32 node)
{
  if (self->index_used >= self->index_size / 2)
    {
      g_autofree guint64 *keys = g_steal_pointer (&self->index_keys);
      g_autofree guint32 *nodes = g_steal_pointer (&self->index_nodes);
      guint size = self->index_size;

      self->index_size = MAX (1024, size * 2);
      self->index_keys = g_new (guint64, self->index_size);
      self->index_nodes = g_new0 (guint32, self->index_size);
      for (guint i = 0; i < size; i++)
        if (nodes[i] != 0)
          index_insert (self, keys[i], nodes[i]);
    }
  index_insert (self, index_key (self->nodes[node].parent, self->nodes[node].id), node);
  self->index_used++;
}

static inline guint32
child_bit (guint32 id)
{
  return 1u << (id * 0x9e3779b1u >> 27);
}

static guint32
find_child (const ProfTreeDraft *self, guint32 parent, guint32 id)
{
  const ProfDraftNode *node = &self->nodes[parent];

  if (!(node->child_bits & child_bit (id)))
    return 0;
  if (node->n_children > LIST_MAX)
    return self->index_nodes[index_slot (self, index_key (parent, id))];
  for (guint32 child = node->first_child; child != 0; child = self->nodes[child].next_sibling)
    if (self->nodes[child].id == id)
      return child;
  return 0;
}

guint32
prof_tree_draft_child (ProfTreeDraft *self, guint32 parent, ProfNodeType type, guint32 id)
{
  guint32 child = find_child (self, parent, id);
  ProfDraftNode *up;

  if (child != 0)
    return child;

  if (self->n_nodes == self->capacity)
    {
      g_assert (self->capacity <= G_MAXUINT32 / 2);
      self->nodes = prof_large_grow (self->nodes, (gsize) self->capacity * sizeof (ProfDraftNode),
                                     (gsize) self->capacity * 2 * sizeof (ProfDraftNode));
      self->capacity *= 2;
    }
  child = self->n_nodes++;
  up = &self->nodes[parent];
  self->nodes[child] = (ProfDraftNode){
    .parent = parent,
    .id = id,
    .next_sibling = up->first_child,
    .type = type,
  };
  up->first_child = child;
  up->child_bits |= child_bit (id);
  up->n_children += up->n_children < PROF_DRAFT_MANY;

  if (up->n_children == LIST_MAX + 1)
    {
      for (guint32 each = child; each != 0; each = self->nodes[each].next_sibling)
        index_add (self, each);
    }
  else if (up->n_children > LIST_MAX)
    {
      index_add (self, child);
    }
  return child;
}
