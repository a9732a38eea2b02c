/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The flame graph image is read back as XML, and its boxes are held against the call tree: every
 * wide node has its box, every box is as wide as its weight and lies within its caller's, and the
 * boxes of a row lose nothing. */

#include <math.h>

#include "analysis/call-tree.h"
#include "formats/export-svg-private.h"
#include "formats/export.h"
#include "profile/builder.h"
#include "profile/profile.h"

#define DRAWN_WIDTH (PROF_SVG_WIDTH - 2.0 * PROF_SVG_MARGIN)
/* Lengths are written with three digits. */
#define TOLERANCE 0.0011

typedef struct {
  char *title; /* (nullable) of a rectangle that stands for no node */
  double x, y, width, height;
} Box;

typedef struct {
  GArray *boxes;
  GPtrArray *labels;
  GString *text;
  char *title;
  double height;
  double x;
} Image;

static double
number (const char **names, const char **values, const char *name)
{
  for (guint i = 0; names[i]; i++)
    if (g_str_equal (names[i], name))
      return g_ascii_strtod (values[i], NULL);
  return NAN;
}

static void
start_element (GMarkupParseContext *context, const char *element, const char **names,
               const char **values, gpointer data, GError **error)
{
  Image *image = data;

  g_string_truncate (image->text, 0);
  if (g_str_equal (element, "svg"))
    image->height = number (names, values, "height");
  if (g_str_equal (element, "rect") && image->title)
    {
      Box box = {
        .title = g_steal_pointer (&image->title),
        .x = number (names, values, "x"),
        .y = number (names, values, "y"),
        .width = number (names, values, "width"),
        .height = number (names, values, "height"),
      };
      g_array_append_val (image->boxes, box);
    }
}

static void
end_element (GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
  Image *image = data;

  if (g_str_equal (element, "title"))
    {
      g_free (image->title);
      image->title = g_strdup (image->text->str);
    }
  else if (g_str_equal (element, "text"))
    {
      g_ptr_array_add (image->labels, g_strdup (image->text->str));
    }
}

static void
element_text (GMarkupParseContext *context, const char *text, gsize length, gpointer data,
              GError **error)
{
  g_string_append_len (((Image *) data)->text, text, (gssize) length);
}

static void
box_clear (gpointer data)
{
  g_free (((Box *) data)->title);
}

static Image *
image_new (ProfSnapshot *snapshot, const ProfQuery *query)
{
  static const GMarkupParser parser = { start_element, end_element, element_text, NULL, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (out);
  g_autoptr (GMarkupParseContext) context = NULL;
  Image *image = g_new0 (Image, 1);
  const char *xml;
  gsize length;

  prof_export (snapshot, query, "svg", out, NULL, &error);
  g_assert_no_error (error);
  xml = g_memory_output_stream_get_data (memory);
  length = g_memory_output_stream_get_data_size (memory);

  image->boxes = g_array_new (FALSE, FALSE, sizeof (Box));
  g_array_set_clear_func (image->boxes, box_clear);
  image->labels = g_ptr_array_new_with_free_func (g_free);
  image->text = g_string_new (NULL);
  context = g_markup_parse_context_new (&parser, 0, image, NULL);
  g_markup_parse_context_parse (context, xml, (gssize) length, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < length; i++)
    g_assert_true ((guchar) xml[i] >= 0x20 || xml[i] == '\n' || xml[i] == '\t');
  return image;
}

static void
image_free (Image *image)
{
  g_array_unref (image->boxes);
  g_ptr_array_unref (image->labels);
  g_string_free (image->text, TRUE);
  g_free (image->title);
  g_free (image);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Image, image_free)

/* Profiles */

static const char *const names[] = {
  "main",
  "parse",
  "std::vector<int, std::less<>>::push_back",
  "a & b",
  "read\x01line",
  "漢字の名前",
  "operator<<",
  "x",
  "a_function_with_quite_a_long_name_that_will_not_fit_most_boxes",
  "]]>",
};

static guint32
add_stack (ProfBuilder *builder, GRand *random, guint depth)
{
  guint32 stack = 0;

  for (guint i = 0; i < depth; i++)
    {
      ProfFunctionRow row = {
        .name = prof_builder_string (builder, names[g_rand_int_range (random, 0, 10)], -1),
        .module = prof_builder_string (builder, "/usr/lib/libx.so", -1),
        .kind = (guint8) g_rand_int_range (random, 0, 3),
      };
      guint32 function;

      row.carrier = row.kind;
      function = prof_builder_function (builder, &row);
      stack = prof_builder_stack (builder, stack, prof_builder_frame (builder, function, 0));
    }
  return stack;
}

static ProfSnapshot *
random_snapshot (guint32 seed, guint n_samples, guint max_depth)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfBatch) batch = NULL;
  g_autoptr (GError) error = NULL;
  guint32 threads[3];
  guint32 event = prof_builder_event (builder, "cpu-clock", "ns");

  for (guint i = 0; i < 3; i++)
    {
      ProfProcessRow process = { .start = PROF_TIME_UNKNOWN,
                                 .end = PROF_TIME_UNKNOWN,
                                 .pid = 100 + (gint) i,
                                 .ppid = 1,
                                 .name = prof_builder_string (builder, "proc", -1) };
      ProfThreadRow thread = { .start = PROF_TIME_UNKNOWN,
                               .end = PROF_TIME_UNKNOWN,
                               .tid = 100 + (gint) i,
                               .name = process.name,
                               .process = prof_builder_process (builder, &process) };
      threads[i] = prof_builder_thread (builder, &thread);
    }
  for (guint i = 0; i < n_samples; i++)
    {
      guint32 stack =
          add_stack (builder, random, (guint) g_rand_int_range (random, 1, (gint) max_depth + 1));
      guint32 origin =
          prof_builder_origin (builder, threads[g_rand_int_range (random, 0, 3)], stack, event);
      /* Now and then one that dwarfs the others, so that those become narrow. */
      guint64 weight = g_rand_int_range (random, 0, 40) == 0 ? 90000000 : 100 + i % 7;
      prof_builder_sample (builder, (gint64) i * 1000000, origin, weight);
    }
  batch = prof_builder_take_batch (builder);
  if (batch)
    prof_profile_apply (profile, batch, &error);
  g_assert_no_error (error);
  return prof_profile_snapshot (profile);
}

static ProfCallTree *
tree_for (ProfSnapshot *snapshot, const ProfQuery *query)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ProfFilter) filter = prof_filter_new (snapshot, query, &error);
  g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();
  ProfCallTree *tree;
  gint64 start, end;

  g_assert_no_error (error);
  tree = prof_call_tree_new (snapshot, filter, query);
  prof_query_get_range (query, snapshot, &start, &end);
  prof_range_totals_update (totals, snapshot, start, end);
  prof_call_tree_set_totals (tree, totals);
  return tree;
}

/* What the title's first line is for a name: control characters cannot stand in XML. */
static char *
shown_name (const char *name)
{
  GString *shown = g_string_new (name);

  g_string_replace (shown, "\x01", "\xef\xbf\xbd", 0);
  return g_string_free (shown, FALSE);
}

static gint
compare_boxes (gconstpointer a, gconstpointer b)
{
  const Box *left = a, *right = b;

  if (left->y != right->y)
    return left->y < right->y ? -1 : 1;
  return (left->x > right->x) - (left->x < right->x);
}

static void
check_image (ProfSnapshot *snapshot, const ProfQuery *query, guint *n_merged)
{
  g_autoptr (Image) image = image_new (snapshot, query);
  g_autoptr (ProfCallTree) tree = tree_for (snapshot, query);
  double scale = DRAWN_WIDTH / (double) tree->total[0];
  g_autoptr (GArray) left = g_array_new (FALSE, TRUE, sizeof (double));
  guint n_found = 0;
  guint merged = 0;
  double per_row = 0.0;
  double second_row = 0.0;
  double expected;

  g_array_set_size (left, tree->n_nodes);
  g_array_sort (image->boxes, compare_boxes);

  /* Each node's place, by the rule and not by the writer's walk: beside its earlier siblings. */
  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      double x = g_array_index (left, double, node);
      for (guint32 child = prof_call_tree_first_child (tree, node); child != PROF_NO_ID;
           child = prof_call_tree_next_sibling (tree, child))
        {
          g_array_index (left, double, child) = x;
          x += (double) tree->total[child] * scale;
        }
    }

  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      g_autofree char *name = prof_call_tree_get_name (tree, node);
      g_autofree char *shown = shown_name (name);
      double x = PROF_SVG_MARGIN + g_array_index (left, double, node);
      double y = PROF_SVG_TOP + tree->depth[node] * PROF_SVG_ROW;
      double width = (double) tree->total[node] * scale;
      gboolean within_merged = FALSE;
      gboolean found = FALSE;

      for (guint32 up = tree->parent[node]; up != 0 && !within_merged; up = tree->parent[up])
        within_merged = (double) tree->total[up] * scale < PROF_SVG_MIN_BOX;
      if (width < PROF_SVG_MIN_BOX || within_merged)
        continue;

      for (guint i = 0; i < image->boxes->len && !found; i++)
        {
          const Box *box = &g_array_index (image->boxes, Box, i);
          g_auto (GStrv) lines = NULL;

          if (fabs (box->x - x) > TOLERANCE || fabs (box->y - y) > TOLERANCE ||
              fabs (box->width - width) > TOLERANCE)
            continue;
          lines = g_strsplit (box->title, "\n", 2);
          found = g_str_equal (lines[0], shown);
        }
      if (!found)
        g_error ("no box for %s at %.3f, %.3f with %.3f", shown, x, y, width);
      n_found++;
    }

  /* A row's boxes do not overlap, and those of merged nodes are all the others. */
  for (guint i = 0; i < image->boxes->len; i++)
    {
      const Box *box = &g_array_index (image->boxes, Box, i);

      merged += strstr (box->title, " too narrow to show\n") != NULL;
      if (i > 0 && box[-1].y == box->y)
        g_assert_cmpfloat (box[-1].x + box[-1].width, <=, box->x + 2.0 * TOLERANCE);
      else
        per_row = 0.0;
      per_row += box->width;
      g_assert_cmpfloat (per_row, <=, DRAWN_WIDTH + 1.0);
      g_assert_cmpfloat (box->y + box->height, <=, image->height);
    }
  g_assert_cmpuint (n_found + merged, ==, image->boxes->len);
  *n_merged += merged;

  /* Under the root nothing is lost: samples without a frame are the only gap. */
  for (guint i = 0; i < image->boxes->len; i++)
    {
      const Box *box = &g_array_index (image->boxes, Box, i);
      if (fabs (box->y - PROF_SVG_TOP - PROF_SVG_ROW) < TOLERANCE)
        second_row += box->width;
    }
  expected = DRAWN_WIDTH * (1.0 - (double) tree->self[0] / (double) tree->total[0]);
  g_assert_cmpfloat (fabs (second_row - expected), <, 0.01 * image->boxes->len);
}

static void
test_boxes (void)
{
  guint n_merged = 0;

  for (guint32 seed = 1; seed <= 30; seed++)
    {
      g_autoptr (ProfSnapshot) snapshot = random_snapshot (seed, 40 * seed, 3 + seed % 9);
      g_autoptr (ProfQuery) query = prof_query_new ();

      query->grouping = (ProfGrouping) (seed % 3);
      if (seed % 2)
        query->hidden_kinds = PROF_FRAME_KIND_BIT (seed % 3);
      if (seed % 5 == 0)
        {
          query->has_range = TRUE;
          query->start = 5000000;
          query->end = (gint64) seed * 30000000;
        }
      check_image (snapshot, query, &n_merged);
    }
  g_assert_cmpuint (n_merged, >, 0);
}

/* The numbers in the root's title are those of the range, counted here sample by sample. */
static void
test_range (void)
{
  g_autoptr (ProfSnapshot) snapshot = random_snapshot (7, 500, 4);
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (Image) image = NULL;
  const Box *root;

  query->has_range = TRUE;
  query->start = 100000000;
  query->end = 223000000; /* samples 100 to 222 */
  image = image_new (snapshot, query);
  root = &g_array_index (image->boxes, Box, 0);
  g_assert_nonnull (strstr (root->title, "total 100"));
  g_assert_nonnull (strstr (root->title, ", 123 samples"));
  g_assert_cmpfloat (fabs (root->width - DRAWN_WIDTH), <, TOLERANCE);
}

static void
test_labels (void)
{
  g_autoptr (ProfSnapshot) snapshot = random_snapshot (3, 300, 6);
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (Image) image = image_new (snapshot, query);
  guint n_cut = 0;
  gboolean whole = FALSE;

  for (guint i = 0; i < image->labels->len; i++)
    {
      const char *label = g_ptr_array_index (image->labels, i);

      n_cut += g_str_has_suffix (label, "…");
      whole = whole || g_str_has_prefix (label, "all\u2002100");
      g_assert_true (g_utf8_validate (label, -1, NULL));
    }
  g_assert_true (whole);
  g_assert_cmpuint (n_cut, >, 0);
}

static void
test_deep (void)
{
  g_autoptr (ProfSnapshot) snapshot = random_snapshot (11, 2, 50000);
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (Image) image = image_new (snapshot, query);

  g_assert_cmpuint (image->boxes->len, >, 1000);
}

static void
test_empty (void)
{
  g_autoptr (ProfSnapshot) snapshot = random_snapshot (5, 50, 3);
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (Image) image = NULL;
  gboolean said = FALSE;

  query->has_range = TRUE;
  query->start = 1000000000000;
  query->end = 2000000000000;
  image = image_new (snapshot, query);
  g_assert_cmpuint (image->boxes->len, ==, 0);
  for (guint i = 0; i < image->labels->len; i++)
    said = said || g_str_equal (g_ptr_array_index (image->labels, i), "No samples here");
  g_assert_true (said);
}

static void
test_cancelled (void)
{
  g_autoptr (ProfSnapshot) snapshot = random_snapshot (5, 50, 3);
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (prof_export (snapshot, query, "svg", out, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export-svg/boxes", test_boxes);
  g_test_add_func ("/export-svg/range", test_range);
  g_test_add_func ("/export-svg/labels", test_labels);
  g_test_add_func ("/export-svg/deep", test_deep);
  g_test_add_func ("/export-svg/empty", test_empty);
  g_test_add_func ("/export-svg/cancelled", test_cancelled);
  return g_test_run ();
}
