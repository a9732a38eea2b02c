/* SPDX-License-Identifier: GPL-3.0-or-later */

/* make-capture [options] FILE: a capture to try things on, the same for the same options. */

#include <stdlib.h>

#include "formats/capture-file.h"
#include "made-profile.h"

int
main (int argc, char **argv)
{
  ProfMadeOptions options = PROF_MADE_DEFAULTS;
  gint64 n_samples = options.n_samples;
  gint n_stacks = options.n_stacks;
  gint n_processes = options.n_processes;
  gint seconds = options.seconds;
  gint faults = options.faults;
  gint seed = options.seed;
  const GOptionEntry entries[] = {
    { "samples", 0, 0, G_OPTION_ARG_INT64, &n_samples, "Number of samples", "N" },
    { "stacks", 0, 0, G_OPTION_ARG_INT, &n_stacks, "Number of stacks they are drawn from", "N" },
    { "processes", 0, 0, G_OPTION_ARG_INT, &n_processes, "Number of processes", "N" },
    { "seconds", 0, 0, G_OPTION_ARG_INT, &seconds, "Length in time, from 3 on", "SECONDS" },
    { "faults", 0, 0, G_OPTION_ARG_INT, &faults, "Share of page-fault samples", "PERCENT" },
    { "seed", 0, 0, G_OPTION_ARG_INT, &seed, "Another seed, another profile", "N" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE");
  g_autoptr (ProfCaptureWriter) writer = NULL;
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2 || n_samples < 0 ||
      n_stacks < 1 || n_processes < 1 || seconds < 3 || faults < 0 || faults > 100)
    {
      g_printerr ("make-capture: %s\n", error != NULL ? error->message : "see --help");
      return 2;
    }
  options = (ProfMadeOptions){ n_samples, n_stacks, n_processes, seconds, faults, seed };
  writer = prof_capture_writer_new_for_save (argv[1], &error);
  if (writer == NULL ||
      !prof_made_profile_send (&options, prof_capture_writer_sink, writer, &error) ||
      !prof_capture_writer_close (writer, &error))
    {
      g_printerr ("make-capture: %s\n", error->message);
      return 1;
    }
  return 0;
}
