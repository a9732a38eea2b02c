/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/address-space.h"

#include <sys/mman.h>

#include "process/maps-line-private.h"
#include "process/proc-file-private.h"

ProfAddressSpace *
prof_address_space_new (pid_t pid)
{
  ProfAddressSpace *self = g_new0 (ProfAddressSpace, 1);

  self->pid = pid;
  self->mappings = g_array_new (FALSE, FALSE, sizeof (ProfMapping));
  return self;
}

ProfAddressSpace *
prof_address_space_copy (const ProfAddressSpace *self, pid_t child)
{
  ProfAddressSpace *copy = prof_address_space_new (child);

  g_array_append_vals (copy->mappings, self->mappings->data, self->mappings->len);
  return copy;
}

void
prof_address_space_free (ProfAddressSpace *self)
{
  if (!self)
    return;
  g_array_unref (self->mappings);
  g_free (self);
}

void
prof_address_space_clear (ProfAddressSpace *self)
{
  g_array_set_size (self->mappings, 0);
  self->generation++;
}

/* Index of the first mapping that ends after @address. */
static guint
find_index (const GArray *mappings, guint64 address)
{
  guint low = 0;
  guint high = mappings->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (mappings, ProfMapping, middle).end <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Cuts [start, end) out of what is mapped. Returns the index where a mapping with that range keeps
 * the order. */
static guint
cut (GArray *mappings, guint64 start, guint64 end)
{
  guint first = find_index (mappings, start);
  guint next;

  if (first < mappings->len)
    {
      ProfMapping *mapping = &g_array_index (mappings, ProfMapping, first);

      if (mapping->start < start)
        {
          ProfMapping right = *mapping;

          mapping->end = start;
          first++;
          if (right.end > end)
            {
              right.offset += end - right.start;
              right.start = end;
              g_array_insert_val (mappings, first, right);
              return first;
            }
        }
    }

  for (next = first; next < mappings->len; next++)
    {
      ProfMapping *mapping = &g_array_index (mappings, ProfMapping, next);

      if (mapping->end > end)
        {
          if (mapping->start < end)
            {
              mapping->offset += end - mapping->start;
              mapping->start = end;
            }
          break;
        }
    }
  if (next > first)
    g_array_remove_range (mappings, first, next - first);
  return first;
}

void
prof_address_space_add (ProfAddressSpace *self, const ProfMapping *mapping)
{
  guint index;

  if (mapping->end <= mapping->start)
    return;
  index = cut (self->mappings, mapping->start, mapping->end);
  g_array_insert_val (self->mappings, index, *mapping);
  self->generation++;
}

void
prof_address_space_remove (ProfAddressSpace *self, guint64 start, guint64 end)
{
  if (end <= start)
    return;
  cut (self->mappings, start, end);
  self->generation++;
}

const ProfMapping *
prof_address_space_find (const ProfAddressSpace *self, guint64 address)
{
  GArray *mappings = self->mappings;
  guint index = find_index (mappings, address);
  const ProfMapping *mapping;

  if (index == mappings->len)
    return NULL;
  mapping = &g_array_index (mappings, ProfMapping, index);
  return mapping->start <= address ? mapping : NULL;
}

guint
prof_address_space_get_n (const ProfAddressSpace *self)
{
  return self->mappings->len;
}

const ProfMapping *
prof_address_space_get (const ProfAddressSpace *self, guint index)
{
  return &g_array_index (self->mappings, ProfMapping, index);
}

gboolean
prof_address_space_read (ProfAddressSpace *self, ProfModules *modules, gint64 time, GError **error)
{
  g_autofree char *text = prof_proc_read (self->pid, "maps", NULL, error);
  ProfMapsLine line;
  char *cursor;

  if (!text)
    return FALSE;
  for (cursor = text; *cursor;)
    {
      ProfMapping mapping = { .time = time };

      if (!prof_maps_line_parse (&cursor, &line) || !(line.protection & PROT_EXEC))
        continue;
      mapping.start = line.start;
      mapping.end = line.end;
      mapping.offset = line.offset;
      mapping.protection = line.protection;
      if (line.path[0])
        mapping.module = prof_modules_get (modules, line.path, NULL, line.inode ? line.device : 0,
                                           line.inode, self->pid);
      prof_address_space_add (self, &mapping);
    }
  return TRUE;
}
