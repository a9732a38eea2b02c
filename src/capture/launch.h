/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "capture/recorder.h"

G_BEGIN_DECLS

/**
 * ProfLaunch:
 *
 * A program to be recorded from its first instruction: the process exists and waits until the
 * events are in place. It belongs to us until it has been waited for; nothing else may wait for
 * it.
 */
typedef struct {
  pid_t pid;   /* 0: none */
  int gate;    /* closing it without a byte ends the waiting process */
  int failure; /* the process writes errno here if the program cannot be run */
} ProfLaunch;

#define PROF_LAUNCH_INIT                                                                           \
  {                                                                                                \
    0, -1, -1                                                                                      \
  }

/* NO_TARGET: there is no such command. */
gboolean prof_launch_prepare (ProfLaunch *self, const char *const *command, const char *working_dir,
                              GError **error);
/* Lets it run the program. NO_TARGET: it could not; the process is gone then. */
gboolean prof_launch_go (ProfLaunch *self, const char *name, GError **error);
/* Before prof_launch_go(): ends the waiting process. */
void prof_launch_cancel (ProfLaunch *self);

/* Waits for @pid on a thread of its own, so that a program that runs on after its recording does
 * not stay in the process table when it ends. */
void prof_launch_reap_later (pid_t pid);

G_END_DECLS
