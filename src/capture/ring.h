/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "perf/abi.h"

G_BEGIN_DECLS

/**
 * ProfRing:
 *
 * The memory that the kernel and we share for the records of one CPU. Records are read where they
 * lie; only one that crosses the end is put together in a buffer.
 */
typedef struct {
  struct perf_event_mmap_page *page; /* NULL: not mapped */
  guint8 *data;
  guint64 size;   /* of @data: a power of two */
  gsize mapped;   /* bytes of the mapping */
  guint64 head;   /* as the kernel said last */
  guint64 tail;   /* what we have read */
  guint8 *joined; /* 64 KiB for the record that crosses the end */
} ProfRing;

/* Maps the event @fd's ring of @size bytes (a power of two, whole pages). FALSE with errno. */
gboolean prof_ring_init (ProfRing *self, int fd, gsize size);
void prof_ring_clear (ProfRing *self);

/* Asks the kernel how far it has written. */
void prof_ring_refresh (ProfRing *self);
/* The next record; NULL: there is none. Valid until prof_ring_release(). */
const guint8 *prof_ring_peek (ProfRing *self);
/* Goes on to the record after the one that was peeked. */
void prof_ring_next (ProfRing *self, const guint8 *record);
/* Gives what was read back to the kernel. */
void prof_ring_release (ProfRing *self);

G_END_DECLS
