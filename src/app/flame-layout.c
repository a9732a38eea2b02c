/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/flame-layout.h"

ProfFlameLayout *
prof_flame_layout_new (ProfCallTree *tree)
{
  ProfFlameLayout *self = g_new0 (ProfFlameLayout, 1);
  g_autofree guint64 *cursors = NULL; /* where a node's next child begins */
  g_autofree guint32 *next = NULL;
  guint32 node;

  self->tree = prof_call_tree_ref (tree);
  self->total = tree->n_nodes > 0 ? tree->total[0] : 0;
  self->row_first = g_new0 (guint32, tree->max_depth + 2);
  if (self->total == 0)
    return self;

  /* Rows are filled by a counting sort: count, add up, place. */
  for (node = 0; node < tree->n_nodes;)
    {
      if (tree->total[node] == 0)
        {
          node = tree->end[node];
          continue;
        }

      self->row_first[tree->depth[node] + 1]++;
      self->n_rows = MAX (self->n_rows, tree->depth[node] + 1);
      self->n_boxes++;
      node++;
    }

  for (guint row = 0; row < self->n_rows; row++)
    self->row_first[row + 1] += self->row_first[row];

  self->nodes = g_new (guint32, self->n_boxes);
  self->lefts = g_new (guint64, self->n_boxes);
  self->widths = g_new (guint64, self->n_boxes);
  cursors = g_new (guint64, tree->n_nodes);
  next = g_memdup2 (self->row_first, (gsize) self->n_rows * sizeof (guint32));
  cursors[0] = 0;

  for (node = 0; node < tree->n_nodes;)
    {
      guint64 left;
      guint32 box;

      if (tree->total[node] == 0)
        {
          node = tree->end[node];
          continue;
        }

      /* The root is its own parent. */
      left = cursors[tree->parent[node]];
      cursors[tree->parent[node]] += tree->total[node];
      cursors[node] = left;

      box = next[tree->depth[node]]++;
      self->nodes[box] = node;
      self->lefts[box] = left;
      self->widths[box] = tree->total[node];
      node++;
    }

  return self;
}

void
prof_flame_layout_free (ProfFlameLayout *self)
{
  g_clear_pointer (&self->tree, prof_call_tree_unref);
  g_free (self->row_first);
  g_free (self->nodes);
  g_free (self->lefts);
  g_free (self->widths);
  g_free (self);
}

guint
prof_flame_layout_find (const ProfFlameLayout *self, guint32 node)
{
  guint low, high;
  guint row;

  if (node >= self->tree->n_nodes || self->tree->depth[node] >= self->n_rows)
    return G_MAXUINT;

  row = self->tree->depth[node];
  low = self->row_first[row];
  high = self->row_first[row + 1];
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->nodes[middle] < node)
        low = middle + 1;
      else
        high = middle;
    }

  return low < self->row_first[row + 1] && self->nodes[low] == node ? low : G_MAXUINT;
}

guint
prof_flame_layout_first_after (const ProfFlameLayout *self, guint row, double left)
{
  guint low = self->row_first[row];
  guint high = self->row_first[row + 1];

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if ((double) (self->lefts[middle] + self->widths[middle]) <= left)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

guint
prof_flame_layout_pick (const ProfFlameLayout *self, guint row, double from, double to)
{
  guint best = G_MAXUINT;
  double best_share = 0;

  if (row >= self->n_rows)
    return G_MAXUINT;

  for (guint box = prof_flame_layout_first_after (self, row, from);
       box < self->row_first[row + 1] && (double) self->lefts[box] < to; box++)
    {
      double share = MIN (to, (double) (self->lefts[box] + self->widths[box])) -
                     MAX (from, (double) self->lefts[box]);

      if (share > best_share)
        {
          best = box;
          best_share = share;
        }
    }

  return best;
}

guint
prof_flame_layout_count_rows (const ProfFlameLayout *self, double left, double right)
{
  guint low = 0;
  guint high = self->n_rows;

  /* A box stands below another all of whose width: if a row has one in the window, so have all
   * rows above. */
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      guint box = prof_flame_layout_first_after (self, middle, left);

      if (box < self->row_first[middle + 1] && (double) self->lefts[box] < right)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}
