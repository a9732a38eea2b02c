/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/permission.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int
prof_perf_paranoid (void)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents ("/proc/sys/kernel/perf_event_paranoid", &text, NULL, NULL))
    return 4;
  return atoi (text);
}

/* Whose process it is, in words, where it is not ours. */
static char *
describe_owner (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d", pid);
  struct stat info;

  if (pid > 0 && stat (path, &info) == 0 && info.st_uid != geteuid ())
    return g_strdup_printf ("Process %d belongs to another user (uid %u)", pid, info.st_uid);
  return NULL;
}

static void
set_permission_error (GError **error, pid_t pid)
{
  g_autofree char *owner = describe_owner (pid);
  int paranoid = prof_perf_paranoid ();

  if (owner != NULL)
    g_set_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_PERMISSION,
                 "%s: recording it needs root, or the capabilities CAP_PERFMON and "
                 "CAP_SYS_PTRACE",
                 owner);
  else if (pid < 0)
    g_set_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_PERMISSION,
                 "Recording the whole system needs root, the capability CAP_PERFMON, or the "
                 "setting kernel.perf_event_paranoid at 0 or lower (it is %d)",
                 paranoid);
  else if (paranoid > 2)
    g_set_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_PERMISSION,
                 "Recording needs root, the capability CAP_PERFMON, or the setting "
                 "kernel.perf_event_paranoid at 2 or lower (it is %d)",
                 paranoid);
  else
    g_set_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_PERMISSION,
                 "The kernel does not allow recording process %d: that needs root, or the "
                 "capability CAP_PERFMON (kernel.perf_event_paranoid is %d; a container or a "
                 "security module may forbid it too)",
                 pid, paranoid);
}

void
prof_set_open_error (GError **error, int error_number, pid_t pid)
{
  switch (error_number)
    {
    case EACCES:
    case EPERM:
      set_permission_error (error, pid);
      break;
    case ESRCH:
      g_set_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_NO_TARGET, "There is no process %d",
                   pid);
      break;
    case ENOSYS:
      g_set_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_PERMISSION,
                   "This kernel has no performance events (perf_event_open), or a sandbox hides "
                   "them");
      break;
    case EMFILE:
    case ENFILE:
      g_set_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_FAILED,
                   "The limit of open files is too low for this many threads: raise it with "
                   "\"ulimit -n\"");
      break;
    default:
      g_set_error (error, PROF_RECORD_ERROR, PROF_RECORD_ERROR_FAILED,
                   "The kernel refuses to record: %s", g_strerror (error_number));
      break;
    }
}
