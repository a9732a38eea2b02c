/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/call-tree.h"
#include "analysis/functions.h"

#include <string.h>

#include "random-profile.h"
#include "reference.h"

/* What the reference knows of a node. */
typedef struct {
  guint64 self, total, self_count, total_count;
  gboolean seen;
} Expected;

static char *
path_key (const GArray *path, guint length)
{
  GString *key = g_string_new ("/");

  for (guint i = 0; i < length; i++)
    {
      const PathStep *step = &g_array_index (path, PathStep, i);

      g_string_append_printf (key, "%u:%u/", step->type, step->id);
    }
  return g_string_free (key, FALSE);
}

static Expected *
expect (GHashTable *nodes, const GArray *path, guint length)
{
  g_autofree char *key = path_key (path, length);
  Expected *expected = g_hash_table_lookup (nodes, key);

  if (!expected)
    {
      expected = g_new0 (Expected, 1);
      g_hash_table_insert (nodes, g_steal_pointer (&key), expected);
    }
  return expected;
}

static void
expect_sample (GHashTable *nodes, const GArray *path, const FlatSample *sample, gboolean in_range)
{
  for (guint length = 0; length <= path->len; length++)
    {
      Expected *expected = expect (nodes, path, length);

      if (!in_range)
        continue;
      expected->total += sample->weight;
      expected->total_count++;
      if (length == path->len)
        {
          expected->self += sample->weight;
          expected->self_count++;
        }
    }
}

static GArray *
node_path (const ProfCallTree *tree, guint32 node)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (PathStep));

  for (; node != 0; node = tree->parent[node])
    g_array_prepend_val (path, ((PathStep){ tree->type[node], tree->id[node] }));
  return path;
}

static const char *
node_name (const ProfCallTree *tree, guint32 node)
{
  const ProfSnapshot *s = tree->snapshot;

  switch (tree->type[node])
    {
    case PROF_NODE_PROCESS:
      return s->strings[s->processes[tree->id[node]].name];
    case PROF_NODE_THREAD:
      return s->strings[s->threads[tree->id[node]].name];
    default:
      return s->strings[s->functions[tree->id[node]].name];
    }
}

/* Negative where @a belongs before @b. */
static int
compare_nodes (const ProfCallTree *tree, guint32 a, guint32 b)
{
  const ProfSnapshot *s = tree->snapshot;
  g_autofree char *folded_a = g_utf8_casefold (node_name (tree, a), -1);
  g_autofree char *folded_b = g_utf8_casefold (node_name (tree, b), -1);
  int order = strcmp (folded_a, folded_b);
  gint64 number_a = 0;
  gint64 number_b = 0;

  if (!order)
    order = strcmp (node_name (tree, a), node_name (tree, b));
  if (order)
    return order;
  if (tree->type[a] == PROF_NODE_FUNCTION)
    {
      order = strcmp (s->strings[s->functions[tree->id[a]].module],
                      s->strings[s->functions[tree->id[b]].module]);
    }
  else
    {
      gboolean process = tree->type[a] == PROF_NODE_PROCESS;

      number_a = process ? s->processes[tree->id[a]].pid : s->threads[tree->id[a]].tid;
      number_b = process ? s->processes[tree->id[b]].pid : s->threads[tree->id[b]].tid;
      order = (number_a > number_b) - (number_a < number_b);
    }
  return order ? order : (tree->id[a] > tree->id[b]) - (tree->id[a] < tree->id[b]);
}

/* What must hold of any tree. */
static void
check_shape (const ProfCallTree *tree)
{
  g_autofree guint32 *size = g_new0 (guint32, tree->n_nodes);
  guint max_depth = 0;

  g_assert_cmpuint (tree->n_nodes, >=, 1);
  g_assert_cmpuint (tree->type[0], ==, PROF_NODE_ROOT);
  g_assert_cmpuint (tree->id[0], ==, PROF_NO_ID);
  g_assert_cmpuint (tree->parent[0], ==, 0);
  g_assert_cmpuint (tree->depth[0], ==, 0);
  g_assert_null (prof_call_tree_get_function (tree, 0));

  for (guint32 i = tree->n_nodes; i-- > 0;)
    {
      size[i]++;
      g_assert_cmpuint (tree->end[i], ==, i + size[i]);
      if (i > 0)
        {
          g_assert_cmpuint (tree->parent[i], <, i);
          g_assert_cmpuint (tree->end[i], <=, tree->end[tree->parent[i]]);
          g_assert_cmpuint (tree->depth[i], ==, tree->depth[tree->parent[i]] + 1);
          size[tree->parent[i]] += size[i];
        }
    }
  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      guint32 previous = PROF_NO_ID;
      guint64 total = tree->self[i];
      guint64 count = tree->self_count[i];

      max_depth = MAX (max_depth, tree->depth[i]);
      for (guint32 child = prof_call_tree_first_child (tree, i); child != PROF_NO_ID;
           child = prof_call_tree_next_sibling (tree, child))
        {
          g_assert_cmpuint (tree->parent[child], ==, i);
          total += tree->total[child];
          count += tree->total_count[child];
          if (previous != PROF_NO_ID)
            g_assert_cmpint (compare_nodes (tree, previous, child), <, 0);
          previous = child;
        }
      g_assert_cmpuint (tree->total[i], ==, total);
      g_assert_cmpuint (tree->total_count[i], ==, count);

      if (tree->type[i] == PROF_NODE_FUNCTION)
        {
          gboolean outermost = TRUE;

          for (guint32 up = tree->parent[i]; up != 0; up = tree->parent[up])
            if (tree->type[up] == PROF_NODE_FUNCTION && tree->id[up] == tree->id[i])
              outermost = FALSE;
          g_assert_cmpuint (tree->outermost[i], ==, outermost);
          g_assert_cmpuint (tree->kind[i], ==, prof_call_tree_get_function (tree, i)->kind);
        }
      g_assert_cmpuint (prof_call_tree_find_same (tree, tree, i), ==, i);
    }
  g_assert_cmpuint (tree->max_depth, ==, max_depth);
}

static void
check_children_by_weight (const ProfCallTree *tree, guint32 node)
{
  g_autoptr (GArray) children = prof_call_tree_get_children_by_weight (tree, node);
  guint n = 0;

  for (guint32 child = prof_call_tree_first_child (tree, node); child != PROF_NO_ID;
       child = prof_call_tree_next_sibling (tree, child))
    n += tree->total[child] > 0;
  g_assert_cmpuint (children->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      guint32 child = g_array_index (children, guint32, i);
      guint32 before = i > 0 ? g_array_index (children, guint32, i - 1) : PROF_NO_ID;

      g_assert_cmpuint (tree->parent[child], ==, node);
      g_assert_true (i == 0 || tree->total[before] > tree->total[child] ||
                     (tree->total[before] == tree->total[child] && before < child));
    }
}

/* A tree against paths expected of samples. */
static void
check_nodes (const ProfCallTree *tree, GHashTable *nodes)
{
  g_assert_cmpuint (tree->n_nodes, ==, g_hash_table_size (nodes));
  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      g_autoptr (GArray) path = node_path (tree, i);
      g_autofree char *key = path_key (path, path->len);
      Expected *expected = g_hash_table_lookup (nodes, key);

      g_assert_nonnull (expected);
      g_assert_false (expected->seen);
      expected->seen = TRUE;
      g_assert_cmpuint (tree->self[i], ==, expected->self);
      g_assert_cmpuint (tree->total[i], ==, expected->total);
      g_assert_cmpuint (tree->self_count[i], ==, expected->self_count);
      g_assert_cmpuint (tree->total_count[i], ==, expected->total_count);
    }
}

static GHashTable *
new_expectations (void)
{
  GHashTable *nodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GArray) empty = g_array_new (FALSE, FALSE, sizeof (PathStep));

  expect (nodes, empty, 0);
  return nodes;
}

static void
check_query (ProfSnapshot *snapshot, const GArray *samples, const ProfQuery *query,
             const ProfFilter *filter, ProfCallTree *tree, ProfRangeTotals *totals)
{
  g_autoptr (GHashTable) nodes = new_expectations ();
  gint64 start, end;

  prof_query_get_range (query, snapshot, &start, &end);
  for (guint i = 0; i < samples->len; i++)
    {
      const FlatSample *sample = &g_array_index (samples, FlatSample, i);
      g_autoptr (GArray) path = NULL;

      if (!filter->shown[sample->origin])
        continue;
      path = reference_path (snapshot, query, sample->origin);
      expect_sample (nodes, path, sample, sample->time >= start && sample->time < end);
    }

  prof_range_totals_update (totals, snapshot, start, end);
  prof_call_tree_set_totals (tree, totals);
  check_shape (tree);
  check_nodes (tree, nodes);
  for (guint32 i = 0; i < tree->n_nodes; i++)
    check_children_by_weight (tree, i);
  for (guint o = 0; o < snapshot->n_origins; o++)
    {
      guint32 node = prof_call_tree_get_origin_node (tree, o);
      g_autoptr (GArray) path = NULL;
      g_autoptr (GArray) found = NULL;

      if (!filter->shown[o])
        {
          g_assert_cmpuint (node, ==, PROF_NO_ID);
          continue;
        }
      path = reference_path (snapshot, query, o);
      found = node_path (tree, node);
      g_assert_cmpmem (path->data, path->len * sizeof (PathStep), found->data,
                       found->len * sizeof (PathStep));
    }
}

static void
check_top (ProfSnapshot *snapshot, const ProfCallTree *tree, const ProfFunctionTotal *expected,
           gint64 start, gint64 end)
{
  g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();
  guint32 top = PROF_NO_ID;
  guint64 most = 0;
  guint64 weight, all;

  for (guint32 f = 0; f < snapshot->n_functions; f++)
    if (expected[f].self > most)
      {
        most = expected[f].self;
        top = f;
      }
  prof_range_totals_update (totals, snapshot, start, end);
  g_assert_cmpuint (prof_functions_get_top (tree, totals, &weight, &all), ==, top);
  g_assert_cmpuint (weight, ==, most);
  g_assert_cmpuint (all, ==, tree->total[0]);
}

static void
check_functions (ProfSnapshot *snapshot, const GArray *samples, const ProfQuery *query,
                 const ProfFilter *filter, const ProfCallTree *tree)
{
  g_autofree ProfFunctionTotal *expected = g_new0 (ProfFunctionTotal, snapshot->n_functions);
  g_autoptr (GArray) functions = prof_functions_from_tree (tree);
  gint64 start, end;
  guint n = 0;

  prof_query_get_range (query, snapshot, &start, &end);
  for (guint i = 0; i < samples->len; i++)
    {
      const FlatSample *sample = &g_array_index (samples, FlatSample, i);
      g_autofree guint8 *in_sample = g_new0 (guint8, snapshot->n_functions);
      g_autoptr (GArray) path = NULL;

      if (!filter->shown[sample->origin] || sample->time < start || sample->time >= end)
        continue;
      path = reference_path (snapshot, query, sample->origin);
      for (guint k = 0; k < path->len; k++)
        {
          const PathStep *step = &g_array_index (path, PathStep, k);

          if (step->type != PROF_NODE_FUNCTION)
            continue;
          if (!in_sample[step->id])
            {
              expected[step->id].total += sample->weight;
              expected[step->id].total_count++;
            }
          in_sample[step->id] = 1;
          if (k + 1 == path->len)
            {
              expected[step->id].self += sample->weight;
              expected[step->id].self_count++;
            }
        }
    }

  for (guint f = 0; f < snapshot->n_functions; f++)
    n += expected[f].total > 0;
  g_assert_cmpuint (functions->len, ==, n);
  check_top (snapshot, tree, expected, start, end);
  for (guint i = 0; i < functions->len; i++)
    {
      const ProfFunctionTotal *at = &g_array_index (functions, ProfFunctionTotal, i);
      const ProfFunctionTotal *want = &expected[at->function];

      g_assert_cmpuint (at->self, ==, want->self);
      g_assert_cmpuint (at->total, ==, want->total);
      g_assert_cmpuint (at->self_count, ==, want->self_count);
      g_assert_cmpuint (at->total_count, ==, want->total_count);
      if (i > 0)
        {
          const ProfFunctionTotal *before = &g_array_index (functions, ProfFunctionTotal, i - 1);

          g_assert_true (before->self > at->self ||
                         (before->self == at->self && before->total >= at->total));
        }
    }
}

/* Callers and callees of a function against paths cut at its outermost occurrence. */
static void
check_neighbours (ProfSnapshot *snapshot, const GArray *samples, const ProfQuery *query,
                  const ProfFilter *filter, const ProfCallTree *tree, const ProfRangeTotals *totals,
                  guint32 function)
{
  g_autoptr (GHashTable) caller_nodes = new_expectations ();
  g_autoptr (GHashTable) callee_nodes = new_expectations ();
  g_autoptr (ProfCallTree) callers = prof_call_tree_new_callers (tree, function);
  g_autoptr (ProfCallTree) callees = prof_call_tree_new_callees (tree, function);
  gint64 start, end;

  prof_query_get_range (query, snapshot, &start, &end);
  for (guint i = 0; i < samples->len; i++)
    {
      const FlatSample *sample = &g_array_index (samples, FlatSample, i);
      gboolean in_range = sample->time >= start && sample->time < end;
      g_autoptr (GArray) path = NULL;
      g_autoptr (GArray) up = g_array_new (FALSE, FALSE, sizeof (PathStep));
      guint at = 0;

      if (!filter->shown[sample->origin])
        continue;
      path = reference_path (snapshot, query, sample->origin);
      while (at < path->len && (g_array_index (path, PathStep, at).type != PROF_NODE_FUNCTION ||
                                g_array_index (path, PathStep, at).id != function))
        at++;
      if (at == path->len)
        continue;
      for (guint k = at + 1; k-- > 0;)
        if (g_array_index (path, PathStep, k).type == PROF_NODE_FUNCTION)
          g_array_append_val (up, g_array_index (path, PathStep, k));
      expect_sample (caller_nodes, up, sample, in_range);
      if (at > 0)
        g_array_remove_range (path, 0, at);
      expect_sample (callee_nodes, path, sample, in_range);
    }

  prof_call_tree_set_totals (callers, totals);
  prof_call_tree_set_totals (callees, totals);
  check_shape (callers);
  check_shape (callees);
  check_nodes (callers, caller_nodes);
  check_nodes (callees, callee_nodes);
}

static void
test_random (void)
{
  guint n_nodes = 0;

  for (guint32 seed = 0; seed < 40; seed++)
    {
      g_autoptr (RandomProfile) profile = random_profile_new (seed);
      g_autoptr (ProfSnapshot) snapshot = random_profile_grow (profile, 300);
      g_autoptr (GArray) samples = flatten_samples (snapshot);
      g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();

      for (guint i = 0; i < 12; i++)
        {
          g_autoptr (ProfQuery) query = random_query (profile->rand, snapshot);
          g_autoptr (GError) error = NULL;
          g_autoptr (ProfFilter) filter = NULL;
          g_autoptr (ProfCallTree) tree = NULL;
          guint n_shown = 0;

          if (i == 0) /* everything, whatever the dice say */
            {
              prof_query_unref (query);
              query = prof_query_new ();
            }
          filter = prof_filter_new (snapshot, query, &error);
          g_assert_no_error (error);
          for (guint o = 0; o < snapshot->n_origins; o++)
            {
              g_assert_cmpuint (filter->shown[o], ==, reference_shows (snapshot, query, o));
              n_shown += filter->shown[o];
            }
          g_assert_cmpuint (filter->n_shown, ==, n_shown);

          tree = prof_call_tree_new (snapshot, filter, query);
          check_query (snapshot, samples, query, filter, tree, totals);
          n_nodes += tree->n_nodes;

          if (!query->inverted)
            {
              check_functions (snapshot, samples, query, filter, tree);
              check_neighbours (snapshot, samples, query, filter, tree, totals,
                                g_rand_int_range (profile->rand, 0, snapshot->n_functions));
            }
          /* The same shape for another range. */
          query->has_range = TRUE;
          query->start = snapshot->end_time / 3;
          query->end = snapshot->end_time / 2;
          check_query (snapshot, samples, query, filter, tree, totals);
        }
    }
  /* The profiles were worth it. */
  g_assert_cmpuint (n_nodes, >, 20000);
}

/* Nodes are found again in the tree of a grown profile. */
static void
test_find_same (void)
{
  g_autoptr (RandomProfile) profile = random_profile_new (7);
  g_autoptr (ProfSnapshot) first = random_profile_grow (profile, 500);
  g_autoptr (ProfSnapshot) second = random_profile_grow (profile, 2000);
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (ProfFilter) first_filter = NULL;
  g_autoptr (ProfFilter) second_filter = NULL;
  g_autoptr (ProfCallTree) first_tree = NULL;
  g_autoptr (ProfCallTree) second_tree = NULL;
  guint n_new = 0;

  query->grouping = PROF_GROUP_THREAD;
  first_filter = prof_filter_new (first, query, NULL);
  second_filter = prof_filter_new (second, query, NULL);
  first_tree = prof_call_tree_new (first, first_filter, query);
  second_tree = prof_call_tree_new (second, second_filter, query);
  g_assert_cmpuint (second_tree->n_nodes, >, first_tree->n_nodes);

  for (guint32 i = 0; i < first_tree->n_nodes; i++)
    {
      guint32 same = prof_call_tree_find_same (second_tree, first_tree, i);
      g_autofree char *name = prof_call_tree_get_name (first_tree, i);
      g_autofree char *same_name = NULL;

      g_assert_cmpuint (same, !=, PROF_NO_ID);
      same_name = prof_call_tree_get_name (second_tree, same);
      g_assert_cmpstr (name, ==, same_name);
      g_assert_cmpuint (first_tree->depth[i], ==, second_tree->depth[same]);
      g_assert_cmpuint (first_tree->id[i], ==, second_tree->id[same]);
    }
  for (guint32 i = 0; i < second_tree->n_nodes; i++)
    {
      guint32 same = prof_call_tree_find_same (first_tree, second_tree, i);

      if (same == PROF_NO_ID)
        n_new++;
      else if (i > 0)
        g_assert_cmpstr (node_name (second_tree, i), ==, node_name (first_tree, same));
    }
  /* All but the few that differ from an old one in the line of their function only. */
  g_assert_cmpuint (n_new, <=, second_tree->n_nodes - first_tree->n_nodes);
  g_assert_cmpuint (n_new, >, (second_tree->n_nodes - first_tree->n_nodes) / 2);
}

/* Two functions that call each other, 100,000 deep, with samples all the way down. */
static void
test_deep (void)
{
  const guint depth = 100000;
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  ProfProcessRow process = { .pid = 1 };
  ProfThreadRow thread = { .tid = 1 };
  ProfFunctionRow even = { .name = prof_builder_string (builder, "even", -1) };
  ProfFunctionRow odd = { .name = prof_builder_string (builder, "odd", -1) };
  guint32 frames[2] = {
    prof_builder_frame (builder, prof_builder_function (builder, &even), 0),
    prof_builder_frame (builder, prof_builder_function (builder, &odd), 0),
  };
  guint32 event = prof_builder_event (builder, "e", "samples");
  guint32 thread_id, stack = 0;
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();

  thread.process = prof_builder_process (builder, &process);
  thread_id = prof_builder_thread (builder, &thread);
  for (guint i = 0; i < depth; i++)
    {
      stack = prof_builder_stack (builder, stack, frames[i % 2]);
      if (i % 10 == 9)
        prof_builder_sample (builder, i, prof_builder_origin (builder, thread_id, stack, event), 1);
    }
  g_assert_true (prof_profile_sink (prof_builder_take_batch (builder), profile, NULL));
  snapshot = prof_profile_snapshot (profile);
  prof_range_totals_update (totals, snapshot, 0, depth);

  for (guint variant = 0; variant < 8; variant++)
    {
      g_autoptr (ProfQuery) query = prof_query_new ();
      g_autoptr (ProfFilter) filter = NULL;
      g_autoptr (ProfCallTree) tree = NULL;
      gboolean merged = variant & 4;

      query->grouping = variant & 1 ? PROF_GROUP_THREAD : PROF_GROUP_NONE;
      query->inverted = variant & 2;
      query->collapse_recursion = merged;
      query->merge = g_strdup (merged ? "even" : NULL);
      filter = prof_filter_new (snapshot, query, NULL);
      tree = prof_call_tree_new (snapshot, filter, query);
      prof_call_tree_set_totals (tree, totals);
      g_assert_cmpuint (tree->total[0], ==, depth / 10);
      if (merged)
        {
          /* All that is left is one call of odd. */
          g_assert_cmpuint (tree->max_depth, ==, variant & 1 ? 3 : 1);
          g_assert_cmpuint (tree->self[tree->n_nodes - 1], ==, depth / 10);
        }
      else if (!query->inverted)
        {
          g_autoptr (GArray) functions = prof_functions_from_tree (tree);
          const ProfFunctionTotal *most = &g_array_index (functions, ProfFunctionTotal, 0);

          g_assert_cmpuint (tree->max_depth, ==, depth + (variant & 1 ? 2 : 0));
          g_assert_cmpuint (tree->total[tree->n_nodes - 1], ==, 1);
          g_assert_cmpuint (functions->len, ==, 2);
          g_assert_cmpuint (most->self, ==, depth / 10);
          g_assert_cmpuint (most->total, ==, depth / 10);
        }
      else
        {
          /* 10,000 stacks of up to 100,000 callers: most must be left out, no weight lost. */
          guint32 leaf = prof_call_tree_first_child (tree, variant & 1 ? 2 : 0);

          g_assert_cmpuint (tree->total[leaf], ==, depth / 10);
          g_assert_cmpuint (tree->n_nodes, <, depth + 10);
          g_assert_cmpuint (tree->cut[tree->n_nodes - 1], ==, 1);
        }
    }
}

static void
test_names (void)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  ProfProcessRow unnamed = { .pid = 12 };
  ProfProcessRow named = { .pid = -1, .name = prof_builder_string (builder, "web", -1) };
  ProfThreadRow thread = { .tid = 34, .name = prof_builder_string (builder, "io", -1) };
  guint32 event = prof_builder_event (builder, "e", "samples");
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (ProfFilter) filter = NULL;
  g_autoptr (ProfCallTree) tree = NULL;
  const char *const expected[] = { "all", "? (12)", "io (34)", "web", "io (34)" };

  for (guint i = 0; i < 2; i++)
    {
      thread.process = prof_builder_process (builder, i ? &named : &unnamed);
      prof_builder_sample (
          builder, i,
          prof_builder_origin (builder, prof_builder_thread (builder, &thread), 0, event), 1);
    }
  g_assert_true (prof_profile_sink (prof_builder_take_batch (builder), profile, NULL));
  snapshot = prof_profile_snapshot (profile);
  query->grouping = PROF_GROUP_THREAD;
  filter = prof_filter_new (snapshot, query, NULL);
  tree = prof_call_tree_new (snapshot, filter, query);
  g_assert_cmpuint (tree->n_nodes, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *name = prof_call_tree_get_name (tree, i);

      g_assert_cmpstr (name, ==, expected[i]);
    }
}

/* A profile without any row. */
static void
test_empty (void)
{
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) snapshot = prof_profile_snapshot (profile);
  g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();

  prof_range_totals_update (totals, snapshot, 0, 100);
  for (guint variant = 0; variant < 6; variant++)
    {
      g_autoptr (ProfQuery) query = prof_query_new ();
      g_autoptr (ProfFilter) filter = NULL;
      g_autoptr (ProfCallTree) tree = NULL;

      query->grouping = variant % 3;
      query->inverted = variant >= 3;
      query->focus = g_strdup ("x");
      filter = prof_filter_new (snapshot, query, NULL);
      g_assert_nonnull (filter);
      g_assert_cmpuint (filter->event, ==, PROF_NO_ID);
      tree = prof_call_tree_new (snapshot, filter, query);
      prof_call_tree_set_totals (tree, totals);
      check_shape (tree);
      g_assert_cmpuint (tree->n_nodes, ==, 1);
      g_assert_cmpuint (tree->total[0], ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-tree/random", test_random);
  g_test_add_func ("/call-tree/find-same", test_find_same);
  g_test_add_func ("/call-tree/deep", test_deep);
  g_test_add_func ("/call-tree/names", test_names);
  g_test_add_func ("/call-tree/empty", test_empty);
  return g_test_run ();
}
