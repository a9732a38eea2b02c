/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/address-cache-private.h"

/* Against a hash table of strings; addresses as close as code has them, and spaces of each kind. */
static void
test_random (void)
{
  static const guint32 spaces[] = { 0, 1, 2, 3, 1000, G_MAXUINT32 - 1, G_MAXUINT32 };
  ProfAddressCache *cache = prof_address_cache_new ();
  g_autoptr (GHashTable) reference = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_hits = 0;

  for (guint step = 1; step < 60000; step++)
    {
      guint32 space = spaces[g_test_rand_int_range (0, G_N_ELEMENTS (spaces))];
      guint64 address = (g_test_rand_bit () ? 0xffffffff81000000ull : 0x1000) +
                        (guint64) g_test_rand_int_range (0, 4000);
      char *key = g_strdup_printf ("%u %" G_GUINT64_FORMAT, space, address);
      guint expected = GPOINTER_TO_UINT (g_hash_table_lookup (reference, key));
      guint n = 0;
      const guint32 *frames = prof_address_cache_find (cache, space, address, &n);

      if (expected == 0)
        {
          guint32 made[] = { step, step + 1, step + 2 };

          g_assert_null (frames);
          frames = prof_address_cache_insert (cache, space, address, made, step % 3 + 1);
          n = step % 3 + 1;
          expected = step;
          g_hash_table_insert (reference, g_steal_pointer (&key), GUINT_TO_POINTER (step));
        }
      else
        {
          n_hits++;
        }
      g_assert_cmpuint (n, ==, expected % 3 + 1);
      for (guint i = 0; i < n; i++)
        g_assert_cmpuint (frames[i], ==, expected + i);
      g_free (key);
    }
  g_assert_cmpuint (n_hits, >, 10000);
  prof_address_cache_free (cache);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/address-cache/random", test_random);
  return g_test_run ();
}
