/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <gio/gunixoutputstream.h>
#include <glib/gi18n.h>

#include "prof-config.h"

static void
say (const char *text)
{
  g_autofree char *line = g_strdelimit (g_strdup (text), "\r\n", ' ');

  fprintf (stderr, "profiler-cli: %s\n", line);
}

void
prof_cli_say (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  say (text);
}

int
prof_cli_usage (const char *command, const char *format, ...)
{
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  /* Translators: %s is what is wrong; the second one a command's name, as in "top". */
  line = g_strdup_printf (_ ("%s (see “profiler-cli %s --help”)"), text, command);
  say (line);
  return PROF_EXIT_USAGE;
}

int
prof_cli_fail (const GError *error)
{
  say (error->message);
  return PROF_EXIT_FAILED;
}

gboolean
prof_cli_parse (int *argc, char ***argv, const GOptionEntry *entries, const GOptionEntry *more,
                const char *parameters, const char *summary, int n_files, int *status)
{
  g_autofree char *command = g_strdup ((*argv)[0]);
  g_autofree char *program = g_strdup_printf ("profiler-cli %s", command);
  g_autoptr (GOptionContext) context = g_option_context_new (parameters);
  g_autoptr (GError) error = NULL;
  g_autofree char *help = NULL;
  gboolean wants_help = FALSE;
  const GOptionEntry help_entry[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &wants_help, N_ ("Show this help"), NULL },
    { NULL },
  };

  g_set_prgname (program);
  g_option_context_set_summary (context, summary);
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (more != NULL)
    g_option_context_add_main_entries (context, more, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, help_entry, GETTEXT_PACKAGE);
  if (!g_option_context_parse (context, argc, argv, &error))
    {
      *status = prof_cli_usage (command, "%s", error->message);
      return FALSE;
    }
  if (wants_help)
    {
      help = g_option_context_get_help (context, TRUE, NULL);
      fputs (help, stdout);
      *status = PROF_EXIT_DONE;
      return FALSE;
    }
  /* A "--" that ended the options stays in the list. */
  if (*argc > 1 && g_str_equal ((*argv)[1], "--"))
    {
      *argc -= 1;
      *argv += 1;
    }
  if (*argc - 1 < n_files)
    {
      *status = prof_cli_usage (command, "%s", _ ("a file to read is missing"));
      return FALSE;
    }
  if (*argc - 1 > n_files)
    {
      *status = prof_cli_usage (command, _ ("“%s” is one argument too many"), (*argv)[n_files + 1]);
      return FALSE;
    }
  return TRUE;
}

void
prof_cli_stdout_init (ProfTextWriter *self)
{
  g_autoptr (GOutputStream) out = g_unix_output_stream_new (STDOUT_FILENO, FALSE);

  prof_text_writer_init (self, out, NULL);
}

int
prof_cli_stdout_finish (ProfTextWriter *self)
{
  g_autoptr (GError) error = NULL;

  if (prof_text_writer_finish (self, &error))
    return PROF_EXIT_DONE;
  g_prefix_error (&error, "%s: ", _ ("Cannot write to standard output"));
  return prof_cli_fail (error);
}
