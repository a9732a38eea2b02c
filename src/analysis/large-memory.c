/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/large-memory-private.h"

#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((gsize) 2 << 20)

/* Below, a mapping of its own is not worth the call. */
#define SMALLEST ((gsize) 1 << 20)

gpointer
prof_large_new0 (gsize size)
{
  gsize padded = size + HUGE_PAGE;
  guint8 *mapping, *start, *end;

  if (size < SMALLEST)
    {
      gpointer memory = g_aligned_alloc0 (MAX (size, 1), 1, 64);

      return memory;
    }

  /* Mapped with room to spare, and cut to begin at a huge page. */
  size = (size + 4095) & ~(gsize) 4095;
  mapping = mmap (NULL, padded + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED)
    g_error ("Out of memory: cannot get %" G_GSIZE_FORMAT " bytes", size);
  end = mapping + padded + 4096;
  start = mapping + (HUGE_PAGE - (guintptr) mapping % HUGE_PAGE) % HUGE_PAGE;
  if (start > mapping)
    munmap (mapping, start - mapping);
  munmap (start + size, end - (start + size));
  (void) madvise (start, size, MADV_HUGEPAGE);
  return start;
}

gpointer
prof_large_grow (gpointer memory, gsize old_size, gsize new_size)
{
  gpointer grown = prof_large_new0 (new_size);

  memcpy (grown, memory, old_size);
  prof_large_free (memory, old_size);
  return grown;
}

void
prof_large_free (gpointer memory, gsize size)
{
  if (!memory)
    return;
  if (size < SMALLEST)
    g_aligned_free (memory);
  else
    munmap (memory, (size + 4095) & ~(gsize) 4095);
}
