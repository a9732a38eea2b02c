/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perf/chain-cache.h"

#include <string.h>

/* Open addressing with linear probing, at most half full. Nothing is ever removed: entries of
 * address spaces that have changed stay until the table is full and is begun anew. */
#define FIRST_SIZE 4096u
#define LARGEST_SIZE (1u << 18)

typedef struct {
  ProfChainKey key; /* 0, 0: free */
  guint32 until;
  guint32 stack;
} Slot;

struct _ProfChainCache {
  Slot *slots;
  guint size; /* a power of two */
  guint n_used;
};

ProfChainCache *
prof_chain_cache_new (void)
{
  ProfChainCache *self = g_new0 (ProfChainCache, 1);

  self->size = FIRST_SIZE;
  self->slots = g_new0 (Slot, self->size);
  return self;
}

void
prof_chain_cache_free (ProfChainCache *self)
{
  g_free (self->slots);
  g_free (self);
}

static inline guint64
mix (guint64 x)
{
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ull;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ull;
  return x ^ (x >> 32);
}

static inline void
add (ProfChainKey *key, guint64 word)
{
  key->a = (key->a ^ word) * 0x9e3779b97f4a7c15ull;
  key->a ^= key->a >> 29;
  key->b = ((key->b << 23 | key->b >> 41) + word) * 0xc2b2ae3d27d4eb4full;
  key->b ^= key->b >> 31;
}

ProfChainKey
prof_chain_key (const guint64 *context, guint n_context, const guint64 *addresses,
                guint n_addresses)
{
  ProfChainKey key = { 0x243f6a8885a308d3ull, n_addresses };

  for (guint i = 0; i < n_context; i++)
    add (&key, context[i]);
  for (guint i = 0; i < n_addresses; i++)
    add (&key, addresses[i]);
  key.a = mix (key.a) | 1; /* never 0, 0 */
  key.b = mix (key.b);
  return key;
}

static Slot *
find_slot (Slot *slots, guint size, ProfChainKey key)
{
  guint i = key.b & (size - 1);

  while (slots[i].key.a != 0 && (slots[i].key.a != key.a || slots[i].key.b != key.b))
    i = (i + 1) & (size - 1);
  return &slots[i];
}

gboolean
prof_chain_cache_find (ProfChainCache *self, ProfChainKey key, guint32 now, guint32 *stack)
{
  const Slot *slot = find_slot (self->slots, self->size, key);

  if (slot->key.a == 0 || slot->until < now)
    return FALSE;
  *stack = slot->stack;
  return TRUE;
}

static void
grow (ProfChainCache *self)
{
  if (self->size == LARGEST_SIZE)
    {
      memset (self->slots, 0, sizeof (Slot) * self->size);
      self->n_used = 0;
    }
  else
    {
      Slot *slots = g_new0 (Slot, self->size * 2);

      for (guint i = 0; i < self->size; i++)
        if (self->slots[i].key.a != 0)
          *find_slot (slots, self->size * 2, self->slots[i].key) = self->slots[i];
      g_free (self->slots);
      self->slots = slots;
      self->size *= 2;
    }
}

void
prof_chain_cache_put (ProfChainCache *self, ProfChainKey key, guint32 until, guint32 stack)
{
  Slot *slot = find_slot (self->slots, self->size, key);

  if (slot->key.a == 0)
    {
      if (self->n_used >= self->size / 2)
        {
          grow (self);
          slot = find_slot (self->slots, self->size, key);
        }
      self->n_used++;
    }
  *slot = (Slot){ key, until, stack };
}
