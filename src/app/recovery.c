/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/recovery.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* NAME: unix time, process id, number within the process. */
#define NAME_FORMAT "%" G_GINT64_FORMAT "-%d-%u.profcap"

static char *
get_dir (void)
{
  return g_build_filename (g_get_user_cache_dir (), "profiler", "recovery", NULL);
}

static gboolean
parse_name (const char *name, gint64 *time, int *pid)
{
  guint number;

  return g_str_has_suffix (name, ".profcap") &&
         sscanf (name, "%" G_GINT64_FORMAT "-%d-%u.", time, pid, &number) == 3;
}

char *
prof_recovery_new_path (GError **error)
{
  static guint n_made;
  g_autofree char *dir = get_dir ();
  g_autofree char *name = NULL;

  if (g_mkdir_with_parents (dir, 0700) != 0)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno),
                   _ ("The folder %s could not be made: %s."), dir, g_strerror (errno));
      return NULL;
    }
  name =
      g_strdup_printf (NAME_FORMAT, g_get_real_time () / G_USEC_PER_SEC, (int) getpid (), ++n_made);
  return g_build_filename (dir, name, NULL);
}

static int
compare_newest_first (gconstpointer a, gconstpointer b)
{
  return -strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
prof_recovery_list (void)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *dir_path = get_dir ();
  g_autoptr (GDir) dir = g_dir_open (dir_path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      gint64 time;
      int pid;

      if (!parse_name (name, &time, &pid))
        continue;
      /* A pid used again by another program only hides the capture until that one ends. */
      if (pid == getpid () || kill (pid, 0) == 0 || errno == EPERM)
        continue;
      g_ptr_array_add (paths, g_build_filename (dir_path, name, NULL));
    }
  g_ptr_array_sort (paths, compare_newest_first);
  return g_steal_pointer (&paths);
}

GDateTime *
prof_recovery_get_time (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  gint64 time;
  int pid;

  return parse_name (name, &time, &pid) ? g_date_time_new_from_unix_local (time) : NULL;
}

gboolean
prof_recovery_is_recovery (const char *path)
{
  g_autofree char *dir = get_dir ();
  g_autofree char *parent = g_path_get_dirname (path);

  return strcmp (dir, parent) == 0;
}

void
prof_recovery_remove (const char *path)
{
  if (g_unlink (path) != 0 && errno != ENOENT)
    g_message ("%s was not removed: %s", path, g_strerror (errno));
}
