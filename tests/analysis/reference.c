/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference.h"

#include "analysis/call-tree.h"

#include <string.h>

static char *
maybe (GRand *rand, const char *const *choices, guint n)
{
  return g_rand_int_range (rand, 0, 4) ? NULL : g_strdup (choices[g_rand_int_range (rand, 0, n)]);
}

static GStrv
maybe_names (GRand *rand)
{
  static const char *const names[] = { "worker", "server", "100", "0", "Worker", "nobody", "-1" };
  GStrv result;

  if (g_rand_int_range (rand, 0, 5))
    return NULL;
  result = g_new0 (char *, 4);
  for (guint i = 0; i < 3; i++)
    result[i] = g_strdup (names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))]);
  return result;
}

static GArray *
maybe_ids (GRand *rand, guint n)
{
  GArray *ids;

  if (g_rand_int_range (rand, 0, 4))
    return NULL;
  ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < n; i++)
    if (g_rand_int_range (rand, 0, 6) == 0)
      g_array_append_val (ids, i);
  return ids;
}

ProfQuery *
random_query (GRand *rand, const ProfSnapshot *snapshot)
{
  static const char *const patterns[] = { "^a", "main", "vector", "[é日]", ".", "push_back$", "" };
  ProfQuery *query = prof_query_new ();

  if (g_rand_boolean (rand))
    query->event = g_strdup (
        snapshot->strings[snapshot->events[g_rand_int_range (rand, 0, snapshot->n_events)].name]);
  query->include_processes = maybe_names (rand);
  query->exclude_processes = maybe_names (rand);
  query->include_threads = maybe_names (rand);
  query->exclude_threads = maybe_names (rand);
  query->hidden_process_ids = maybe_ids (rand, snapshot->n_processes);
  query->hidden_thread_ids = maybe_ids (rand, snapshot->n_threads);
  query->hidden_kinds =
      g_rand_boolean (rand) ? g_rand_int_range (rand, 0, 1 << PROF_N_FRAME_KINDS) : 0;
  query->match = maybe (rand, patterns, G_N_ELEMENTS (patterns));
  query->no_match = maybe (rand, patterns, G_N_ELEMENTS (patterns));
  query->focus = maybe (rand, patterns, G_N_ELEMENTS (patterns));
  query->merge = maybe (rand, patterns, G_N_ELEMENTS (patterns));
  query->collapse_recursion = g_rand_boolean (rand);
  query->grouping = g_rand_int_range (rand, 0, 3);
  query->inverted = g_rand_int_range (rand, 0, 3) == 0;
  if (g_rand_boolean (rand))
    {
      query->has_range = TRUE;
      query->start = g_rand_double (rand) * snapshot->end_time * 1.2 - 10;
      query->end = query->start + g_rand_double (rand) * snapshot->end_time;
    }
  return query;
}

static gboolean
listed (GStrv patterns, const char *name, gint32 number)
{
  g_autofree char *decimal = g_strdup_printf ("%d", number);

  for (guint i = 0; patterns && patterns[i]; i++)
    if (strcmp (patterns[i], name) == 0 || (number >= 0 && strcmp (patterns[i], decimal) == 0))
      return TRUE;
  return FALSE;
}

static gboolean
listed_id (const GArray *ids, guint32 id)
{
  for (guint i = 0; ids && i < ids->len; i++)
    if (g_array_index (ids, guint32, i) == id)
      return TRUE;
  return FALSE;
}

static gboolean
function_matches (const ProfSnapshot *snapshot, guint32 function, const char *pattern)
{
  return g_regex_match_simple (pattern, snapshot->strings[snapshot->functions[function].name], 0,
                               0);
}

static gboolean
stack_matches (const ProfSnapshot *snapshot, guint32 stack, const char *pattern)
{
  for (; stack != 0; stack = snapshot->stacks[stack].parent)
    if (function_matches (snapshot, snapshot->frames[snapshot->stacks[stack].frame].function,
                          pattern))
      return TRUE;
  return FALSE;
}

static guint32
reference_event (const ProfSnapshot *snapshot, const ProfQuery *query)
{
  guint32 event = PROF_NO_ID;

  for (guint i = 0; i < snapshot->n_origins; i++)
    {
      guint32 at = snapshot->origins[i].event;

      if (query->event && strcmp (query->event, snapshot->strings[snapshot->events[at].name]) != 0)
        continue;
      event = MIN (event, at);
    }
  return event;
}

gboolean
reference_shows (const ProfSnapshot *snapshot, const ProfQuery *query, guint32 origin)
{
  const ProfOriginRow *row = &snapshot->origins[origin];
  const ProfThreadRow *thread = &snapshot->threads[row->thread];
  const ProfProcessRow *process = &snapshot->processes[thread->process];
  const char *process_name = snapshot->strings[process->name];
  const char *thread_name = snapshot->strings[thread->name];

  if (row->event != reference_event (snapshot, query))
    return FALSE;
  if (query->include_processes && !listed (query->include_processes, process_name, process->pid))
    return FALSE;
  if (query->include_threads && !listed (query->include_threads, thread_name, thread->tid))
    return FALSE;
  if (listed (query->exclude_processes, process_name, process->pid) ||
      listed (query->exclude_threads, thread_name, thread->tid) ||
      listed_id (query->hidden_process_ids, thread->process) ||
      listed_id (query->hidden_thread_ids, row->thread))
    return FALSE;
  if (query->match && *query->match && !stack_matches (snapshot, row->stack, query->match))
    return FALSE;
  if (query->no_match && *query->no_match && stack_matches (snapshot, row->stack, query->no_match))
    return FALSE;
  if (query->focus && *query->focus && !stack_matches (snapshot, row->stack, query->focus))
    return FALSE;
  return TRUE;
}

GArray *
reference_path (const ProfSnapshot *snapshot, const ProfQuery *query, guint32 origin)
{
  const ProfOriginRow *row = &snapshot->origins[origin];
  GArray *path = g_array_new (FALSE, FALSE, sizeof (PathStep));
  g_autoptr (GArray) functions = g_array_new (FALSE, FALSE, sizeof (guint32)); /* root first */
  g_autoptr (GArray) shown = g_array_new (FALSE, FALSE, sizeof (PathStep));
  guint first = 0;

  for (guint32 s = row->stack; s != 0; s = snapshot->stacks[s].parent)
    g_array_prepend_val (functions, snapshot->frames[snapshot->stacks[s].frame].function);
  if (query->focus && *query->focus)
    while (!function_matches (snapshot, g_array_index (functions, guint32, first), query->focus))
      first++;

  for (guint i = first; i < functions->len; i++)
    {
      guint32 function = g_array_index (functions, guint32, i);

      if (query->hidden_kinds & 1u << snapshot->functions[function].kind)
        continue;
      if (query->merge && *query->merge && function_matches (snapshot, function, query->merge))
        continue;
      if (query->collapse_recursion && shown->len > 0 &&
          g_array_index (shown, PathStep, shown->len - 1).id == function)
        continue;
      g_array_append_val (shown, ((PathStep){ PROF_NODE_FUNCTION, function }));
    }

  if (query->grouping != PROF_GROUP_NONE)
    g_array_append_val (path,
                        ((PathStep){ PROF_NODE_PROCESS, snapshot->threads[row->thread].process }));
  if (query->grouping == PROF_GROUP_THREAD)
    g_array_append_val (path, ((PathStep){ PROF_NODE_THREAD, row->thread }));
  for (guint i = 0; i < shown->len; i++)
    g_array_append_val (path,
                        g_array_index (shown, PathStep, query->inverted ? shown->len - 1 - i : i));
  return path;
}
