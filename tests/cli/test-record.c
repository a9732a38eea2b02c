/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Recording through the real program: what it leaves behind, also when it is killed. */

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run-cli.h"

/* Some seconds of work. Its outputs are not ours, so that nobody waits for it. */
#define BUSY "exec >/dev/null 2>&1; i=0; while [ $i -lt 9000000 ]; do i=$((i+1)); done"

static char *folder;

static gint64
info_number (const char *path, const char *key)
{
  g_autoptr (CliRun) run = cli_run ("info", "--json", path, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();

  g_assert_cmpint (run->status, ==, 0);
  g_assert_true (json_parser_load_from_data (parser, run->out, -1, NULL));
  return json_object_get_int_member (json_node_get_object (json_parser_get_root (parser)), key);
}

static guint
count_warnings (const char *path, const char *part)
{
  g_autoptr (CliRun) run = cli_run ("info", path, NULL);

  g_assert_cmpint (run->status, ==, 0);
  return strstr (run->out, part) != NULL;
}

/* Skips where the kernel does not let this user record. */
static gboolean
may_record (void)
{
  g_autofree char *path = g_build_filename (folder, "probe", NULL);
  g_autoptr (CliRun) run = cli_run ("record", "-d", "0.1", "-o", path, "--", "sleep", "1", NULL);

  g_unlink (path);
  if (run->status == 0)
    return TRUE;
  cli_assert_one_line (run);
  g_test_skip (run->err);
  return FALSE;
}

static void
test_command (void)
{
  g_autofree char *path = g_build_filename (folder, "command.profcap", NULL);
  g_autoptr (CliRun) run = NULL;

  if (!may_record ())
    return;
  run = cli_run ("record", "-d", "1", "-F", "499", "-o", path, "--", "sh", "-c", BUSY, NULL);
  g_assert_cmpint (run->status, ==, 0);
  cli_assert_one_line (run);
  g_assert_nonnull (strstr (run->err, path));
  g_assert_nonnull (strstr (run->err, " samples, "));
  g_assert_cmpint (info_number (path, "samples"), >, 50);
  g_assert_cmpint (info_number (path, "processes"), >=, 1);
  g_assert_cmpuint (count_warnings (path, "cut off"), ==, 0);
  g_unlink (path);
}

/* The exit status of the command is not ours; a command that cannot run is an error of ours. */
static void
test_statuses (void)
{
  g_autofree char *path = g_build_filename (folder, "status.profcap", NULL);
  g_autoptr (CliRun) fails = NULL;
  g_autoptr (CliRun) missing = NULL;

  if (!may_record ())
    return;
  fails = cli_run ("record", "-o", path, "--", "sh", "-c", "exit 3", NULL);
  g_assert_cmpint (fails->status, ==, 0);
  g_unlink (path);
  missing = cli_run ("record", "-o", path, "--", "/no/such/command", NULL);
  g_assert_cmpint (missing->status, ==, 1);
  cli_assert_one_line (missing);
  g_assert_nonnull (strstr (missing->err, "/no/such/command"));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* A recording that does not begin leaves an older file of that name alone. */
static void
test_keeps_old (void)
{
  g_autofree char *path = g_build_filename (folder, "old.profcap", NULL);
  g_autofree char *content = NULL;
  g_autoptr (CliRun) missing = NULL;
  g_autoptr (CliRun) full = NULL;

  g_assert_true (g_file_set_contents (path, "precious", -1, NULL));
  missing = cli_run ("record", "-o", path, "--", "/no/such/command", NULL);
  g_assert_cmpint (missing->status, ==, 1);
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "precious");
  g_unlink (path);

  if (!may_record ())
    return;
  full = cli_run ("record", "-d", "1", "-o", "/dev/full", "--", "sh", "-c", BUSY, NULL);
  g_assert_cmpint (full->status, ==, 1);
  cli_assert_one_line (full);
  g_assert_nonnull (strstr (full->err, "/dev/full"));
}

static void
test_stream (void)
{
  g_autofree char *path = g_build_filename (folder, "stream.profcap", NULL);
  g_autofree char *script = g_strdup_printf (
      "\"$0\" record -d 0.5 --stream -- sh -c 'echo not a capture; %s' >\"$1\" 2>/dev/null", BUSY);
  const char *argv[] = { "/bin/sh", "-c", script, cli_path (), path, NULL };
  int status;

  if (!may_record ())
    return;
  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                               &status, NULL));
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpint (info_number (path, "samples"), >, 5);
  g_assert_cmpuint (count_warnings (path, "cut off"), ==, 0);
  g_unlink (path);
}

static GPid
start_recording (const char *path)
{
  const char *argv[] = { cli_path (), "record", "-F", "499", "-o", path,
                         "--",        "sh",     "-c", BUSY,  NULL };
  GPid child;

  g_assert_true (g_spawn_async (NULL, (char **) argv, NULL,
                                G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                                &child, NULL));
  return child;
}

/* What is in the file while it grows; a loaded machine takes its time. */
static gint64
wait_for_samples (const char *path, gint64 wanted)
{
  for (guint i = 0; i < 600; i++)
    {
      g_autoptr (CliRun) run = cli_run ("info", "--json", path, NULL);
      gint64 n = run->status == 0 ? info_number (path, "samples") : 0;

      if (n >= wanted)
        return n;
      g_usleep (100000);
    }
  g_error ("no samples after a minute");
}

/* SIGINT ends a recording in order; SIGKILL loses nothing that was in the file. */
static void
test_signals (void)
{
  const int signals[] = { SIGINT, SIGTERM, SIGKILL };
  g_autofree char *path = g_build_filename (folder, "signal.profcap", NULL);

  if (!may_record ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      GPid child = start_recording (path);
      gint64 n_samples = wait_for_samples (path, 100);
      int status;

      g_assert_cmpint (kill (child, signals[i]), ==, 0);
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      if (signals[i] == SIGKILL)
        g_assert_true (WIFSIGNALED (status));
      else
        g_assert_cmpint (status, ==, 0);
      g_assert_cmpuint (count_warnings (path, "cut off"), ==, signals[i] == SIGKILL);
      g_assert_cmpint (info_number (path, "samples"), >=, n_samples);
      g_unlink (path);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("profiler-cli-XXXXXX", NULL);
  g_test_add_func ("/cli/record/command", test_command);
  g_test_add_func ("/cli/record/statuses", test_statuses);
  g_test_add_func ("/cli/record/keeps-old", test_keeps_old);
  g_test_add_func ("/cli/record/stream", test_stream);
  g_test_add_func ("/cli/record/signals", test_signals);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
