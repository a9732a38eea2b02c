/* SPDX-License-Identifier: GPL-3.0-or-later */

/* profiler-cli: the engine without a screen. Each command is in a file of its name. */

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include <glib/gi18n.h>

#include "cli/command.h"
#include "prof-config.h"

static const struct {
  const char *name;
  int (*run) (int argc, char **argv);
  const char *arguments;
  const char *summary;
} commands[] = {
  { "record", prof_command_record, "-p PID | -a | -- COMMAND", N_ ("record a capture") },
  { "info", prof_command_info, "FILE", N_ ("what a file holds") },
  { "export", prof_command_export, "FILE -f FORMAT", N_ ("write another format") },
  { "top", prof_command_top, "FILE", N_ ("the hottest functions") },
  { "tree", prof_command_tree, "FILE", N_ ("who called whom") },
  { "heatmap", prof_command_heatmap, "FILE", N_ ("samples over time, as CSV") },
};

static const char *const later[] = { "diff", "alerts" };

static void
print_help (void)
{
  printf ("%s\n  profiler-cli %s\n\n%s\n", _ ("Usage:"), _ ("COMMAND [OPTION…]"), _ ("Commands:"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    printf ("  %-8s %-26s %s\n", commands[i].name, commands[i].arguments, _ (commands[i].summary));
  printf ("\n%s\n", _ ("“profiler-cli COMMAND --help” shows a command's options. FILE may be any "
                       "profile that\nthe program reads, found by its content; “-” is standard "
                       "input."));
}

static int
refuse (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (later); i++)
    if (strcmp (name, later[i]) == 0)
      {
        prof_cli_say (_ ("there is no command “%s” in this version (see “profiler-cli --help”)"),
                      name);
        return PROF_EXIT_USAGE;
      }
  prof_cli_say (_ ("there is no command “%s” (see “profiler-cli --help”)"), name);
  return PROF_EXIT_USAGE;
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, PROF_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("profiler-cli");

  if (argc < 2)
    {
      prof_cli_say ("%s", _ ("a command is missing (see “profiler-cli --help”)"));
      return PROF_EXIT_USAGE;
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0 ||
      strcmp (argv[1], "help") == 0)
    {
      print_help ();
      return PROF_EXIT_DONE;
    }
  if (strcmp (argv[1], "--version") == 0)
    {
      printf ("profiler-cli %s\n", PROF_VERSION);
      return PROF_EXIT_DONE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (argv[1], commands[i].name) == 0)
      return commands[i].run (argc - 1, argv + 1);
  return refuse (argv[1]);
}
