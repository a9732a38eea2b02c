/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "cli/command.h"
#include "cli/selection.h"
#include "formats/export.h"

static gboolean
check_format (const char *format, int *status)
{
  const char *const *formats = prof_export_get_formats ();
  g_autofree char *known = g_strjoinv (", ", (GStrv) formats);

  if (format == NULL)
    *status = prof_cli_usage ("export", _ ("say with -f what to write: %s"), known);
  else if (!g_strv_contains (formats, format))
    *status = prof_cli_usage ("export", _ ("“%s” is no format that this version writes: %s"),
                              format, known);
  else
    return TRUE;
  return FALSE;
}

int
prof_command_export (int argc, char **argv)
{
  g_auto (ProfCliSelection) selection = { NULL };
  g_auto (ProfCliView) view = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *format = NULL;
  g_autofree char *output = NULL;
  g_autofree GOptionEntry *more = prof_cli_selection_get_entries (&selection);
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &format,
      N_ ("What to write: capture, folded, csv, json, svg"), N_ ("FORMAT") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
      N_ ("Where to write it; default and “-”: standard output"), N_ ("FILE") },
    { NULL },
  };
  int status;

  if (!prof_cli_parse (&argc, &argv, entries, more, _ ("FILE"),
                       _ ("Write a profile, or the selected part of it, in another format."), 1,
                       &status) ||
      !check_format (format, &status))
    return status;
  if (output == NULL)
    output = g_strdup ("-");
  if (g_str_equal (format, "capture") && g_str_equal (output, "-") && isatty (STDOUT_FILENO))
    return prof_cli_usage ("export", _ ("a capture is no text for a terminal: say with -o where "
                                        "to write it"));
  /* The tree has one root a process, unless something else was asked for. */
  if (g_str_equal (format, "json") && selection.group == NULL)
    selection.group = g_strdup ("process");
  if (!prof_cli_view_open (&view, argv[1], "export", &selection, &status))
    return status;
  if (!prof_export_file (view.snapshot, view.query, format, output, NULL, &error))
    return prof_cli_fail (error);
  return PROF_EXIT_DONE;
}
