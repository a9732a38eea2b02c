/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * prof_cli_prepare_heap:
 *
 * Sets the C library's allocator up for a recorder: one heap for all threads, grown in large steps,
 * never given back, in huge pages where the kernel has them. A recorder unpacks debug information
 * once and makes the same small batches ever after; without this a third of its processor time is
 * page faults for memory that it just gave back. To be called before threads are started.
 */
void prof_cli_prepare_heap (void);

G_END_DECLS
