/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/filter.h"
#include "analysis/format-value.h"
#include "analysis/name-order-private.h"
#include "analysis/sort-private.h"

#include "random-profile.h"

#include <string.h>

#define SECOND G_GINT64_CONSTANT (1000000000)

/* A profile that began at @wall and is @length ns long. */
static ProfSnapshot *
profile_at (const char *wall, gint64 length)
{
  g_autoptr (RandomProfile) random = random_profile_new (1);
  ProfFunctionRow row = { 0 };

  prof_builder_meta (random->builder, PROF_META_START_WALL, wall);
  random->now = length;
  prof_builder_function (random->builder, &row);
  return random_profile_grow (random, 1);
}

static void
check_time (const ProfSnapshot *snapshot, const char *text, gint64 expected)
{
  gint64 time = -77;
  g_autoptr (GError) error = NULL;
  gboolean ok = prof_parse_time (text, snapshot, &time, &error);

  g_assert_no_error (error);
  g_assert_true (ok);
  g_assert_cmpint (time, ==, expected);
}

static void
check_bad_time (const ProfSnapshot *snapshot, const char *text)
{
  gint64 time;
  g_autoptr (GError) error = NULL;

  g_assert_false (prof_parse_time (text, snapshot, &time, &error));
  g_assert_error (error, PROF_QUERY_ERROR, PROF_QUERY_ERROR_TIME);
  g_assert_nonnull (strstr (error->message, text));
}

static void
test_parse_time (void)
{
  /* 2024-05-06 23:59:50.25 UTC, a minute long. */
  g_autoptr (ProfSnapshot) snapshot = profile_at ("1715039990250000000", 60 * SECOND);
  g_autoptr (ProfSnapshot) no_clock = profile_at ("0", SECOND);

  check_time (snapshot, "0", 0);
  check_time (snapshot, "3.42", 3420000000);
  check_time (snapshot, " 12.000000001 s", 12000000001);
  check_time (snapshot, "0.1234567899", 123456789);
  check_time (snapshot, "-1.5", -1500000000);
  check_time (NULL, "7", 7 * SECOND);

  check_time (snapshot, "23:59:51", 750000000);
  check_time (snapshot, "23:59:50.250", 0);
  check_time (snapshot, "23:59:50.250000001", 1);
  /* Past midnight. */
  check_time (snapshot, "00:00:10", 19750000000);
  check_time (snapshot, "0:00:10", 19750000000);
  /* Before the start, and no next day to be on. */
  check_time (snapshot, "12:00:00", -(11 * 3600 + 59 * 60 + 50) * SECOND - 250000000);

  check_bad_time (snapshot, "");
  check_bad_time (snapshot, "1e9");
  check_bad_time (snapshot, "12:00");
  check_bad_time (snapshot, "24:00:00");
  check_bad_time (snapshot, "23:60:00");
  check_bad_time (snapshot, "1.");
  check_bad_time (snapshot, "99999999999999999999");
  check_bad_time (snapshot, "-99999999999");
  check_bad_time (no_clock, "12:00:00");
  check_bad_time (NULL, "12:00:00");
}

static void
check_filter_error (ProfSnapshot *snapshot, const ProfQuery *query, ProfQueryError code,
                    const char *mentions)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (prof_filter_new (snapshot, query, &error));
  g_assert_error (error, PROF_QUERY_ERROR, code);
  g_assert_nonnull (strstr (error->message, mentions));
  g_assert_null (strchr (error->message, '\n'));
}

static void
test_filter_errors (void)
{
  g_autoptr (RandomProfile) random = random_profile_new (1);
  g_autoptr (ProfSnapshot) snapshot = random_profile_grow (random, 100);
  char *const bad[] = { (char *) "(", (char *) "*", (char *) "[a", (char *) "\xff" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    for (guint k = 0; k < 4; k++)
      {
        g_autoptr (ProfQuery) query = prof_query_new ();
        char **members[] = { &query->match, &query->no_match, &query->focus, &query->merge };

        *members[k] = g_strdup (bad[i]);
        check_filter_error (snapshot, query, PROF_QUERY_ERROR_PATTERN, i < 3 ? bad[i] : "UTF-8");
      }
  {
    g_autoptr (ProfQuery) query = prof_query_new ();

    query->event = g_strdup ("no such event");
    check_filter_error (snapshot, query, PROF_QUERY_ERROR_EVENT, "event 1");
  }
}

static void
test_range (void)
{
  g_autoptr (RandomProfile) random = random_profile_new (1);
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfQuery) query = prof_query_new ();
  gint64 start, end;

  random->now = 100;
  snapshot = random_profile_grow (random, 50);
  prof_query_get_range (query, snapshot, &start, &end);
  g_assert_cmpint (start, ==, snapshot->first_time);
  g_assert_cmpint (end, ==, snapshot->end_time);

  query->has_range = TRUE;
  query->start = G_MININT64;
  query->end = G_MAXINT64;
  prof_query_get_range (query, snapshot, &start, &end);
  g_assert_cmpint (start, ==, snapshot->first_time);
  g_assert_cmpint (end, ==, snapshot->end_time);
  query->start = snapshot->first_time + 3;
  query->end = snapshot->first_time + 5;
  prof_query_get_range (query, snapshot, &start, &end);
  g_assert_cmpint (start, ==, query->start);
  g_assert_cmpint (end, ==, query->end);
  query->start = query->end = G_MAXINT64;
  prof_query_get_range (query, snapshot, &start, &end);
  g_assert_cmpint (start, ==, end);
}

#define CHECK_TEXT(call, expected)                                                                 \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *text = call;                                                                  \
    g_assert_cmpstr (text, ==, expected);                                                          \
  }                                                                                                \
  G_STMT_END

static void
test_durations (void)
{
  CHECK_TEXT (prof_format_duration (0), "0 ns");
  CHECK_TEXT (prof_format_duration (999), "999 ns");
  CHECK_TEXT (prof_format_duration (1000), "1 µs");
  CHECK_TEXT (prof_format_duration (1234), "1.23 µs");
  CHECK_TEXT (prof_format_duration (1235), "1.24 µs");
  CHECK_TEXT (prof_format_duration (20000000), "20 ms");
  CHECK_TEXT (prof_format_duration (340000000), "340 ms");
  CHECK_TEXT (prof_format_duration (999499999), "999 ms");
  CHECK_TEXT (prof_format_duration (999999999), "1.00 s");
  CHECK_TEXT (prof_format_duration (SECOND), "1 s");
  CHECK_TEXT (prof_format_duration (3420000000), "3.42 s");
  CHECK_TEXT (prof_format_duration (9996000000), "10.0 s");
  CHECK_TEXT (prof_format_duration (59949999999), "59.9 s");
  CHECK_TEXT (prof_format_duration (59950000000), "1 min 00 s");
  CHECK_TEXT (prof_format_duration (60 * SECOND), "1 min");
  CHECK_TEXT (prof_format_duration (125 * SECOND), "2 min 05 s");
  CHECK_TEXT (prof_format_duration (3599 * SECOND + SECOND / 2), "1 h 00 min");
  CHECK_TEXT (prof_format_duration (3780 * SECOND), "1 h 03 min");
  CHECK_TEXT (prof_format_duration (86400 * SECOND), "1 d");
  CHECK_TEXT (prof_format_duration (100 * 3600 * SECOND), "4 d 04 h");
  CHECK_TEXT (prof_format_duration (-1500000000), "−1.50 s");
  CHECK_TEXT (prof_format_duration (G_MAXINT64), "106752 d 00 h");
}

static void
test_numbers (void)
{
  CHECK_TEXT (prof_format_time (12340000000, 1000000), "12.340 s");
  CHECK_TEXT (prof_format_time (12340000000, SECOND), "12 s");
  CHECK_TEXT (prof_format_time (12340000000, 20000000), "12.34 s");
  CHECK_TEXT (prof_format_time (59999600000, 1000000), "1:00.000");
  CHECK_TEXT (prof_format_time (62300000000, 100000000), "1:02.3");
  CHECK_TEXT (prof_format_time (3723400000000, 100000000), "1:02:03.4");
  CHECK_TEXT (prof_format_time (3723400000000, 60 * SECOND), "1:02:03");
  CHECK_TEXT (prof_format_time (1, 1), "0.000000001 s");
  CHECK_TEXT (prof_format_time (-1500000000, 100000000), "−1.5 s");
  CHECK_TEXT (prof_format_time (-1, SECOND), "0 s");

  CHECK_TEXT (prof_format_share (0), "0 %");
  CHECK_TEXT (prof_format_share (0.0004), "< 0.1 %");
  CHECK_TEXT (prof_format_share (0.412), "41.2 %");
  CHECK_TEXT (prof_format_share (0.5), "50.0 %");
  CHECK_TEXT (prof_format_share (0.99999), "> 99.9 %");
  CHECK_TEXT (prof_format_share (1), "100 %");
  CHECK_TEXT (prof_format_share (-0.25), "−25.0 %");
  CHECK_TEXT (prof_format_share (0.0 / 0.0), "–");

  CHECK_TEXT (prof_format_count (0), "0");
  CHECK_TEXT (prof_format_count (999), "999");
  CHECK_TEXT (prof_format_count (12410), "12,410");
  CHECK_TEXT (prof_format_count (G_MAXUINT64), "18,446,744,073,709,551,615");

  CHECK_TEXT (prof_format_weight (3420000000, "ns"), "3.42 s");
  CHECK_TEXT (prof_format_weight (1500, "us"), "1.50 ms");
  CHECK_TEXT (prof_format_weight (2, "s"), "2 s");
  CHECK_TEXT (prof_format_weight (G_MAXUINT64, "s"), "18.4 E s");
  CHECK_TEXT (prof_format_weight (12, "bytes"), "12 B");
  CHECK_TEXT (prof_format_weight (12345, "bytes"), "12.3 kB");
  CHECK_TEXT (prof_format_weight (999999999, "bytes"), "1.00 GB");
  CHECK_TEXT (prof_format_weight (12410, "samples"), "12,410 samples");
  CHECK_TEXT (prof_format_weight (999999, "cycles"), "999,999 cycles");
  CHECK_TEXT (prof_format_weight (1235000, "cycles"), "1.24 M cycles");
  CHECK_TEXT (prof_format_weight (G_MAXUINT64, "cycles"), "18.4 E cycles");
  CHECK_TEXT (prof_format_weight (7, NULL), "7");
  CHECK_TEXT (prof_format_weight (7, ""), "7");
}

static void
test_sort (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint round = 0; round < 200; round++)
    {
      guint n = g_rand_int_range (rand, 0, round < 100 ? 100 : 5000);
      guint64 mask = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
      g_autofree ProfKeyed *items = g_new (ProfKeyed, MAX (n, 1));
      g_autofree ProfKeyed *scratch = g_new (ProfKeyed, MAX (n, 1));
      g_autofree guint8 *seen = g_new0 (guint8, MAX (n, 1));

      if (round % 3 == 0)
        mask = 0x0f00000000000f00;
      for (guint i = 0; i < n; i++)
        items[i] = (ProfKeyed){ ((guint64) g_rand_int (rand) << 32 | g_rand_int (rand)) & mask, i };
      prof_sort_keyed (items, n, scratch);
      for (guint i = 0; i < n; i++)
        {
          g_assert_false (seen[items[i].value]);
          seen[items[i].value] = 1;
          if (i > 0)
            g_assert_true (
                items[i - 1].key < items[i].key ||
                (items[i - 1].key == items[i].key && items[i - 1].value < items[i].value));
        }
    }
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer names)
{
  const char *name_a = ((char **) names)[*(const guint32 *) a];
  const char *name_b = ((char **) names)[*(const guint32 *) b];
  g_autofree char *folded_a = g_utf8_casefold (name_a, -1);
  g_autofree char *folded_b = g_utf8_casefold (name_b, -1);
  int order = strcmp (folded_a, folded_b);

  if (!order)
    order = strcmp (name_a, name_b);
  return order ? order : *(const guint32 *) a > *(const guint32 *) b ? 1 : -1;
}

/* Names of few letters, so that prefixes and letters of both cases abound. */
static void
test_name_order (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint round = 0; round < 40; round++)
    {
      guint n = g_rand_int_range (rand, 0, 800);
      g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
      g_autofree guint32 *order = g_new (guint32, MAX (n, 1));
      g_autofree guint32 *expected = g_new (guint32, MAX (n, 1));

      for (guint i = 0; i < n; i++)
        {
          GString *name = g_string_new (NULL);
          guint length = g_rand_int_range (rand, 0, 26);

          for (guint k = 0; k < length; k++)
            {
              static const char *const letters[] = { "a", "a", "A", "a", "é", "É", "ß", ":" };

              g_string_append (name, letters[g_rand_int_range (rand, 0, k < 8 ? 3 : 8)]);
            }
          g_ptr_array_add (names, g_string_free (name, FALSE));
          expected[i] = i;
        }
      prof_name_order_sort ((const char *const *) names->pdata, n, order);
      if (n > 0)
        g_qsort_with_data (expected, n, sizeof *expected, compare_names, names->pdata);
      g_assert_cmpmem (order, n * sizeof *order, expected, n * sizeof *expected);
    }
}

int
main (int argc, char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query/parse-time", test_parse_time);
  g_test_add_func ("/query/filter-errors", test_filter_errors);
  g_test_add_func ("/query/range", test_range);
  g_test_add_func ("/format-value/durations", test_durations);
  g_test_add_func ("/format-value/numbers", test_numbers);
  g_test_add_func ("/sort/keyed", test_sort);
  g_test_add_func ("/sort/names", test_name_order);
  return g_test_run ();
}
