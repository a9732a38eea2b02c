/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/flame-draw.h"

ProfFlameColors *
prof_flame_colors_new (const ProfSnapshot *snapshot, gboolean dark)
{
  ProfFlameColors *self = g_new0 (ProfFlameColors, 1);

  self->dark = dark;
  self->n_functions = snapshot->n_functions;
  self->colors = g_new (ProfColor, MAX (1, self->n_functions));
  for (guint i = 0; i < self->n_functions; i++)
    {
      const ProfFunctionRow *function = &snapshot->functions[i];
      guint32 hash = g_str_hash (prof_snapshot_string (snapshot, function->name));

      self->colors[i] = prof_palette_kind_shade (function->kind, dark, hash);
    }

  return self;
}

void
prof_flame_colors_free (ProfFlameColors *self)
{
  g_free (self->colors);
  g_free (self->matches);
  g_free (self);
}

void
prof_flame_colors_set_search (ProfFlameColors *self, const ProfSnapshot *snapshot,
                              const GRegex *regex)
{
  g_clear_pointer (&self->matches, g_free);
  if (regex == NULL)
    return;

  self->matches = g_new0 (guint8, MAX (1, self->n_functions));
  for (guint i = 0; i < self->n_functions && i < snapshot->n_functions; i++)
    self->matches[i] = g_regex_match (
        regex, prof_snapshot_string (snapshot, snapshot->functions[i].name), 0, NULL);
}

guint64
prof_flame_colors_matched_weight (const ProfFlameColors *self, const ProfCallTree *tree)
{
  guint64 weight = 0;

  if (self->matches == NULL)
    return 0;

  for (guint32 node = 0; node < tree->n_nodes;)
    {
      gboolean matched = tree->type[node] == PROF_NODE_FUNCTION &&
                         tree->id[node] < self->n_functions && self->matches[tree->id[node]];

      /* Below a match everything is counted already. */
      if (matched)
        weight += tree->total[node];
      node = matched || tree->total[node] == 0 ? tree->end[node] : node + 1;
    }

  return weight;
}

ProfColor
prof_flame_colors_get (const ProfFlameColors *self, const ProfCallTree *tree, guint32 node)
{
  guint32 id = tree->id[node];

  switch (tree->type[node])
    {
    case PROF_NODE_FUNCTION:
      if (id >= self->n_functions)
        return prof_palette_kind (PROF_FRAME_UNKNOWN, self->dark, 0);
      if (self->matches && self->matches[id])
        return prof_palette_match (self->dark);
      return self->colors[id];
    case PROF_NODE_PROCESS:
      return prof_palette_group (1, self->dark);
    case PROF_NODE_THREAD:
      return prof_palette_group (2, self->dark);
    case PROF_NODE_ROOT:
    default:
      return prof_palette_group (0, self->dark);
    }
}
