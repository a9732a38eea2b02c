/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

char *
workload_path (const char *name)
{
  return g_test_build_filename (G_TEST_BUILT, "workloads", name, NULL);
}

void
workload_start (Workload *self, const char *name, const char *const *arguments)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) environment =
      g_environ_setenv (g_get_environ (), "WORKLOAD_SAYS_READY", "1", TRUE);
  g_autoptr (GError) error = NULL;
  char line[6];

  g_ptr_array_add (argv, workload_path (name));
  for (; arguments != NULL && *arguments != NULL; arguments++)
    g_ptr_array_add (argv, g_strdup (*arguments));
  g_ptr_array_add (argv, NULL);
  g_spawn_async_with_pipes (NULL, (char **) argv->pdata, environment, G_SPAWN_DO_NOT_REAP_CHILD,
                            NULL, NULL, &self->pid, &self->input, &self->output, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (read (self->output, line, sizeof line), ==, 6);
}

void
workload_kill (Workload *self)
{
  kill (self->pid, SIGKILL);
  waitpid (self->pid, NULL, 0);
  close (self->input);
  close (self->output);
}

gboolean
can_record (void)
{
  const pid_t self = getpid ();
  const ProfRecordOptions options = { .pids = &self, .n_pids = 1, .duration_ns = 1 };
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfRecorder) recorder =
      prof_recorder_start (&options, prof_profile_sink, profile, NULL, &error);

  if (recorder == NULL)
    {
      g_test_skip (error->message);
      return FALSE;
    }
  g_assert_true (prof_recorder_wait (recorder, NULL));
  return TRUE;
}

ProfRecorder *
record_into (const ProfRecordOptions *options, ProfProfile *profile)
{
  g_autoptr (GError) error = NULL;
  ProfRecorder *recorder = prof_recorder_start (options, prof_profile_sink, profile, NULL, &error);

  g_assert_no_error (error);
  return recorder;
}

ProfSnapshot *
record (const ProfRecordOptions *options)
{
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfRecorder) recorder = record_into (options, profile);
  g_autoptr (GError) error = NULL;

  prof_recorder_wait (recorder, &error);
  g_assert_no_error (error);
  return prof_profile_snapshot (profile);
}

static const char *
frame_name (const ProfSnapshot *snapshot, guint32 frame)
{
  return prof_snapshot_string (snapshot, prof_snapshot_frame_function (snapshot, frame)->name);
}

static gboolean
stack_has (const ProfSnapshot *snapshot, guint32 stack, const char *function)
{
  for (; stack != 0; stack = snapshot->stacks[stack].parent)
    if (strcmp (frame_name (snapshot, snapshot->stacks[stack].frame), function) == 0)
      return TRUE;
  return FALSE;
}

typedef gboolean (*OriginFunc) (const ProfSnapshot *snapshot, const ProfOriginRow *origin,
                                gconstpointer data);

static void
sum (const ProfSnapshot *snapshot, OriginFunc func, gconstpointer data, gint64 *samples,
     double *share)
{
  double weight = 0, all = 0;

  *samples = 0;
  for (guint i = 0; i < snapshot->n_blocks; i++)
    for (guint k = 0; k < snapshot->blocks[i]->n_samples; k++)
      {
        const ProfOriginRow *origin = &snapshot->origins[snapshot->blocks[i]->origins[k]];
        const ProfThreadRow *thread = &snapshot->threads[origin->thread];

        if (snapshot->processes[thread->process].flags != 0)
          continue;
        all += prof_block_get_weight (snapshot->blocks[i], k);
        if (!func (snapshot, origin, data))
          continue;
        weight += prof_block_get_weight (snapshot->blocks[i], k);
        (*samples)++;
      }
  *share = all > 0 ? weight / all : 0;
}

static gboolean
is_leaf (const ProfSnapshot *snapshot, const ProfOriginRow *origin, gconstpointer data)
{
  return origin->stack != 0 &&
         strcmp (frame_name (snapshot, snapshot->stacks[origin->stack].frame), data) == 0;
}

static gboolean
is_in_stack (const ProfSnapshot *snapshot, const ProfOriginRow *origin, gconstpointer data)
{
  return stack_has (snapshot, origin->stack, data);
}

double
self_share (const ProfSnapshot *snapshot, const char *function)
{
  gint64 samples;
  double share;

  sum (snapshot, is_leaf, function, &samples, &share);
  return share;
}

double
total_share (const ProfSnapshot *snapshot, const char *function)
{
  gint64 samples;
  double share;

  sum (snapshot, is_in_stack, function, &samples, &share);
  return share;
}

gint64
samples_of_function (const ProfSnapshot *snapshot, const char *function)
{
  gint64 samples;
  double share;

  sum (snapshot, is_in_stack, function, &samples, &share);
  return samples;
}

static gboolean
is_thread (const ProfSnapshot *snapshot, const ProfOriginRow *origin, gconstpointer data)
{
  return strcmp (prof_snapshot_string (snapshot, snapshot->threads[origin->thread].name), data) ==
         0;
}

gint64
samples_of_thread (const ProfSnapshot *snapshot, const char *name)
{
  gint64 samples;
  double share;

  sum (snapshot, is_thread, name, &samples, &share);
  return samples;
}

char *
stack_text (const ProfSnapshot *snapshot, guint32 stack, const char *root)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GString *text = g_string_new (NULL);
  guint i;

  for (; stack != 0; stack = snapshot->stacks[stack].parent)
    {
      guint32 frame = snapshot->stacks[stack].frame;

      if (prof_snapshot_frame_function (snapshot, frame)->kind != PROF_FRAME_KERNEL)
        g_ptr_array_add (names, (gpointer) frame_name (snapshot, frame));
    }
  i = names->len;
  while (root != NULL && i > 0 && strcmp (g_ptr_array_index (names, i - 1), root) != 0)
    i--;
  for (; i > 0; i--)
    {
      if (text->len > 0)
        g_string_append_c (text, ';');
      g_string_append (text, g_ptr_array_index (names, i - 1));
    }
  return g_string_free (text, FALSE);
}

typedef struct {
  const char *root;
  const char *text;
} WantedStack;

static gboolean
has_text (const ProfSnapshot *snapshot, const ProfOriginRow *origin, gconstpointer data)
{
  const WantedStack *wanted = data;
  g_autofree char *text = stack_text (snapshot, origin->stack, wanted->root);

  return g_str_has_prefix (text, wanted->text) &&
         (text[strlen (wanted->text)] == '\0' || text[strlen (wanted->text)] == ';');
}

double
stack_share (const ProfSnapshot *snapshot, const char *root, const char *text)
{
  WantedStack wanted = { root, text };
  gint64 samples;
  double share;

  sum (snapshot, has_text, &wanted, &samples, &share);
  return share;
}

guint
count_markers (const ProfSnapshot *snapshot, ProfMarkerKind kind)
{
  guint n = 0;

  for (guint i = 0; i < snapshot->n_markers; i++)
    n += snapshot->markers[i].kind == kind;
  return n;
}

guint64
lost_samples (const ProfSnapshot *snapshot)
{
  guint64 n = 0;

  for (guint i = 0; i < snapshot->n_markers; i++)
    if (snapshot->markers[i].kind == PROF_MARKER_LOST)
      n += snapshot->markers[i].value;
  return n;
}
