/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/call-tree-private.h"

#include <string.h>

/* No more levels of callers are added once there are so many nodes, or so many steps up were
 * taken. */
#define MAX_NODES (1 << 20)
#define MAX_STEPS (1 << 23)

void
prof_climb (const ProfUpright *upright, GArray *climbers, ProfTreeDraft *inverted, guint32 *result)
{
  guint64 steps = 0;

  /* A level of callers at a time, so that what is left out is the farthest. */
  while (climbers->len > 0)
    {
      gboolean full = inverted->n_nodes > MAX_NODES || steps > MAX_STEPS;
      guint n_left = 0;

      for (guint i = 0; i < climbers->len; i++)
        {
          ProfClimber climber = g_array_index (climbers, ProfClimber, i);

          if (upright->type[climber.at * upright->type_step] != PROF_NODE_FUNCTION)
            {
              result[climber.start] = climber.inverted;
              continue;
            }
          if (full)
            {
              inverted->nodes[climber.inverted].cut = 1;
              result[climber.start] = climber.inverted;
              continue;
            }
          climber.inverted = prof_tree_draft_child (inverted, climber.inverted, PROF_NODE_FUNCTION,
                                                    upright->id[climber.at * upright->step]);
          climber.at = upright->parent[climber.at * upright->step];
          g_array_index (climbers, ProfClimber, n_left++) = climber;
        }
      steps += climbers->len;
      g_array_set_size (climbers, n_left);
    }
}

/* Copies the group nodes (which stay on top) and the root; nodes made in order of creation. */
static guint32 *
copy_groups (const ProfTreeDraft *draft, ProfTreeDraft *inverted)
{
  guint32 *copies = g_new0 (guint32, draft->n_nodes);

  for (guint32 i = 1; i < draft->n_nodes; i++)
    {
      const ProfDraftNode *node = &draft->nodes[i];

      if (node->type != PROF_NODE_FUNCTION)
        copies[i] = prof_tree_draft_child (inverted, copies[node->parent], node->type, node->id);
      else
        copies[i] = copies[node->parent]; /* the group it is in */
    }
  return copies;
}

void
prof_tree_draft_invert (const ProfTreeDraft *draft, guint32 *origin_node, guint n_origins,
                        ProfTreeDraft *inverted)
{
  g_autoptr (GArray) climbers = g_array_new (FALSE, FALSE, sizeof (ProfClimber));
  g_autofree guint32 *result = NULL; /* upright node -> inverted node */
  g_autofree guint8 *seen = g_new0 (guint8, draft->n_nodes);
  const ProfUpright upright = {
    .parent = &draft->nodes->parent,
    .id = &draft->nodes->id,
    .type = &draft->nodes->type,
    .step = sizeof (ProfDraftNode) / sizeof (guint32),
    .type_step = sizeof (ProfDraftNode),
  };

  prof_tree_draft_init (inverted, draft->n_nodes);
  result = copy_groups (draft, inverted);

  for (guint i = 0; i < n_origins; i++)
    {
      guint32 node = origin_node[i];

      if (node == PROF_NO_ID || seen[node])
        continue;
      seen[node] = 1;
      if (draft->nodes[node].type == PROF_NODE_FUNCTION)
        g_array_append_val (climbers, ((ProfClimber){ node, node, result[node] }));
    }

  prof_climb (&upright, climbers, inverted, result);
  for (guint i = 0; i < n_origins; i++)
    if (origin_node[i] != PROF_NO_ID)
      origin_node[i] = result[origin_node[i]];
}
