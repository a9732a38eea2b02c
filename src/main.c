/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <adwaita.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "app/application.h"
#include "prof-config.h"

int
main (int argc, char *argv[])
{
  g_autoptr (ProfApplication) app = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, PROF_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name (_ ("Profiler"));

  /* Answered before GTK looks for a display. */
  if (argc == 2 && strcmp (argv[1], "--version") == 0)
    {
      g_print ("profiler %s\n", PROF_VERSION);
      return EXIT_SUCCESS;
    }

  if (!gtk_init_check ())
    {
      g_printerr ("%s\n", _ ("profiler: there is no display to open a window on; "
                             "profiler-cli works in a terminal"));
      return EXIT_FAILURE;
    }

  app = prof_application_new (G_APPLICATION_DEFAULT_FLAGS);
  return g_application_run (G_APPLICATION (app), argc, argv);
}
