/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/perf-events.h"

#include "capture/permission.h"
#include "process/process-list.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* What one CPU may write while the recorder waits for its turn on a loaded machine; and the most
 * that the kernel's default lock limit (kernel.perf_event_mlock_kb) allows to everyone. */
#define WANTED_RING (2u << 20)
#define SAFE_RING (512u << 10)
#define SMALLEST_RING (16u << 10)

static int
event_open (struct perf_event_attr *attr, pid_t pid, int cpu)
{
  return (int) syscall (SYS_perf_event_open, attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static GArray *
online_cpus (void)
{
  GArray *cpus = g_array_new (FALSE, FALSE, sizeof (int));
  g_autofree char *text = NULL;
  char *at;

  /* As in "0-3,6". */
  if (!g_file_get_contents ("/sys/devices/system/cpu/online", &text, NULL, NULL))
    text = g_strdup_printf ("0-%ld", sysconf (_SC_NPROCESSORS_ONLN) - 1);
  at = text;
  while (g_ascii_isdigit (*at))
    {
      int first = strtol (at, &at, 10), last = first;

      if (*at == '-')
        last = strtol (at + 1, &at, 10);
      for (int cpu = first; cpu <= last; cpu++)
        g_array_append_val (cpus, cpu);
      if (*at == ',')
        at++;
    }
  return cpus;
}

/* Whether the processor counts cycles for us (virtual machines often do not). */
static gboolean
can_count_cycles (struct perf_event_attr attr)
{
  int fd;

  attr.type = PERF_TYPE_HARDWARE;
  attr.config = PERF_COUNT_HW_CPU_CYCLES;
  attr.exclude_kernel = attr.exclude_hv = 1; /* asks about the processor, not about rights */
  attr.exclude_callchain_kernel = 1;
  attr.exclude_idle = 0;
  fd = event_open (&attr, 0, -1);
  if (fd >= 0)
    close (fd);
  return fd >= 0;
}

void
prof_perf_events_init (ProfPerfEvents *self, guint frequency, gboolean kernel)
{
  struct perf_event_attr *attr = &self->attr;

  memset (self, 0, sizeof *self);
  attr->size = sizeof *attr;
  attr->type = PERF_TYPE_SOFTWARE;
  attr->config = PERF_COUNT_SW_CPU_CLOCK;
  attr->freq = 1;
  attr->sample_freq = frequency;
  attr->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD |
                      PERF_SAMPLE_CALLCHAIN;
  attr->disabled = 1;
  attr->exclude_hv = 1;
  attr->exclude_guest = 1;
  attr->exclude_kernel = 0;
  attr->exclude_callchain_kernel = !kernel;
  attr->mmap = attr->mmap2 = 1;
  attr->comm = attr->comm_exec = 1;
  attr->task = 1;
  attr->sample_id_all = 1;
  attr->use_clockid = 1;
  attr->clockid = CLOCK_MONOTONIC;
  attr->watermark = 1;
  if (can_count_cycles (*attr))
    {
      attr->type = PERF_TYPE_HARDWARE;
      attr->config = PERF_COUNT_HW_CPU_CYCLES;
    }
  else
    attr->exclude_idle = 1; /* a halted processor has no cycles; count time alike */
  self->fds = g_array_new (FALSE, FALSE, sizeof (int));
  self->cpus = online_cpus ();
  self->n_rings = self->cpus->len;
  self->rings = g_new0 (ProfRing, self->n_rings);
  self->ring_fds = g_new (int, self->n_rings);
  for (guint i = 0; i < self->n_rings; i++)
    self->ring_fds[i] = -1;
}

void
prof_perf_events_clear (ProfPerfEvents *self)
{
  for (guint i = 0; i < self->n_rings; i++)
    {
      gboolean shared = FALSE;

      prof_ring_clear (&self->rings[i]);
      for (guint k = 0; k < self->fds->len && !shared; k++)
        shared = g_array_index (self->fds, int, k) == self->ring_fds[i];
      if (self->ring_fds[i] >= 0 && !shared)
        close (self->ring_fds[i]);
    }
  for (guint i = 0; i < self->fds->len; i++)
    close (g_array_index (self->fds, int, i));
  g_clear_pointer (&self->rings, g_free);
  g_clear_pointer (&self->ring_fds, g_free);
  g_clear_pointer (&self->fds, g_array_unref);
  g_clear_pointer (&self->cpus, g_array_unref);
}

void
prof_perf_events_disable (ProfPerfEvents *self)
{
  for (guint i = 0; i < self->fds->len; i++)
    ioctl (g_array_index (self->fds, int, i), PERF_EVENT_IOC_DISABLE, 0);
}

static void
raise_file_limit (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max)
    {
      limit.rlim_cur = limit.rlim_max;
      setrlimit (RLIMIT_NOFILE, &limit);
    }
}

/* The size that all rings get is what the first one could; the limit is counted in all of them,
 * so a later one may be refused and then be smaller. */
static gboolean
map_ring (ProfPerfEvents *self, guint i, GError **error)
{
  gsize size = self->ring_size > 0 ? self->ring_size : WANTED_RING;

  while (!prof_ring_init (&self->rings[i], self->ring_fds[i], size))
    {
      int saved = errno;

      if ((saved != EPERM && saved != ENOMEM && saved != EAGAIN) || size <= SMALLEST_RING)
        {
          g_set_error (error, PROF_RECORD_ERROR,
                       saved == EPERM ? PROF_RECORD_ERROR_PERMISSION : PROF_RECORD_ERROR_FAILED,
                       "The kernel gives no memory for recording (%s): raise the limit of locked "
                       "memory (ulimit -l) or kernel.perf_event_mlock_kb",
                       g_strerror (saved));
          return FALSE;
        }
      size /= 2;
    }
  self->ring_size = size;
  if (size < SAFE_RING)
    self->small_rings = TRUE;
  return TRUE;
}

/* Opens the event for @pid on a CPU; without the kernel's part where that is forbidden. */
static int
open_sampling (ProfPerfEvents *self, pid_t pid, int cpu)
{
  int fd = event_open (&self->attr, pid, cpu);

  if (fd < 0 && (errno == EACCES || errno == EPERM) && !self->attr.exclude_kernel)
    {
      self->attr.exclude_kernel = 1;
      self->attr.exclude_callchain_kernel = 1;
      fd = event_open (&self->attr, pid, cpu);
      if (fd >= 0)
        self->no_kernel = TRUE;
      else
        self->attr.exclude_kernel = 0;
    }
  return fd;
}

gboolean
prof_perf_events_open_system (ProfPerfEvents *self, GError **error)
{
  raise_file_limit ();
  self->attr.wakeup_watermark = WANTED_RING / 4;
  for (guint i = 0; i < self->n_rings; i++)
    {
      int fd = open_sampling (self, -1, g_array_index (self->cpus, int, i));

      if (fd < 0)
        {
          prof_set_open_error (error, errno, -1);
          return FALSE;
        }
      self->ring_fds[i] = fd;
      g_array_append_val (self->fds, fd);
      if (!map_ring (self, i, error))
        return FALSE;
    }
  for (guint i = 0; i < self->fds->len; i++)
    ioctl (g_array_index (self->fds, int, i), PERF_EVENT_IOC_ENABLE, 0);
  return TRUE;
}

/* Rings that outlive every thread of the targets belong to an event of our own, one that never
 * counts: poll() on the event of a thread that has ended would return for ever. */
static gboolean
open_own_rings (ProfPerfEvents *self, GError **error)
{
  struct perf_event_attr attr = {
    .size = sizeof attr,
    .type = PERF_TYPE_SOFTWARE,
    .config = PERF_COUNT_SW_DUMMY,
    .sample_type = self->attr.sample_type,
    .disabled = 1,
    .exclude_kernel = 1,
    .exclude_hv = 1,
    .sample_id_all = 1,
    .use_clockid = 1,
    .clockid = self->attr.clockid,
    .watermark = 1,
    .wakeup_watermark = WANTED_RING / 4,
  };

  if (self->ring_size > 0)
    return TRUE;
  raise_file_limit ();
  for (guint i = 0; i < self->n_rings; i++)
    {
      self->ring_fds[i] = event_open (&attr, 0, g_array_index (self->cpus, int, i));
      if (self->ring_fds[i] < 0)
        {
          prof_set_open_error (error, errno, getpid ());
          return FALSE;
        }
      if (!map_ring (self, i, error))
        return FALSE;
    }
  return TRUE;
}

/* ESRCH: the thread has ended, which is no error. */
static gboolean
open_thread (ProfPerfEvents *self, pid_t tid)
{
  for (guint i = 0; i < self->n_rings; i++)
    {
      int fd = open_sampling (self, tid, g_array_index (self->cpus, int, i));

      if (fd < 0)
        return FALSE;
      g_array_append_val (self->fds, fd);
      if (ioctl (fd, PERF_EVENT_IOC_SET_OUTPUT, self->ring_fds[i]) != 0)
        return FALSE;
      if (!self->attr.enable_on_exec && ioctl (fd, PERF_EVENT_IOC_ENABLE, 0) != 0)
        return FALSE;
    }
  return TRUE;
}

/* A thread that is not recorded yet may make another one at any time; those of recorded threads
 * are inherited. So the list is read until it holds nothing new. */
gboolean
prof_perf_events_open_pid (ProfPerfEvents *self, pid_t pid, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint n_opened;

  if (!open_own_rings (self, error))
    return FALSE;
  self->attr.inherit = 1;
  do
    {
      g_autoptr (GArray) threads = prof_process_threads (pid, NULL);

      n_opened = 0;
      for (guint i = 0; threads != NULL && i < threads->len; i++)
        {
          pid_t tid = g_array_index (threads, ProfThreadInfo, i).tid;

          if (!g_hash_table_add (seen, GINT_TO_POINTER (tid)))
            continue;
          if (open_thread (self, tid))
            n_opened++;
          else if (errno != ESRCH)
            {
              prof_set_open_error (error, errno, pid);
              return FALSE;
            }
        }
    }
  while (n_opened > 0);
  if (g_hash_table_size (seen) == 0 || self->fds->len == 0)
    {
      prof_set_open_error (error, ESRCH, pid);
      return FALSE;
    }
  return TRUE;
}

gboolean
prof_perf_events_open_launch (ProfPerfEvents *self, pid_t pid, GError **error)
{
  if (!open_own_rings (self, error))
    return FALSE;
  self->attr.inherit = 1;
  self->attr.enable_on_exec = 1;
  if (open_thread (self, pid))
    return TRUE;
  prof_set_open_error (error, errno, pid);
  return FALSE;
}
