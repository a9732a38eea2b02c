/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/call-tree-private.h"

#include "analysis/large-memory-private.h"
#include "analysis/pattern-private.h"

#include <string.h>

/* What a query makes of stacks. */
typedef struct {
  guint32 *frame_function; /* [n_frames]: PROF_NO_ID for frames that are taken out */
  guint8 *in_focus;        /* (nullable) [n_stacks]: the own frame is at or below the focus */
  gboolean collapse_recursion;
} Transform;

/* prof_filter_new() has tried the pattern; should it fail here all the same, nothing matches. */
static guint8 *
match_functions (const ProfSnapshot *snapshot, const char *pattern)
{
  guint8 *mask = NULL;

  if (!prof_pattern_is_set (pattern))
    return NULL;
  mask = prof_pattern_match_functions (snapshot, pattern, NULL);
  return mask ? mask : g_new0 (guint8, MAX (snapshot->n_functions, 1));
}

static void
transform_init (Transform *self, const ProfSnapshot *snapshot, const ProfQuery *query)
{
  g_autofree guint8 *merged = match_functions (snapshot, query->merge);
  g_autofree guint8 *focus = match_functions (snapshot, query->focus);

  self->collapse_recursion = query->collapse_recursion;
  self->frame_function = g_new (guint32, MAX (snapshot->n_frames, 1));
  for (guint i = 0; i < snapshot->n_frames; i++)
    {
      guint32 function = snapshot->frames[i].function;
      gboolean hidden =
          (query->hidden_kinds & PROF_FRAME_KIND_BIT (snapshot->functions[function].kind)) ||
          (merged && merged[function]);

      self->frame_function[i] = hidden ? PROF_NO_ID : function;
    }

  self->in_focus = NULL;
  if (focus)
    {
      self->in_focus = g_new (guint8, snapshot->n_stacks);
      self->in_focus[0] = 0;
      for (guint s = 1; s < snapshot->n_stacks; s++)
        {
          const ProfStackRow *row = &snapshot->stacks[s];

          self->in_focus[s] =
              self->in_focus[row->parent] | focus[snapshot->frames[row->frame].function];
        }
    }
}

static void
transform_clear (Transform *self)
{
  g_free (self->frame_function);
  g_free (self->in_focus);
}

/* The node that a stack has in the group it was last seen in. */
typedef struct {
  guint32 group; /* 1 on; 0: none yet */
  guint32 node;
} Memo;

/* A stack that needs a node; its parent's is known or is made before. */
typedef struct {
  guint32 stack;
  guint32 parent;
} Step;

typedef struct {
  ProfSnapshot *snapshot;
  Transform transform;
  ProfTreeDraft *draft;
  Memo *memo;  /* [n_stacks] */
  Step *steps; /* [n_stacks]: of one group */
  guint n_steps;
} Builder;

/* How many steps or origins ahead memory is fetched: it is read in no order, and waiting for it is
 * most of the work. */
#define AHEAD 8

/* Adds to the steps what @stack needs: up to the nearest stack seen in this group, and then turned
 * round. Every stack is added once a group. */
static void
add_steps (Builder *self, guint32 group, guint32 stack)
{
  const ProfStackRow *stacks = self->snapshot->stacks;
  guint first = self->n_steps;
  guint last;

  while (self->memo[stack].group != group)
    {
      guint32 parent = stacks[stack].parent;

      self->memo[stack].group = group;
      self->steps[self->n_steps++] = (Step){ stack, parent };
      stack = parent;
    }
  for (last = self->n_steps; first + 1 < last; first++)
    {
      Step swap = self->steps[first];

      self->steps[first] = self->steps[--last];
      self->steps[last] = swap;
    }
}

static void
make_nodes (Builder *self)
{
  const ProfStackRow *stacks = self->snapshot->stacks;
  const Transform *transform = &self->transform;

  for (guint i = 0; i < self->n_steps; i++)
    {
      guint32 stack = self->steps[i].stack;
      guint32 node = self->memo[self->steps[i].parent].node;
      guint32 function = transform->frame_function[stacks[stack].frame];

      if (i + 2 * AHEAD < self->n_steps)
        {
          __builtin_prefetch (&self->memo[self->steps[i + 2 * AHEAD].parent]);
          __builtin_prefetch (&self->draft->nodes[self->memo[self->steps[i + AHEAD].parent].node]);
        }
      if (function != PROF_NO_ID && (!transform->in_focus || transform->in_focus[stack]))
        {
          const ProfDraftNode *caller = &self->draft->nodes[node];

          if (!transform->collapse_recursion || caller->type != PROF_NODE_FUNCTION ||
              caller->id != function)
            node = prof_tree_draft_child (self->draft, node, PROF_NODE_FUNCTION, function);
        }
      self->memo[stack].node = node;
    }
}

/* Gives nodes below @top to the @n @origins of a group. */
static void
build_group (Builder *self, guint32 group, guint32 top, const guint32 *origins, guint n,
             guint32 *origin_node)
{
  const ProfOriginRow *rows = self->snapshot->origins;

  self->n_steps = 0;
  self->memo[0] = (Memo){ group, top };
  for (guint i = 0; i < n; i++)
    {
      if (i + AHEAD < n)
        {
          __builtin_prefetch (&self->memo[rows[origins[i + AHEAD]].stack]);
          __builtin_prefetch (&self->snapshot->stacks[rows[origins[i + AHEAD]].stack]);
        }
      add_steps (self, group, rows[origins[i]].stack);
    }
  make_nodes (self);
  for (guint i = 0; i < n; i++)
    origin_node[origins[i]] = self->memo[rows[origins[i]].stack].node;
}

static guint32
group_of (const ProfSnapshot *snapshot, ProfGrouping grouping, guint32 thread)
{
  switch (grouping)
    {
    case PROF_GROUP_PROCESS:
      return snapshot->threads[thread].process;
    case PROF_GROUP_THREAD:
      return thread;
    case PROF_GROUP_NONE:
    default:
      return 0;
    }
}

static guint32
group_node (ProfTreeDraft *draft, const ProfSnapshot *snapshot, ProfGrouping grouping,
            guint32 group)
{
  guint32 process;

  switch (grouping)
    {
    case PROF_GROUP_PROCESS:
      return prof_tree_draft_child (draft, 0, PROF_NODE_PROCESS, group);
    case PROF_GROUP_THREAD:
      process = snapshot->threads[group].process;
      return prof_tree_draft_child (draft,
                                    prof_tree_draft_child (draft, 0, PROF_NODE_PROCESS, process),
                                    PROF_NODE_THREAD, group);
    case PROF_GROUP_NONE:
    default:
      return 0;
    }
}

/* Shown origins by group, in order within each: [starts[g], starts[g + 1]) of the result. */
static guint32 *
origins_by_group (const ProfSnapshot *snapshot, const ProfFilter *filter, ProfGrouping grouping,
                  guint n_groups, guint32 **starts)
{
  guint n = MIN (filter->n_origins, snapshot->n_origins);
  guint32 *origins = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *next = g_new (guint32, n_groups + 1);

  *starts = g_new0 (guint32, n_groups + 1);
  for (guint i = 0; i < n; i++)
    if (filter->shown[i])
      (*starts)[group_of (snapshot, grouping, snapshot->origins[i].thread) + 1]++;
  for (guint g = 0; g < n_groups; g++)
    (*starts)[g + 1] += (*starts)[g];
  memcpy (next, *starts, (n_groups + 1) * sizeof *next);
  for (guint32 i = 0; i < n; i++)
    if (filter->shown[i])
      origins[next[group_of (snapshot, grouping, snapshot->origins[i].thread)]++] = i;
  return origins;
}

ProfCallTree *
prof_call_tree_new (ProfSnapshot *snapshot, const ProfFilter *filter, const ProfQuery *query)
{
  guint n_groups = query->grouping == PROF_GROUP_PROCESS  ? snapshot->n_processes
                   : query->grouping == PROF_GROUP_THREAD ? snapshot->n_threads
                                                          : 1;
  guint32 *origin_node = g_new (guint32, MAX (snapshot->n_origins, 1));
  g_auto (ProfTreeDraft) draft = { 0 };
  g_autofree guint32 *starts = NULL;
  g_autofree guint32 *origins =
      origins_by_group (snapshot, filter, query->grouping, n_groups, &starts);
  Builder builder = { .snapshot = snapshot, .draft = &draft };

  /* Room that is not used is never touched; with groups there may be more nodes than stacks. */
  prof_tree_draft_init (&draft, snapshot->n_stacks + snapshot->n_stacks / 2);
  transform_init (&builder.transform, snapshot, query);
  builder.memo = prof_large_new0 (snapshot->n_stacks * sizeof (Memo));
  builder.steps = prof_large_new0 (snapshot->n_stacks * sizeof (Step));

  memset (origin_node, 0xff, snapshot->n_origins * sizeof *origin_node);
  for (guint32 g = 0; g < n_groups; g++)
    if (starts[g] < starts[g + 1])
      build_group (&builder, g + 1, group_node (&draft, snapshot, query->grouping, g),
                   origins + starts[g], starts[g + 1] - starts[g], origin_node);

  transform_clear (&builder.transform);
  prof_large_free (builder.memo, snapshot->n_stacks * sizeof (Memo));
  prof_large_free (builder.steps, snapshot->n_stacks * sizeof (Step));

  if (query->inverted)
    {
      g_auto (ProfTreeDraft) inverted = { 0 };

      prof_tree_draft_invert (&draft, origin_node, snapshot->n_origins, &inverted);
      return prof_call_tree_layout (snapshot, &inverted, TRUE, origin_node, snapshot->n_origins);
    }
  return prof_call_tree_layout (snapshot, &draft, FALSE, origin_node, snapshot->n_origins);
}
