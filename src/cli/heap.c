/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/heap.h"

#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define STEP (16 * 1024 * 1024)
#define HUGE_PAGE ((guintptr) 2 * 1024 * 1024)

void
prof_cli_prepare_heap (void)
{
  guintptr start, end;
  void *volatile block; /* volatile: the compiler must not leave the allocation out */

  mallopt (M_ARENA_MAX, 1);
  mallopt (M_MMAP_THRESHOLD, STEP);
  mallopt (M_TRIM_THRESHOLD, G_MAXINT);
  mallopt (M_TOP_PAD, STEP);

  /* The heap has been begun by now; what is added next comes in one step of at least STEP. */
  start = ((guintptr) sbrk (0) + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
  block = malloc (STEP / 2);
  free (block);
  end = (guintptr) sbrk (0) & ~(HUGE_PAGE - 1);
  if (end > start && end - start <= 4 * (guintptr) STEP)
    madvise ((void *) start, end - start, MADV_HUGEPAGE);
}
