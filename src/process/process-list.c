/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/process-list.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/proc-file-private.h"

/* The kernel's flag of its own threads in /proc/PID/stat; stable since 2.6. */
#define KERNEL_THREAD_FLAG 0x00200000u

typedef struct {
  guint64 start_ticks;
  guint64 cpu_ticks;
  guint generation; /* of the list in which it was last seen */
} Usage;

struct _ProfProcessList {
  GHashTable *usage; /* pid -> Usage */
  GHashTable *users; /* uid -> name */
  gint64 time;       /* of the last refresh, µs, monotonic; 0: none yet */
  guint generation;
};

void
prof_process_info_free (ProfProcessInfo *self)
{
  if (!self)
    return;
  g_free (self->user);
  g_free (self->name);
  g_free (self->command_line);
  g_free (self);
}

ProfProcessList *
prof_process_list_new (void)
{
  ProfProcessList *self = g_new0 (ProfProcessList, 1);

  self->usage = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->users = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
prof_process_list_free (ProfProcessList *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->usage);
  g_hash_table_unref (self->users);
  g_free (self);
}

static char *
user_name (uid_t uid)
{
  struct passwd entry;
  struct passwd *found = NULL;
  char buffer[4096];

  if (getpwuid_r (uid, &entry, buffer, sizeof buffer, &found) == 0 && found)
    return g_utf8_make_valid (entry.pw_name, -1);
  return g_strdup_printf ("%u", (guint) uid);
}

static char *
read_command_line (pid_t pid)
{
  gsize length = 0;
  g_autofree char *text = prof_proc_read (pid, "cmdline", &length, NULL);

  /* A process that has just ended has no arguments any more: no reason to leave it out. */
  if (!text)
    return g_strdup ("");
  while (length > 0 && text[length - 1] == '\0')
    length--;
  for (gsize i = 0; i < length; i++)
    if (text[i] == '\0')
      text[i] = ' ';
  return g_utf8_make_valid (text, length);
}

static uid_t
read_uid (pid_t pid, gboolean is_kernel_thread)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d", (int) pid);
  g_autofree char *status = NULL;
  struct stat attributes;
  const char *line;

  /* The folder belongs to the user, but to root where the process must not be dumped: then only
   * the status file knows. */
  if (stat (path, &attributes) == 0 && (attributes.st_uid != 0 || is_kernel_thread))
    return attributes.st_uid;
  status = prof_proc_read (pid, "status", NULL, NULL);
  line = status ? strstr (status, "\nUid:") : NULL;
  return line ? (uid_t) strtoul (line + strlen ("\nUid:"), NULL, 10) : 0;
}

static ProfProcessInfo *
read_info (pid_t pid, guint64 *cpu_ticks, GError **error)
{
  g_autofree char *text = prof_proc_read (pid, "stat", NULL, error);
  ProfProcessInfo *info;
  ProfProcStat stat;

  if (!text)
    return NULL;
  if (!prof_proc_stat_parse (text, &stat))
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "Cannot understand /proc/%d/stat",
                   (int) pid);
      return NULL;
    }

  info = g_new0 (ProfProcessInfo, 1);
  info->pid = pid;
  info->ppid = stat.ppid;
  info->name = g_utf8_make_valid (stat.name, -1);
  info->n_threads = stat.n_threads;
  info->start_ticks = stat.start_ticks;
  info->is_kernel_thread = (stat.flags & KERNEL_THREAD_FLAG) != 0;
  info->uid = read_uid (pid, info->is_kernel_thread);
  info->command_line = info->is_kernel_thread ? g_strdup ("") : read_command_line (pid);
  *cpu_ticks = stat.cpu_ticks;
  return info;
}

static gint
compare_pid (gconstpointer a, gconstpointer b)
{
  const ProfProcessInfo *one = *(ProfProcessInfo *const *) a;
  const ProfProcessInfo *other = *(ProfProcessInfo *const *) b;

  return (one->pid > other->pid) - (one->pid < other->pid);
}

/* The pid or tid that @name is, else 0. */
static pid_t
parse_id (const char *name)
{
  guint64 value;

  return g_ascii_string_to_unsigned (name, 10, 1, G_MAXINT32, &value, NULL) ? (pid_t) value : 0;
}

static gboolean
is_forgotten (gpointer pid, gpointer usage, gpointer self)
{
  return ((Usage *) usage)->generation != ((ProfProcessList *) self)->generation;
}

GPtrArray *
prof_process_list_refresh (ProfProcessList *self, GError **error)
{
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, error);
  gint64 now = g_get_monotonic_time ();
  double ticks = (double) (now - self->time) / G_USEC_PER_SEC * sysconf (_SC_CLK_TCK);
  const char *name;

  if (!dir)
    return NULL;

  list = g_ptr_array_new_with_free_func ((GDestroyNotify) prof_process_info_free);
  self->generation++;
  while ((name = g_dir_read_name (dir)))
    {
      pid_t pid = parse_id (name);
      guint64 cpu_ticks = 0;
      ProfProcessInfo *info = pid ? read_info (pid, &cpu_ticks, NULL) : NULL;
      Usage *usage;
      char *user;

      if (!info)
        continue;

      user = g_hash_table_lookup (self->users, GUINT_TO_POINTER (info->uid));
      if (!user)
        {
          user = user_name (info->uid);
          g_hash_table_insert (self->users, GUINT_TO_POINTER (info->uid), user);
        }
      info->user = g_strdup (user);

      usage = g_hash_table_lookup (self->usage, GINT_TO_POINTER (pid));
      if (!usage)
        {
          usage = g_new0 (Usage, 1);
          g_hash_table_insert (self->usage, GINT_TO_POINTER (pid), usage);
        }
      else if (usage->start_ticks == info->start_ticks && cpu_ticks >= usage->cpu_ticks &&
               ticks > 0)
        {
          info->cpu_share =
              MIN ((cpu_ticks - usage->cpu_ticks) / ticks, (double) g_get_num_processors ());
        }
      usage->start_ticks = info->start_ticks;
      usage->cpu_ticks = cpu_ticks;
      usage->generation = self->generation;

      g_ptr_array_add (list, info);
    }
  self->time = now;
  g_hash_table_foreach_remove (self->usage, is_forgotten, self);

  g_ptr_array_sort (list, compare_pid);
  return g_steal_pointer (&list);
}

static gboolean
fail_if_gone (pid_t pid, GError **error)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d", (int) pid);

  if (pid > 0 && g_file_test (path, G_FILE_TEST_IS_DIR))
    return FALSE;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "There is no process %d", (int) pid);
  return TRUE;
}

ProfProcessInfo *
prof_process_info_read (pid_t pid, GError **error)
{
  guint64 cpu_ticks;
  ProfProcessInfo *info;

  if (fail_if_gone (pid, error))
    return NULL;
  info = read_info (pid, &cpu_ticks, error);
  if (info)
    info->user = user_name (info->uid);
  return info;
}

static gint
compare_tid (gconstpointer a, gconstpointer b)
{
  const ProfThreadInfo *one = a;
  const ProfThreadInfo *other = b;

  return (one->tid > other->tid) - (one->tid < other->tid);
}

GArray *
prof_process_threads (pid_t pid, GError **error)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task", (int) pid);
  g_autoptr (GArray) threads = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (fail_if_gone (pid, error))
    return NULL;
  dir = g_dir_open (path, 0, error);
  if (!dir)
    return NULL;

  threads = g_array_new (FALSE, TRUE, sizeof (ProfThreadInfo));
  while ((name = g_dir_read_name (dir)))
    {
      ProfThreadInfo info = { .tid = parse_id (name) };
      g_autofree char *comm_name = g_strdup_printf ("task/%s/comm", name);
      g_autofree char *comm = info.tid ? prof_proc_read (pid, comm_name, NULL, NULL) : NULL;

      if (!comm)
        continue;
      g_strlcpy (info.name, comm, sizeof info.name);
      /* The kernel ends the name with a newline; the name itself may hold others. */
      if (info.name[0] && info.name[strlen (info.name) - 1] == '\n')
        info.name[strlen (info.name) - 1] = '\0';
      g_array_append_val (threads, info);
    }
  g_array_sort (threads, compare_tid);
  return g_steal_pointer (&threads);
}
