/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/call-tree-private.h"

#include <string.h>

#include "analysis/large-memory-private.h"
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

/* In a rank: not of a function. Groups have few nodes, whose ids are looked up in the draft. */
#define GROUP_RANK 0x80000000u

static guint32
rank_of (const Ranks *self, const ProfDraftNode *node)
{
  switch (node->type)
    {
    case PROF_NODE_PROCESS:
      return self->processes[node->id] | GROUP_RANK;
    case PROF_NODE_THREAD:
      return self->threads[node->id] | GROUP_RANK;
    case PROF_NODE_FUNCTION:
      return self->functions[node->id];
    default:
      return 0;
    }
}

/* The arrays of a tree, cut from one piece of memory. */
static void
allocate (ProfCallTreePrivate *self, guint n_nodes)
{
  ProfCallTree *tree = &self->public;
  struct {
    gpointer place;
    gsize size;
  } arrays[] = {
    { &tree->self, sizeof (guint64) },
    { &tree->total, sizeof (guint64) },
    { &tree->self_count, sizeof (guint64) },
    { &tree->total_count, sizeof (guint64) },
    { &tree->parent, sizeof (guint32) },
    { &tree->end, sizeof (guint32) },
    { &tree->id, sizeof (guint32) },
    { &tree->depth, sizeof (guint32) },
    { &tree->type, 1 },
    { &tree->kind, 1 },
    { &tree->outermost, 1 },
    { &tree->cut, 1 },
  };
  guint n = G_N_ELEMENTS (arrays) - !tree->inverted;
  guint8 *at;

  for (guint i = 0; i < n; i++)
    self->memory_size += (arrays[i].size * n_nodes + 63) / 64 * 64;
  self->memory = at = prof_large_new0 (self->memory_size);
  for (guint i = 0; i < n; i++)
    {
      *(gpointer *) arrays[i].place = at;
      at += (arrays[i].size * n_nodes + 63) / 64 * 64;
    }
  tree->n_nodes = n_nodes;
}

/* Where the nodes of a draft go. All arrays are by draft node. */
typedef struct {
  guint32 *size;     /* of the subtree */
  guint32 *place;    /* in the finished tree */
  guint32 *first;    /* [n_nodes + 1]: of its children in @children */
  guint64 *children; /* rank << 32 | draft node, by parent */
} Plan;

static inline guint32
child_node (guint64 child)
{
  return (guint32) child;
}

/* Parents come before their children, so one pass from the back sums the sizes. */
static void
measure_subtrees (Plan *plan, const ProfTreeDraft *draft)
{
  for (guint32 i = 0; i < draft->n_nodes; i++)
    plan->size[i] = 1;
  for (guint32 i = draft->n_nodes - 1; i > 0; i--)
    plan->size[draft->nodes[i].parent] += plan->size[i];
}

static void
gather_children (Plan *plan, const ProfTreeDraft *draft, const Ranks *ranks)
{
  guint32 sum = 0;

  for (guint32 i = 1; i < draft->n_nodes; i++)
    plan->first[draft->nodes[i].parent]++;
  for (guint32 i = 0; i <= draft->n_nodes; i++)
    {
      guint32 count = plan->first[i];

      plan->first[i] = sum;
      sum += count;
    }
  /* Each first moves on to where the next node's children begin ... */
  for (guint32 i = 1; i < draft->n_nodes; i++)
    {
      const ProfDraftNode *node = &draft->nodes[i];

      plan->children[plan->first[node->parent]++] = (guint64) rank_of (ranks, node) << 32 | i;
    }
  /* ... and so is put back. */
  for (guint32 i = draft->n_nodes; i > 0; i--)
    plan->first[i] = plan->first[i - 1];
  plan->first[0] = 0;
}

static void
sort_children (guint64 *children, guint n)
{
  if (n <= 32)
    {
      for (guint i = 1; i < n; i++)
        {
          guint64 child = children[i];
          guint j = i;

          for (; j > 0 && children[j - 1] > child; j--)
            children[j] = children[j - 1];
          children[j] = child;
        }
    }
  else
    {
      g_autofree ProfKeyed *items = g_new (ProfKeyed, n);
      g_autofree ProfKeyed *scratch = g_new (ProfKeyed, n);

      for (guint i = 0; i < n; i++)
        items[i] = (ProfKeyed){ children[i], 0 };
      prof_sort_keyed (items, n, scratch);
      for (guint i = 0; i < n; i++)
        children[i] = items[i].key;
    }
}

/* How many nodes ahead memory is fetched. */
#define AHEAD 16

/* A node's children follow it, each after the subtrees of those before: with all sizes known, no
 * walk is needed, and this does not wait for memory as one would. */
static void
place_nodes (Plan *plan, const ProfTreeDraft *draft, const guint32 *used, ProfCallTree *tree)
{
  guint32 *parent = (guint32 *) tree->parent;
  guint32 *end = (guint32 *) tree->end;
  guint32 *id = (guint32 *) tree->id;
  guint8 *type = (guint8 *) tree->type;
  guint8 *cut = (guint8 *) tree->cut;

  parent[0] = 0;
  end[0] = draft->n_nodes;
  id[0] = PROF_NO_ID;
  type[0] = PROF_NODE_ROOT;
  for (guint32 i = 0; i < draft->n_nodes; i++)
    {
      guint64 *children = plan->children + plan->first[i];
      guint n = plan->first[i + 1] - plan->first[i];
      guint32 at = plan->place[i] + 1;

      /* The children of nodes to come; past the end it is a valid address. */
      __builtin_prefetch (&plan->size[child_node (plan->children[plan->first[i] + AHEAD])]);
      __builtin_prefetch (&plan->place[child_node (plan->children[plan->first[i] + AHEAD])]);
      if (n > 1)
        sort_children (children, n);
      for (guint k = 0; k < n; k++)
        {
          guint32 node = child_node (children[k]);
          guint32 rank = children[k] >> 32;

          plan->place[node] = at;
          parent[at] = plan->place[i];
          end[at] = at + plan->size[node];
          id[at] = rank & GROUP_RANK ? draft->nodes[node].id : used[rank];
          type[at] = rank & GROUP_RANK ? draft->nodes[node].type : PROF_NODE_FUNCTION;
          if (cut)
            cut[at] = draft->nodes[node].cut;
          at = end[at];
        }
    }
}

/* What follows from the shape. In depth-first order a node has an ancestor of its function just
 * when the last outermost node of that function has not yet ended. */
static void
describe_nodes (ProfCallTree *tree)
{
  guint n_functions = MAX (tree->snapshot->n_functions, 1);
  g_autofree guint8 *kinds = g_new (guint8, n_functions);
  g_autofree guint32 *last_end = g_new0 (guint32, n_functions);
  guint32 *depth = (guint32 *) tree->depth;
  guint8 *kind = (guint8 *) tree->kind;
  guint8 *outermost = (guint8 *) tree->outermost;

  for (guint i = 0; i < tree->snapshot->n_functions; i++)
    kinds[i] = tree->snapshot->functions[i].kind;
  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      guint32 function = tree->id[i];

      depth[i] = i > 0 ? depth[tree->parent[i]] + 1 : 0;
      tree->max_depth = MAX (tree->max_depth, depth[i]);
      kind[i] = PROF_FRAME_NATIVE;
      outermost[i] = 1;
      if (tree->type[i] != PROF_NODE_FUNCTION)
        continue;
      kind[i] = kinds[function];
      outermost[i] = last_end[function] <= i;
      if (outermost[i])
        last_end[function] = tree->end[i];
    }
}

/* The shown origins in order of their nodes, so that sums are written from front to back. */
static void
list_samples (ProfCallTreePrivate *self)
{
  g_autofree ProfKeyed *items = g_new (ProfKeyed, MAX (self->n_origins, 1));
  g_autofree ProfKeyed *scratch = g_new (ProfKeyed, MAX (self->n_origins, 1));
  guint n = 0;

  for (guint i = 0; i < self->n_origins; i++)
    if (self->origin_node[i] != PROF_NO_ID)
      items[n++] = (ProfKeyed){ self->origin_node[i], i };
  prof_sort_keyed (items, n, scratch);
  self->n_sampled = n;
  self->sampled = g_new (ProfSampledNode, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->sampled[i] = (ProfSampledNode){ items[i].key, items[i].value };
}

ProfCallTree *
prof_call_tree_layout (ProfSnapshot *snapshot, const ProfTreeDraft *draft, gboolean inverted,
                       guint32 *origin_node, guint n_origins)
{
  ProfCallTreePrivate *self = g_new0 (ProfCallTreePrivate, 1);
  ProfCallTree *tree = &self->public;
  gsize n = draft->n_nodes;
  gsize plan_size = (n + AHEAD) * sizeof (guint64) + n * 3 * sizeof (guint32) + sizeof (guint32);
  guint8 *memory = prof_large_new0 (plan_size);
  Plan plan = { .children = (guint64 *) (gpointer) memory };
  Ranks ranks;

  plan.size = (guint32 *) (gpointer) (plan.children + n + AHEAD);
  plan.place = plan.size + n;
  plan.first = plan.place + n;

  g_atomic_ref_count_init (&self->ref_count);
  tree->snapshot = prof_snapshot_ref (snapshot);
  tree->inverted = inverted;
  allocate (self, n);
  ranks_init (&ranks, snapshot, draft, &self->used, &self->n_used);
  measure_subtrees (&plan, draft);
  gather_children (&plan, draft, &ranks);
  place_nodes (&plan, draft, self->used, tree);
  describe_nodes (tree);

  self->n_origins = n_origins;
  self->origin_node = origin_node;
  for (guint i = 0; i < n_origins; i++)
    if (origin_node[i] != PROF_NO_ID)
      origin_node[i] = plan.place[origin_node[i]];
  list_samples (self);
  self->below = g_new0 (ProfSums, tree->max_depth + 2);

  ranks_clear (&ranks);
  prof_large_free (memory, plan_size);
  return tree;
}
