/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How numbers are written for people, the same in the window and in the terminal, in every locale.
 * All return (transfer full) strings. */

/* "340 ms", "3.42 s", "2 min 05 s", "1 h 03 min": three digits, without decimals that are all 0
 * where the value is exact. */
char *prof_format_duration (gint64 ns);

/* Offset from the start, to the nearest @resolution_ns's digit: "12.340 s", "1:02.3" (minutes and
 * seconds), "1:02:03.4" (hours too). */
char *prof_format_time (gint64 ns, gint64 resolution_ns);

/* 0 to 1: "41.2 %", "< 0.1 %", "0 %", "> 99.9 %", "100 %"; "–" for what is not a number. */
char *prof_format_share (double share);

/* "12,410" */
char *prof_format_count (guint64 count);

/* ns (us, ms, s) as a duration, bytes as "12.4 kB", others grouped ("12,410 samples") or, from a
 * million on, shortened ("1.24 M cycles"). @unit is nullable. */
char *prof_format_weight (guint64 weight, const char *unit);

G_END_DECLS
