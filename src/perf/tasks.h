/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "process/address-space.h"
#include "profile/builder.h"

G_BEGIN_DECLS

/**
 * ProfPerfTasks:
 *
 * The processes and threads of a recording as the kernel's records tell their story, and the rows
 * that they are in a builder. Rows are made when something refers to them: a sample, or a start,
 * an exec or an end within the recording.
 *
 * One row is one life: a pid that a fork reuses, and an exec, begin a new row of the process and
 * of its thread. A thread that gets a name after it was sampled goes on in a new row, so that every
 * sample carries the name that its thread had.
 *
 * Times are ns from the capture's start; PROF_TIME_UNKNOWN for a fact from before it.
 */
typedef struct _ProfPerfTasks ProfPerfTasks;

typedef struct {
  pid_t pid;
  ProfAddressSpace *space; /* (nullable): nothing is mapped, or nothing is known */
  guint32 serial;          /* differs between any two address spaces of a recording */
  guint32 row;             /* PROF_NO_ID: none yet */
  /*< private >*/
  ProfProcessRow facts;
  GPtrArray *threads; /* ProfPerfThread, living or not yet forgotten */
  guint n_alive;
  gboolean sampled;
  gboolean ended;
  gboolean maps_known; /* live: /proc was read, or the kernel told all of it */
} ProfPerfProcess;

typedef struct {
  pid_t tid;
  ProfPerfProcess *process;
  guint32 row;
  /*< private >*/
  ProfThreadRow facts;
  gboolean sampled;
  gboolean ended;
} ProfPerfThread;

/* @builder and @modules stay the caller's. */
ProfPerfTasks *prof_perf_tasks_new (ProfBuilder *builder, ProfModules *modules);
void prof_perf_tasks_free (ProfPerfTasks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfPerfTasks, prof_perf_tasks_free)

/* Processes run on this machine now: what the records do not tell is looked up in /proc. */
void prof_perf_tasks_set_live (ProfPerfTasks *self, gboolean live);

/* @func is told when a pid begins another life, or another program. */
typedef void (*ProfPerfChangedFunc) (pid_t pid, gpointer user_data);
void prof_perf_tasks_set_changed_func (ProfPerfTasks *self, ProfPerfChangedFunc func,
                                       gpointer user_data);

/* A thread that was sampled; its rows exist afterwards. (transfer none): until the next call. */
ProfPerfThread *prof_perf_tasks_sampled (ProfPerfTasks *self, pid_t pid, pid_t tid, gint64 time);
/* Live: @process's mappings, read from /proc if no record told them. (nullable) */
ProfAddressSpace *prof_perf_tasks_get_space (ProfPerfTasks *self, ProfPerfProcess *process,
                                             gint64 time);
/* Live: a process to be recorded: its rows and its threads' names are looked up at once. */
void prof_perf_tasks_attach (ProfPerfTasks *self, pid_t pid);

void prof_perf_tasks_comm (ProfPerfTasks *self, pid_t pid, pid_t tid, const char *name,
                           gssize length, gboolean exec, gint64 time);
void prof_perf_tasks_fork (ProfPerfTasks *self, pid_t pid, pid_t ppid, pid_t tid, pid_t ptid,
                           gint64 time);
void prof_perf_tasks_exit (ProfPerfTasks *self, pid_t pid, pid_t tid, gint64 time);
/* @mapping->module and @mapping->time are set; not executable: it only hides what was there. */
void prof_perf_tasks_map (ProfPerfTasks *self, pid_t pid, const ProfMapping *mapping);

G_END_DECLS
