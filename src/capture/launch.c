/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The program's file, absolute where it was found along PATH. */
static char *
find_program (const char *name, GError **error)
{
  char *path;

  if (strchr (name, '/') != NULL)
    return g_strdup (name); /* relative to the working directory: execve() will say */
  path = g_find_program_in_path (name);
  if (path == NULL)
    g_set_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_NO_TARGET,
                 "The command \"%s\" was not found", name);
  return path;
}

/* In the child: only what is safe between fork and exec in a process with threads. */
static _Noreturn void
child (const char *program, char *const *command, const char *working_dir, int gate, int failure)
{
  sigset_t none;
  char byte;
  int saved;

  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  signal (SIGPIPE, SIG_DFL);
  if (read (gate, &byte, 1) != 1)
    _exit (127); /* cancelled, or the recorder has died */
  if (working_dir == NULL || chdir (working_dir) == 0)
    execv (program, command);
  saved = errno;
  if (write (failure, &saved, sizeof saved) < 0)
    _exit (126);
  _exit (127);
}

gboolean
prof_launch_prepare (ProfLaunch *self, const char *const *command, const char *working_dir,
                     GError **error)
{
  g_autofree char *program = NULL;
  int gate[2], failure[2];

  program = find_program (command[0], error);
  if (program == NULL)
    return FALSE;
  if (!g_unix_open_pipe (gate, FD_CLOEXEC, error))
    return FALSE;
  if (!g_unix_open_pipe (failure, FD_CLOEXEC, error))
    {
      close (gate[0]);
      close (gate[1]);
      return FALSE;
    }
  self->pid = fork ();
  if (self->pid == 0)
    {
      close (gate[1]); /* else our own copy would keep the gate from closing */
      child (program, (char *const *) command, working_dir, gate[0], failure[1]);
    }
  close (gate[0]);
  close (failure[1]);
  self->gate = gate[1];
  self->failure = failure[0];
  if (self->pid < 0)
    {
      self->pid = 0;
      g_set_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_FAILED,
                   "No process could be made: %s", g_strerror (errno));
      prof_launch_cancel (self);
      return FALSE;
    }
  return TRUE;
}

static void
wait_for (pid_t pid)
{
  siginfo_t info;

  while (waitid (P_PID, pid, &info, WEXITED) != 0 && errno == EINTR)
    ;
}

gboolean
prof_launch_go (ProfLaunch *self, const char *name, GError **error)
{
  int number = 0;
  gssize n;

  do
    n = write (self->gate, "x", 1);
  while (n < 0 && errno == EINTR);
  close (self->gate);
  self->gate = -1;
  /* exec closes the other end: then there is nothing to read. */
  do
    n = read (self->failure, &number, sizeof number);
  while (n < 0 && errno == EINTR);
  close (self->failure);
  self->failure = -1;
  if (n != sizeof number)
    return TRUE;
  wait_for (self->pid);
  self->pid = 0;
  if (number == ENOENT)
    g_set_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_NO_TARGET,
                 "The command \"%s\" was not found", name);
  else
    g_set_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_NO_TARGET,
                 "The command \"%s\" cannot be run: %s", name, g_strerror (number));
  return FALSE;
}

void
prof_launch_cancel (ProfLaunch *self)
{
  if (self->gate >= 0)
    close (self->gate);
  if (self->failure >= 0)
    close (self->failure);
  self->gate = self->failure = -1;
  if (self->pid > 0)
    wait_for (self->pid);
  self->pid = 0;
}

static gpointer
reap (gpointer data)
{
  wait_for (GPOINTER_TO_INT (data));
  return NULL;
}

void
prof_launch_reap_later (pid_t pid)
{
  g_thread_unref (g_thread_new ("prof-reaper", reap, GINT_TO_POINTER (pid)));
}
