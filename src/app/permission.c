/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/permission.h"

#include <glib/gi18n.h>
#include <linux/capability.h>
#include <string.h>
#include <unistd.h>

/* Newer than some C libraries' headers. */
#ifndef CAP_PERFMON
#define CAP_PERFMON 38
#endif

static guint64
read_capabilities (void)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, "\nCapEff:");
  return line ? g_ascii_strtoull (line + strlen ("\nCapEff:"), NULL, 16) : 0;
}

void
prof_permission_read (ProfPermission *self)
{
  const guint64 enough =
      (G_GUINT64_CONSTANT (1) << CAP_PERFMON) | (G_GUINT64_CONSTANT (1) << CAP_SYS_ADMIN);
  g_autofree char *paranoid = NULL;

  self->uid = geteuid ();
  self->privileged = self->uid == 0 || (read_capabilities () & enough) != 0;
  self->paranoid = 2;
  if (g_file_get_contents ("/proc/sys/kernel/perf_event_paranoid", &paranoid, NULL, NULL))
    self->paranoid = (int) g_ascii_strtoll (paranoid, NULL, 10);
}

char *
prof_permission_refusal (const ProfPermission *self, const ProfProcessInfo *process)
{
  if (self->privileged)
    return NULL;
  /* Levels above 2 are Debian's and Android's: no events at all without a privilege. */
  if (self->paranoid > 2)
    return g_strdup_printf (_ ("Recording is not permitted: kernel.perf_event_paranoid is %d, and "
                               "at most 2 lets you record your own processes."),
                            self->paranoid);
  if (process->is_kernel_thread)
    return g_strdup_printf (_ ("%s is part of the kernel: recording it needs root."),
                            process->name);
  if (process->uid != self->uid)
    return g_strdup_printf (_ ("%s belongs to %s: recording it needs root or CAP_PERFMON."),
                            process->name, process->user);
  return NULL;
}
