/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a run of profiler-cli gave. */
typedef struct {
  int status; /* exit status; -1: killed by a signal */
  char *out;
  char *err;
} CliRun;

/* Runs the program that $PROFILER_CLI names; arguments end with NULL. */
CliRun *cli_run (const char *first, ...) G_GNUC_NULL_TERMINATED;
CliRun *cli_run_v (const char *const *arguments);
void cli_run_free (CliRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliRun, cli_run_free)

/* The program's path. */
const char *cli_path (void);

/* One line on standard error that begins with "profiler-cli: ". */
void cli_assert_one_line (const CliRun *run);

/* (transfer full) (element-type GStrv): the fields of RFC 4180 text, a row a line, header first. */
GPtrArray *cli_parse_csv (const char *text);

G_END_DECLS
