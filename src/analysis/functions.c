/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/functions.h"

#include "analysis/call-tree-private.h"
#include "analysis/sort-private.h"

GArray *
prof_functions_from_tree (const ProfCallTree *tree)
{
  const ProfCallTreePrivate *private = PROF_CALL_TREE_PRIVATE (tree);
  GArray *result = g_array_new (FALSE, FALSE, sizeof (ProfFunctionTotal));
  g_autofree ProfSums *selves = NULL; /* by function row */
  g_autofree ProfSums *totals = NULL;
  g_autofree ProfKeyed *items = NULL;
  g_autofree ProfKeyed *scratch = NULL;
  guint n_functions = MAX (tree->snapshot->n_functions, 1);
  guint n = 0;

  g_return_val_if_fail (!tree->inverted, result);

  selves = g_new0 (ProfSums, n_functions);
  totals = g_new0 (ProfSums, n_functions);
  for (guint i = 0; i < private->n_sampled; i++)
    {
      guint32 node = private->sampled[i].node;

      if (tree->type[node] != PROF_NODE_FUNCTION || (i > 0 && node == private->sampled[i - 1].node))
        continue;
      selves[tree->id[node]].weight += tree->self[node];
      selves[tree->id[node]].count += tree->self_count[node];
    }
  for (guint32 i = 0; i < tree->n_nodes;)
    {
      if (tree->total_count[i] == 0)
        {
          i = tree->end[i]; /* nothing in the whole subtree */
          continue;
        }
      if (tree->outermost[i] && tree->type[i] == PROF_NODE_FUNCTION)
        {
          totals[tree->id[i]].weight += tree->total[i];
          totals[tree->id[i]].count += tree->total_count[i];
        }
      i++;
    }

  /* From the order by name, by two stable sorts. */
  items = g_new (ProfKeyed, MAX (private->n_used, 1));
  scratch = g_new (ProfKeyed, MAX (private->n_used, 1));
  for (guint i = 0; i < private->n_used; i++)
    if (totals[private->used[i]].weight > 0)
      items[n++] = (ProfKeyed){ ~totals[private->used[i]].weight, private->used[i] };
  prof_sort_keyed (items, n, scratch);
  for (guint i = 0; i < n; i++)
    items[i].key = ~selves[items[i].value].weight;
  prof_sort_keyed (items, n, scratch);

  g_array_set_size (result, n);
  for (guint i = 0; i < n; i++)
    {
      guint32 function = items[i].value;

      g_array_index (result, ProfFunctionTotal, i) = (ProfFunctionTotal){
        .function = function,
        .self = selves[function].weight,
        .total = totals[function].weight,
        .self_count = selves[function].count,
        .total_count = totals[function].count,
      };
    }
  return result;
}

/* For each node the outermost node of @function that it is in, or PROF_NO_ID. */
static guint32 *
find_occurrences (const ProfCallTree *tree, guint32 function)
{
  guint32 *occurrence = g_new (guint32, tree->n_nodes);
  guint32 at = PROF_NO_ID;

  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      if (at != PROF_NO_ID && i >= tree->end[at])
        at = PROF_NO_ID;
      if (at == PROF_NO_ID && tree->type[i] == PROF_NODE_FUNCTION && tree->id[i] == function)
        at = i;
      occurrence[i] = at;
    }
  return occurrence;
}

/* @node_of maps nodes of @tree to those of @draft, or PROF_NO_ID. */
static ProfCallTree *
finish (const ProfCallTree *tree, ProfTreeDraft *draft, gboolean inverted, const guint32 *node_of)
{
  guint n_origins = PROF_CALL_TREE_PRIVATE (tree)->n_origins;
  guint32 *origin_node = g_new (guint32, MAX (n_origins, 1));

  for (guint i = 0; i < n_origins; i++)
    {
      guint32 node = prof_call_tree_get_origin_node (tree, i);

      origin_node[i] = node == PROF_NO_ID ? PROF_NO_ID : node_of[node];
    }
  return prof_call_tree_layout (tree->snapshot, draft, inverted, origin_node, n_origins);
}

ProfCallTree *
prof_call_tree_new_callers (const ProfCallTree *tree, guint32 function)
{
  const ProfUpright upright = { tree->parent, tree->id, tree->type, 1, 1 };
  g_autoptr (GArray) climbers = g_array_new (FALSE, FALSE, sizeof (ProfClimber));
  g_auto (ProfTreeDraft) draft = { 0 };
  g_autofree guint32 *occurrence = NULL;
  g_autofree guint32 *node_of = NULL;

  g_return_val_if_fail (!tree->inverted, NULL);

  prof_tree_draft_init (&draft, 1024);
  occurrence = find_occurrences (tree, function);
  node_of = g_new (guint32, tree->n_nodes);
  for (guint32 i = 0; i < tree->n_nodes; i++)
    if (occurrence[i] == i)
      g_array_append_val (climbers, ((ProfClimber){ i, i, 0 }));
  prof_climb (&upright, climbers, &draft, node_of);
  for (guint32 i = 0; i < tree->n_nodes; i++)
    if (occurrence[i] == PROF_NO_ID)
      node_of[i] = PROF_NO_ID;
    else if (occurrence[i] != i)
      node_of[i] = node_of[occurrence[i]];
  return finish (tree, &draft, TRUE, node_of);
}

ProfCallTree *
prof_call_tree_new_callees (const ProfCallTree *tree, guint32 function)
{
  g_auto (ProfTreeDraft) draft = { 0 };
  g_autofree guint32 *occurrence = NULL;
  g_autofree guint32 *node_of = NULL;

  g_return_val_if_fail (!tree->inverted, NULL);

  prof_tree_draft_init (&draft, 1024);
  occurrence = find_occurrences (tree, function);
  node_of = g_new (guint32, tree->n_nodes);
  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      if (occurrence[i] == PROF_NO_ID)
        node_of[i] = PROF_NO_ID;
      else
        node_of[i] =
            prof_tree_draft_child (&draft, occurrence[i] == i ? 0 : node_of[tree->parent[i]],
                                   PROF_NODE_FUNCTION, tree->id[i]);
    }
  return finish (tree, &draft, FALSE, node_of);
}

guint32
prof_functions_get_top (const ProfCallTree *tree, const ProfRangeTotals *totals, guint64 *weight,
                        guint64 *all)
{
  guint n_origins = MIN (totals->n_origins, tree->snapshot->n_origins);
  g_autofree guint64 *self = g_new0 (guint64, MAX (tree->snapshot->n_functions, 1));
  guint32 top = PROF_NO_ID;

  *weight = *all = 0;
  for (guint32 i = 0; i < n_origins; i++)
    {
      guint32 node = totals->weights[i] ? prof_call_tree_get_origin_node (tree, i) : PROF_NO_ID;

      if (node == PROF_NO_ID)
        continue;
      *all += totals->weights[i];
      if (tree->type[node] == PROF_NODE_FUNCTION)
        self[tree->id[node]] += totals->weights[i];
    }
  for (guint32 i = 0; i < tree->snapshot->n_functions; i++)
    if (self[i] > *weight)
      {
        *weight = self[i];
        top = i;
      }
  return top;
}
