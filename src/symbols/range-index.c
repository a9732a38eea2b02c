/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/range-index-private.h"

void
prof_ranges_add (GArray *ranges, guint64 start, guint64 end, guint32 owner)
{
  ProfRange range = { .start = start, .end = end, .owner = owner };

  if (start < end)
    g_array_append_val (ranges, range);
}

static gint
compare_ranges (gconstpointer a, gconstpointer b)
{
  const ProfRange *one = a;
  const ProfRange *other = b;

  if (one->start != other->start)
    return one->start < other->start ? -1 : 1;
  /* The outer first, so that a search from the end meets the inner one first. */
  return (one->end < other->end) - (one->end > other->end);
}

void
prof_ranges_sort (GArray *ranges)
{
  guint64 reach = 0;

  g_array_sort (ranges, compare_ranges);
  for (guint i = 0; i < ranges->len; i++)
    {
      ProfRange *range = &g_array_index (ranges, ProfRange, i);

      reach = MAX (reach, range->end);
      range->reach = reach;
    }
}

gboolean
prof_ranges_find (const GArray *ranges, guint64 address, guint32 *owner)
{
  guint low = 0;
  guint high = ranges->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (ranges, ProfRange, middle).start <= address)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low > 0; low--)
    {
      const ProfRange *range = &g_array_index (ranges, ProfRange, low - 1);

      if (range->reach <= address)
        return FALSE;
      if (range->end > address)
        {
          *owner = range->owner;
          return TRUE;
        }
    }
  return FALSE;
}
