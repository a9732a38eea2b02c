/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perf/proc-facts.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* task_struct.flags in field 9 of /proc/PID/stat, see proc(5). */
#define PF_KTHREAD 0x00200000

static gssize
read_small (const char *path, char *buffer, gsize size)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gssize n;

  if (fd < 0)
    return -1;
  n = read (fd, buffer, size - 1);
  close (fd);
  if (n >= 0)
    buffer[n] = '\0';
  return n;
}

gboolean
prof_proc_facts_read (pid_t pid, ProfProcFacts *facts)
{
  char path[32], text[1024];
  char *open_paren, *close_paren;
  unsigned flags;

  g_snprintf (path, sizeof path, "/proc/%d/stat", pid);
  if (read_small (path, text, sizeof text) <= 0)
    return FALSE;
  /* The name may hold parentheses and blanks: it ends at the last one. */
  open_paren = strchr (text, '(');
  close_paren = strrchr (text, ')');
  if (open_paren == NULL || close_paren == NULL)
    return FALSE;
  *close_paren = '\0';
  g_strlcpy (facts->name, open_paren + 1, sizeof facts->name);
  if (sscanf (close_paren + 1, " %*c %d %*d %*d %*d %*d %u", &facts->ppid, &flags) != 2)
    return FALSE;
  facts->is_kernel_thread = (flags & PF_KTHREAD) != 0;
  return TRUE;
}

gboolean
prof_proc_thread_name (pid_t pid, pid_t tid, char name[PROF_PROC_NAME_SIZE])
{
  char path[48];
  gssize n;

  g_snprintf (path, sizeof path, "/proc/%d/task/%d/comm", pid, tid);
  n = read_small (path, name, PROF_PROC_NAME_SIZE);
  if (n <= 0)
    return FALSE;
  if (name[n - 1] == '\n')
    name[n - 1] = '\0';
  return TRUE;
}

char *
prof_proc_command_line (pid_t pid)
{
  char path[32], text[4097];
  gssize n;

  g_snprintf (path, sizeof path, "/proc/%d/cmdline", pid);
  n = read_small (path, text, sizeof text);
  while (n > 0 && text[n - 1] == '\0')
    n--;
  if (n <= 0)
    return NULL;
  for (gssize i = 0; i < n; i++)
    if (text[i] == '\0')
      text[i] = ' ';
  text[n] = '\0';
  return g_strdup (text);
}
