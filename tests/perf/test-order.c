/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record queue and the chain cache against plain references. */
#include "perf/chain-cache.h"
#include "perf/record-queue.h"

typedef struct {
  GArray *times;   /* guint64: as they came out */
  GArray *records; /* const guint8 * */
} Output;

static void
take (const guint8 *record, guint64 time, gpointer data)
{
  Output *output = data;

  g_array_append_val (output->times, time);
  g_array_append_val (output->records, record);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* Rounds as perf makes them: no record is older than the end of the round before the last. */
static void
test_queue (void)
{
  for (guint trial = 0; trial < 200; trial++)
    {
      Output output = { g_array_new (FALSE, FALSE, sizeof (guint64)),
                        g_array_new (FALSE, FALSE, sizeof (gpointer)) };
      ProfRecordQueue *queue = prof_record_queue_new (take, &output);
      GArray *all = g_array_new (FALSE, FALSE, sizeof (guint64));
      guint64 oldest = 1, latest = 1;
      static const guint8 bytes[100000];
      guint n_rounds = g_test_rand_int_range (1, 8);

      for (guint round = 0; round < n_rounds; round++)
        {
          guint64 limit = latest + g_test_rand_int_range (1, 1000), longest = 0;

          for (guint cpu = g_test_rand_int_range (1, 6); cpu > 0; cpu--)
            {
              guint64 time = oldest;

              for (guint n = g_test_rand_int_range (0, 50); n > 0 && time < limit; n--)
                {
                  prof_record_queue_push (queue, bytes + all->len, time);
                  g_array_append_val (all, time);
                  longest = MAX (longest, time);
                  time += g_test_rand_int_range (0, 60);
                }
            }
          prof_record_queue_round (queue);
          oldest = latest;
          latest = MAX (latest, longest);
        }
      prof_record_queue_finish (queue);

      g_assert_cmpuint (output.times->len, ==, all->len);
      for (guint i = 0; i < all->len; i++)
        {
          const guint8 *record = g_array_index (output.records, const guint8 *, i);
          guint64 time = g_array_index (output.times, guint64, i);

          /* Each with its own time, and equal ones in the order in which they came. */
          g_assert_cmpuint (g_array_index (all, guint64, record - bytes), ==, time);
          if (i > 0 && g_array_index (output.times, guint64, i - 1) == time)
            g_assert_true (g_array_index (output.records, const guint8 *, i - 1) < record);
        }
      g_array_sort (all, compare_times);
      for (guint i = 0; i < all->len; i++)
        g_assert_cmpuint (g_array_index (output.times, guint64, i), ==,
                          g_array_index (all, guint64, i));
      prof_record_queue_free (queue);
      g_array_unref (all);
      g_array_unref (output.times);
      g_array_unref (output.records);
    }
}

static void
test_cache (void)
{
  g_autoptr (ProfChainCache) cache = prof_chain_cache_new ();
  g_autoptr (GHashTable) reference = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_found = 0;

  for (guint i = 0; i < 200000; i++)
    {
      guint64 context = g_test_rand_int_range (0, 3);
      guint64 addresses[4];
      guint n = g_test_rand_int_range (0, 5);
      g_autoptr (GString) text = g_string_new (NULL);
      ProfChainKey key;
      gpointer expected;
      guint32 stack;

      g_string_append_printf (text, "%u", (guint) context);
      for (guint k = 0; k < n; k++)
        {
          addresses[k] = g_test_rand_int_range (0, 20);
          g_string_append_printf (text, ",%u", (guint) addresses[k]);
        }
      key = prof_chain_key (&context, 1, addresses, n);
      expected = g_hash_table_lookup (reference, text->str);
      if (expected != NULL)
        {
          g_assert_true (prof_chain_cache_find (cache, key, 1, &stack));
          g_assert_cmpuint (stack, ==, GPOINTER_TO_UINT (expected));
          n_found++;
        }
      else
        {
          g_assert_false (prof_chain_cache_find (cache, key, 1, &stack));
          prof_chain_cache_put (cache, key, PROF_CHAIN_FOREVER, i + 1);
          g_hash_table_insert (reference, g_strdup (text->str), GUINT_TO_POINTER (i + 1));
        }
    }
  g_assert_cmpuint (n_found, >, 10000);
}

static void
test_cache_expires (void)
{
  g_autoptr (ProfChainCache) cache = prof_chain_cache_new ();
  const guint64 address = 0x1234;
  ProfChainKey key = prof_chain_key (NULL, 0, &address, 1);
  guint32 stack;

  prof_chain_cache_put (cache, key, 5, 1);
  g_assert_true (prof_chain_cache_find (cache, key, 5, &stack));
  g_assert_false (prof_chain_cache_find (cache, key, 6, &stack));
  prof_chain_cache_put (cache, key, 9, 2);
  g_assert_true (prof_chain_cache_find (cache, key, 6, &stack));
  g_assert_cmpuint (stack, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record-queue/random", test_queue);
  g_test_add_func ("/chain-cache/random", test_cache);
  g_test_add_func ("/chain-cache/expires", test_cache_expires);
  return g_test_run ();
}
