/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "capture/recorder.h"

G_BEGIN_DECLS

/* kernel.perf_event_paranoid; 4 (nothing is allowed) if it cannot be read. */
int prof_perf_paranoid (void);

/**
 * prof_set_open_error:
 * @error_number: errno of perf_event_open()
 * @pid: the process that should have been recorded; -1: all
 *
 * Sets @error to one sentence that says why the kernel does not let us record, and which setting or
 * privilege would change that.
 */
void prof_set_open_error (GError **error, int error_number, pid_t pid);

G_END_DECLS
