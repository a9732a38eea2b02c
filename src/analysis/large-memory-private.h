/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Memory for arrays of a million elements that are read in no order: in huge pages where the kernel
 * has them, since half the time would else go into page faults and misses of the address cache. */

/* Zeroed, aligned to 64 bytes. Free with prof_large_free() and the same @size. */
gpointer prof_large_new0 (gsize size);
gpointer prof_large_grow (gpointer memory, gsize old_size, gsize new_size);
void prof_large_free (gpointer memory, gsize size);

G_END_DECLS
