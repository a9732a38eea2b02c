/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/proc-file-private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *
prof_proc_read_path (const char *path, gsize *length, GError **error)
{
  /* Files in /proc have no size, and the kernel fills at most what is asked for in one read. */
  gsize allocated = 4096;
  gsize used = 0;
  g_autofree char *buffer = NULL;
  int saved;
  int fd = open (path, O_RDONLY | O_CLOEXEC);

  if (fd < 0)
    {
      saved = errno;
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (saved), "Cannot read %s: %s", path,
                   g_strerror (saved));
      return NULL;
    }

  buffer = g_malloc (allocated);
  for (;;)
    {
      ssize_t n = read (fd, buffer + used, allocated - used - 1);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          saved = errno;
          close (fd);
          g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (saved), "Cannot read %s: %s",
                       path, g_strerror (saved));
          return NULL;
        }
      if (n == 0)
        break;
      used += n;
      if (allocated - used < 2048)
        {
          /* The maps of a large process have some MiB. */
          allocated *= 4;
          buffer = g_realloc (buffer, allocated);
        }
    }
  close (fd);

  buffer[used] = '\0';
  if (length)
    *length = used;
  return g_steal_pointer (&buffer);
}

char *
prof_proc_read (pid_t pid, const char *name, gsize *length, GError **error)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/%s", (int) pid, name);

  return prof_proc_read_path (path, length, error);
}

gboolean
prof_proc_stat_parse (char *text, ProfProcStat *stat)
{
  char *open_paren = strchr (text, '(');
  /* The name itself may hold parentheses and spaces: only the last one ends it. */
  char *close_paren = strrchr (text, ')');
  char *cursor;

  if (!open_paren || !close_paren || close_paren < open_paren)
    return FALSE;

  memset (stat, 0, sizeof *stat);
  *close_paren = '\0';
  g_strlcpy (stat->name, open_paren + 1, sizeof stat->name);

  cursor = close_paren + 1;
  /* Field 3 is the first after the name; numbers as in proc(5). */
  for (guint field = 3; field <= 22; field++)
    {
      char *end;
      guint64 value;

      while (*cursor == ' ')
        cursor++;
      end = cursor + strcspn (cursor, " \n");
      if (end == cursor)
        return FALSE;
      value = g_ascii_strtoull (cursor, NULL, 10);
      switch (field)
        {
        case 4:
          stat->ppid = value;
          break;
        case 9:
          stat->flags = value;
          break;
        case 14:
        case 15:
          stat->cpu_ticks += value;
          break;
        case 20:
          stat->n_threads = value;
          break;
        case 22:
          stat->start_ticks = value;
          break;
        default:
          break;
        }
      cursor = end;
    }

  return TRUE;
}
