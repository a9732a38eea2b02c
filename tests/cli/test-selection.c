/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Every option of a selection, on a real file through the real program: what top, tree, heatmap and
 * export then say is what their plain meaning makes of the samples of the whole file.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run-cli.h"

typedef struct {
  gint64 time;
  const char *event;
  const char *process;
  const char *pid;
  const char *thread;
  const char *tid;
  guint64 weight;
  GPtrArray *stack; /* const char *, root first */
  GPtrArray *types;
} Sample;

static char *file;
static GPtrArray *csv;    /* rows of the whole file */
static GPtrArray *names;  /* (element-type GStrv) that samples point into */
static GHashTable *tried; /* "regex\nname": whether it matches */

/* ---- what an option means ---- */

typedef gboolean (*KeepFunc) (const Sample *sample);
typedef gboolean (*KeepFrameFunc) (const char *name, const char *type);

static gboolean
is_clock (const Sample *sample)
{
  return strcmp (sample->event, "cpu-clock") == 0;
}

static gboolean
is_in_range (const Sample *s)
{
  return is_clock (s) && s->time >= 4500000000 && s->time < 7000000000;
}

static gboolean
is_after (const Sample *s)
{
  return is_clock (s) && s->time >= 11000000000;
}

static gboolean
is_postgres_or_nginx (const Sample *s)
{
  return is_clock (s) && (!strcmp (s->process, "postgres") || !strcmp (s->pid, "1100"));
}

static gboolean
is_not_java (const Sample *s)
{
  return is_clock (s) && strcmp (s->process, "java") != 0;
}

static gboolean
is_worker (const Sample *s)
{
  return is_clock (s) && (!strcmp (s->thread, "worker-1") || !strcmp (s->tid, "1401"));
}

static gboolean
is_not_main_python (const Sample *s)
{
  return is_clock (s) && strcmp (s->tid, "1200") != 0 && !strcmp (s->process, "python3");
}

static gboolean
is_fault (const Sample *s)
{
  return strcmp (s->event, "page-faults") == 0;
}

/* Each name is tried once a pattern. */
static gboolean
matches (const char *regex, const char *name)
{
  g_autofree char *key = g_strdup_printf ("%s\n%s", regex, name);
  gpointer known;

  if (!g_hash_table_lookup_extended (tried, key, NULL, &known))
    {
      known = GINT_TO_POINTER (g_regex_match_simple (regex, name, 0, 0));
      g_hash_table_insert (tried, g_steal_pointer (&key), known);
    }
  return GPOINTER_TO_INT (known);
}

static gboolean
has_frame (const Sample *s, const char *regex)
{
  for (guint i = 0; i < s->stack->len; i++)
    if (matches (regex, g_ptr_array_index (s->stack, i)))
      return TRUE;
  return FALSE;
}

static gboolean
has_exec (const Sample *s)
{
  return is_clock (s) && has_frame (s, "^Exec(Scan|Proc)");
}

static gboolean
has_no_exec (const Sample *s)
{
  return is_clock (s) && !has_frame (s, "^Exec(Scan|Proc)");
}

static gboolean
has_exec_in_range_of_postgres (const Sample *s)
{
  return has_exec (s) && is_in_range (s) && !strcmp (s->process, "postgres");
}

static gboolean
is_not_kernel_or_inlined (const char *name, const char *type)
{
  return strcmp (type, "kernel") != 0 && strcmp (type, "inlined") != 0;
}

static gboolean
is_jit (const char *name, const char *type)
{
  return strcmp (type, "jit") == 0;
}

static gboolean
has_no_number (const char *name, const char *type)
{
  return !matches ("_[123]$", name);
}

static const struct {
  const char *options[14];
  KeepFunc keep;
  KeepFrameFunc keep_frame; /* NULL: all */
  const char *focus;
  gboolean collapse;
} cases[] = {
  { { NULL }, is_clock },
  { { "--from", "4.5", "--to", "7", NULL }, is_in_range },
  { { "--from", "10:00:04.5", "--to", "10:00:07", NULL }, is_in_range },
  { { "--from=11", NULL }, is_after },
  { { "--process", "postgres", "--process=1100", NULL }, is_postgres_or_nginx },
  { { "--process", "!java", NULL }, is_not_java },
  { { "--thread", "worker-1", "--thread", "1401", NULL }, is_worker },
  { { "--process", "python3", "--thread", "!1200", NULL }, is_not_main_python },
  { { "--event", "page-faults", NULL }, is_fault },
  { { "--event", "cpu-clock", NULL }, is_clock },
  { { "--hide-type", "kernel", "--hide-type", "inlined", NULL },
    is_clock,
    is_not_kernel_or_inlined },
  { { "--hide-type", "native", "--hide-type", "kernel", "--hide-type", "python", "--hide-type",
      "inlined", "--hide-type", "truncated", NULL },
    is_clock,
    is_jit },
  { { "--match", "^Exec(Scan|Proc)", NULL }, has_exec },
  { { "--no-match", "^Exec(Scan|Proc)", NULL }, has_no_exec },
  { { "--focus", "^Exec(Scan|Proc)", NULL }, has_exec, NULL, "^Exec(Scan|Proc)" },
  { { "--merge", "_[123]$", NULL }, is_clock, has_no_number },
  { { "--collapse-recursion", NULL }, is_clock, NULL, NULL, TRUE },
  { { "--merge", "_[123]$", "--collapse-recursion", NULL }, is_clock, has_no_number, NULL, TRUE },
  { { "--from", "4.5", "--to", "7", "--process", "postgres", "--focus", "^Exec(Scan|Proc)",
      "--hide-type", "kernel", "--hide-type", "inlined", NULL },
    has_exec_in_range_of_postgres,
    is_not_kernel_or_inlined,
    "^Exec(Scan|Proc)" },
};

/* The samples as a case leaves them. */
static GArray *
select_samples (guint at)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (Sample));

  for (guint i = 1; i < csv->len; i++)
    {
      GStrv row = g_ptr_array_index (csv, i);
      GStrv stack = g_strsplit (row[8], ";", -1);
      GStrv types = g_strsplit (row[9], ";", -1);
      Sample s = { g_ascii_strtoll (row[0], NULL, 10),
                   row[1],
                   row[2],
                   row[3],
                   row[4],
                   row[5],
                   g_ascii_strtoull (row[7], NULL, 10),
                   g_ptr_array_new (),
                   g_ptr_array_new () };
      g_autoptr (GPtrArray) frames = NULL;
      guint first = 0;

      g_ptr_array_add (names, stack);
      g_ptr_array_add (names, types);
      for (guint k = 0; stack[k] != NULL; k++)
        {
          g_ptr_array_add (s.stack, stack[k]);
          g_ptr_array_add (s.types, types[k]);
        }
      if (!cases[at].keep (&s))
        {
          g_ptr_array_unref (s.stack);
          g_ptr_array_unref (s.types);
          continue;
        }
      frames = s.stack;
      s.stack = g_ptr_array_new ();
      if (cases[at].focus != NULL)
        while (!matches (cases[at].focus, g_ptr_array_index (frames, first)))
          first++;
      for (guint k = first; k < frames->len; k++)
        {
          const char *name = g_ptr_array_index (frames, k);
          const char *type = g_ptr_array_index (s.types, k);

          if (cases[at].keep_frame != NULL && !cases[at].keep_frame (name, type))
            continue;
          if (cases[at].collapse && s.stack->len > 0 &&
              strcmp (g_ptr_array_index (s.stack, s.stack->len - 1), name) == 0)
            continue;
          g_ptr_array_add (s.stack, (gpointer) name);
        }
      g_array_append_val (samples, s);
    }
  return samples;
}

static void
free_samples (GArray *samples)
{
  for (guint i = 0; i < samples->len; i++)
    {
      g_ptr_array_unref (g_array_index (samples, Sample, i).stack);
      g_ptr_array_unref (g_array_index (samples, Sample, i).types);
    }
  g_array_unref (samples);
}

static CliRun *
run_case (guint at, const char *const *more)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  CliRun *run;

  g_ptr_array_add (arguments, (gpointer) more[0]);
  g_ptr_array_add (arguments, file);
  for (guint i = 1; more[i] != NULL; i++)
    g_ptr_array_add (arguments, (gpointer) more[i]);
  for (guint i = 0; cases[at].options[i] != NULL; i++)
    g_ptr_array_add (arguments, (gpointer) cases[at].options[i]);
  g_ptr_array_add (arguments, NULL);
  run = cli_run_v ((const char *const *) arguments->pdata);
  g_assert_cmpstr (run->err, ==, "");
  g_assert_cmpint (run->status, ==, 0);
  return run;
}

static GHashTable *
new_weights (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static void
add_weight (GHashTable *table, const char *key, guint64 weight)
{
  guint64 *sum = g_hash_table_lookup (table, key);

  if (sum == NULL)
    g_hash_table_insert (table, g_strdup (key), sum = g_new0 (guint64, 1));
  *sum += weight;
}

static void
assert_same (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const guint64 *other = g_hash_table_lookup (b, key);

      if (other == NULL)
        g_error ("only one side has “%s”", (const char *) key);
      g_assert_cmpuint (*(guint64 *) value, ==, *other);
    }
  g_assert_cmpuint (g_hash_table_size (a), ==, g_hash_table_size (b));
}

/* ---- top ---- */

static void
check_top (guint at, GArray *samples)
{
  g_autoptr (CliRun) run = run_case (at, (const char *const[]){ "top", "--csv", NULL });
  g_autoptr (GPtrArray) rows = cli_parse_csv (run->out);
  g_autoptr (GHashTable) self = new_weights ();
  g_autoptr (GHashTable) total = new_weights ();
  g_autoptr (GHashTable) got_self = new_weights ();
  g_autoptr (GHashTable) got_total = new_weights ();
  GStrv header = g_ptr_array_index (rows, 0);
  g_autofree char *columns = g_strjoinv (" ", header);
  guint64 sum = 0;

  g_assert_cmpstr (columns, ==, "function module type file line self total self_share total_share");
  for (guint i = 0; i < samples->len; i++)
    {
      const Sample *s = &g_array_index (samples, Sample, i);

      sum += s->weight;
      for (guint k = 0; k < s->stack->len; k++)
        {
          const char *name = g_ptr_array_index (s->stack, k);
          gboolean is_first = TRUE;

          for (guint j = 0; j < k; j++)
            is_first = is_first && strcmp (name, g_ptr_array_index (s->stack, j)) != 0;
          add_weight (self, name, k + 1 == s->stack->len ? s->weight : 0);
          if (is_first)
            add_weight (total, name, s->weight);
        }
    }
  for (guint i = 1; i < rows->len; i++)
    {
      GStrv row = g_ptr_array_index (rows, i);
      double self_share = g_ascii_strtod (row[7], NULL);
      double total_share = g_ascii_strtod (row[8], NULL);

      add_weight (got_self, row[0], g_ascii_strtoull (row[5], NULL, 10));
      add_weight (got_total, row[0], g_ascii_strtoull (row[6], NULL, 10));
      g_assert_cmpfloat (fabs (self_share * sum - g_ascii_strtod (row[5], NULL)), <, 1);
      g_assert_cmpfloat (fabs (total_share * sum - g_ascii_strtod (row[6], NULL)), <, 1);
    }
  assert_same (self, got_self);
  assert_same (total, got_total);
  g_assert_cmpuint (rows->len, >, 3);
}

/* ---- export ---- */

static void
check_folded (guint at, GArray *samples, const char *group)
{
  g_autofree char *option = g_strdup_printf ("--group=%s", group);
  g_autoptr (CliRun) run =
      run_case (at, (const char *const[]){ "export", "-f", "folded", option, NULL });
  g_autoptr (GHashTable) expected = new_weights ();
  g_autoptr (GHashTable) got = new_weights ();
  g_auto (GStrv) lines = g_strsplit (run->out, "\n", -1);

  for (guint i = 0; i < samples->len; i++)
    {
      const Sample *s = &g_array_index (samples, Sample, i);
      g_autoptr (GString) line = g_string_new (NULL);

      if (strcmp (group, "none") != 0)
        g_string_append_printf (line, ";%s (%s)", s->process, s->pid);
      if (strcmp (group, "thread") == 0)
        g_string_append_printf (line, ";%s (%s)", s->thread, s->tid);
      for (guint k = 0; k < s->stack->len; k++)
        g_string_append_printf (line, ";%s", (char *) g_ptr_array_index (s->stack, k));
      add_weight (expected, line->len > 0 ? line->str + 1 : "[no frames]", s->weight);
    }
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *blank = strrchr (lines[i], ' ');

      if (blank == NULL)
        continue;
      *blank = '\0';
      add_weight (got, lines[i], g_ascii_strtoull (blank + 1, NULL, 10));
    }
  assert_same (expected, got);
}

static void
check_csv (guint at, GArray *samples)
{
  g_autoptr (CliRun) run = run_case (at, (const char *const[]){ "export", "-f", "csv", NULL });
  g_autoptr (GPtrArray) rows = cli_parse_csv (run->out);

  g_assert_cmpuint (rows->len, ==, samples->len + 1);
  for (guint i = 0; i < samples->len; i++)
    {
      const Sample *s = &g_array_index (samples, Sample, i);
      GStrv row = g_ptr_array_index (rows, i + 1);
      g_autofree char *time = g_strdup_printf ("%" G_GINT64_FORMAT, s->time);
      g_autofree char *stack = NULL;

      g_ptr_array_add (s->stack, NULL);
      stack = g_strjoinv (";", (GStrv) s->stack->pdata);
      g_ptr_array_remove_index (s->stack, s->stack->len - 1);
      g_assert_cmpstr (row[0], ==, time);
      g_assert_cmpstr (row[2], ==, s->process);
      g_assert_cmpstr (row[5], ==, s->tid);
      g_assert_cmpstr (row[6], ==, "1");
      g_assert_cmpstr (row[8], ==, stack);
    }
}

/* ---- heat map and tree ---- */

static void
check_heatmap (guint at, GArray *samples)
{
  g_autoptr (CliRun) run =
      run_case (at, (const char *const[]){ "heatmap", "--column", "0.5", "--rows", "4", NULL });
  g_autoptr (GPtrArray) rows = cli_parse_csv (run->out);
  g_autoptr (GHashTable) cells = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree gint64 *keys = g_new (gint64, samples->len + 1);
  guint64 n_samples = 0;
  guint64 weight = 0;
  guint64 expected_weight = 0;
  guint n_cells = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      keys[i] = g_array_index (samples, Sample, i).time / 125000000;
      g_hash_table_insert (
          cells, &keys[i],
          GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (cells, &keys[i])) + 1));
      expected_weight += g_array_index (samples, Sample, i).weight;
    }
  for (guint i = 1; i < rows->len; i++)
    {
      GStrv row = g_ptr_array_index (rows, i);
      gint64 key = (gint64) (g_ascii_strtod (row[0], NULL) * 8) + atoi (row[1]);
      guint count = atoi (row[2]);

      g_assert_cmpuint (count, ==, GPOINTER_TO_UINT (g_hash_table_lookup (cells, &key)));
      n_cells += count > 0;
      n_samples += count;
      weight += g_ascii_strtoull (row[3], NULL, 10);
    }
  g_assert_cmpuint (n_cells, ==, g_hash_table_size (cells));
  g_assert_cmpuint (n_samples, ==, samples->len);
  g_assert_cmpuint (weight, ==, expected_weight);
}

/* The names of the tree's lines, without the shares, are the nodes of the stacks. */
static void
check_tree (guint at, GArray *samples)
{
  g_autoptr (CliRun) run = run_case (at, (const char *const[]){ "tree", "--min", "0", NULL });
  g_autoptr (GHashTable) nodes = new_weights ();
  g_auto (GStrv) lines = g_strsplit (run->out, "\n", -1);
  guint n_lines = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      const Sample *s = &g_array_index (samples, Sample, i);
      g_autoptr (GString) path = g_string_new (NULL);

      for (guint k = 0; k < s->stack->len; k++)
        {
          g_string_append_printf (path, ";%s", (char *) g_ptr_array_index (s->stack, k));
          add_weight (nodes, path->str, 1);
        }
    }
  for (guint i = 0; lines[i] != NULL; i++)
    n_lines += *lines[i] != '\0';
  /* A line that describes, the heads of the columns, and the root; functions of one name in
   * several modules are several nodes. */
  g_assert_cmpuint (n_lines, >=, g_hash_table_size (nodes) + 3);
  g_assert_true (strstr (lines[0], " samples, ") != NULL);
  g_assert_true (g_str_has_suffix (lines[3], "  all"));
}

static void
test_options (void)
{
  for (guint at = 0; at < G_N_ELEMENTS (cases); at++)
    {
      GArray *samples = select_samples (at);

      g_assert_cmpuint (samples->len, >, 5);
      check_top (at, samples);
      check_csv (at, samples);
      check_folded (at, samples, "none");
      check_folded (at, samples, "thread");
      check_folded (at, samples, "process");
      check_heatmap (at, samples);
      check_tree (at, samples);
      free_samples (samples);
    }
}

/* A capture of a selection, looked at as a whole, is the selection of the whole. */
static void
test_capture (void)
{
  g_autofree char *folder = g_dir_make_tmp ("profiler-cli-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "part", NULL);

  for (guint at = 0; at < G_N_ELEMENTS (cases); at++)
    {
      g_autoptr (CliRun) saved =
          run_case (at, (const char *const[]){ "export", "-f", "capture", "-o", path, NULL });
      g_autoptr (CliRun) whole = run_case (at, (const char *const[]){ "top", "--csv", NULL });
      g_autoptr (CliRun) part = cli_run ("top", "--csv", path, NULL);
      g_autoptr (CliRun) part_event =
          cli_run ("top", "--csv", path, "--event",
                   strcmp (cases[at].options[0] ? cases[at].options[0] : "", "--event") == 0
                       ? cases[at].options[1]
                       : "cpu-clock",
                   NULL);

      g_assert_cmpstr (saved->out, ==, "");
      g_assert_cmpstr (part->out, ==, whole->out);
      g_assert_cmpstr (part_event->out, ==, whole->out);
    }
  g_assert_cmpint (remove (path), ==, 0);
  g_assert_cmpint (remove (folder), ==, 0);
}

static void
load_all (void)
{
  g_autoptr (CliRun) clock = cli_run ("export", "-f", "csv", file, NULL);
  g_autoptr (CliRun) faults = cli_run ("export", "-f", "csv", "--event", "page-faults", file, NULL);
  GPtrArray *more = cli_parse_csv (faults->out);

  csv = cli_parse_csv (clock->out);
  g_assert_cmpuint (csv->len, ==, 2854 + 1);
  g_assert_cmpuint (more->len, ==, 146 + 1);
  for (guint i = 1; i < more->len; i++)
    g_ptr_array_add (csv, g_strdupv (g_ptr_array_index (more, i)));
  g_ptr_array_unref (more);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_setenv ("TZ", "UTC", TRUE);
  file = g_test_build_filename (G_TEST_DIST, "formats", "data", "version-1.profcap", NULL);
  names = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  tried = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  load_all ();
  g_test_add_func ("/cli/selection/options", test_options);
  g_test_add_func ("/cli/selection/capture", test_capture);
  status = g_test_run ();
  g_ptr_array_unref (csv);
  g_ptr_array_unref (names);
  g_hash_table_unref (tried);
  g_free (file);
  return status;
}
