/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/builder.h"

static void
test_strings (void)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  guint32 a = prof_builder_string (builder, "alpha", -1);

  g_assert_cmpuint (prof_builder_string (builder, NULL, 0), ==, 0);
  g_assert_cmpuint (prof_builder_string (builder, "", -1), ==, 0);
  g_assert_cmpuint (a, !=, 0);
  g_assert_cmpuint (prof_builder_string (builder, "alphabet", 5), ==, a);
  g_assert_cmpuint (prof_builder_string (builder, "alph", -1), !=, a);
  g_assert_cmpstr (prof_builder_get_string (builder, a), ==, "alpha");

  /* Interning survives growth of the index. */
  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *name = g_strdup_printf ("name %u", i);

      prof_builder_string (builder, name, -1);
    }
  g_assert_cmpuint (prof_builder_string (builder, "alpha", -1), ==, a);
  g_assert_cmpuint (prof_builder_string (builder, "name 4999", -1), ==, a + 5001);
}

/* Bytes that are not UTF-8 are shown, not dropped, and stay different from each other. */
static void
test_escape (void)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  guint32 one = prof_builder_string (builder, "caf\xe9!", -1);
  guint32 two = prof_builder_string (builder, "caf\xe8!", -1);
  guint32 three = prof_builder_string (builder, "a\0b", 3);
  guint32 four = prof_builder_string (builder,
                                      "t\xc3\xa4"
                                      "ble",
                                      -1);
  guint32 five = prof_builder_string (builder, "\xff\xfe\xc3", -1);

  g_assert_cmpstr (prof_builder_get_string (builder, one), ==, "caf\\xE9!");
  g_assert_cmpstr (prof_builder_get_string (builder, two), ==, "caf\\xE8!");
  g_assert_cmpstr (prof_builder_get_string (builder, three), ==, "a\\x00b");
  g_assert_cmpstr (prof_builder_get_string (builder, four), ==,
                   "t\xc3\xa4"
                   "ble");
  g_assert_cmpstr (prof_builder_get_string (builder, five), ==, "\\xFF\\xFE\\xC3");
}

static void
test_interning (void)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  ProfFunctionRow row = { .name = prof_builder_string (builder, "f", -1) };
  guint32 f = prof_builder_function (builder, &row);
  guint32 g;

  row.kind = PROF_FRAME_KERNEL;
  g = prof_builder_function (builder, &row);
  g_assert_cmpuint (f, !=, g);
  row.kind = PROF_FRAME_NATIVE;
  g_assert_cmpuint (prof_builder_function (builder, &row), ==, f);

  {
    guint32 frame = prof_builder_frame (builder, f, 12);
    guint32 other = prof_builder_frame (builder, f, 13);
    guint32 root = prof_builder_stack (builder, 0, frame);
    guint32 leaf = prof_builder_stack (builder, root, other);

    g_assert_cmpuint (frame, !=, other);
    g_assert_cmpuint (root, ==, 1); /* stack 0 is the empty one */
    g_assert_cmpuint (leaf, ==, 2);
    g_assert_cmpuint (prof_builder_stack (builder, 0, frame), ==, root);
    g_assert_cmpuint (prof_builder_stack (builder, root, other), ==, leaf);
    g_assert_cmpuint (prof_builder_stack (builder, leaf, other), ==, 3);
    g_assert_cmpuint (prof_builder_origin (builder, 0, leaf, 0), ==, 0);
    g_assert_cmpuint (prof_builder_origin (builder, 1, leaf, 0), ==, 1);
    g_assert_cmpuint (prof_builder_origin (builder, 0, leaf, 0), ==, 0);
  }
}

/* Each batch holds what is new, with the first ids; updates come only for rows already sent. */
static void
test_batches (void)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  g_autoptr (ProfBatch) first = NULL;
  g_autoptr (ProfBatch) second = NULL;
  ProfProcessRow process = { .pid = 7, .name = prof_builder_string (builder, "seven", -1) };
  guint32 id = prof_builder_process (builder, &process);

  process.ppid = 1;
  prof_builder_update_process (builder, id, &process);
  first = prof_builder_take_batch (builder);
  g_assert_nonnull (first);
  g_assert_cmpuint (first->first[PROF_TABLE_STRINGS], ==, 1);
  g_assert_cmpuint (first->rows[PROF_TABLE_STRINGS]->len, ==, 1);
  g_assert_cmpmem (first->text->str, first->text->len, "seven", 6);
  g_assert_cmpuint (first->rows[PROF_TABLE_PROCESSES]->len, ==, 1);
  g_assert_cmpint (g_array_index (first->rows[PROF_TABLE_PROCESSES], ProfProcessRow, 0).ppid, ==,
                   1);
  g_assert_cmpuint (first->process_updates->len, ==, 0);
  g_assert_null (prof_builder_take_batch (builder));

  process.end = 99;
  prof_builder_update_process (builder, id, &process);
  prof_builder_meta (builder, "key", "value");
  second = prof_builder_take_batch (builder);
  g_assert_cmpuint (second->process_updates->len, ==, 1);
  g_assert_cmpint (g_array_index (second->process_updates, ProfProcessUpdate, 0).row.end, ==, 99);
  g_assert_cmpuint (second->first[PROF_TABLE_STRINGS], ==, 2);
  g_assert_cmpuint (second->rows[PROF_TABLE_STRINGS]->len, ==, 2);
  g_assert_cmpuint (second->first[PROF_TABLE_PROCESSES], ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/builder/strings", test_strings);
  g_test_add_func ("/profile/builder/escape", test_escape);
  g_test_add_func ("/profile/builder/interning", test_interning);
  g_test_add_func ("/profile/builder/batches", test_batches);
  return g_test_run ();
}
