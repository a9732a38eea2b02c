/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* The few facts about a process that a recorder looks up while recording, with as few system calls
 * as can be. All fail quietly: the process may be gone. */

#define PROF_PROC_NAME_SIZE 64

typedef struct {
  char name[PROF_PROC_NAME_SIZE];
  pid_t ppid;
  gboolean is_kernel_thread;
} ProfProcFacts;

gboolean prof_proc_facts_read (pid_t pid, ProfProcFacts *facts);
gboolean prof_proc_thread_name (pid_t pid, pid_t tid, char name[PROF_PROC_NAME_SIZE]);
/* (transfer full) (nullable): arguments separated by spaces, the first 4096 bytes. */
char *prof_proc_command_line (pid_t pid);

G_END_DECLS
