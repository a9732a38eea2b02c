/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/about.h"

#include <glib/gi18n.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "prof-config.h"

/* The kernel's settings that decide what a person may record. */
static const char *const kernel_settings[] = {
  "kernel/perf_event_paranoid", "kernel/perf_event_mlock_kb", "kernel/perf_event_max_sample_rate",
  "kernel/kptr_restrict",       "kernel/yama/ptrace_scope",
};

char *
prof_about_get_debug_info (void)
{
  GString *info = g_string_new (NULL);
  g_autofree char *os = g_get_os_info (G_OS_INFO_KEY_PRETTY_NAME);
  GdkDisplay *display = gdk_display_get_default ();
  struct utsname uts;

  g_string_append_printf (info, "Profiler %s\n", PROF_VERSION);
  g_string_append_printf (info, "System: %s\n", os ? os : "unknown");
  if (uname (&uts) == 0)
    g_string_append_printf (info, "Kernel: %s %s %s\n", uts.sysname, uts.release, uts.machine);
  g_string_append_printf (info, "CPUs: %ld\n", sysconf (_SC_NPROCESSORS_ONLN));
  g_string_append_printf (info, "GTK %u.%u.%u, libadwaita %u.%u.%u, GLib %u.%u.%u\n",
                          gtk_get_major_version (), gtk_get_minor_version (),
                          gtk_get_micro_version (), adw_get_major_version (),
                          adw_get_minor_version (), adw_get_micro_version (), glib_major_version,
                          glib_minor_version, glib_micro_version);
  if (display)
    g_string_append_printf (info, "Display: %s\n", G_OBJECT_TYPE_NAME (display));
  g_string_append_printf (info, "Running as root: %s\n", geteuid () == 0 ? "yes" : "no");

  for (guint i = 0; i < G_N_ELEMENTS (kernel_settings); i++)
    {
      g_autofree char *path = g_strconcat ("/proc/sys/", kernel_settings[i], NULL);
      g_autofree char *value = NULL;

      if (g_file_get_contents (path, &value, NULL, NULL))
        g_string_append_printf (info, "%s: %s\n", kernel_settings[i], g_strstrip (value));
    }
  return g_string_free (info, FALSE);
}

void
prof_about_present (GtkWindow *parent)
{
  g_autofree char *debug_info = prof_about_get_debug_info ();
  GtkWidget *about = g_object_new (
      ADW_TYPE_ABOUT_WINDOW, "transient-for", parent, "modal", TRUE, "application-name",
      _ ("Profiler"), "application-icon", PROF_APP_ID, "version", PROF_VERSION, "developer-name",
      _ ("The Profiler authors"), "comments", _ ("See where programs spend their time."),
      "license-type", GTK_LICENSE_GPL_3_0, "debug-info", debug_info, "debug-info-filename",
      "profiler-debug-info.txt", NULL);

  gtk_window_present (GTK_WINDOW (about));
}
