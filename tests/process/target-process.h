/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A running tests/process/process-target. */
typedef struct {
  pid_t pid;
  int input;
  int output;
} TargetProcess;

/* Starts the program at @path and waits until it is ready. */
void target_process_start (TargetProcess *self, const char *path);
/* Lets it run for a moment on a CPU, and waits until it did. */
void target_process_burn (TargetProcess *self);
void target_process_stop (TargetProcess *self);

/* Copies a file with its mode. */
void copy_file (const char *from, const char *to);
void remove_folder (const char *path);

G_END_DECLS
