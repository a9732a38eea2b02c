/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/format-value.h"
#include "cli/command.h"
#include "cli/selection.h"
#include "formats/import.h"
#include "profile/profile.h"

ProfSnapshot *
prof_cli_load (const char *path, char **symbol_dirs, const char **format, int *status)
{
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (GError) error = NULL;
  ProfImportOptions options = { .symbol_dirs = (const char *const *) symbol_dirs };

  if (!prof_import_file (path, &options, prof_profile_sink, profile, NULL, format, &error))
    {
      *status = prof_cli_fail (error);
      return NULL;
    }
  return prof_profile_snapshot (profile);
}

/* A name that nothing has is likely a slip: the numbers would be empty without a word. */
static void
check_patterns (const ProfSnapshot *snapshot, char **patterns, gboolean threads)
{
  for (guint i = 0; patterns != NULL && patterns[i] != NULL; i++)
    {
      const char *pattern = patterns[i] + (patterns[i][0] == '!');
      guint n = threads ? snapshot->n_threads : snapshot->n_processes;
      gboolean found = FALSE;

      for (guint row = 0; row < n && !found; row++)
        {
          guint32 name = threads ? snapshot->threads[row].name : snapshot->processes[row].name;
          gint32 id = threads ? snapshot->threads[row].tid : snapshot->processes[row].pid;
          g_autofree char *number = g_strdup_printf ("%d", id);

          found = g_str_equal (prof_snapshot_string (snapshot, name), pattern) ||
                  g_str_equal (number, pattern);
        }
      if (!found && threads)
        prof_cli_say (_ ("note: the file has no thread “%s”"), pattern);
      else if (!found)
        prof_cli_say (_ ("note: the file has no process “%s”"), pattern);
    }
}

gboolean
prof_cli_view_open (ProfCliView *self, const char *path, const char *command,
                    const ProfCliSelection *selection, int *status)
{
  g_autoptr (GError) error = NULL;

  memset (self, 0, sizeof *self);
  self->snapshot = prof_cli_load (path, selection->symbol_dirs, NULL, status);
  if (self->snapshot == NULL)
    return FALSE;
  self->query = prof_cli_selection_get_query (selection, command, self->snapshot, status);
  if (self->query == NULL)
    return FALSE;
  self->filter = prof_filter_new (self->snapshot, self->query, &error);
  if (self->filter == NULL)
    {
      if (g_error_matches (error, PROF_QUERY_ERROR, PROF_QUERY_ERROR_EVENT))
        *status = prof_cli_fail (error);
      else
        *status = prof_cli_usage (command, "%s", error->message);
      return FALSE;
    }
  check_patterns (self->snapshot, selection->processes, FALSE);
  check_patterns (self->snapshot, selection->threads, TRUE);
  prof_query_get_range (self->query, self->snapshot, &self->start, &self->end);
  self->event = "";
  self->unit = "samples";
  if (self->filter->event != PROF_NO_ID)
    {
      const ProfEventRow *event = &self->snapshot->events[self->filter->event];

      self->event = prof_snapshot_string (self->snapshot, event->name);
      self->unit = prof_snapshot_string (self->snapshot, event->unit);
    }
  return TRUE;
}

void
prof_cli_view_clear (ProfCliView *self)
{
  g_clear_pointer (&self->totals, prof_range_totals_free);
  g_clear_pointer (&self->filter, prof_filter_unref);
  g_clear_pointer (&self->query, prof_query_unref);
  g_clear_pointer (&self->snapshot, prof_snapshot_unref);
}

ProfCallTree *
prof_cli_view_get_tree (ProfCliView *self)
{
  ProfCallTree *tree = prof_call_tree_new (self->snapshot, self->filter, self->query);

  if (self->totals == NULL)
    {
      self->totals = prof_range_totals_new ();
      prof_range_totals_update (self->totals, self->snapshot, self->start, self->end);
    }
  prof_call_tree_set_totals (tree, self->totals);
  return tree;
}

/* Wall clock where the file has one, else seconds from the start. */
static char *
describe_time (const ProfSnapshot *snapshot, gint64 time)
{
  gint64 start = prof_snapshot_get_start_wall (snapshot);
  gint64 wall = start + time;
  g_autoptr (GDateTime) date = NULL;
  g_autofree char *text = NULL;

  if (start > 0)
    date = g_date_time_new_from_unix_local (wall / 1000000000);
  if (date == NULL)
    return prof_format_time (time, 1000000);
  text = g_date_time_format (date, "%T");
  return g_strdup_printf ("%s.%03d", text, (int) (wall % 1000000000 / 1000000));
}

char *
prof_cli_view_describe (ProfCliView *self, const ProfCallTree *tree)
{
  g_autofree char *samples = prof_format_count (tree->total_count[0]);
  g_autofree char *weight = prof_format_weight (tree->total[0], self->unit);
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  const char *no_time = prof_snapshot_get_meta (self->snapshot, PROF_META_NO_TIME);

  if (no_time != NULL && g_str_equal (no_time, "1"))
    return g_strdup_printf (_ ("%s: %s samples, %s; the file holds no time"), self->event, samples,
                            weight);
  from = describe_time (self->snapshot, self->start);
  to = describe_time (self->snapshot, self->end);
  return g_strdup_printf (_ ("%s: %s samples, %s, from %s to %s"), self->event, samples, weight,
                          from, to);
}
