/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/recorder.h"

#include "capture/launch.h"
#include "capture/permission.h"
#include "capture/session.h"
#include "perf/proc-facts.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* How often batches are sent. */
#define TICK_NS (100 * G_GUINT64_CONSTANT (1000000))
/* Records younger than this wait for the next tick: an older one of another CPU may be on its way
 * into its ring still. */
#define SETTLE_NS (10 * G_GUINT64_CONSTANT (1000000))

#define WORKER_NICE (-10)

struct _ProfRecorder {
  GObject parent_instance;

  ProfBatchFunc batch_func;
  gpointer user_data;
  GDestroyNotify destroy;
  GMainContext *context;
  GThread *thread;
  int wake_fd; /* an eventfd: something below has changed */

  /* The worker's alone. */
  ProfSession *session;
  GArray *pids;     /* pid_t: what is recorded; empty: all */
  GArray *pidfds;   /* int: of those that have not ended; -1 where there is none */
  guint64 deadline; /* 0: none */

  GMutex lock;
  GCond ended_cond;
  gboolean stopped;
  gboolean ended;
  gboolean announced;
  GArray *pauses; /* ProfPerfPause; the last may be open: its end is G_MAXUINT64 */
  GError *error;
  pid_t child;
  gboolean child_waited;
  int child_status;
};

G_DEFINE_FINAL_TYPE (ProfRecorder, prof_recorder, G_TYPE_OBJECT)
G_DEFINE_QUARK (prof_record_error_quark, prof_record_error)

enum {
  FINISHED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
prof_recorder_finalize (GObject *object)
{
  ProfRecorder *self = PROF_RECORDER (object);

  if (self->destroy != NULL)
    self->destroy (self->user_data);
  g_clear_pointer (&self->session, prof_session_free);
  for (guint i = 0; i < self->pidfds->len; i++)
    if (g_array_index (self->pidfds, int, i) >= 0)
      close (g_array_index (self->pidfds, int, i));
  g_array_unref (self->pidfds);
  g_array_unref (self->pids);
  g_array_unref (self->pauses);
  g_clear_error (&self->error);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_pointer (&self->thread, g_thread_unref);
  if (self->wake_fd >= 0)
    close (self->wake_fd);
  if (self->child > 0 && !self->child_waited)
    prof_launch_reap_later (self->child);
  g_cond_clear (&self->ended_cond);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (prof_recorder_parent_class)->finalize (object);
}

static void
prof_recorder_class_init (ProfRecorderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = prof_recorder_finalize;
  signals[FINISHED] = g_signal_new ("finished", PROF_TYPE_RECORDER, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
prof_recorder_init (ProfRecorder *self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->ended_cond);
  self->pids = g_array_new (FALSE, FALSE, sizeof (pid_t));
  self->pidfds = g_array_new (FALSE, FALSE, sizeof (int));
  self->pauses = g_array_new (FALSE, FALSE, sizeof (ProfPerfPause));
  self->wake_fd = -1;
  self->child_status = -1;
}

/* The end */

static void
announce (ProfRecorder *self)
{
  gboolean first;

  g_mutex_lock (&self->lock);
  first = !self->announced;
  self->announced = TRUE;
  g_mutex_unlock (&self->lock);
  if (first)
    g_signal_emit (self, signals[FINISHED], 0, self->error);
}

static gboolean
announce_in_context (gpointer data)
{
  announce (data);
  return G_SOURCE_REMOVE;
}

static void
end (ProfRecorder *self, GError *error)
{
  GSource *source = g_idle_source_new ();

  g_clear_pointer (&self->session, prof_session_free);
  g_mutex_lock (&self->lock);
  self->error = error;
  self->ended = TRUE;
  g_cond_broadcast (&self->ended_cond);
  g_mutex_unlock (&self->lock);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, announce_in_context, g_object_ref (self), g_object_unref);
  g_source_attach (source, self->context);
  g_source_unref (source);
}

/* The worker */

static gboolean
send_batch (ProfRecorder *self, GError **error)
{
  ProfBatch *batch = prof_builder_take_batch (self->session->builder);

  return batch == NULL || self->batch_func (batch, self->user_data, error);
}

static void
take_pauses (ProfRecorder *self, guint64 now)
{
  g_mutex_lock (&self->lock);
  /* Samples as old as this are all converted. */
  while (self->pauses->len > 0 &&
         g_array_index (self->pauses, ProfPerfPause, 0).end + 10 * TICK_NS < now &&
         g_array_index (self->pauses, ProfPerfPause, 0).end != G_MAXUINT64)
    g_array_remove_index (self->pauses, 0);
  prof_perf_converter_set_pauses (self->session->converter,
                                  (const ProfPerfPause *) (gconstpointer) self->pauses->data,
                                  self->pauses->len);
  g_mutex_unlock (&self->lock);
}

static void
collect_child (ProfRecorder *self)
{
  siginfo_t info = { 0 };

  if (self->child <= 0 || self->child_waited)
    return;
  if (waitid (P_PID, self->child, &info, WEXITED | WNOHANG) != 0 || info.si_pid == 0)
    return;
  g_mutex_lock (&self->lock);
  self->child_waited = TRUE;
  self->child_status = info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
  g_mutex_unlock (&self->lock);
}

/* Whether every process that was to be recorded has ended. */
static gboolean
targets_ended (ProfRecorder *self)
{
  collect_child (self);
  for (guint i = 0; i < self->pids->len; i++)
    {
      int *pidfd = &g_array_index (self->pidfds, int, i);
      struct pollfd poll_fd = { .fd = *pidfd, .events = POLLIN };
      pid_t *pid = &g_array_index (self->pids, pid_t, i);

      if (*pid == 0)
        continue;
      if (*pidfd >= 0 ? poll (&poll_fd, 1, 0) == 0 : kill (*pid, 0) == 0 || errno != ESRCH)
        return FALSE;
      *pid = 0;
    }
  return self->pids->len > 0;
}

static void
wait_for_work (ProfRecorder *self, GArray *poll_fds, guint64 until)
{
  guint64 now = prof_session_clock ();
  struct timespec timeout = { 0 };

  if (until > now)
    {
      timeout.tv_sec = (until - now) / 1000000000;
      timeout.tv_nsec = (until - now) % 1000000000;
    }
  if (ppoll ((struct pollfd *) (gpointer) poll_fds->data, poll_fds->len, &timeout, NULL) <= 0)
    return;
  for (guint i = 0; i < poll_fds->len; i++)
    {
      struct pollfd *fd = &g_array_index (poll_fds, struct pollfd, i);

      /* What has ended stays ready for ever: the ticks will do. */
      if (fd->revents & (POLLHUP | POLLERR) || (i > 0 && i <= self->pidfds->len && fd->revents))
        fd->fd = -1;
    }
}

static GArray *
poll_fds_new (ProfRecorder *self)
{
  GArray *fds = g_array_new (FALSE, FALSE, sizeof (struct pollfd));
  struct pollfd fd = { .fd = self->wake_fd, .events = POLLIN };

  g_array_append_val (fds, fd);
  for (guint i = 0; i < self->pidfds->len; i++)
    {
      fd.fd = g_array_index (self->pidfds, int, i);
      g_array_append_val (fds, fd);
    }
  for (guint i = 0; i < self->session->events.n_rings; i++)
    {
      fd.fd = self->session->events.ring_fds[i];
      g_array_append_val (fds, fd);
    }
  return fds;
}

static gboolean
is_over (ProfRecorder *self)
{
  gboolean stopped;

  g_mutex_lock (&self->lock);
  stopped = self->stopped;
  g_mutex_unlock (&self->lock);
  return stopped || (self->deadline != 0 && prof_session_clock () >= self->deadline) ||
         targets_ended (self);
}

static gboolean
record (ProfRecorder *self, GError **error)
{
  g_autoptr (GArray) poll_fds = poll_fds_new (self);
  ProfPerfTasks *tasks = prof_perf_converter_get_tasks (self->session->converter);
  guint64 next_tick = prof_session_clock ();

  if (self->child == 0)
    for (guint i = 0; i < self->pids->len; i++)
      prof_perf_tasks_attach (tasks, g_array_index (self->pids, pid_t, i));
  while (!is_over (self))
    {
      guint64 now = prof_session_clock ();

      take_pauses (self, now);
      prof_session_drain (self->session, now - SETTLE_NS);
      if (now >= next_tick)
        {
          if (!send_batch (self, error))
            return FALSE;
          next_tick = now + TICK_NS;
        }
      wait_for_work (self, poll_fds,
                     self->deadline != 0 ? MIN (next_tick, self->deadline) : next_tick);
    }
  take_pauses (self, prof_session_clock ());
  prof_session_end (self->session);
  return send_batch (self, error);
}

static gpointer
worker (gpointer data)
{
  ProfRecorder *self = data;
  GError *error = NULL;

  /* A busy machine must not keep the rings from being emptied. Only this thread; refused to those
   * without the privilege, which does no harm. */
  setpriority (PRIO_PROCESS, 0, WORKER_NICE);
  record (self, &error);
  end (self, error);
  g_object_unref (self);
  return NULL;
}

/* The start */

static void
watch_process (ProfRecorder *self, pid_t pid)
{
  int pidfd = (int) syscall (SYS_pidfd_open, pid, 0); /* -1 before Linux 5.3: asked at ticks */

  g_array_append_val (self->pids, pid);
  g_array_append_val (self->pidfds, pidfd);
}

static char *
describe_pids (const ProfRecordOptions *options)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < options->n_pids; i++)
    {
      ProfProcFacts facts;

      if (i > 0)
        g_string_append (text, ", ");
      if (prof_proc_facts_read (options->pids[i], &facts))
        g_string_append_printf (text, "%s (%d)", facts.name, options->pids[i]);
      else
        g_string_append_printf (text, "%d", options->pids[i]);
    }
  return g_string_free (text, FALSE);
}

static gboolean
start_pids (ProfRecorder *self, const ProfRecordOptions *options, GError **error)
{
  for (guint i = 0; i < options->n_pids; i++)
    {
      watch_process (self, options->pids[i]);
      if (!prof_perf_events_open_pid (&self->session->events, options->pids[i], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
start_command (ProfRecorder *self, const ProfRecordOptions *options, GError **error)
{
  ProfLaunch launch = PROF_LAUNCH_INIT;

  if (!prof_launch_prepare (&launch, options->command, options->working_dir, error))
    return FALSE;
  if (!prof_perf_events_open_launch (&self->session->events, launch.pid, error))
    {
      prof_launch_cancel (&launch);
      return FALSE;
    }
  watch_process (self, launch.pid);
  if (!prof_launch_go (&launch, options->command[0], error))
    return FALSE;
  self->child = launch.pid;
  return TRUE;
}

ProfRecorder *
prof_recorder_start (const ProfRecordOptions *options, ProfBatchFunc batch_func, gpointer user_data,
                     GDestroyNotify destroy, GError **error)
{
  g_autoptr (ProfRecorder) self = g_object_new (PROF_TYPE_RECORDER, NULL);
  g_autofree char *target = NULL;
  gboolean started;

  self->batch_func = batch_func;
  self->user_data = user_data;
  self->session =
      prof_session_new (options->frequency > 0 ? options->frequency : 99, options->kernel);
  for (guint i = 0; options->symbol_dirs != NULL && options->symbol_dirs[i] != NULL; i++)
    prof_modules_add_search_dir (self->session->modules, options->symbol_dirs[i]);
  if (options->command != NULL)
    {
      target = g_strjoinv (" ", (char **) options->command);
      started = start_command (self, options, error);
    }
  else if (options->system_wide)
    {
      target = g_strdup ("whole system");
      started = prof_perf_events_open_system (&self->session->events, error);
    }
  else
    {
      target = describe_pids (options);
      started = start_pids (self, options, error);
    }
  if (!started)
    return NULL;
  self->wake_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (options->duration_ns > 0)
    self->deadline = self->session->start + options->duration_ns;
  self->destroy = destroy;
  prof_session_begin (self->session, target);
  self->context = g_main_context_ref_thread_default ();
  self->thread = g_thread_new ("prof-recorder", worker, g_object_ref (self));
  return g_steal_pointer (&self);
}

/* Control */

static void
wake (ProfRecorder *self)
{
  guint64 one = 1;

  if (write (self->wake_fd, &one, sizeof one) < 0)
    return; /* full: it is awake already */
}

void
prof_recorder_stop (ProfRecorder *self)
{
  g_mutex_lock (&self->lock);
  self->stopped = TRUE;
  g_mutex_unlock (&self->lock);
  wake (self);
}

gboolean
prof_recorder_get_paused (ProfRecorder *self)
{
  gboolean paused;

  g_mutex_lock (&self->lock);
  paused = self->pauses->len > 0 &&
           g_array_index (self->pauses, ProfPerfPause, self->pauses->len - 1).end == G_MAXUINT64;
  g_mutex_unlock (&self->lock);
  return paused;
}

void
prof_recorder_set_paused (ProfRecorder *self, gboolean paused)
{
  guint64 now = prof_session_clock ();
  ProfPerfPause pause = { now, G_MAXUINT64 };

  if (prof_recorder_get_paused (self) == !!paused)
    return;
  g_mutex_lock (&self->lock);
  if (paused)
    g_array_append_val (self->pauses, pause);
  else
    g_array_index (self->pauses, ProfPerfPause, self->pauses->len - 1).end = now;
  g_mutex_unlock (&self->lock);
}

gboolean
prof_recorder_is_running (ProfRecorder *self)
{
  gboolean ended;

  g_mutex_lock (&self->lock);
  ended = self->ended;
  g_mutex_unlock (&self->lock);
  return !ended;
}

gboolean
prof_recorder_wait (ProfRecorder *self, GError **error)
{
  g_mutex_lock (&self->lock);
  while (!self->ended)
    g_cond_wait (&self->ended_cond, &self->lock);
  g_mutex_unlock (&self->lock);
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (self->error));
  return FALSE;
}

pid_t
prof_recorder_get_child (ProfRecorder *self)
{
  return self->child;
}

int
prof_recorder_get_child_status (ProfRecorder *self)
{
  int status;

  g_mutex_lock (&self->lock);
  status = self->child_status;
  g_mutex_unlock (&self->lock);
  return status;
}
