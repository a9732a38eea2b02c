/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/selection.h"

#include <stdlib.h>

#include <glib/gi18n.h>

#include "cli/command.h"

void
prof_cli_selection_clear (ProfCliSelection *self)
{
  g_free (self->from);
  g_free (self->to);
  g_strfreev (self->processes);
  g_strfreev (self->threads);
  g_free (self->event);
  g_strfreev (self->hide_types);
  g_free (self->match);
  g_free (self->no_match);
  g_free (self->focus);
  g_free (self->merge);
  g_free (self->group);
  g_strfreev (self->symbol_dirs);
}

GOptionEntry *
prof_cli_selection_get_entries (ProfCliSelection *self)
{
  const GOptionEntry entries[] = {
    { "from", 0, 0, G_OPTION_ARG_STRING, &self->from,
      N_ ("From this time on: seconds from the start, or HH:MM:SS[.fff]"), N_ ("TIME") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &self->to, N_ ("Up to this time, not included"),
      N_ ("TIME") },
    { "process", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->processes,
      N_ ("Only this process; !… for all others; repeatable"), N_ ("NAME|PID") },
    { "thread", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->threads,
      N_ ("Only this thread; !… for all others; repeatable"), N_ ("NAME|TID") },
    { "event", 0, 0, G_OPTION_ARG_STRING, &self->event, N_ ("What was counted; default: the first"),
      N_ ("NAME") },
    { "hide-type", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->hide_types,
      N_ ("Take frames of a type out of stacks: native, kernel, python, jit, inlined; repeatable"),
      N_ ("TYPE") },
    { "match", 0, 0, G_OPTION_ARG_STRING, &self->match,
      N_ ("Only samples with a frame that matches"), N_ ("REGEX") },
    { "no-match", 0, 0, G_OPTION_ARG_STRING, &self->no_match,
      N_ ("Only samples without a frame that matches"), N_ ("REGEX") },
    { "focus", 0, 0, G_OPTION_ARG_STRING, &self->focus,
      N_ ("Let stacks begin at the outermost frame that matches"), N_ ("REGEX") },
    { "merge", 0, 0, G_OPTION_ARG_STRING, &self->merge, N_ ("Take frames that match out of stacks"),
      N_ ("REGEX") },
    { "collapse-recursion", 0, 0, G_OPTION_ARG_NONE, &self->collapse_recursion,
      N_ ("Make directly repeated frames one"), NULL },
    { "group", 0, 0, G_OPTION_ARG_STRING, &self->group,
      N_ ("Put stacks below their process or thread: none, process, thread"), N_ ("HOW") },
    { "symbols", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->symbol_dirs,
      N_ ("Where to look for modules and debug files; repeatable"), N_ ("DIR") },
    { NULL },
  };

  return g_memdup2 (entries, sizeof entries);
}

/* "!x" excludes. */
static void
split_patterns (char **patterns, GStrv *included, GStrv *excluded)
{
  g_autoptr (GStrvBuilder) in = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) out = g_strv_builder_new ();
  gboolean has_in = FALSE;
  gboolean has_out = FALSE;

  for (guint i = 0; patterns != NULL && patterns[i] != NULL; i++)
    if (patterns[i][0] == '!')
      {
        g_strv_builder_add (out, patterns[i] + 1);
        has_out = TRUE;
      }
    else
      {
        g_strv_builder_add (in, patterns[i]);
        has_in = TRUE;
      }
  *included = has_in ? g_strv_builder_end (in) : NULL;
  *excluded = has_out ? g_strv_builder_end (out) : NULL;
}

static gboolean
set_types (ProfQuery *query, char **types, const char *command, int *status)
{
  for (guint i = 0; types != NULL && types[i] != NULL; i++)
    {
      ProfFrameKind kind;

      if (!prof_frame_kind_from_string (types[i], &kind))
        {
          *status = prof_cli_usage (command,
                                    _ ("“%s” is no type of frames: native, kernel, "
                                       "python, jit, inlined, truncated, unknown"),
                                    types[i]);
          return FALSE;
        }
      query->hidden_kinds |= PROF_FRAME_KIND_BIT (kind);
    }
  return TRUE;
}

static gboolean
set_grouping (ProfQuery *query, const char *group, const char *command, int *status)
{
  static const char *const names[] = { "none", "process", "thread" };

  if (group == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (group, names[i]))
      {
        query->grouping = (ProfGrouping) i;
        return TRUE;
      }
  *status = prof_cli_usage (command, _ ("“%s” is no way to group: none, process, thread"), group);
  return FALSE;
}

static gboolean
set_range (ProfQuery *query, const ProfCliSelection *self, const char *command,
           ProfSnapshot *snapshot, int *status)
{
  g_autoptr (GError) error = NULL;

  query->start = G_MININT64;
  query->end = G_MAXINT64;
  query->has_range = self->from != NULL || self->to != NULL;
  if ((self->from != NULL && !prof_parse_time (self->from, snapshot, &query->start, &error)) ||
      (self->to != NULL && !prof_parse_time (self->to, snapshot, &query->end, &error)))
    {
      *status = prof_cli_usage (command, "%s", error->message);
      return FALSE;
    }
  if (query->start > query->end)
    {
      *status = prof_cli_usage (command, _ ("the time range ends (%s) before it begins (%s)"),
                                self->to, self->from);
      return FALSE;
    }
  return TRUE;
}

ProfQuery *
prof_cli_selection_get_query (const ProfCliSelection *self, const char *command,
                              ProfSnapshot *snapshot, int *status)
{
  g_autoptr (ProfQuery) query = prof_query_new ();

  if (!set_range (query, self, command, snapshot, status) ||
      !set_types (query, self->hide_types, command, status) ||
      !set_grouping (query, self->group, command, status))
    return NULL;
  split_patterns (self->processes, &query->include_processes, &query->exclude_processes);
  split_patterns (self->threads, &query->include_threads, &query->exclude_threads);
  query->event = g_strdup (self->event);
  query->match = g_strdup (self->match);
  query->no_match = g_strdup (self->no_match);
  query->focus = g_strdup (self->focus);
  query->merge = g_strdup (self->merge);
  query->collapse_recursion = self->collapse_recursion;
  return g_steal_pointer (&query);
}
