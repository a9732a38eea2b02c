/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-cli.h"

#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>

const char *
cli_path (void)
{
  const char *path = g_getenv ("PROFILER_CLI");

  if (path == NULL)
    g_error ("PROFILER_CLI does not say where profiler-cli is");
  return path;
}

CliRun *
cli_run_v (const char *const *arguments)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  CliRun *run = g_new0 (CliRun, 1);
  int status;

  g_strv_builder_add (builder, cli_path ());
  g_strv_builder_addv (builder, (const char **) arguments);
  argv = g_strv_builder_end (builder);
  g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &run->out, &run->err, &status,
                &error);
  g_assert_no_error (error);
  run->status = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  return run;
}

CliRun *
cli_run (const char *first, ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  va_list args;

  va_start (args, first);
  for (const char *argument = first; argument != NULL; argument = va_arg (args, const char *))
    g_ptr_array_add (arguments, (gpointer) argument);
  va_end (args);
  g_ptr_array_add (arguments, NULL);
  return cli_run_v ((const char *const *) arguments->pdata);
}

void
cli_run_free (CliRun *run)
{
  g_free (run->out);
  g_free (run->err);
  g_free (run);
}

void
cli_assert_one_line (const CliRun *run)
{
  const char *end = strchr (run->err, '\n');

  g_assert_true (g_str_has_prefix (run->err, "profiler-cli: "));
  g_assert_true (end != NULL && end[1] == '\0');
  g_assert_cmpuint (strlen (run->err), >, 20);
}

static char *
next_field (const char **text, gboolean *last)
{
  GString *field = g_string_new (NULL);
  const char *at = *text;

  if (*at == '"')
    {
      for (at++; *at != '\0' && (*at != '"' || at[1] == '"'); at++)
        {
          if (*at == '"')
            at++;
          g_string_append_c (field, *at);
        }
      g_assert_cmpint (*at, ==, '"');
      at++;
    }
  else
    for (; strchr (",\r", *at) == NULL; at++)
      g_string_append_c (field, *at);
  *last = *at != ',';
  if (*last)
    g_assert_true (g_str_has_prefix (at, "\r\n"));
  *text = at + (*last ? 2 : 1);
  return g_string_free (field, FALSE);
}

GPtrArray *
cli_parse_csv (const char *text)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  guint n_columns = 0;

  while (*text != '\0')
    {
      GPtrArray *fields = g_ptr_array_new ();
      gboolean last = FALSE;

      while (!last)
        g_ptr_array_add (fields, next_field (&text, &last));
      if (n_columns == 0)
        n_columns = fields->len;
      g_assert_cmpuint (fields->len, ==, n_columns);
      g_ptr_array_add (fields, NULL);
      g_ptr_array_add (rows, g_ptr_array_free (fields, FALSE));
    }
  return rows;
}
