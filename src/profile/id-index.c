/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/id-index-private.h"

#include <string.h>

static ProfIdSlot *
make_slots (guint n)
{
  ProfIdSlot *slots = g_new (ProfIdSlot, n);

  memset (slots, 0xff, n * sizeof (ProfIdSlot));
  return slots;
}

static void
place (ProfIdSlot *slots, guint mask, guint32 hash, guint32 id)
{
  guint i = hash & mask;

  while (slots[i].id != PROF_ID_INDEX_EMPTY)
    i = (i + 1) & mask;
  slots[i] = (ProfIdSlot){ hash, id };
}

void
prof_id_index_init (ProfIdIndex *self)
{
  self->mask = 255;
  self->n_used = 0;
  self->slots = make_slots (self->mask + 1);
}

void
prof_id_index_clear (ProfIdIndex *self)
{
  g_clear_pointer (&self->slots, g_free);
}

void
prof_id_index_insert (ProfIdIndex *self, guint32 hash, guint32 id)
{
  /* At most half full: probes stay short. */
  if ((self->n_used + 1) * 2 > self->mask + 1)
    {
      guint mask = (self->mask + 1) * 2 - 1;
      ProfIdSlot *slots = make_slots (mask + 1);

      for (guint i = 0; i <= self->mask; i++)
        if (self->slots[i].id != PROF_ID_INDEX_EMPTY)
          place (slots, mask, self->slots[i].hash, self->slots[i].id);
      g_free (self->slots);
      self->slots = slots;
      self->mask = mask;
    }
  place (self->slots, self->mask, hash, id);
  self->n_used++;
}
