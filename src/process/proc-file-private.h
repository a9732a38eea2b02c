/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* The whole of /proc/PID/NAME, NUL ended (transfer full). NULL with @error (#GFileError). */
char *prof_proc_read (pid_t pid, const char *name, gsize *length, GError **error);

/* The same for any path in /proc. */
char *prof_proc_read_path (const char *path, gsize *length, GError **error);

/* What this project uses of /proc/PID/stat. */
typedef struct {
  char name[64]; /* comm; kernel threads may have longer ones than programs */
  pid_t ppid;
  guint flags;       /* PF_* of the kernel */
  guint64 cpu_ticks; /* user and system, all threads */
  guint n_threads;
  guint64 start_ticks;
} ProfProcStat;

/* FALSE: not in the form of a stat file. @text is changed. */
gboolean prof_proc_stat_parse (char *text, ProfProcStat *stat);

G_END_DECLS
