/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/call-tree-private.h"

#include <string.h>

#include "analysis/large-memory-private.h"
#include "analysis/sort-private.h"

ProfCallTree *
prof_call_tree_ref (ProfCallTree *self)
{
  g_atomic_ref_count_inc (&PROF_CALL_TREE_PRIVATE (self)->ref_count);
  return self;
}

void
prof_call_tree_unref (ProfCallTree *self)
{
  ProfCallTreePrivate *private = PROF_CALL_TREE_PRIVATE (self);

  if (!g_atomic_ref_count_dec (&private->ref_count))
    return;
  prof_large_free (private->memory, private->memory_size);
  g_free (private->sampled);
  g_free (private->below);
  g_free (private->origin_node);
  g_free (private->used);
  prof_snapshot_unref (self->snapshot);
  g_free (private);
}

/* Weights of origins to the selves of their nodes; those of all other nodes are always 0. */
static void
set_selves (ProfCallTreePrivate *self, const ProfRangeTotals *totals)
{
  for (guint i = 0; i < self->n_sampled;)
    {
      guint32 node = self->sampled[i].node;
      ProfSums sums = { 0, 0 };

      for (; i < self->n_sampled && self->sampled[i].node == node; i++)
        {
          guint32 origin = self->sampled[i].origin;

          if (origin >= totals->n_origins)
            continue;
          sums.weight += totals->weights[origin];
          sums.count += totals->counts[origin];
        }
      self->public.self[node] = sums.weight;
      self->public.self_count[node] = sums.count;
    }
}

void
prof_call_tree_set_totals (ProfCallTree *self, const ProfRangeTotals *totals)
{
  ProfCallTreePrivate *private = PROF_CALL_TREE_PRIVATE (self);
  ProfSums *below = private->below;

  set_selves (private, totals);

  /* From the back every node comes after all that is below it: @below[d] has the sums of the nodes
   * of depth d whose parent is still to come. All is read and written in one direction. */
  for (guint32 i = self->n_nodes; i-- > 0;)
    {
      ProfSums *at = &below[self->depth[i]];
      guint64 weight = self->self[i] + at[1].weight;
      guint64 count = self->self_count[i] + at[1].count;

      at[1] = (ProfSums){ 0, 0 };
      at[0].weight += weight;
      at[0].count += count;
      self->total[i] = weight;
      self->total_count[i] = count;
    }
  below[0] = (ProfSums){ 0, 0 };
}

static char *
numbered_name (const char *name, gint32 number)
{
  if (!*name)
    name = "?";
  return number < 0 ? g_strdup (name) : g_strdup_printf ("%s (%d)", name, number);
}

char *
prof_call_tree_get_name (const ProfCallTree *self, guint32 node)
{
  const ProfSnapshot *snapshot = self->snapshot;
  guint32 id;

  g_return_val_if_fail (node < self->n_nodes, NULL);
  id = self->id[node];
  switch ((ProfNodeType) self->type[node])
    {
    case PROF_NODE_PROCESS:
      return numbered_name (prof_snapshot_string (snapshot, snapshot->processes[id].name),
                            snapshot->processes[id].pid);
    case PROF_NODE_THREAD:
      return numbered_name (prof_snapshot_string (snapshot, snapshot->threads[id].name),
                            snapshot->threads[id].tid);
    case PROF_NODE_FUNCTION:
      return g_strdup (prof_snapshot_string (snapshot, snapshot->functions[id].name));
    case PROF_NODE_ROOT:
    default:
      return g_strdup ("all");
    }
}

const ProfFunctionRow *
prof_call_tree_get_function (const ProfCallTree *self, guint32 node)
{
  g_return_val_if_fail (node < self->n_nodes, NULL);
  return self->type[node] == PROF_NODE_FUNCTION ? &self->snapshot->functions[self->id[node]] : NULL;
}

guint32
prof_call_tree_first_child (const ProfCallTree *self, guint32 node)
{
  g_return_val_if_fail (node < self->n_nodes, PROF_NO_ID);
  return node + 1 < self->end[node] ? node + 1 : PROF_NO_ID;
}

guint32
prof_call_tree_next_sibling (const ProfCallTree *self, guint32 node)
{
  g_return_val_if_fail (node < self->n_nodes, PROF_NO_ID);
  if (node == 0 || self->end[node] >= self->end[self->parent[node]])
    return PROF_NO_ID;
  return self->end[node];
}

GArray *
prof_call_tree_get_children_by_weight (const ProfCallTree *self, guint32 node)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (ProfKeyed));
  GArray *children = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree ProfKeyed *scratch = NULL;

  g_return_val_if_fail (node < self->n_nodes, children);
  for (guint32 child = node + 1; child < self->end[node]; child = self->end[child])
    if (self->total[child] > 0)
      g_array_append_val (items, ((ProfKeyed){ ~self->total[child], child }));

  scratch = g_new (ProfKeyed, MAX (items->len, 1));
  prof_sort_keyed ((ProfKeyed *) (gpointer) items->data, items->len, scratch);
  for (guint i = 0; i < items->len; i++)
    g_array_append_val (children, g_array_index (items, ProfKeyed, i).value);
  return children;
}

guint32
prof_call_tree_get_origin_node (const ProfCallTree *self, guint32 origin)
{
  const ProfCallTreePrivate *private = PROF_CALL_TREE_PRIVATE (self);

  return origin < private->n_origins ? private->origin_node[origin] : PROF_NO_ID;
}

/* Whether two nodes are the same thing to a person, maybe of two profiles. */
static gboolean
is_same_node (const ProfCallTree *a, guint32 node_a, const ProfCallTree *b, guint32 node_b)
{
  const ProfSnapshot *rows_a = a->snapshot;
  const ProfSnapshot *rows_b = b->snapshot;
  guint32 name_a, name_b;

  if (a->type[node_a] != b->type[node_b])
    return FALSE;

  switch ((ProfNodeType) a->type[node_a])
    {
    case PROF_NODE_PROCESS:
      {
        const ProfProcessRow *process_a = &rows_a->processes[a->id[node_a]];
        const ProfProcessRow *process_b = &rows_b->processes[b->id[node_b]];

        if (process_a->pid != process_b->pid)
          return FALSE;
        name_a = process_a->name;
        name_b = process_b->name;
        break;
      }
    case PROF_NODE_THREAD:
      {
        const ProfThreadRow *thread_a = &rows_a->threads[a->id[node_a]];
        const ProfThreadRow *thread_b = &rows_b->threads[b->id[node_b]];

        if (thread_a->tid != thread_b->tid)
          return FALSE;
        name_a = thread_a->name;
        name_b = thread_b->name;
        break;
      }
    case PROF_NODE_FUNCTION:
      {
        const ProfFunctionRow *function_a = &rows_a->functions[a->id[node_a]];
        const ProfFunctionRow *function_b = &rows_b->functions[b->id[node_b]];

        if (function_a->kind != function_b->kind ||
            strcmp (prof_snapshot_string (rows_a, function_a->module),
                    prof_snapshot_string (rows_b, function_b->module)) != 0)
          return FALSE;
        name_a = function_a->name;
        name_b = function_b->name;
        break;
      }
    case PROF_NODE_ROOT:
    default:
      return TRUE;
    }
  return strcmp (prof_snapshot_string (rows_a, name_a), prof_snapshot_string (rows_b, name_b)) == 0;
}

/* The child of @node that is the same as @other_node. Of several, the one with the same row: two
 * lives of a process, or a function of two source files. */
static guint32
find_same_child (const ProfCallTree *self, guint32 node, const ProfCallTree *other,
                 guint32 other_node)
{
  guint32 found = PROF_NO_ID;

  for (guint32 child = node + 1; child < self->end[node]; child = self->end[child])
    {
      if (!is_same_node (self, child, other, other_node))
        continue;
      if (self->id[child] == other->id[other_node])
        return child;
      if (found == PROF_NO_ID)
        found = child;
    }
  return found;
}

guint32
prof_call_tree_find_same (const ProfCallTree *self, const ProfCallTree *other, guint32 other_node)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 node = 0;

  g_return_val_if_fail (other_node < other->n_nodes, PROF_NO_ID);
  for (guint32 up = other_node; up != 0; up = other->parent[up])
    g_array_append_val (path, up);
  for (guint i = path->len; i-- > 0 && node != PROF_NO_ID;)
    node = find_same_child (self, node, other, g_array_index (path, guint32, i));
  return node;
}
