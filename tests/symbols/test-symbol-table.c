/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/symbol-table-private.h"

#include <string.h>

#define N_ADDRESSES 400
#define LIMIT 380

typedef struct {
  guint64 start;
  guint64 size;
  guint rank;
  char name[16];
} Reference;

/* Which of two at the same address a person should see. */
static gboolean
is_better (const Reference *one, const Reference *other)
{
  gsize one_score = strspn (one->name, "_");
  gsize other_score = strspn (other->name, "_");

  if (one->rank != other->rank)
    return one->rank < other->rank;
  if (one_score != other_score)
    return one_score < other_score;
  return strcmp (one->name, other->name) < 0;
}

static const Reference *
find_sized (const Reference *symbols, guint n, guint64 address)
{
  const Reference *best = NULL;

  /* Of each start only the best one counts; then the nearest start that covers. */
  for (guint i = 0; i < n; i++)
    {
      gboolean is_best = symbols[i].size > 0;

      for (guint j = 0; j < n && is_best; j++)
        if (j != i && symbols[j].size > 0 && symbols[j].start == symbols[i].start &&
            is_better (&symbols[j], &symbols[i]))
          is_best = FALSE;
      if (is_best && symbols[i].start <= address && address < symbols[i].start + symbols[i].size &&
          (!best || symbols[i].start > best->start))
        best = &symbols[i];
    }
  return best;
}

static const Reference *
find_unsized (const Reference *symbols, guint n, guint64 address)
{
  const Reference *best = NULL;

  for (guint i = 0; i < n; i++)
    if (symbols[i].size == 0 && symbols[i].start <= address &&
        (!best || symbols[i].start > best->start ||
         (symbols[i].start == best->start && is_better (&symbols[i], best))))
      best = &symbols[i];
  if (!best || address >= LIMIT)
    return NULL;
  for (guint i = 0; i < n; i++)
    if (symbols[i].start > best->start && symbols[i].start <= address)
      return NULL;
  return best;
}

static void
test_random (void)
{
  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (ProfSymbolTable) table = prof_symbol_table_new ();
      Reference symbols[40];
      guint n = g_test_rand_int_range (0, 40);
      guint longest = g_test_rand_int_range (2, 60);
      guint range = g_test_rand_int_range (10, N_ADDRESSES);

      for (guint i = 0; i < n; i++)
        {
          symbols[i].start = g_test_rand_int_range (0, range);
          symbols[i].size =
              g_test_rand_int_range (0, 3) == 0 ? 0 : g_test_rand_int_range (1, longest);
          symbols[i].rank = g_test_rand_int_range (0, 3);
          g_snprintf (symbols[i].name, sizeof symbols[i].name, "%.*ss%u",
                      g_test_rand_int_range (0, 3), "__", i);
          prof_symbol_table_add (table, symbols[i].start, symbols[i].size, LIMIT, symbols[i].name,
                                 i, symbols[i].rank);
        }
      prof_symbol_table_finish (table);
      for (guint64 address = 0; address < N_ADDRESSES; address++)
        {
          const ProfSymbol *found = prof_symbol_table_find (table, address);
          const Reference *expected = find_sized (symbols, n, address);

          if (!expected)
            expected = find_unsized (symbols, n, address);
          g_assert_cmpstr (found ? found->name : NULL, ==, expected ? expected->name : NULL);
          if (found)
            g_assert_cmpuint (found->start, ==, expected->start);
        }
    }
}

/* The names that glibc gives one function. */
static void
test_noise (void)
{
  static const char *const names[] = { "__GI___libc_write", "__write", "__libc_write", "write" };
  g_autoptr (ProfSymbolTable) table = prof_symbol_table_new ();
  g_autoptr (ProfSymbolTable) local = prof_symbol_table_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    prof_symbol_table_add (table, 0x1000, 10, 0, names[i], 0, 0);
  prof_symbol_table_finish (table);
  g_assert_cmpstr (prof_symbol_table_find (table, 0x1009)->name, ==, "write");

  prof_symbol_table_add (local, 0x1000, 10, 0, "__GI_____strtoul_l_internal", 0, 1);
  prof_symbol_table_add (local, 0x1000, 10, 0, "____strtoul_l_internal", 0, 1);
  prof_symbol_table_finish (local);
  g_assert_cmpstr (prof_symbol_table_find (local, 0x1000)->name, ==, "____strtoul_l_internal");
}

static void
test_edges (void)
{
  g_autoptr (ProfSymbolTable) table = prof_symbol_table_new ();

  prof_symbol_table_finish (table);
  g_assert_null (prof_symbol_table_find (table, 0));
  g_assert_null (prof_symbol_table_find (table, G_MAXUINT64));

  /* A size that leads beyond the end of all addresses is no size. */
  prof_symbol_table_add (table, G_MAXUINT64 - 10, 100, G_MAXUINT64, "damaged", 0, 0);
  prof_symbol_table_finish (table);
  g_assert_nonnull (prof_symbol_table_find (table, G_MAXUINT64 - 1));
  g_assert_null (prof_symbol_table_find (table, 5));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbol-table/random", test_random);
  g_test_add_func ("/symbol-table/edges", test_edges);
  g_test_add_func ("/symbol-table/noise", test_noise);
  return g_test_run ();
}
