/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records programs whose stacks and CPU shares are known by construction. */
#include "recording.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECOND G_GINT64_CONSTANT (1000000000)

/* Within two percent, or, where fewer than 5000 samples do not give that, within three standard
 * errors of a share of about a half. */
static void
assert_share (const ProfSnapshot *snapshot, double share, double expected)
{
  double tolerance = MAX (0.02, 1.5 / sqrt (snapshot->n_samples));

  g_test_message ("share %.4f, expected %.4f ± %.4f", share, expected, tolerance);
  g_assert_cmpfloat (share, >=, expected - tolerance);
  g_assert_cmpfloat (share, <=, expected + tolerance);
}

static void
assert_total (const ProfSnapshot *snapshot, const char *function, double expected)
{
  assert_share (snapshot, total_share (snapshot, function), expected);
}

static void
assert_stack (const ProfSnapshot *snapshot, const char *root, const char *text, double expected)
{
  assert_share (snapshot, stack_share (snapshot, root, text), expected);
}

static void
assert_seventy_thirty (const ProfSnapshot *snapshot)
{
  assert_total (snapshot, "burn_seventy", 0.70);
  assert_total (snapshot, "burn_thirty", 0.30);
  assert_stack (snapshot, "main", "main;run_phases;burn_seventy", 0.70);
  assert_stack (snapshot, "main", "main;run_phases;burn_thirty", 0.30);
}

static void
test_attach (void)
{
  Workload workload;
  g_autoptr (ProfSnapshot) snapshot = NULL;
  ProfRecordOptions options = { .n_pids = 1, .frequency = 999, .kernel = TRUE };

  if (!can_record ())
    return;
  /* Six seconds of CPU time, however long they take; it ends by itself. */
  workload_start (&workload, "two-functions", (const char *const[]){ "6", NULL });
  options.pids = &workload.pid;
  snapshot = record (&options);
  workload_kill (&workload);
  g_assert_cmpint (snapshot->n_samples, >, 5000);
  assert_seventy_thirty (snapshot);
  g_assert_cmpuint (lost_samples (snapshot), ==, 0);
  g_assert_cmpint (samples_of_thread (snapshot, "two-functions"), ==, snapshot->n_samples);
  g_assert_cmpstr (prof_snapshot_get_meta (snapshot, PROF_META_FREQUENCY), ==, "999");
  g_assert_nonnull (prof_snapshot_get_meta (snapshot, PROF_META_END));
  g_assert_cmpint (ABS (prof_snapshot_get_start_wall (snapshot) / 1000 - g_get_real_time ()), <,
                   30 * G_USEC_PER_SEC);
}

static void
test_launch (void)
{
  g_autofree char *path = workload_path ("two-functions");
  const char *const command[] = { path, "3", NULL };
  const ProfRecordOptions options = { .command = command, .frequency = 999, .kernel = TRUE };
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfRecorder) recorder = NULL;

  if (!can_record ())
    return;
  recorder = record_into (&options, profile);
  g_assert_cmpint (prof_recorder_get_child (recorder), >, 0);
  g_assert_cmpint (prof_recorder_get_child_status (recorder), ==, -1);
  g_assert_true (prof_recorder_wait (recorder, NULL));
  g_assert_cmpint (prof_recorder_get_child_status (recorder), ==, 0);
  snapshot = prof_profile_snapshot (profile);
  assert_seventy_thirty (snapshot);
  /* 3 s of CPU time, each sample with its period. */
  g_assert_cmpint (snapshot->n_samples, >, 2700);
  g_assert_cmpint (snapshot->n_samples, <, 3300);
  g_assert_cmpstr (prof_snapshot_string (snapshot, snapshot->processes[0].name), ==,
                   "two-functions");
  g_assert_cmpint (snapshot->processes[0].end, !=, PROF_TIME_UNKNOWN);
}

static void
test_threads (void)
{
  g_autofree char *path = workload_path ("threads");
  const char *const command[] = { path, "1", NULL };
  const ProfRecordOptions options = { .command = command, .frequency = 999, .kernel = TRUE };
  g_autoptr (ProfSnapshot) snapshot = NULL;
  static const char *const names[] = { "alpha", "beta", "gamma" };

  if (!can_record ())
    return;
  snapshot = record (&options);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *function = g_strdup_printf ("burn_%s", names[i]);
      g_autofree char *stack = g_strdup_printf ("run_%s;burn_%s", names[i], names[i]);
      g_autofree char *root = g_strdup_printf ("run_%s", names[i]);

      assert_total (snapshot, function, 1 / 3.);
      assert_stack (snapshot, root, stack, 1 / 3.);
      /* All that a thread did after it had its name is under the name. */
      g_assert_cmpint (samples_of_thread (snapshot, names[i]), >=,
                       samples_of_function (snapshot, function));
    }
}

/* Threads that were there before, and one process more. */
static void
test_attach_two (void)
{
  Workload one, two;
  pid_t pids[2];
  g_autoptr (ProfSnapshot) snapshot = NULL;
  ProfRecordOptions options = {
    .pids = pids, .n_pids = 2, .frequency = 999, .duration_ns = 2 * SECOND
  };

  if (!can_record ())
    return;
  workload_start (&one, "threads", NULL);
  workload_start (&two, "deep", (const char *const[]){ "60", NULL });
  pids[0] = one.pid;
  pids[1] = two.pid;
  snapshot = record (&options);
  workload_kill (&one);
  workload_kill (&two);
  g_assert_cmpint (samples_of_thread (snapshot, "alpha"), >, 20);
  g_assert_cmpint (samples_of_thread (snapshot, "beta"), >, 20);
  g_assert_cmpint (samples_of_thread (snapshot, "gamma"), >, 20);
  g_assert_cmpint (samples_of_function (snapshot, "burn_at_bottom"), >, 20);
  for (guint i = 0; i < snapshot->n_functions; i++)
    g_assert_cmpint (snapshot->functions[i].kind, !=, PROF_FRAME_KERNEL);
}

static void
test_forks_and_execs (void)
{
  g_autofree char *path = workload_path ("forker");
  Workload workload;
  ProfRecordOptions options = { .n_pids = 1, .frequency = 999, .kernel = TRUE };
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfRecorder) recorder = NULL;
  gboolean found = FALSE;

  if (!can_record ())
    return;
  workload_start (&workload, "forker", (const char *const[]){ "2", NULL });
  options.pids = &workload.pid;
  recorder = record_into (&options, profile);
  g_assert_cmpint (write (workload.input, "go\n", 3), ==, 3);
  g_assert_cmpint (waitpid (workload.pid, NULL, 0), ==, workload.pid);
  g_assert_true (prof_recorder_wait (recorder, NULL)); /* ends by itself */
  snapshot = prof_profile_snapshot (profile);
  assert_total (snapshot, "burn_in_child", 0.4);
  assert_total (snapshot, "burn_before_exec", 0.2);
  assert_total (snapshot, "burn_after_exec", 0.4);
  assert_stack (snapshot, "main", "main;burn_in_child", 0.4);
  assert_stack (snapshot, "main", "main;burn_after_exec", 0.4);
  g_assert_cmpuint (count_markers (snapshot, PROF_MARKER_PROCESS_START), ==, 4);
  g_assert_cmpuint (count_markers (snapshot, PROF_MARKER_EXEC), ==, 2);
  g_assert_cmpuint (count_markers (snapshot, PROF_MARKER_PROCESS_EXIT), ==, 5);
  /* What ran after the exec is in a process row of its own. */
  g_assert_cmpuint (snapshot->n_processes, ==, 1 + 4 + 2);
  for (guint i = 0; i < snapshot->n_origins; i++)
    {
      g_autofree char *text = stack_text (snapshot, snapshot->origins[i].stack, "main");
      const ProfThreadRow *thread = &snapshot->threads[snapshot->origins[i].thread];
      const char *name = prof_snapshot_string (snapshot, snapshot->processes[thread->process].name);

      if (strcmp (text, "main;burn_after_exec") == 0)
        {
          g_assert_cmpstr (name, !=, "forker");
          found = TRUE;
        }
      else if (strcmp (text, "main;burn_before_exec") == 0)
        g_assert_cmpstr (name, ==, "forker");
    }
  g_assert_true (found);
  close (workload.input);
  close (workload.output);
}

static void
test_deep (void)
{
  g_autofree char *path = workload_path ("deep");
  const char *const command[] = { path, "100", "1", NULL };
  const char *const deeper[] = { path, "200", "0.5", NULL };
  ProfRecordOptions options = { .command = command, .frequency = 999 };
  g_autoptr (GString) expected = g_string_new ("main");
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfSnapshot) cut = NULL;
  guint n_cut = 0;

  if (!can_record ())
    return;
  snapshot = record (&options);
  for (guint i = 0; i < 100; i++)
    g_string_append (expected, ";descend");
  g_string_append (expected, ";burn_at_bottom");
  g_assert_cmpfloat (stack_share (snapshot, "main", expected->str), >, 0.97);

  /* The kernel gives at most 127 frames: the stack says so, and has no false root. */
  options.command = deeper;
  cut = record (&options);
  for (guint i = 0; i < cut->n_origins; i++)
    {
      guint32 stack = cut->origins[i].stack, root = 0;

      if (stack == 0 ||
          strcmp (prof_snapshot_string (
                      cut, prof_snapshot_frame_function (cut, cut->stacks[stack].frame)->name),
                  "burn_at_bottom") != 0)
        continue;
      for (; stack != 0; stack = cut->stacks[stack].parent)
        root = stack;
      g_assert_cmpint (prof_snapshot_frame_function (cut, cut->stacks[root].frame)->kind, ==,
                       PROF_FRAME_TRUNCATED);
      n_cut++;
    }
  g_assert_cmpuint (n_cut, >, 0);
}

static void
test_killed_target (void)
{
  Workload workload;
  ProfRecordOptions options = { .n_pids = 1, .frequency = 999 };
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfRecorder) recorder = NULL;

  if (!can_record ())
    return;
  workload_start (&workload, "two-functions", NULL);
  options.pids = &workload.pid;
  recorder = record_into (&options, profile);
  g_usleep (G_USEC_PER_SEC / 2);
  g_assert_true (prof_recorder_is_running (recorder));
  workload_kill (&workload);
  g_assert_true (prof_recorder_wait (recorder, NULL));
  snapshot = prof_profile_snapshot (profile);
  g_assert_cmpint (samples_of_function (snapshot, "run_phases"), >, 20);
  g_assert_cmpuint (count_markers (snapshot, PROF_MARKER_PROCESS_EXIT), ==, 1);
}

static void
assert_start_fails (const ProfRecordOptions *options, int code, const char *message)
{
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfRecorder) recorder =
      prof_recorder_start (options, prof_profile_sink, profile, NULL, &error);

  g_assert_null (recorder);
  g_assert_error (error, PROF_RECORD_ERROR, code);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_errors (void)
{
  const pid_t none = 0x3fffffff;
  const char *const unknown[] = { "no-such-command", NULL };
  const char *const missing[] = { "./no/such/file", NULL };
  const char *const directory[] = { "/", NULL };

  if (!can_record ())
    return;
  assert_start_fails (&(ProfRecordOptions){ .pids = &none, .n_pids = 1 },
                      PROF_RECORD_ERROR_NO_TARGET, "There is no process 1073741823");
  assert_start_fails (&(ProfRecordOptions){ .command = unknown }, PROF_RECORD_ERROR_NO_TARGET,
                      "The command \"no-such-command\" was not found");
  assert_start_fails (&(ProfRecordOptions){ .command = missing }, PROF_RECORD_ERROR_NO_TARGET,
                      "The command \"./no/such/file\" was not found");
  assert_start_fails (&(ProfRecordOptions){ .command = directory }, PROF_RECORD_ERROR_NO_TARGET,
                      "The command \"/\" cannot be run: Permission denied");
}

/* Another user, who may record no more than the kernel's settings allow to everyone. */
static void
be_nobody (void)
{
  if (setgid (65534) != 0 || setuid (65534) != 0)
    g_error ("cannot become nobody");
}

static void
test_no_permission (void)
{
  const pid_t other = 1;
  const pid_t self = getpid ();
  g_autofree char *text = NULL;
  int paranoid;

  if (geteuid () != 0)
    {
      g_test_skip ("needs root to become another user");
      return;
    }
  if (!can_record () ||
      !g_file_get_contents ("/proc/sys/kernel/perf_event_paranoid", &text, NULL, NULL))
    return;
  paranoid = atoi (text);
  if (g_test_subprocess ())
    {
      g_autoptr (ProfProfile) profile = prof_profile_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (ProfRecorder) recorder = NULL;

      be_nobody ();
      recorder = prof_recorder_start (&(ProfRecordOptions){ .pids = &other, .n_pids = 1 },
                                      prof_profile_sink, profile, NULL, &error);
      g_assert_null (recorder);
      g_assert_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_PERMISSION);
      g_assert_nonnull (strstr (error->message, "belongs to another user"));
      g_clear_error (&error);
      if (paranoid > 0)
        {
          recorder = prof_recorder_start (&(ProfRecordOptions){ .system_wide = TRUE },
                                          prof_profile_sink, profile, NULL, &error);
          g_assert_null (recorder);
          g_assert_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_PERMISSION);
          g_assert_nonnull (strstr (error->message, "perf_event_paranoid"));
          g_clear_error (&error);
        }
      if (paranoid == 2)
        {
          g_autoptr (ProfSnapshot) snapshot = NULL;

          /* One's own program, without the kernel's part: and that is said. */
          recorder = prof_recorder_start (
              &(ProfRecordOptions){
                  .pids = &self, .n_pids = 1, .kernel = TRUE, .duration_ns = SECOND / 10 },
              prof_profile_sink, profile, NULL, &error);
          g_assert_no_error (error);
          g_assert_true (prof_recorder_wait (recorder, NULL));
          snapshot = prof_profile_snapshot (profile);
          g_assert_cmpuint (snapshot->n_warnings, >=, 1);
          g_assert_nonnull (strstr (prof_snapshot_string (snapshot, snapshot->warnings[0].text),
                                    "Time in the kernel is not recorded"));
        }
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

static void
test_exit_status (void)
{
  static const struct {
    const char *script;
    int status;
  } cases[] = { { "exit 7", 7 }, { "kill -TERM $$", 128 + SIGTERM } };

  if (!can_record ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const command[] = { "sh", "-c", cases[i].script, NULL };
      g_autoptr (ProfProfile) profile = prof_profile_new ();
      g_autoptr (ProfRecorder) recorder =
          record_into (&(ProfRecordOptions){ .command = command }, profile);

      g_assert_true (prof_recorder_wait (recorder, NULL));
      g_assert_cmpint (prof_recorder_get_child_status (recorder), ==, cases[i].status);
    }
}

static void
test_pause (void)
{
  Workload workload;
  ProfRecordOptions options = { .n_pids = 1, .frequency = 999 };
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfRecorder) recorder = NULL;
  gint64 longest = 0, last = -1;

  if (!can_record ())
    return;
  workload_start (&workload, "two-functions", NULL);
  options.pids = &workload.pid;
  recorder = record_into (&options, profile);
  g_usleep (G_USEC_PER_SEC / 2);
  prof_recorder_set_paused (recorder, TRUE);
  g_assert_true (prof_recorder_get_paused (recorder));
  g_usleep (G_USEC_PER_SEC);
  prof_recorder_set_paused (recorder, FALSE);
  g_assert_false (prof_recorder_get_paused (recorder));
  g_usleep (G_USEC_PER_SEC / 2);
  prof_recorder_stop (recorder);
  g_assert_true (prof_recorder_wait (recorder, NULL));
  workload_kill (&workload);
  snapshot = prof_profile_snapshot (profile);
  for (guint i = 0; i < snapshot->n_blocks; i++)
    for (guint k = 0; k < snapshot->blocks[i]->n_samples; k++)
      {
        if (last >= 0)
          longest = MAX (longest, snapshot->blocks[i]->times[k] - last);
        last = snapshot->blocks[i]->times[k];
      }
  /* Before, the gap, and after. */
  g_assert_cmpint (longest, >=, SECOND);
  g_assert_cmpint (snapshot->first_time, <, SECOND / 2);
  g_assert_cmpint (snapshot->end_time, >, 3 * SECOND / 2);
}

static void
test_two_recorders (void)
{
  Workload workload;
  ProfRecordOptions options = { .n_pids = 1, .frequency = 499, .duration_ns = SECOND };
  ProfProfile *profiles[2];
  ProfRecorder *recorders[2];

  if (!can_record ())
    return;
  workload_start (&workload, "two-functions", NULL);
  options.pids = &workload.pid;
  for (guint i = 0; i < 2; i++)
    {
      profiles[i] = prof_profile_new ();
      recorders[i] = record_into (&options, profiles[i]);
    }
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (ProfSnapshot) snapshot = NULL;

      g_assert_true (prof_recorder_wait (recorders[i], NULL));
      snapshot = prof_profile_snapshot (profiles[i]);
      g_assert_cmpint (samples_of_function (snapshot, "run_phases"), >, 20);
      g_object_unref (recorders[i]);
      prof_profile_free (profiles[i]);
    }
  workload_kill (&workload);
}

typedef struct {
  ProfProfile *profile;
  gint64 first; /* when the first sample came, monotonic µs */
} Waiting;

static gboolean
note_first (ProfBatch *batch, gpointer data, GError **error)
{
  Waiting *waiting = data;

  if (batch->times->len > 0 && waiting->first == 0)
    waiting->first = g_get_monotonic_time ();
  return prof_profile_sink (batch, waiting->profile, error);
}

static void
test_first_samples_are_soon (void)
{
  Workload workload;
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfRecorder) recorder = NULL;
  Waiting waiting = { profile, 0 };
  ProfRecordOptions options = { .n_pids = 1, .duration_ns = SECOND, .kernel = TRUE };
  gint64 start;

  if (!can_record ())
    return;
  workload_start (&workload, "two-functions", NULL);
  options.pids = &workload.pid;
  start = g_get_monotonic_time ();
  recorder = prof_recorder_start (&options, note_first, &waiting, NULL, NULL);
  g_assert_nonnull (recorder);
  g_assert_true (prof_recorder_wait (recorder, NULL));
  workload_kill (&workload);
  g_test_message ("first sample after %" G_GINT64_FORMAT " ms", (waiting.first - start) / 1000);
  g_assert_cmpint (waiting.first, >, 0);
  g_assert_cmpint (waiting.first - start, <, G_USEC_PER_SEC);
}

static gboolean
refuse (ProfBatch *batch, gpointer data, GError **error)
{
  prof_batch_free (batch);
  g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC, "The disk is full");
  return FALSE;
}

static void
on_finished (ProfRecorder *recorder, const GError *error, gpointer data)
{
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
  g_main_loop_quit (data);
}

static void
test_failing_sink (void)
{
  const pid_t self = getpid ();
  const ProfRecordOptions options = { .pids = &self, .n_pids = 1 };
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (ProfRecorder) recorder = NULL;
  g_autoptr (GError) error = NULL;

  if (!can_record ())
    return;
  recorder = prof_recorder_start (&options, refuse, NULL, NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (recorder, "finished", G_CALLBACK (on_finished), loop);
  g_main_loop_run (loop);
  g_assert_false (prof_recorder_wait (recorder, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
}

static void
test_system_wide (void)
{
  Workload workload;
  const ProfRecordOptions options = {
    .system_wide = TRUE, .frequency = 999, .duration_ns = 4 * SECOND, .kernel = TRUE
  };
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfRecorder) recorder = NULL;
  g_autoptr (GError) error = NULL;
  double seventy, thirty, n, tolerance;

  if (!can_record ())
    return;
  workload_start (&workload, "two-functions", NULL);
  recorder = prof_recorder_start (&options, prof_profile_sink, profile, NULL, &error);
  if (recorder == NULL)
    {
      g_test_skip (error->message);
      workload_kill (&workload);
      return;
    }
  g_assert_true (prof_recorder_wait (recorder, NULL));
  workload_kill (&workload);
  snapshot = prof_profile_snapshot (profile);
  seventy = total_share (snapshot, "burn_seventy");
  thirty = total_share (snapshot, "burn_thirty");
  n = samples_of_thread (snapshot, "two-functions");
  g_assert_cmpfloat (n, >, 50);
  tolerance = 0.02 + 1.5 / sqrt (n);
  g_assert_cmpfloat (seventy / (seventy + thirty), >, 0.7 - tolerance);
  g_assert_cmpfloat (seventy / (seventy + thirty), <, 0.7 + tolerance);
  g_assert_cmpuint (lost_samples (snapshot), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recorder/attach", test_attach);
  g_test_add_func ("/recorder/launch", test_launch);
  g_test_add_func ("/recorder/threads", test_threads);
  g_test_add_func ("/recorder/attach-two", test_attach_two);
  g_test_add_func ("/recorder/forks-and-execs", test_forks_and_execs);
  g_test_add_func ("/recorder/deep", test_deep);
  g_test_add_func ("/recorder/killed-target", test_killed_target);
  g_test_add_func ("/recorder/errors", test_errors);
  g_test_add_func ("/recorder/no-permission", test_no_permission);
  g_test_add_func ("/recorder/exit-status", test_exit_status);
  g_test_add_func ("/recorder/pause", test_pause);
  g_test_add_func ("/recorder/two-recorders", test_two_recorders);
  g_test_add_func ("/recorder/first-samples-are-soon", test_first_samples_are_soon);
  g_test_add_func ("/recorder/failing-sink", test_failing_sink);
  g_test_add_func ("/recorder/system-wide", test_system_wide);
  return g_test_run ();
}
