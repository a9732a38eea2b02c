/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/selection.h"

static void
count_call (gpointer object, guint *n)
{
  (*n)++;
}

static ProfSelection *
new_selection (guint *n_changed)
{
  ProfSelection *selection = prof_selection_new ();

  g_signal_connect (selection, "changed", G_CALLBACK (count_call), n_changed);
  return selection;
}

/* Each real change is one emission and one generation. */
static void
test_changes (void)
{
  guint n = 0;
  guint n_search = 0;
  g_autoptr (ProfSelection) selection = new_selection (&n);
  guint64 generation = prof_selection_get_generation (selection);
  gint64 start, end;

  g_signal_connect (selection, "search-changed", G_CALLBACK (count_call), &n_search);
  g_assert_false (prof_selection_get_range (selection, &start, &end));
  prof_selection_set_range (selection, 20, 10);
  g_assert_true (prof_selection_get_range (selection, &start, &end));
  g_assert_cmpint (start, ==, 10);
  g_assert_cmpint (end, ==, 20);
  prof_selection_set_range (selection, 10, 20);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (prof_selection_get_generation (selection), ==, generation + 1);
  g_assert_cmpuint (prof_selection_get_query (selection)->generation, ==, generation + 1);

  prof_selection_set_process_shown (selection, 5, FALSE);
  prof_selection_set_process_shown (selection, 2, FALSE);
  prof_selection_set_process_shown (selection, 9, FALSE);
  prof_selection_set_process_shown (selection, 5, TRUE);
  prof_selection_set_process_shown (selection, 5, TRUE);
  g_assert_cmpuint (n, ==, 5);
  g_assert_false (prof_selection_get_process_shown (selection, 2));
  g_assert_true (prof_selection_get_process_shown (selection, 5));
  g_assert_false (prof_selection_get_process_shown (selection, 9));

  prof_selection_show_only_process (selection, 3, 5);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpint (prof_selection_get_process_shown (selection, i), ==, i == 3);
  prof_selection_set_thread_shown (selection, 1, FALSE);
  g_assert_false (prof_selection_get_thread_shown (selection, 1));
  prof_selection_show_all_processes (selection);
  g_assert_true (prof_selection_get_thread_shown (selection, 1));
  g_assert_true (prof_selection_get_process_shown (selection, 0));
  g_assert_cmpuint (n, ==, 8);

  prof_selection_set_kind_shown (selection, PROF_FRAME_KERNEL, FALSE);
  g_assert_false (prof_selection_get_kind_shown (selection, PROF_FRAME_KERNEL));
  g_assert_true (prof_selection_get_kind_shown (selection, PROF_FRAME_NATIVE));
  prof_selection_set_kind_shown (selection, PROF_FRAME_KERNEL, TRUE);
  prof_selection_set_grouping (selection, PROF_GROUP_THREAD);
  prof_selection_set_event (selection, "cycles");
  prof_selection_set_event (selection, NULL);
  prof_selection_set_event (selection, "");
  g_assert_cmpuint (n, ==, 13);
  g_assert_cmpuint (n_search, ==, 0);

  prof_selection_set_search (selection, "needle");
  prof_selection_set_search (selection, "needle");
  g_assert_cmpstr (prof_selection_get_search (selection), ==, "needle");
  g_assert_cmpuint (n, ==, 14);
  g_assert_cmpuint (n_search, ==, 1);
  prof_selection_clear_range (selection);
  g_assert_false (prof_selection_get_range (selection, NULL, NULL));
}

static void
test_freeze (void)
{
  guint n = 0;
  g_autoptr (ProfSelection) selection = new_selection (&n);
  gint64 start;

  prof_selection_freeze (selection);
  prof_selection_set_range (selection, 1, 2);
  prof_selection_freeze (selection);
  prof_selection_set_grouping (selection, PROF_GROUP_PROCESS);
  prof_selection_thaw (selection);
  g_assert_cmpuint (n, ==, 0);
  g_assert_true (prof_selection_get_range (selection, &start, NULL));
  prof_selection_thaw (selection);
  g_assert_cmpuint (n, ==, 1);
  prof_selection_freeze (selection);
  prof_selection_thaw (selection);
  g_assert_cmpuint (n, ==, 1);

  prof_selection_undo (selection);
  g_assert_cmpuint (n, ==, 2);
  g_assert_false (prof_selection_get_range (selection, NULL, NULL));
  g_assert_cmpint (prof_selection_get_query (selection)->grouping, ==, PROF_GROUP_NONE);
  g_assert_false (prof_selection_can_undo (selection));
}

static void
test_undo (void)
{
  guint n = 0;
  g_autoptr (ProfSelection) selection = new_selection (&n);
  gint64 start;
  guint64 generation;

  prof_selection_set_range (selection, 1, 10);
  prof_selection_begin_drag (selection);
  for (gint64 i = 2; i < 50; i++)
    prof_selection_set_range (selection, i, i + 10);
  prof_selection_end_drag (selection);
  g_assert_cmpuint (n, ==, 49);
  /* A drag that ends where it began is no step. */
  prof_selection_begin_drag (selection);
  prof_selection_set_range (selection, 5, 10);
  prof_selection_set_range (selection, 49, 59);
  prof_selection_end_drag (selection);
  /* Nor is a search. */
  prof_selection_set_search (selection, "x");

  generation = prof_selection_get_generation (selection);
  prof_selection_undo (selection);
  g_assert_cmpuint (prof_selection_get_generation (selection), ==, generation + 1);
  prof_selection_get_range (selection, &start, NULL);
  g_assert_cmpint (start, ==, 1);
  g_assert_cmpstr (prof_selection_get_search (selection), ==, "x");
  prof_selection_undo (selection);
  g_assert_false (prof_selection_get_range (selection, NULL, NULL));
  g_assert_false (prof_selection_can_undo (selection));
  prof_selection_undo (selection);

  prof_selection_redo (selection);
  prof_selection_redo (selection);
  g_assert_false (prof_selection_can_redo (selection));
  prof_selection_get_range (selection, &start, NULL);
  g_assert_cmpint (start, ==, 49);

  prof_selection_undo (selection);
  g_assert_true (prof_selection_can_redo (selection));
  prof_selection_set_range (selection, 100, 200);
  g_assert_false (prof_selection_can_redo (selection));
  prof_selection_clear_history (selection);
  g_assert_false (prof_selection_can_undo (selection));

  /* Old steps are forgotten, not kept for ever. */
  for (gint64 i = 0; i < 1000; i++)
    prof_selection_set_range (selection, i, i + 1);
  for (n = 0; prof_selection_can_undo (selection); n++)
    prof_selection_undo (selection);
  prof_selection_get_range (selection, &start, NULL);
  g_assert_cmpint (start, >, 700);
}

/* A state that someone holds never changes. */
static void
test_query_is_a_value (void)
{
  g_autoptr (ProfSelection) selection = prof_selection_new ();
  g_autoptr (ProfQuery) before = NULL;
  g_autoptr (ProfQuery) copy = NULL;

  prof_selection_set_process_shown (selection, 1, FALSE);
  prof_selection_set_match (selection, "a.b");
  before = prof_query_ref (prof_selection_get_query (selection));
  copy = prof_query_copy (before);
  prof_selection_set_process_shown (selection, 2, FALSE);
  prof_selection_set_match (selection, NULL);
  g_assert_true (prof_query_equal (before, copy));
  g_assert_cmpuint (before->hidden_process_ids->len, ==, 1);
  g_assert_cmpstr (before->match, ==, "a.b");
  prof_selection_set_query (selection, copy);
  g_assert_true (prof_query_equal (prof_selection_get_query (selection), before));
  prof_selection_set_no_match (selection, "c");
  g_assert_false (prof_query_same_filter (prof_selection_get_query (selection), before));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/selection/changes", test_changes);
  g_test_add_func ("/selection/freeze", test_freeze);
  g_test_add_func ("/selection/undo", test_undo);
  g_test_add_func ("/selection/query-is-a-value", test_query_is_a_value);
  return g_test_run ();
}
