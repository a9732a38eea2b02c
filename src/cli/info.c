/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include <glib/gi18n.h>

#include "analysis/format-value.h"
#include "analysis/summary.h"
#include "cli/command.h"
#include "cli/selection.h"

typedef struct {
  ProfSnapshot *snapshot;
  ProfSummary *summary;
  const char *path;
  const char *format;
  GString *text;
} Info;

/* (transfer full) (nullable) */
static char *
get_start_time (const Info *info, gboolean utc)
{
  gint64 wall = prof_snapshot_get_start_wall (info->snapshot);
  g_autoptr (GDateTime) date = NULL;
  g_autofree char *seconds = NULL;

  if (wall <= 0)
    return NULL;
  if (!utc)
    {
      date = g_date_time_new_from_unix_local (wall / 1000000000);
      return date != NULL ? g_date_time_format (date, "%F %T %Z") : NULL;
    }
  date = g_date_time_new_from_unix_utc (wall / 1000000000);
  if (date == NULL)
    return NULL;
  seconds = g_date_time_format (date, "%FT%T");
  return g_strdup_printf ("%s.%09dZ", seconds, (int) (wall % 1000000000));
}

/* ---- JSON ---- */

static void
add_key (Info *info, const char *key)
{
  g_string_append (info->text, info->text->len > 2 ? ",\n  " : "  ");
  prof_append_json (info->text, key);
  g_string_append (info->text, ": ");
}

static void
add_string (Info *info, const char *key, const char *value)
{
  add_key (info, key);
  if (value != NULL)
    prof_append_json (info->text, value);
  else
    g_string_append (info->text, "null");
}

static void
add_number (Info *info, const char *key, guint64 value)
{
  add_key (info, key);
  prof_append_uint (info->text, value);
}

static void
add_meta (Info *info, const char *key, const char *meta)
{
  const char *value = prof_snapshot_get_meta (info->snapshot, meta);

  if (value != NULL)
    add_string (info, key, value);
}

static void
add_meta_number (Info *info, const char *key, const char *meta)
{
  const char *value = prof_snapshot_get_meta (info->snapshot, meta);
  guint64 number;

  if (value != NULL && g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT64, &number, NULL))
    add_number (info, key, number);
}

static void
add_events (Info *info)
{
  const ProfSnapshot *snapshot = info->snapshot;

  add_key (info, "events");
  g_string_append_c (info->text, '[');
  for (guint i = 0; i < info->summary->events->len; i++)
    {
      const ProfEventTotal *total = &g_array_index (info->summary->events, ProfEventTotal, i);
      const ProfEventRow *event = &snapshot->events[total->event];

      g_string_append (info->text, i > 0 ? ",\n    {\"name\": " : "\n    {\"name\": ");
      prof_append_json (info->text, prof_snapshot_string (snapshot, event->name));
      g_string_append (info->text, ", \"unit\": ");
      prof_append_json (info->text, prof_snapshot_string (snapshot, event->unit));
      g_string_append (info->text, ", \"samples\": ");
      prof_append_uint (info->text, total->samples);
      g_string_append (info->text, ", \"weight\": ");
      prof_append_uint (info->text, total->weight);
      g_string_append_c (info->text, '}');
    }
  g_string_append_c (info->text, ']');
}

static void
add_frame_types (Info *info)
{
  add_key (info, "frame_types");
  g_string_append_c (info->text, '{');
  for (guint kind = 0; kind < PROF_N_FRAME_KINDS; kind++)
    {
      if (kind > 0)
        g_string_append (info->text, ", ");
      prof_append_json (info->text, prof_frame_kind_to_string (kind));
      g_string_append (info->text, ": ");
      prof_append_uint (info->text, info->summary->kind_occurrences[kind]);
    }
  g_string_append_c (info->text, '}');
}

static void
add_warnings (Info *info)
{
  add_key (info, "warnings");
  g_string_append_c (info->text, '[');
  for (guint i = 0; i < info->summary->warnings->len; i++)
    {
      const ProfWarning *warning = g_ptr_array_index (info->summary->warnings, i);

      g_string_append (info->text, i > 0 ? ",\n    {\"text\": " : "\n    {\"text\": ");
      prof_append_json (info->text, warning->text);
      g_string_append (info->text, ", \"count\": ");
      prof_append_uint (info->text, warning->count);
      g_string_append (info->text, ", \"where\": ");
      if (warning->where != NULL)
        prof_append_json (info->text, warning->where);
      else
        g_string_append (info->text, "null");
      g_string_append_c (info->text, '}');
    }
  g_string_append_c (info->text, ']');
}

static void
write_json (Info *info)
{
  const ProfSummary *summary = info->summary;
  g_autofree char *start = get_start_time (info, TRUE);

  g_string_append (info->text, "{\n");
  add_string (info, "format", info->format);
  add_string (info, "start_time", start);
  add_key (info, "duration_ns");
  prof_append_int (info->text, summary->duration_ns);
  add_number (info, "samples", summary->samples);
  add_number (info, "weight", summary->weight);
  add_events (info);
  add_number (info, "lost", summary->lost);
  add_number (info, "throttled", summary->throttled);
  add_number (info, "truncated_stacks", summary->truncated_stacks);
  add_number (info, "frame_occurrences", summary->frame_occurrences);
  add_number (info, "unnamed_frames", summary->unnamed_frames);
  add_number (info, "processes", summary->processes);
  add_number (info, "threads", summary->threads);
  add_number (info, "stacks", summary->stacks);
  add_number (info, "frames", summary->frames);
  add_frame_types (info);
  add_meta (info, "hostname", PROF_META_HOSTNAME);
  add_meta (info, "kernel", PROF_META_KERNEL);
  add_meta_number (info, "cpus", PROF_META_CPUS);
  add_meta_number (info, "frequency", PROF_META_FREQUENCY);
  add_meta (info, "target", PROF_META_TARGET);
  add_meta (info, "command", PROF_META_COMMAND);
  add_warnings (info);
  g_string_append (info->text, "\n}\n");
}

/* ---- text ---- */

static void add_line (Info *info, const char *label, const char *format, ...) G_GNUC_PRINTF (3, 4);

static void
add_line (Info *info, const char *label, const char *format, ...)
{
  va_list args;

  g_string_append (info->text, label);
  for (glong n = g_utf8_strlen (label, -1); n < 18; n++)
    g_string_append_c (info->text, ' ');
  va_start (args, format);
  g_string_append_vprintf (info->text, format, args);
  va_end (args);
  g_string_append_c (info->text, '\n');
}

static void
add_meta_line (Info *info, const char *label, const char *meta)
{
  const char *value = prof_snapshot_get_meta (info->snapshot, meta);

  if (value != NULL)
    add_line (info, label, "%s", value);
}

static void
add_count_line (Info *info, const char *label, guint64 count)
{
  g_autofree char *text = prof_format_count (count);

  add_line (info, label, "%s", text);
}

static void
add_event_lines (Info *info)
{
  for (guint i = 0; i < info->summary->events->len; i++)
    {
      const ProfEventTotal *total = &g_array_index (info->summary->events, ProfEventTotal, i);
      const ProfEventRow *event = &info->snapshot->events[total->event];
      g_autofree char *samples = prof_format_count (total->samples);
      g_autofree char *weight =
          prof_format_weight (total->weight, prof_snapshot_string (info->snapshot, event->unit));

      add_line (info, i == 0 ? _ ("Events") : "", _ ("%s: %s samples, %s"),
                prof_snapshot_string (info->snapshot, event->name), samples, weight);
    }
}

static void
add_type_lines (Info *info)
{
  const ProfSummary *summary = info->summary;
  const char *label = _ ("Frame types");

  for (guint kind = 0; kind < PROF_N_FRAME_KINDS; kind++)
    {
      g_autofree char *share = NULL;

      if (summary->kind_occurrences[kind] == 0)
        continue;
      share = prof_format_share ((double) summary->kind_occurrences[kind] /
                                 (double) summary->frame_occurrences);
      add_line (info, label, "%s: %s", prof_frame_kind_to_string (kind), share);
      label = "";
    }
}

static void
write_text (Info *info)
{
  const ProfSummary *summary = info->summary;
  g_autofree char *start = get_start_time (info, FALSE);
  g_autofree char *duration = prof_format_duration (summary->duration_ns);
  g_autofree char *unnamed = prof_format_count (summary->unnamed_frames);
  g_autofree char *unnamed_share =
      prof_format_share (summary->frame_occurrences ? (double) summary->unnamed_frames /
                                                          (double) summary->frame_occurrences
                                                    : 0);

  add_line (info, _ ("File"), "%s (%s)", info->path, info->format);
  if (start != NULL)
    add_line (info, _ ("Recorded"), "%s", start);
  add_meta_line (info, _ ("Host"), PROF_META_HOSTNAME);
  add_meta_line (info, _ ("Kernel"), PROF_META_KERNEL);
  add_meta_line (info, _ ("CPUs"), PROF_META_CPUS);
  add_meta_line (info, _ ("Target"), PROF_META_TARGET);
  add_meta_line (info, _ ("Frequency (Hz)"), PROF_META_FREQUENCY);
  if (g_strcmp0 (prof_snapshot_get_meta (info->snapshot, PROF_META_NO_TIME), "1") == 0)
    add_line (info, _ ("Duration"), "%s", _ ("the file holds no time"));
  else
    add_line (info, _ ("Duration"), "%s", duration);
  add_count_line (info, _ ("Samples"), summary->samples);
  add_event_lines (info);
  add_count_line (info, _ ("Lost"), summary->lost);
  if (summary->throttled > 0)
    add_count_line (info, _ ("Throttled"), summary->throttled);
  add_count_line (info, _ ("Truncated stacks"), summary->truncated_stacks);
  add_line (info, _ ("Unnamed frames"), "%s (%s)", unnamed, unnamed_share);
  add_count_line (info, _ ("Processes"), summary->processes);
  add_count_line (info, _ ("Threads"), summary->threads);
  add_count_line (info, _ ("Stacks"), summary->stacks);
  add_count_line (info, _ ("Functions"), summary->frames);
  add_type_lines (info);
  for (guint i = 0; i < summary->warnings->len; i++)
    {
      const ProfWarning *warning = g_ptr_array_index (summary->warnings, i);
      g_autofree char *count = prof_format_count (warning->count);

      if (warning->where != NULL)
        add_line (info, i == 0 ? _ ("Warnings") : "", "%s × %s (%s)", count, warning->text,
                  warning->where);
      else
        add_line (info, i == 0 ? _ ("Warnings") : "", "%s × %s", count, warning->text);
    }
}

int
prof_command_info (int argc, char **argv)
{
  g_auto (ProfTextWriter) writer = { NULL };
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfSummary) summary = NULL;
  g_auto (GStrv) symbol_dirs = NULL;
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Write JSON"), NULL },
    { "symbols", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &symbol_dirs,
      N_ ("Where to look for modules and debug files; repeatable"), N_ ("DIR") },
    { NULL },
  };
  Info info = { NULL };
  int status;

  prof_cli_stdout_init (&writer);
  if (!prof_cli_parse (&argc, &argv, entries, NULL, _ ("FILE"),
                       _ ("What a profile holds, and how good it is."), 1, &status))
    return status;
  snapshot = prof_cli_load (argv[1], symbol_dirs, &info.format, &status);
  if (snapshot == NULL)
    return status;
  summary = prof_summary_new (snapshot, NULL, G_MININT64, G_MAXINT64);
  info.snapshot = snapshot;
  info.summary = summary;
  info.path = argv[1];
  info.text = writer.text;
  if (json)
    write_json (&info);
  else
    write_text (&info);
  return prof_cli_stdout_finish (&writer);
}
