/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* A running process, as the attach dialog lists it. */
typedef struct {
  pid_t pid;
  pid_t ppid;
  uid_t uid;
  char *user;         /* login name, or the number */
  char *name;         /* comm */
  char *command_line; /* arguments separated by spaces; "" for kernel threads */
  double cpu_share;   /* of one CPU, 0 to n CPUs, since the refresh before; 0 at first */
  guint n_threads;
  guint64 start_ticks; /* since boot; with the pid it names one life */
  gboolean is_kernel_thread;
} ProfProcessInfo;

void prof_process_info_free (ProfProcessInfo *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfProcessInfo, prof_process_info_free)

/* Lists processes and remembers their CPU time, so that the next list knows each one's share. */
typedef struct _ProfProcessList ProfProcessList;

ProfProcessList *prof_process_list_new (void);
void prof_process_list_free (ProfProcessList *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfProcessList, prof_process_list_free)

/**
 * prof_process_list_refresh:
 *
 * Returns: (transfer full) (element-type ProfProcessInfo): every process that /proc shows, by pid;
 *   %NULL with @error set (#GFileError) if /proc cannot be read. Processes that end meanwhile are
 *   left out.
 */
GPtrArray *prof_process_list_refresh (ProfProcessList *self, GError **error);

/* One process; NULL with @error if it does not exist. */
ProfProcessInfo *prof_process_info_read (pid_t pid, GError **error);

typedef struct {
  pid_t tid;
  char name[16]; /* comm, NUL ended */
} ProfThreadInfo;

/* (transfer full): the threads of @pid now, ProfThreadInfo, by tid; NULL with @error. */
GArray *prof_process_threads (pid_t pid, GError **error);

G_END_DECLS
