/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/address-cache-private.h"

#include <string.h>

#define FIRST_SIZE 1024

typedef struct {
  guint64 address;
  guint32 space;
  guint32 first; /* index in the pool */
  guint32 n;     /* 0: the slot is free */
} Slot;

struct _ProfAddressCache {
  Slot *slots;
  guint n_slots; /* a power of two */
  guint n_used;
  GArray *pool; /* guint32 */
};

ProfAddressCache *
prof_address_cache_new (void)
{
  ProfAddressCache *self = g_new0 (ProfAddressCache, 1);

  self->n_slots = FIRST_SIZE;
  self->slots = g_new0 (Slot, self->n_slots);
  self->pool = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
prof_address_cache_free (ProfAddressCache *self)
{
  if (!self)
    return;
  g_free (self->slots);
  g_array_unref (self->pool);
  g_free (self);
}

/* The slot of the key, or the free one where it belongs. */
static Slot *
find_slot (const ProfAddressCache *self, guint32 space, guint64 address)
{
  guint64 hash = (address ^ (guint64) space << 40) * 0x9e3779b97f4a7c15ull;
  guint mask = self->n_slots - 1;

  for (guint i = (guint) (hash >> 32) & mask;; i = (i + 1) & mask)
    {
      Slot *slot = &self->slots[i];

      if (slot->n == 0 || (slot->address == address && slot->space == space))
        return slot;
    }
}

const guint32 *
prof_address_cache_find (const ProfAddressCache *self, guint32 space, guint64 address,
                         guint *n_frames)
{
  const Slot *slot = find_slot (self, space, address);

  if (slot->n == 0)
    return NULL;
  *n_frames = slot->n;
  return &g_array_index (self->pool, guint32, slot->first);
}

static void
grow (ProfAddressCache *self)
{
  Slot *old = self->slots;
  guint n_old = self->n_slots;

  self->n_slots *= 2;
  self->slots = g_new0 (Slot, self->n_slots);
  for (guint i = 0; i < n_old; i++)
    if (old[i].n > 0)
      *find_slot (self, old[i].space, old[i].address) = old[i];
  g_free (old);
}

const guint32 *
prof_address_cache_insert (ProfAddressCache *self, guint32 space, guint64 address,
                           const guint32 *frames, guint n_frames)
{
  Slot *slot;

  g_assert (n_frames > 0);
  if (self->n_used >= self->n_slots / 2)
    grow (self);
  slot = find_slot (self, space, address);
  self->n_used += slot->n == 0;
  slot->space = space;
  slot->address = address;
  slot->first = self->pool->len;
  slot->n = n_frames;
  g_array_append_vals (self->pool, frames, n_frames);
  return &g_array_index (self->pool, guint32, slot->first);
}
