/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/name-order-private.h"

#include <string.h>

#include "analysis/large-memory-private.h"
#include "analysis/sort-private.h"

/* Folded names one after the other, each followed by eight NULs. */
typedef struct {
  char *bytes;
  gsize length;
  gsize capacity;
} Folded;

#define PADDING 8

/* How many names ahead memory is fetched. */
#define AHEAD 8

/* Eight bytes of a folded name from @offset on, as a number that compares as they do. */
static guint64
load_chunk (const Folded *folded, gsize offset)
{
  guint64 chunk;

  memcpy (&chunk, folded->bytes + offset, sizeof chunk);
  return GUINT64_FROM_BE (chunk);
}

static void
reserve (Folded *self, gsize more)
{
  gsize wanted = self->length + more;

  if (wanted <= self->capacity)
    return;
  wanted = MAX (wanted, self->capacity * 2);
  self->bytes = prof_large_grow (self->bytes, self->capacity, wanted);
  self->capacity = wanted;
}

static void
append_folded (Folded *self, const char *name)
{
  gsize length = strlen (name);
  guchar seen = 0;
  char *copy;

  reserve (self, length + PADDING);
  copy = self->bytes + self->length;
  for (gsize i = 0; i < length; i++)
    {
      guchar byte = name[i];

      copy[i] = byte | ((guchar) (byte - 'A') < 26 ? 0x20 : 0);
      seen |= byte;
    }
  if (seen & 0x80)
    {
      g_autofree char *folded = g_utf8_casefold (name, length);

      length = strlen (folded);
      reserve (self, length + PADDING);
      memcpy (self->bytes + self->length, folded, length);
    }
  memset (self->bytes + self->length + length, 0, PADDING);
  self->length += length + PADDING;
}

static int
compare_bytes (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const char *const *names = user_data;
  const ProfKeyed *item_a = a;
  const ProfKeyed *item_b = b;
  int by_bytes = strcmp (names[item_a->value], names[item_b->value]);

  if (by_bytes)
    return by_bytes;
  return item_a->value < item_b->value ? -1 : 1;
}

typedef struct {
  guint start;
  guint n;
  guint offset; /* bytes of the folded names that are known to be equal */
} Run;

void
prof_name_order_sort (const char *const *names, guint n, guint32 *order)
{
  Folded folded = { .capacity = MAX (n, 1) * 64 };
  g_autofree gsize *starts = g_new (gsize, MAX (n, 1));
  g_autofree ProfKeyed *items = g_new (ProfKeyed, MAX (n, 1));
  g_autofree ProfKeyed *scratch = g_new (ProfKeyed, MAX (n, 1));
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));

  folded.bytes = prof_large_new0 (folded.capacity);
  for (guint i = 0; i < n; i++)
    {
      if (i + AHEAD < n)
        __builtin_prefetch (names[i + AHEAD]);
      starts[i] = folded.length;
      append_folded (&folded, names[i]);
      items[i].value = i;
    }
  if (n > 0)
    g_array_append_val (runs, ((Run){ 0, n, 0 }));

  /* Radix sort from the front, eight bytes at a time: each run is sorted by its next eight bytes,
   * and parts of it where those are equal and the names go on are runs again. */
  while (runs->len > 0)
    {
      Run run = g_array_index (runs, Run, runs->len - 1);
      ProfKeyed *part = items + run.start;

      g_array_set_size (runs, runs->len - 1);
      for (guint i = 0; i < run.n; i++)
        {
          if (i + AHEAD < run.n)
            __builtin_prefetch (folded.bytes + starts[part[i + AHEAD].value] + run.offset);
          part[i].key = load_chunk (&folded, starts[part[i].value] + run.offset);
        }
      prof_sort_keyed (part, run.n, scratch);

      for (guint i = 0; i < run.n;)
        {
          guint j = i + 1;

          while (j < run.n && part[j].key == part[i].key)
            j++;
          if (j - i > 1 && (part[i].key & 0xff) != 0)
            g_array_append_val (runs, ((Run){ run.start + i, j - i, run.offset + 8 }));
          else if (j - i > 1)
            g_qsort_with_data (part + i, j - i, sizeof *part, compare_bytes, (gpointer) names);
          i = j;
        }
    }

  for (guint i = 0; i < n; i++)
    order[i] = items[i].value;
  prof_large_free (folded.bytes, folded.capacity);
}

/* Sorts rows by name: @names are the used rows' string ids. Gives for each a rank, equal for equal
 * strings. */
static guint32 *
rank_names (const ProfSnapshot *snapshot, const guint32 *name_ids, guint n)
{
  g_autofree guint32 *slots = g_new (guint32, MAX (snapshot->n_strings, 1));
  g_autoptr (GPtrArray) distinct = g_ptr_array_new ();
  g_autofree guint32 *order = NULL;
  g_autofree guint32 *rank_of_slot = NULL;
  guint32 *ranks = g_new (guint32, MAX (n, 1));

  memset (slots, 0xff, snapshot->n_strings * sizeof *slots);
  for (guint i = 0; i < n; i++)
    {
      guint32 *slot = &slots[name_ids[i]];

      if (*slot == PROF_NO_ID)
        {
          *slot = distinct->len;
          g_ptr_array_add (distinct, (gpointer) snapshot->strings[name_ids[i]]);
        }
      ranks[i] = *slot;
    }

  order = g_new (guint32, MAX (distinct->len, 1));
  rank_of_slot = g_new (guint32, MAX (distinct->len, 1));
  prof_name_order_sort ((const char *const *) distinct->pdata, distinct->len, order);
  for (guint i = 0; i < distinct->len; i++)
    rank_of_slot[order[i]] = i;
  for (guint i = 0; i < n; i++)
    ranks[i] = rank_of_slot[ranks[i]];
  return ranks;
}

static int
compare_modules (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const ProfSnapshot *snapshot = user_data;
  guint32 row_a = ((const ProfKeyed *) a)->value;
  guint32 row_b = ((const ProfKeyed *) b)->value;
  guint32 module_a = snapshot->functions[row_a].module;
  guint32 module_b = snapshot->functions[row_b].module;
  int by_module = module_a == module_b ? 0
                                       : strcmp (prof_snapshot_string (snapshot, module_a),
                                                 prof_snapshot_string (snapshot, module_b));

  if (by_module)
    return by_module;
  return row_a < row_b ? -1 : row_a > row_b;
}

void
prof_name_order_sort_functions (const ProfSnapshot *snapshot, guint32 *functions, guint n)
{
  g_autofree guint32 *names = g_new (guint32, MAX (n, 1));
  g_autofree ProfKeyed *rows = g_new (ProfKeyed, MAX (n, 1));
  g_autofree ProfKeyed *scratch = g_new (ProfKeyed, MAX (n, 1));
  g_autofree guint32 *name_ranks = NULL;

  for (guint i = 0; i < n; i++)
    names[i] = snapshot->functions[functions[i]].name;
  name_ranks = rank_names (snapshot, names, n);
  for (guint i = 0; i < n; i++)
    rows[i] = (ProfKeyed){ name_ranks[i], functions[i] };
  prof_sort_keyed (rows, n, scratch);

  for (guint i = 0; i < n;)
    {
      guint j = i + 1;

      while (j < n && rows[j].key == rows[i].key)
        j++;
      if (j - i > 1)
        g_qsort_with_data (rows + i, j - i, sizeof *rows, compare_modules, (gpointer) snapshot);
      i = j;
    }
  for (guint i = 0; i < n; i++)
    functions[i] = rows[i].value;
}

/* Ranks of rows by (name, number, row). */
static guint32 *
rank_numbered (const ProfSnapshot *snapshot, const guint32 *names, const gint32 *numbers, guint n)
{
  g_autofree guint32 *name_ranks = rank_names (snapshot, names, n);
  g_autofree ProfKeyed *rows = g_new (ProfKeyed, MAX (n, 1));
  g_autofree ProfKeyed *scratch = g_new (ProfKeyed, MAX (n, 1));
  guint32 *ranks = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      /* Unknown, -1, before 0. */
      guint32 number = (guint32) numbers[i] ^ 0x80000000u;

      rows[i] = (ProfKeyed){ (guint64) name_ranks[i] << 32 | number, i };
    }
  prof_sort_keyed (rows, n, scratch);
  for (guint i = 0; i < n; i++)
    ranks[rows[i].value] = i;
  return ranks;
}

guint32 *
prof_name_order_rank_processes (const ProfSnapshot *snapshot)
{
  guint n = snapshot->n_processes;
  g_autofree guint32 *names = g_new (guint32, MAX (n, 1));
  g_autofree gint32 *numbers = g_new (gint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      names[i] = snapshot->processes[i].name;
      numbers[i] = snapshot->processes[i].pid;
    }
  return rank_numbered (snapshot, names, numbers, n);
}

guint32 *
prof_name_order_rank_threads (const ProfSnapshot *snapshot)
{
  guint n = snapshot->n_threads;
  g_autofree guint32 *names = g_new (guint32, MAX (n, 1));
  g_autofree gint32 *numbers = g_new (gint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      names[i] = snapshot->threads[i].name;
      numbers[i] = snapshot->threads[i].tid;
    }
  return rank_numbered (snapshot, names, numbers, n);
}
