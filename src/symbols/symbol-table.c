/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/symbol-table-private.h"

#include <stdlib.h>
#include <string.h>

struct _ProfSymbolTable {
  GArray *sized;   /* ProfSymbol, by start */
  GArray *unsized; /* likewise; until finish, end holds the limit */
  guint64 *reach;  /* [sized->len]: the largest end up to and with each */
  GStringChunk *names;
};

ProfSymbolTable *
prof_symbol_table_new (void)
{
  ProfSymbolTable *self = g_new0 (ProfSymbolTable, 1);

  self->sized = g_array_new (FALSE, FALSE, sizeof (ProfSymbol));
  self->unsized = g_array_new (FALSE, FALSE, sizeof (ProfSymbol));
  self->names = g_string_chunk_new (4096);
  return self;
}

void
prof_symbol_table_free (ProfSymbolTable *self)
{
  if (!self)
    return;
  g_array_unref (self->sized);
  g_array_unref (self->unsized);
  g_free (self->reach);
  g_string_chunk_free (self->names);
  g_free (self);
}

void
prof_symbol_table_add (ProfSymbolTable *self, guint64 start, guint64 size, guint64 limit,
                       const char *name, guint32 tag, guint32 rank)
{
  ProfSymbol symbol = { .start = start, .name = name, .tag = tag, .rank = rank };

  /* A size that leads around the address space is damage. */
  if (size > 0 && start + size > start)
    {
      symbol.end = start + size;
      g_array_append_val (self->sized, symbol);
    }
  else
    {
      symbol.end = limit;
      g_array_append_val (self->unsized, symbol);
    }
}

const char *
prof_symbol_table_copy_name (ProfSymbolTable *self, const char *name, gsize length)
{
  return g_string_chunk_insert_len (self->names, name, length);
}

/* How far a name is from what a person writes: libraries give one function several, with more and
 * more underscores; glibc's own begin with __GI_. */
static guint
count_noise (const char *name)
{
  return strspn (name, "_") + (g_str_has_prefix (name, "__GI_") ? 100 : 0);
}

gboolean
prof_symbol_name_is_better (const char *one, const char *other)
{
  guint one_noise = count_noise (one);
  guint other_noise = count_noise (other);

  if (one_noise != other_noise)
    return one_noise < other_noise;
  return strcmp (one, other) < 0;
}

static int
compare_starts (const void *a, const void *b)
{
  const ProfSymbol *one = a;
  const ProfSymbol *other = b;

  return (one->start > other->start) - (one->start < other->start);
}

/* Which name of one address a person should see. */
static gboolean
is_better (const ProfSymbol *one, const ProfSymbol *other)
{
  if (one->rank != other->rank)
    return one->rank < other->rank;
  return prof_symbol_name_is_better (one->name, other->name);
}

/* Some tables are sorted already: that is found out in one pass. */
static void
sort_symbols (GArray *array)
{
  ProfSymbol *symbols = (ProfSymbol *) (gpointer) array->data;
  gboolean sorted = TRUE;
  guint kept = 0;

  for (guint i = 1; i < array->len && sorted; i++)
    sorted = symbols[i - 1].start <= symbols[i].start;
  if (!sorted)
    qsort (symbols, array->len, sizeof *symbols, compare_starts);

  for (guint i = 0; i < array->len; i++)
    if (kept == 0 || symbols[i].start != symbols[kept - 1].start)
      symbols[kept++] = symbols[i];
    else if (is_better (&symbols[i], &symbols[kept - 1]))
      symbols[kept - 1] = symbols[i];
  g_array_set_size (array, kept);
}

/* Index of the first symbol that starts after @address. */
static guint
find_after (const GArray *symbols, guint64 address)
{
  guint low = 0;
  guint high = symbols->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (symbols, ProfSymbol, middle).start <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
prof_symbol_table_finish (ProfSymbolTable *self)
{
  guint64 reach = 0;
  guint next_sized = 0;

  sort_symbols (self->sized);
  sort_symbols (self->unsized);

  g_free (self->reach);
  self->reach = g_new (guint64, self->sized->len + 1);
  for (guint i = 0; i < self->sized->len; i++)
    {
      reach = MAX (reach, g_array_index (self->sized, ProfSymbol, i).end);
      self->reach[i] = reach;
    }

  for (guint i = 0; i < self->unsized->len; i++)
    {
      ProfSymbol *symbol = &g_array_index (self->unsized, ProfSymbol, i);

      while (next_sized < self->sized->len &&
             g_array_index (self->sized, ProfSymbol, next_sized).start <= symbol->start)
        next_sized++;
      if (next_sized < self->sized->len)
        symbol->end = MIN (symbol->end, g_array_index (self->sized, ProfSymbol, next_sized).start);
      if (i + 1 < self->unsized->len)
        symbol->end = MIN (symbol->end, symbol[1].start);
    }
}

const ProfSymbol *
prof_symbol_table_find (const ProfSymbolTable *self, guint64 address)
{
  guint index = find_after (self->sized, address);
  const ProfSymbol *symbol;

  /* Back only as long as some earlier symbol reaches this far. */
  for (; index > 0 && self->reach[index - 1] > address; index--)
    {
      symbol = &g_array_index (self->sized, ProfSymbol, index - 1);
      if (symbol->end > address)
        return symbol;
    }

  index = find_after (self->unsized, address);
  if (index == 0)
    return NULL;
  symbol = &g_array_index (self->unsized, ProfSymbol, index - 1);
  return symbol->end > address ? symbol : NULL;
}

guint
prof_symbol_table_get_n (const ProfSymbolTable *self)
{
  return self->sized->len + self->unsized->len;
}
