/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How numbers are written for people, the same in the window and in the terminal. All return
 * (transfer full) strings. */
char *prof_format_duration (gint64 ns);        /* "340 ms", "3.42 s", "2 min 05 s", "1 h 03 min" */
char *prof_format_time (gint64 ns, gint64 resolution_ns); /* offset from start: "12.340 s", "1:02:03.4" */
char *prof_format_share (double share);        /* 0 to 1: "41.2 %", "< 0.1 %", "0 %" */
char *prof_format_count (guint64 count);       /* "12,410" */
char *prof_format_weight (guint64 weight, const char *unit); /* ns as a duration, bytes as kB... */

G_END_DECLS
