/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/process-list.h"

#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "process/proc-file-private.h"
#include "target-process.h"

static ProfProcessInfo *
find (GPtrArray *list, pid_t pid)
{
  for (guint i = 0; i < list->len; i++)
    if (((ProfProcessInfo *) list->pdata[i])->pid == pid)
      return list->pdata[i];
  return NULL;
}

static void
test_self (void)
{
  g_autoptr (ProfProcessList) list = prof_process_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) processes = prof_process_list_refresh (list, &error);
  g_autoptr (ProfProcessInfo) alone = NULL;
  ProfProcessInfo *self;

  g_assert_no_error (error);
  self = find (processes, getpid ());
  g_assert_nonnull (self);
  g_assert_cmpint (self->ppid, ==, getppid ());
  g_assert_cmpint (self->uid, ==, getuid ());
  g_assert_cmpstr (self->user, ==, g_get_user_name ());
  g_assert_cmpstr (self->name, ==, "test-process-li");
  g_assert_true (strstr (self->command_line, "test-process-list") != NULL);
  g_assert_cmpuint (self->n_threads, >=, 1);
  g_assert_cmpfloat (self->cpu_share, ==, 0);
  g_assert_false (self->is_kernel_thread);

  for (guint i = 1; i < processes->len; i++)
    g_assert_cmpint (((ProfProcessInfo *) processes->pdata[i - 1])->pid, <,
                     ((ProfProcessInfo *) processes->pdata[i])->pid);

  alone = prof_process_info_read (getpid (), &error);
  g_assert_no_error (error);
  g_assert_cmpstr (alone->name, ==, self->name);
  g_assert_cmpstr (alone->user, ==, self->user);
  g_assert_cmpstr (alone->command_line, ==, self->command_line);
  g_assert_cmpuint (alone->start_ticks, ==, self->start_ticks);
}

static void
test_target (void)
{
  g_autoptr (ProfProcessList) list = prof_process_list_new ();
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) after = NULL;
  g_autoptr (GPtrArray) gone = NULL;
  g_autoptr (GArray) threads = NULL;
  g_autoptr (GError) error = NULL;
  const char *const names[] = { "process-target", "first-thread", "fifteen-letters", "odd) (name" };
  TargetProcess target;
  ProfProcessInfo *info;

  target_process_start (&target, PROCESS_TARGET);
  before = prof_process_list_refresh (list, NULL);
  info = find (before, target.pid);
  g_assert_nonnull (info);
  g_assert_cmpstr (info->name, ==, "process-target");
  g_assert_cmpstr (info->command_line, ==, PROCESS_TARGET " an argument  last");
  g_assert_cmpuint (info->n_threads, ==, 4);
  g_assert_cmpint (info->ppid, ==, getpid ());

  threads = prof_process_threads (target.pid, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (threads->len, ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      ProfThreadInfo *thread = &g_array_index (threads, ProfThreadInfo, i);

      g_assert_cmpstr (thread->name, ==, names[i]);
      if (i == 0)
        g_assert_cmpint (thread->tid, ==, target.pid);
      else
        g_assert_cmpint (thread->tid, >, thread[-1].tid);
    }

  target_process_burn (&target);
  after = prof_process_list_refresh (list, NULL);
  info = find (after, target.pid);
  /* It ran all the time; how much it got depends on what else runs. */
  g_assert_cmpfloat (info->cpu_share, >, 0.05);
  g_assert_cmpfloat (info->cpu_share, <, 1.2);

  target_process_stop (&target);
  gone = prof_process_list_refresh (list, NULL);
  g_assert_null (find (gone, target.pid));
  g_assert_null (prof_process_info_read (target.pid, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  g_assert_null (prof_process_threads (target.pid, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

static void
test_stat_parse (void)
{
  char text[] = "42 (a) (b c) R 7 42 42 0 -1 2129984 1 2 3 4 100 23 5 6 20 0 9 0 123456 1 2\n";
  char kernel_name[] = "9 (a-kernel-thread-with-a-long-name) S 2 0 0 0 -1 69238880 0 0 0 0 0 1 0 "
                       "0 20 0 1 0 5 0\n";
  char cut[] = "42 (a) R 7 42 42 0 -1";
  char none[] = "no parentheses";
  ProfProcStat stat;

  g_assert_true (prof_proc_stat_parse (text, &stat));
  g_assert_cmpstr (stat.name, ==, "a) (b c");
  g_assert_cmpint (stat.ppid, ==, 7);
  g_assert_cmpuint (stat.flags, ==, 2129984);
  g_assert_cmpuint (stat.cpu_ticks, ==, 123);
  g_assert_cmpuint (stat.n_threads, ==, 9);
  g_assert_cmpuint (stat.start_ticks, ==, 123456);

  g_assert_true (prof_proc_stat_parse (kernel_name, &stat));
  g_assert_cmpstr (stat.name, ==, "a-kernel-thread-with-a-long-name");

  g_assert_false (prof_proc_stat_parse (cut, &stat));
  g_assert_false (prof_proc_stat_parse (none, &stat));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/process-list/self", test_self);
  g_test_add_func ("/process-list/target", test_target);
  g_test_add_func ("/process-list/stat-parse", test_stat_parse);
  return g_test_run ();
}
