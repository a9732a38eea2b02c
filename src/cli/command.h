/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "formats/text-writer.h"

G_BEGIN_DECLS

/* Exit statuses. */
#define PROF_EXIT_DONE 0
#define PROF_EXIT_FAILED 1 /* the input or the target */
#define PROF_EXIT_USAGE 2

/* The commands. @argv[0] is the command's name; the result is the exit status. */
int prof_command_record (int argc, char **argv);
int prof_command_info (int argc, char **argv);
int prof_command_export (int argc, char **argv);
int prof_command_top (int argc, char **argv);
int prof_command_tree (int argc, char **argv);
int prof_command_heatmap (int argc, char **argv);

/* One line on standard error, "profiler-cli: …"; line ends inside become blanks. */
void prof_cli_say (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* Says why, and gives PROF_EXIT_USAGE; or PROF_EXIT_FAILED. */
int prof_cli_usage (const char *command, const char *format, ...) G_GNUC_PRINTF (2, 3);
int prof_cli_fail (const GError *error);

/**
 * prof_cli_parse:
 * @entries: the command's options
 * @more: (nullable): further ones, those of a selection
 * @parameters: what follows the options, for --help
 * @n_files: how many arguments must be left
 *
 * Parses @argv and takes the options out of it.
 *
 * Returns: %FALSE with @status to end with
 */
gboolean prof_cli_parse (int *argc, char ***argv, const GOptionEntry *entries,
                         const GOptionEntry *more, const char *parameters, const char *summary,
                         int n_files, int *status);

/* A text writer to standard output. */
void prof_cli_stdout_init (ProfTextWriter *self);
/* Writes the rest and gives the exit status. */
int prof_cli_stdout_finish (ProfTextWriter *self);

G_END_DECLS
