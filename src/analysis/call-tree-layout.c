/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/call-tree-private.h"

#include <string.h>

#include "analysis/name-order-private.h"
#include "analysis/sort-private.h"

typedef struct {
  guint32 *functions;
  guint32 *processes;
  guint32 *threads;
} Ranks;

/* Also gives the functions that occur, sorted. */
static void
ranks_init (Ranks *self, const ProfSnapshot *snapshot, const ProfTreeDraft *draft, guint32 **used,
            guint *n_used)
{
  gboolean types[PROF_NODE_FUNCTION + 1] = { FALSE };

  *self = (Ranks){ 0 };
  self->functions = g_new (guint32, MAX (snapshot->n_functions, 1));
  memset (self->functions, 0xff, snapshot->n_functions * sizeof (guint32));
  *used = g_new (guint32, MAX (snapshot->n_functions, 1));
  *n_used = 0;

  for (guint i = 0; i < draft->n_nodes; i++)
    {
      const ProfDraftNode *node = &draft->nodes[i];

      types[node->type] = TRUE;
      if (node->type == PROF_NODE_FUNCTION && self->functions[node->id] == PROF_NO_ID)
        {
          self->functions[node->id] = 0;
          (*used)[(*n_used)++] = node->id;
        }
    }

  prof_name_order_sort_functions (snapshot, *used, *n_used);
  for (guint i = 0; i < *n_used; i++)
    self->functions[(*used)[i]] = i;
  if (types[PROF_NODE_PROCESS])
    self->processes = prof_name_order_rank_processes (snapshot);
  if (types[PROF_NODE_THREAD])
    self->threads = prof_name_order_rank_threads (snapshot);
}

static void
ranks_clear (Ranks *self)
{
  g_free (self->functions);
  g_free (self->processes);
  g_free (self->threads);
}

static guint32
rank_of (const Ranks *self, const ProfDraftNode *node)
{
  switch (node->type)
    {
    case PROF_NODE_PROCESS:
      return self->processes[node->id];
    case PROF_NODE_THREAD:
      return self->threads[node->id];
    case PROF_NODE_FUNCTION:
      return self->functions[node->id];
    default:
      return 0;
    }
}

static void
sort_siblings (ProfTreeDraft *draft, const Ranks *ranks)
{
  g_autofree ProfKeyed *items = NULL;
  g_autofree ProfKeyed *scratch = NULL;
  guint most = 0;

  for (guint i = 0; i < draft->n_nodes; i++)
    most = MAX (most, draft->nodes[i].n_children);
  if (most < 2)
    return;

  items = g_new (ProfKeyed, most);
  scratch = g_new (ProfKeyed, most);
  for (guint i = 0; i < draft->n_nodes; i++)
    {
      ProfDraftNode *node = &draft->nodes[i];
      guint n = 0;

      if (node->n_children < 2)
        continue;
      for (guint32 child = node->first_child; child != 0; child = draft->nodes[child].next_sibling)
        items[n++] = (ProfKeyed){ rank_of (ranks, &draft->nodes[child]), child };
      prof_sort_keyed (items, n, scratch);
      node->first_child = items[0].value;
      for (guint k = 0; k + 1 < n; k++)
        draft->nodes[items[k].value].next_sibling = items[k + 1].value;
      draft->nodes[items[n - 1].value].next_sibling = 0;
    }
}

/* Writes the nodes in depth-first order; each draft node's n_children becomes its place. */
static void
number_nodes (ProfTreeDraft *draft, ProfCallTree *tree)
{
  ProfDraftNode *nodes = draft->nodes;
  guint32 *parent = g_new (guint32, draft->n_nodes);
  guint32 *end = g_new (guint32, draft->n_nodes);
  guint32 *id = g_new (guint32, draft->n_nodes);
  guint32 *depths = g_new (guint32, draft->n_nodes);
  guint8 *type = g_new (guint8, draft->n_nodes);
  guint8 *kind = g_new (guint8, draft->n_nodes);
  guint8 *cut = tree->inverted ? g_new (guint8, draft->n_nodes) : NULL;
  guint32 node = 0;
  guint32 place = 0;
  guint32 depth = 0;

  for (;;)
    {
      ProfDraftNode *at = &nodes[node];

      at->n_children = place;
      parent[place] = nodes[at->parent].n_children;
      id[place] = at->id;
      depths[place] = depth;
      type[place] = at->type;
      kind[place] = at->type == PROF_NODE_FUNCTION ? tree->snapshot->functions[at->id].kind
                                                   : PROF_FRAME_NATIVE;
      if (cut)
        cut[place] = at->cut;
      tree->max_depth = MAX (tree->max_depth, depth);
      place++;

      if (at->first_child != 0)
        {
          node = at->first_child;
          depth++;
          continue;
        }
      while (node != 0 && nodes[node].next_sibling == 0)
        {
          end[nodes[node].n_children] = place;
          node = nodes[node].parent;
          depth--;
        }
      if (node == 0)
        break;
      end[nodes[node].n_children] = place;
      node = nodes[node].next_sibling;
    }
  end[0] = place;

  tree->n_nodes = place;
  tree->parent = parent;
  tree->end = end;
  tree->id = id;
  tree->depth = depths;
  tree->type = type;
  tree->kind = kind;
  tree->cut = cut;
}

/* In depth-first order a node has an ancestor of its function just when the last outermost node of
 * that function has not yet ended. */
static void
mark_outermost (ProfCallTree *tree)
{
  g_autofree guint32 *last_end = g_new0 (guint32, MAX (tree->snapshot->n_functions, 1));
  guint8 *outermost = g_new (guint8, tree->n_nodes);

  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      if (tree->type[i] != PROF_NODE_FUNCTION)
        {
          outermost[i] = 1;
          continue;
        }
      outermost[i] = last_end[tree->id[i]] <= i;
      if (outermost[i])
        last_end[tree->id[i]] = tree->end[i];
    }
  tree->outermost = outermost;
}

ProfCallTree *
prof_call_tree_layout (ProfSnapshot *snapshot, ProfTreeDraft *draft, gboolean inverted,
                       guint32 *origin_node, guint n_origins)
{
  ProfCallTreePrivate *self = g_new0 (ProfCallTreePrivate, 1);
  ProfCallTree *tree = &self->public;
  Ranks ranks;

  g_atomic_ref_count_init (&self->ref_count);
  tree->snapshot = prof_snapshot_ref (snapshot);
  tree->inverted = inverted;
  ranks_init (&ranks, snapshot, draft, &self->used, &self->n_used);
  sort_siblings (draft, &ranks);
  ranks_clear (&ranks);
  number_nodes (draft, tree);
  mark_outermost (tree);

  /* One more than there are nodes: see prof_call_tree_set_totals(). */
  tree->self = g_new0 (guint64, tree->n_nodes + 1);
  tree->total = g_new0 (guint64, tree->n_nodes + 1);
  tree->self_count = g_new0 (guint64, tree->n_nodes + 1);
  tree->total_count = g_new0 (guint64, tree->n_nodes + 1);

  self->n_origins = n_origins;
  self->origin_node = origin_node;
  for (guint i = 0; i < n_origins; i++)
    if (origin_node[i] != PROF_NO_ID)
      origin_node[i] = draft->nodes[origin_node[i]].n_children;
  return tree;
}
