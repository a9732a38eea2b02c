/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "capture/recorder.h"
#include "capture/ring.h"

G_BEGIN_DECLS

/**
 * ProfPerfEvents:
 *
 * The kernel's events of one recording, and a ring buffer for each CPU that all its events write
 * to. Sampling is by CPU cycles where the processor counts them, else by the CPU clock; always at
 * a frequency.
 */
typedef struct {
  struct perf_event_attr attr;
  GArray *fds;     /* int: the sampling events */
  GArray *cpus;    /* int: the CPUs that are online */
  ProfRing *rings; /* one for each of @cpus */
  int *ring_fds;   /* the event that each ring was made with: for poll() */
  guint n_rings;
  gsize ring_size;      /* bytes, of each */
  gboolean no_kernel;   /* kernel stacks were asked for, and are forbidden */
  gboolean small_rings; /* the lock limit allows less than is safe */
} ProfPerfEvents;

void prof_perf_events_init (ProfPerfEvents *self, guint frequency, gboolean kernel);
void prof_perf_events_clear (ProfPerfEvents *self);

/* All CPUs. Starts at once. */
gboolean prof_perf_events_open_system (ProfPerfEvents *self, GError **error);
/* A process with its threads and future children. Starts at once. */
gboolean prof_perf_events_open_pid (ProfPerfEvents *self, pid_t pid, GError **error);
/* A process that waits to run a program: starts when it does. */
gboolean prof_perf_events_open_launch (ProfPerfEvents *self, pid_t pid, GError **error);

void prof_perf_events_disable (ProfPerfEvents *self);

G_END_DECLS
