/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target-process.h"

#include <gio/gio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void
wait_for_line (TargetProcess *self)
{
  char c;

  do
    g_assert_cmpint (read (self->output, &c, 1), ==, 1);
  while (c != '\n');
}

void
target_process_start (TargetProcess *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  char *arguments[] = { (char *) path, (char *) "an argument", (char *) "", (char *) "last", NULL };

  g_spawn_async_with_pipes (NULL, arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                            &self->pid, &self->input, &self->output, NULL, &error);
  g_assert_no_error (error);
  wait_for_line (self);
}

void
target_process_burn (TargetProcess *self)
{
  g_assert_cmpint (write (self->input, "b", 1), ==, 1);
  wait_for_line (self);
}

void
target_process_stop (TargetProcess *self)
{
  close (self->input);
  close (self->output);
  g_assert_cmpint (waitpid (self->pid, NULL, 0), ==, self->pid);
}

void
copy_file (const char *from, const char *to)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) source = g_file_new_for_path (from);
  g_autoptr (GFile) copy = g_file_new_for_path (to);

  g_file_copy (source, copy, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

void
remove_folder (const char *path)
{
  g_autofree char *quoted = g_shell_quote (path);
  g_autofree char *command = g_strdup_printf ("rm -rf %s", quoted);

  g_assert_true (g_str_has_prefix (path, g_get_tmp_dir ()));
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
}
