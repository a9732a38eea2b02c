/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/filter.h"

#include <string.h>

#include "analysis/pattern-private.h"

static gboolean
has_entries (GStrv patterns)
{
  return patterns && patterns[0];
}

/* Whether one of @patterns is @name or @number (a pid or tid) in decimal. */
static gboolean
is_listed (GStrv patterns, const char *name, gint32 number)
{
  char decimal[16];

  if (!has_entries (patterns))
    return FALSE;
  if (g_strv_contains ((const char *const *) patterns, name))
    return TRUE;
  if (number < 0)
    return FALSE;
  g_snprintf (decimal, sizeof decimal, "%d", number);
  return g_strv_contains ((const char *const *) patterns, decimal);
}

static void
hide_ids (guint8 *mask, guint n, const GArray *ids)
{
  for (guint i = 0; ids && i < ids->len; i++)
    if (g_array_index (ids, guint32, i) < n)
      mask[g_array_index (ids, guint32, i)] = 0;
}

static guint8 *
show_threads (const ProfSnapshot *snapshot, const ProfQuery *query)
{
  g_autofree guint8 *processes = g_new (guint8, MAX (snapshot->n_processes, 1));
  guint8 *threads = g_new (guint8, MAX (snapshot->n_threads, 1));

  for (guint i = 0; i < snapshot->n_processes; i++)
    {
      const ProfProcessRow *row = &snapshot->processes[i];
      const char *name = prof_snapshot_string (snapshot, row->name);

      processes[i] = (!has_entries (query->include_processes) ||
                      is_listed (query->include_processes, name, row->pid)) &&
                     !is_listed (query->exclude_processes, name, row->pid);
    }
  hide_ids (processes, snapshot->n_processes, query->hidden_process_ids);

  for (guint i = 0; i < snapshot->n_threads; i++)
    {
      const ProfThreadRow *row = &snapshot->threads[i];
      const char *name = prof_snapshot_string (snapshot, row->name);

      threads[i] = processes[row->process] &&
                   (!has_entries (query->include_threads) ||
                    is_listed (query->include_threads, name, row->tid)) &&
                   !is_listed (query->exclude_threads, name, row->tid);
    }
  hide_ids (threads, snapshot->n_threads, query->hidden_thread_ids);
  return threads;
}

/* Clears in @shown the stacks that have (or, with @wanted, have not) a frame that matches: a stack
 * has one if its parent has or its own frame is one, so one forward pass over the trie answers. */
static gboolean
mask_stacks (const ProfSnapshot *snapshot, const char *pattern, gboolean wanted, guint8 **shown,
             GError **error)
{
  g_autofree guint8 *functions = NULL;
  g_autofree guint8 *matches = NULL;

  if (!prof_pattern_is_set (pattern))
    return TRUE;
  functions = prof_pattern_match_functions (snapshot, pattern, error);
  if (!functions)
    return FALSE;

  if (!*shown)
    {
      *shown = g_malloc (snapshot->n_stacks);
      memset (*shown, 1, snapshot->n_stacks);
    }
  matches = g_malloc (snapshot->n_stacks);
  matches[0] = 0;
  (*shown)[0] &= matches[0] == wanted;
  for (guint s = 1; s < snapshot->n_stacks; s++)
    {
      const ProfStackRow *row = &snapshot->stacks[s];

      matches[s] = matches[row->parent] | functions[snapshot->frames[row->frame].function];
      (*shown)[s] &= matches[s] == wanted;
    }
  return TRUE;
}

static gboolean
find_event (const ProfSnapshot *snapshot, const char *name, guint32 *event, GError **error)
{
  g_autofree guint8 *has_origins = g_new0 (guint8, MAX (snapshot->n_events, 1));
  guint32 first_named = PROF_NO_ID;

  *event = PROF_NO_ID;
  for (guint i = 0; i < snapshot->n_origins; i++)
    has_origins[snapshot->origins[i].event] = 1;

  for (guint i = 0; i < snapshot->n_events; i++)
    {
      if (name && strcmp (prof_snapshot_string (snapshot, snapshot->events[i].name), name) != 0)
        continue;
      if (first_named == PROF_NO_ID)
        first_named = i;
      if (has_origins[i])
        {
          *event = i;
          return TRUE;
        }
    }
  *event = first_named;
  if (!name || first_named != PROF_NO_ID)
    return TRUE;

  {
    g_autoptr (GString) names = g_string_new (NULL);

    for (guint i = 0; i < snapshot->n_events; i++)
      g_string_append_printf (names, "%s“%s”", i ? ", " : "",
                              prof_snapshot_string (snapshot, snapshot->events[i].name));
    g_set_error (error, PROF_QUERY_ERROR, PROF_QUERY_ERROR_EVENT,
                 names->len ? "There is no event “%s”; the profile has %s"
                            : "There is no event “%s”; the profile has none%s",
                 name, names->str);
  }
  return FALSE;
}

ProfFilter *
prof_filter_new (ProfSnapshot *snapshot, const ProfQuery *query, GError **error)
{
  g_autofree guint8 *threads = NULL;
  g_autofree guint8 *stacks = NULL;
  guint32 event;
  ProfFilter *self;

  if (!find_event (snapshot, query->event, &event, error) ||
      !mask_stacks (snapshot, query->match, TRUE, &stacks, error) ||
      !mask_stacks (snapshot, query->no_match, FALSE, &stacks, error) ||
      !mask_stacks (snapshot, query->focus, TRUE, &stacks, error))
    return NULL;
  /* The tree applies it, but cannot fail: it is tried here. */
  if (prof_pattern_is_set (query->merge))
    {
      g_autofree guint8 *merged = prof_pattern_match_functions (snapshot, query->merge, error);

      if (!merged)
        return NULL;
    }

  threads = show_threads (snapshot, query);
  self = g_new0 (ProfFilter, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->event = event;
  self->n_origins = snapshot->n_origins;
  self->shown = g_new (guint8, MAX (snapshot->n_origins, 1));
  for (guint i = 0; i < snapshot->n_origins; i++)
    {
      const ProfOriginRow *row = &snapshot->origins[i];

      self->shown[i] =
          row->event == event && threads[row->thread] && (!stacks || stacks[row->stack]);
      self->n_shown += self->shown[i];
    }
  return self;
}

ProfFilter *
prof_filter_ref (ProfFilter *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
prof_filter_unref (ProfFilter *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->shown);
  g_free (self);
}
