/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/ring.h"

#include <sys/mman.h>
#include <unistd.h>

gboolean
prof_ring_init (ProfRing *self, int fd, gsize size)
{
  gsize page_size = sysconf (_SC_PAGESIZE);
  void *memory = mmap (NULL, page_size + size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

  memset (self, 0, sizeof *self);
  if (memory == MAP_FAILED)
    return FALSE;
  self->page = memory;
  self->data = (guint8 *) memory + page_size;
  self->size = size;
  self->mapped = page_size + size;
  self->joined = g_malloc (G_MAXUINT16 + 1);
  return TRUE;
}

void
prof_ring_clear (ProfRing *self)
{
  if (self->page != NULL)
    munmap (self->page, self->mapped);
  g_clear_pointer (&self->joined, g_free);
  self->page = NULL;
}

void
prof_ring_refresh (ProfRing *self)
{
  self->head = __atomic_load_n (&self->page->data_head, __ATOMIC_ACQUIRE);
}

const guint8 *
prof_ring_peek (ProfRing *self)
{
  guint64 offset = self->tail & (self->size - 1);
  gsize size, first;

  if (self->tail == self->head)
    return NULL;
  /* Records are multiples of 8 bytes, so that a header never crosses the end. */
  size = prof_perf_header (self->data + offset, FALSE).size;
  if (size < PROF_PERF_HEADER_SIZE || size > self->head - self->tail)
    {
      self->tail = self->head; /* never seen; but it must not end in a loop */
      return NULL;
    }
  first = self->size - offset;
  if (size <= first)
    return self->data + offset;
  memcpy (self->joined, self->data + offset, first);
  memcpy (self->joined + first, self->data, size - first);
  return self->joined;
}

void
prof_ring_next (ProfRing *self, const guint8 *record)
{
  self->tail += prof_perf_header (record, FALSE).size;
}

void
prof_ring_release (ProfRing *self)
{
  __atomic_store_n (&self->page->data_tail, self->tail, __ATOMIC_RELEASE);
}
