/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/sort-private.h"

#include <string.h>

#define INSERTION_MAX 48

static void
insertion_sort (ProfKeyed *items, guint n)
{
  for (guint i = 1; i < n; i++)
    {
      ProfKeyed item = items[i];
      guint j = i;

      for (; j > 0 && items[j - 1].key > item.key; j--)
        items[j] = items[j - 1];
      items[j] = item;
    }
}

void
prof_sort_keyed (ProfKeyed *items, guint n, ProfKeyed *scratch)
{
  guint64 some = 0;
  guint64 all = G_MAXUINT64;
  ProfKeyed *from = items;
  ProfKeyed *to = scratch;

  if (n <= INSERTION_MAX)
    {
      insertion_sort (items, n);
      return;
    }

  for (guint i = 0; i < n; i++)
    {
      some |= items[i].key;
      all &= items[i].key;
    }

  /* Least significant byte first; where all keys agree in a byte, its pass would change nothing. */
  for (guint shift = 0; shift < 64; shift += 8)
    {
      guint starts[256] = { 0 };
      guint sum = 0;
      ProfKeyed *swap;

      if ((((some ^ all) >> shift) & 0xff) == 0)
        continue;
      for (guint i = 0; i < n; i++)
        starts[(from[i].key >> shift) & 0xff]++;
      for (guint b = 0; b < 256; b++)
        {
          guint count = starts[b];

          starts[b] = sum;
          sum += count;
        }
      for (guint i = 0; i < n; i++)
        to[starts[(from[i].key >> shift) & 0xff]++] = from[i];
      swap = from;
      from = to;
      to = swap;
    }
  if (from != items)
    memcpy (items, from, n * sizeof *items);
}
