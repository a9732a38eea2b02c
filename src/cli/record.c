/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib-unix.h>
#include <glib/gi18n.h>

#include "analysis/format-value.h"
#include "capture/recorder.h"
#include "cli/command.h"
#include "cli/heap.h"
#include "cli/tally.h"
#include "formats/capture-file.h"

#define DEFAULT_FREQUENCY 99
#define MAX_FREQUENCY 100000
#define LIVE_INTERVAL_MS 250

typedef struct {
  /* What was asked for. */
  char **pid_lists;
  gboolean system_wide;
  char *output;
  gint frequency;
  double duration_s;
  gboolean no_kernel;
  gboolean no_python;
  gboolean stream;
  char *method;
  char *stacks;
  char **symbol_dirs; /* (nullable) */
  char **command;     /* (nullable) */
  GArray *pids;       /* pid_t */

  /* While it runs. */
  int fd;           /* of the file or the stream; -1: none */
  gboolean created; /* the file was not there before */
  ProfCaptureWriter *writer;
  ProfTally tally;
  ProfRecorder *recorder;
  GMainLoop *loop;
  GError *error;
  gint64 started_us;
} Record;

static void
record_clear (Record *self)
{
  g_strfreev (self->pid_lists);
  g_free (self->output);
  g_free (self->method);
  g_free (self->stacks);
  g_strfreev (self->symbol_dirs);
  g_strfreev (self->command);
  g_array_unref (self->pids);
  g_clear_pointer (&self->writer, prof_capture_writer_free);
  if (self->fd >= 0)
    close (self->fd);
  prof_tally_clear (&self->tally);
  g_clear_object (&self->recorder);
  g_clear_pointer (&self->loop, g_main_loop_unref);
  g_clear_error (&self->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Record, record_clear)

/* ---- arguments: every one is checked, since this also runs for others with more privileges ---- */

static gboolean
parse_pids (Record *self, int *status)
{
  for (guint i = 0; self->pid_lists != NULL && self->pid_lists[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (self->pid_lists[i], ",", -1);

      for (guint k = 0; parts[k] != NULL; k++)
        {
          guint64 number;
          pid_t pid;

          if (!g_ascii_string_to_unsigned (parts[k], 10, 1, G_MAXINT32, &number, NULL))
            {
              *status = prof_cli_usage ("record", _ ("“%s” is no process id"), parts[k]);
              return FALSE;
            }
          pid = (pid_t) number;
          g_array_append_val (self->pids, pid);
        }
    }
  return TRUE;
}

static gboolean
check_choice (const char *option, const char *value, const char *first, const char *second,
              const char *missing, int *status)
{
  if (value == NULL || g_str_equal (value, first) || g_str_equal (value, second))
    return TRUE;
  if (g_str_equal (value, missing))
    *status = prof_cli_usage ("record", _ ("%s %s is not in this version"), option, value);
  else
    *status =
        prof_cli_usage ("record", _ ("%s takes %s or %s, not “%s”"), option, first, second, value);
  return FALSE;
}

static gboolean
check_options (Record *self, int *status)
{
  guint n_targets = (self->pids->len > 0) + self->system_wide + (self->command != NULL);

  if (!check_choice ("--method", self->method, "auto", "perf", "ptrace", status) ||
      !check_choice ("--stacks", self->stacks, "auto", "fp", "dwarf", status))
    return FALSE;
  if (n_targets == 0)
    *status = prof_cli_usage ("record", "%s", _ ("say what to record: -p PID, -a, or -- COMMAND"));
  else if (n_targets > 1)
    *status =
        prof_cli_usage ("record", "%s", _ ("only one of -p, -a and -- COMMAND can be recorded"));
  else if (self->frequency < 1 || self->frequency > MAX_FREQUENCY)
    *status =
        prof_cli_usage ("record", _ ("-F takes samples a second, from 1 to %d"), MAX_FREQUENCY);
  else if (!isfinite (self->duration_s) || self->duration_s < 0 || self->duration_s > 1e9)
    *status = prof_cli_usage ("record", "%s", _ ("-d takes seconds, more than 0"));
  else if (self->stream && self->output != NULL)
    *status =
        prof_cli_usage ("record", "%s", _ ("--stream writes to standard output and takes no -o"));
  else if (self->stream && isatty (STDOUT_FILENO))
    *status = prof_cli_usage ("record", "%s",
                              _ ("--stream writes a capture, which is no text for a terminal"));
  else
    return TRUE;
  return FALSE;
}

/* What stands behind "--" is the command, whatever its arguments look like. */
static void
take_command (int *argc, char **argv, Record *self)
{
  for (int i = 1; i < *argc; i++)
    if (g_str_equal (argv[i], "--"))
      {
        if (i + 1 < *argc)
          self->command = g_strdupv (argv + i + 1);
        argv[i] = NULL;
        *argc = i;
        return;
      }
}

/* ---- recording ---- */

static gboolean
name_output (Record *self, GError **error)
{
  g_autofree char *name = NULL;

  if (self->stream)
    name = g_strdup (_ ("standard output"));
  else
    name = g_filename_display_name (self->output);
  g_prefix_error (error, _ ("Cannot write “%s”: "), name);
  return FALSE;
}

/* Only now that there is something to write, an older file of the name goes. */
static gboolean
begin_writing (Record *self, GError **error)
{
  if (!self->stream && ftruncate (self->fd, 0) != 0 && errno != EINVAL)
    {
      g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
      return FALSE;
    }
  self->writer = prof_capture_writer_new_for_fd (self->fd, error);
  return self->writer != NULL;
}

/* On the recorder's thread: what is in the file is never older than a batch. */
static gboolean
take_batch (ProfBatch *batch, gpointer data, GError **error)
{
  g_autoptr (ProfBatch) owned = batch;
  Record *self = data;

  prof_tally_add (&self->tally, owned);
  if ((self->writer == NULL && !begin_writing (self, error)) ||
      !prof_capture_writer_write (self->writer, owned, error))
    return name_output (self, error);
  return TRUE;
}

static void
on_finished (ProfRecorder *recorder, GError *error, gpointer data)
{
  Record *self = data;

  if (error != NULL)
    self->error = g_error_copy (error);
  g_main_loop_quit (self->loop);
}

static gboolean
on_signal (gpointer data)
{
  Record *self = data;

  prof_recorder_stop (self->recorder);
  return G_SOURCE_CONTINUE;
}

static gboolean
show_live (gpointer data)
{
  Record *self = data;
  gint64 elapsed = (g_get_monotonic_time () - self->started_us) * 1000;
  g_autofree char *time = prof_format_time (elapsed, 100000000);
  g_autofree char *samples = prof_format_count ((guint) g_atomic_int_get (&self->tally.samples));
  guint n_lost = (guint) g_atomic_int_get (&self->tally.lost);

  /* Back to the line's begin, and clear what is left of the last text. */
  fprintf (stderr, "\r\033[K");
  fprintf (stderr, _ ("%s   %s samples"), time, samples);
  if (n_lost > 0)
    fprintf (stderr, _ (", %u lost"), n_lost);
  fprintf (stderr, "   %s", _ ("Ctrl+C stops"));
  fflush (stderr);
  return G_SOURCE_CONTINUE;
}

/* The first free of profile.profcap, profile-2.profcap, …: a recording never replaces another one
 * that nobody named. */
static char *
choose_output (void)
{
  char *name = g_strdup ("profile.profcap");

  for (guint i = 2; g_file_test (name, G_FILE_TEST_EXISTS); i++)
    {
      g_free (name);
      name = g_strdup_printf ("profile-%u.profcap", i);
    }
  return name;
}

/* Opens the output, so that what cannot be written is known before anything is recorded. */
static gboolean
open_output (Record *self, GError **error)
{
  if (self->stream)
    {
      /* A launched command writes to its standard output too: that must not end up in the stream. */
      self->fd = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
      if (self->fd >= 0 && dup2 (STDERR_FILENO, STDOUT_FILENO) >= 0)
        return TRUE;
    }
  else
    {
      if (self->output == NULL)
        self->output = choose_output ();
      self->fd = open (self->output, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      self->created = self->fd >= 0;
      if (!self->created && errno == EEXIST)
        self->fd = open (self->output, O_WRONLY | O_CLOEXEC);
      if (self->fd >= 0)
        return TRUE;
    }
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
  return name_output (self, error);
}

static gboolean
start (Record *self, GError **error)
{
  const ProfRecordOptions options = {
    .pids = (const pid_t *) (gpointer) self->pids->data,
    .n_pids = self->pids->len,
    .command = (const char *const *) self->command,
    .system_wide = self->system_wide,
    .frequency = self->frequency,
    .duration_ns = llround (self->duration_s * 1e9),
    .kernel = !self->no_kernel,
    .symbol_dirs = (const char *const *) self->symbol_dirs,
  };

  self->recorder = prof_recorder_start (&options, take_batch, self, NULL, error);
  if (self->recorder == NULL)
    return FALSE;
  self->started_us = g_get_monotonic_time ();
  g_signal_connect (self->recorder, "finished", G_CALLBACK (on_finished), self);
  return TRUE;
}

static void
say_summary (Record *self)
{
  const ProfTally *tally = &self->tally;
  g_autofree char *samples = prof_format_count (tally->n_samples);
  g_autofree char *lost = prof_format_count (tally->n_lost);
  g_autofree char *truncated = prof_format_count (tally->n_truncated);
  g_autofree char *named = prof_format_share (
      tally->n_frames > 0 ? 1 - (double) tally->n_unnamed / (double) tally->n_frames : 1);
  g_autofree char *name = NULL;

  if (self->stream)
    {
      prof_cli_say (_ ("%s samples, %s lost, %s truncated stacks, %s of frames named"), samples,
                    lost, truncated, named);
      return;
    }
  name = g_filename_display_name (self->output);
  prof_cli_say (_ ("%s samples, %s lost, %s truncated stacks, %s of frames named: %s"), samples,
                lost, truncated, named, name);
}

static int
run (Record *self)
{
  g_autoptr (GError) error = NULL;
  guint live = 0;
  guint sources[2];

  /* A reader of the stream that has gone is an error of writing, not a reason to die. */
  signal (SIGPIPE, SIG_IGN);
  prof_cli_prepare_heap ();
  self->loop = g_main_loop_new (NULL, FALSE);
  prof_tally_init (&self->tally);
  if (!open_output (self, &error))
    return prof_cli_fail (error);
  if (!start (self, &error))
    {
      /* No empty file stays behind a recording that never began. */
      if (self->created && unlink (self->output) != 0)
        g_debug ("%s: %s", self->output, g_strerror (errno));
      return prof_cli_fail (error);
    }

  sources[0] = g_unix_signal_add (SIGINT, on_signal, self);
  sources[1] = g_unix_signal_add (SIGTERM, on_signal, self);
  if (isatty (STDERR_FILENO))
    live = g_timeout_add (LIVE_INTERVAL_MS, show_live, self);
  g_main_loop_run (self->loop);
  if (live != 0)
    {
      g_source_remove (live);
      fprintf (stderr, "\r\033[K");
    }
  g_source_remove (sources[0]);
  g_source_remove (sources[1]);

  if (self->error != NULL && self->error->domain == G_IO_ERROR)
    return prof_cli_fail (self->error); /* of writing: there is nothing to close */
  if ((self->writer == NULL && !begin_writing (self, &error)) ||
      !prof_capture_writer_close (self->writer, &error))
    {
      name_output (self, &error);
      return prof_cli_fail (error);
    }
  say_summary (self);
  return self->error != NULL ? prof_cli_fail (self->error) : PROF_EXIT_DONE;
}

int
prof_command_record (int argc, char **argv)
{
  g_auto (Record) self = { .frequency = DEFAULT_FREQUENCY, .fd = -1 };
  const GOptionEntry entries[] = {
    { "pid", 'p', 0, G_OPTION_ARG_STRING_ARRAY, &self.pid_lists,
      N_ ("Record these processes, with all threads and children to come"), N_ ("PID[,PID…]") },
    { "all", 'a', 0, G_OPTION_ARG_NONE, &self.system_wide, N_ ("Record the whole system"), NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self.output,
      N_ ("The capture; default: profile.profcap, or the next free name"), N_ ("FILE") },
    { "frequency", 'F', 0, G_OPTION_ARG_INT, &self.frequency,
      N_ ("Samples a second and CPU; default: 99"), N_ ("HZ") },
    { "duration", 'd', 0, G_OPTION_ARG_DOUBLE, &self.duration_s,
      N_ ("Stop after this time; default: at Ctrl+C or when the targets end"), N_ ("SECONDS") },
    { "no-kernel", 0, 0, G_OPTION_ARG_NONE, &self.no_kernel,
      N_ ("Without the kernel's part of stacks"), NULL },
    { "no-python", 0, 0, G_OPTION_ARG_NONE, &self.no_python,
      N_ ("Without functions of Python programs (this version never finds them)"), NULL },
    { "stream", 0, 0, G_OPTION_ARG_NONE, &self.stream,
      N_ ("Write the capture to standard output as it grows"), NULL },
    { "symbols", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self.symbol_dirs,
      N_ ("Where to look for modules and debug files; repeatable"), N_ ("DIR") },
    { "method", 0, 0, G_OPTION_ARG_STRING, &self.method, N_ ("How to sample: auto, perf"),
      N_ ("METHOD") },
    { "stacks", 0, 0, G_OPTION_ARG_STRING, &self.stacks,
      N_ ("How to unwind stacks: auto, fp (frame pointers)"), N_ ("METHOD") },
    { NULL },
  };
  int status;

  self.pids = g_array_new (FALSE, FALSE, sizeof (pid_t));
  take_command (&argc, argv, &self);
  if (!prof_cli_parse (&argc, &argv, entries, NULL, _ ("[-- COMMAND ARG…]"),
                       _ ("Record what programs do, into a capture."), 0, &status) ||
      !parse_pids (&self, &status) || !check_options (&self, &status))
    return status;
  return run (&self);
}
