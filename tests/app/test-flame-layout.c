/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/flame-layout.h"

#include <pango/pangocairo.h>

#include "../analysis/random-profile.h"
#include "app/flame-draw.h"
#include "profile/range-totals.h"

static ProfCallTree *
random_tree (guint32 seed, guint n_samples)
{
  g_autoptr (RandomProfile) random = random_profile_new (seed);
  g_autoptr (ProfSnapshot) snapshot = random_profile_grow (random, n_samples);
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (ProfFilter) filter = NULL;
  g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();
  gint64 length = snapshot->end_time - snapshot->first_time;
  gint64 start = snapshot->first_time + length / (2 + seed % 5);
  ProfCallTree *tree;

  query->grouping = seed % 3;
  filter = prof_filter_new (snapshot, query, NULL);
  tree = prof_call_tree_new (snapshot, filter, query);
  prof_range_totals_update (totals, snapshot, start, start + length / 3);
  prof_call_tree_set_totals (tree, totals);

  return tree;
}

static void
check_layout (const ProfFlameLayout *layout)
{
  const ProfCallTree *tree = layout->tree;
  guint n_boxes = 0;

  g_assert_cmpuint (layout->total, ==, tree->total[0]);
  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      guint box = prof_flame_layout_find (layout, node);
      guint parent;
      guint64 children = 0;
      guint64 last_right;

      if (tree->total[node] == 0)
        {
          g_assert_cmpuint (box, ==, G_MAXUINT);
          continue;
        }

      n_boxes++;
      g_assert_cmpuint (box, !=, G_MAXUINT);
      g_assert_cmpuint (layout->nodes[box], ==, node);
      g_assert_cmpuint (layout->widths[box], ==, tree->total[node]);

      parent = prof_flame_layout_find (layout, tree->parent[node]);
      g_assert_cmpuint (layout->lefts[box], >=, layout->lefts[parent]);
      g_assert_cmpuint (layout->lefts[box] + layout->widths[box], <=,
                        layout->lefts[parent] + layout->widths[parent]);

      /* Children in order of name from the left edge on, without gaps; self is what is left. */
      last_right = layout->lefts[box];
      for (guint32 child = prof_call_tree_first_child (tree, node); child != PROF_NO_ID;
           child = prof_call_tree_next_sibling (tree, child))
        {
          guint child_box = prof_flame_layout_find (layout, child);

          if (child_box == G_MAXUINT)
            continue;
          g_assert_cmpuint (layout->lefts[child_box], ==, last_right);
          last_right += layout->widths[child_box];
          children += layout->widths[child_box];
        }
      g_assert_cmpuint (children + tree->self[node], ==, layout->widths[box]);
    }

  g_assert_cmpuint (n_boxes, ==, layout->n_boxes);
  g_assert_cmpuint (layout->row_first[layout->n_rows], ==, n_boxes);
}

static void
check_searches (const ProfFlameLayout *layout)
{
  for (guint round = 0; round < 60; round++)
    {
      guint row = g_test_rand_int_range (0, layout->n_rows);
      double from = g_test_rand_double_range (-1, layout->total + 1);
      double to = from + g_test_rand_double_range (0, layout->total / 4.0);
      guint picked = prof_flame_layout_pick (layout, row, from, to);
      guint first = prof_flame_layout_first_after (layout, row, from);
      guint expected_first = layout->row_first[row + 1];
      guint n_rows = 0;
      double best = 0;

      for (guint box = layout->row_first[row + 1]; box-- > layout->row_first[row];)
        {
          double left = layout->lefts[box];
          double right = left + layout->widths[box];

          if (right > from)
            expected_first = box;
          best = MAX (best, MIN (right, to) - MAX (left, from));
        }
      g_assert_cmpuint (first, ==, expected_first);

      if (picked == G_MAXUINT)
        {
          g_assert_cmpfloat (best, <=, 0);
        }
      else
        {
          double left = layout->lefts[picked];
          double right = left + layout->widths[picked];

          g_assert_cmpfloat (MIN (right, to) - MAX (left, from), ==, best);
        }

      for (guint i = 0; i < layout->n_boxes; i++)
        if ((double) layout->lefts[i] < to &&
            (double) (layout->lefts[i] + layout->widths[i]) > from)
          n_rows = MAX (n_rows, layout->tree->depth[layout->nodes[i]] + 1);
      g_assert_cmpuint (prof_flame_layout_count_rows (layout, from, to), ==, n_rows);
    }
}

static void
test_random (void)
{
  for (guint32 seed = 1; seed < 40; seed++)
    {
      g_autoptr (ProfCallTree) tree = random_tree (seed, 50 * seed);
      g_autoptr (ProfFlameLayout) layout = prof_flame_layout_new (tree);

      check_layout (layout);
      if (layout->total > 0)
        check_searches (layout);
    }
}

/* A tree of plain arrays, where the shape is what matters. */
typedef struct {
  ProfCallTree tree;
  guint32 *parent, *end, *id, *depth;
  guint8 *type, *kind;
} Shape;

static Shape *
shape_new (guint n)
{
  Shape *shape = g_new0 (Shape, 1);
  ProfCallTree *tree = &shape->tree;

  tree->n_nodes = n;
  tree->parent = shape->parent = g_new0 (guint32, n);
  tree->end = shape->end = g_new0 (guint32, n);
  tree->id = shape->id = g_new0 (guint32, n);
  tree->depth = shape->depth = g_new0 (guint32, n);
  tree->type = shape->type = g_new0 (guint8, n);
  tree->kind = shape->kind = g_new0 (guint8, n);
  tree->total = g_new0 (guint64, n);
  tree->self = g_new0 (guint64, n);

  return shape;
}

static void
shape_free (Shape *shape)
{
  g_free (shape->parent);
  g_free (shape->end);
  g_free (shape->id);
  g_free (shape->depth);
  g_free (shape->type);
  g_free (shape->kind);
  g_free (shape->tree.total);
  g_free (shape->tree.self);
  g_free (shape);
}

/* The layout takes a reference to its tree, which these have none of. */
static ProfFlameLayout *
lay_out (Shape *shape)
{
  ProfFlameLayout *layout = g_new0 (ProfFlameLayout, 1);
  const ProfCallTree *tree = &shape->tree;

  layout->tree = &shape->tree;
  layout->total = tree->total[0];
  layout->n_rows = 2;
  layout->n_boxes = tree->n_nodes;
  layout->row_first = g_new0 (guint32, 3);
  layout->row_first[1] = 1;
  layout->row_first[2] = tree->n_nodes;
  layout->nodes = g_new (guint32, tree->n_nodes);
  layout->lefts = g_new0 (guint64, tree->n_nodes);
  layout->widths = g_new (guint64, tree->n_nodes);
  for (guint i = 0; i < tree->n_nodes; i++)
    {
      layout->nodes[i] = i;
      layout->widths[i] = tree->total[i];
      if (i > 1)
        layout->lefts[i] = layout->lefts[i - 1] + layout->widths[i - 1];
    }

  return layout;
}

static void
test_deep (void)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfBatch) batch = NULL;
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfQuery) query = prof_query_new ();
  g_autoptr (ProfFilter) filter = NULL;
  g_autoptr (ProfRangeTotals) totals = prof_range_totals_new ();
  g_autoptr (ProfCallTree) tree = NULL;
  g_autoptr (ProfFlameLayout) layout = NULL;
  ProfFunctionRow function = { .name = prof_builder_string (builder, "recurse", -1) };
  ProfProcessRow process = { .pid = 1 };
  ProfThreadRow thread = { .tid = 1, .process = prof_builder_process (builder, &process) };
  guint32 frame = prof_builder_frame (builder, prof_builder_function (builder, &function), 0);
  guint32 stack = 0;

  for (guint i = 0; i < 100000; i++)
    stack = prof_builder_stack (builder, stack, frame);
  prof_builder_sample (builder, 0,
                       prof_builder_origin (builder, prof_builder_thread (builder, &thread), stack,
                                            prof_builder_event (builder, "e", "samples")),
                       3);
  batch = prof_builder_take_batch (builder);
  g_assert_true (prof_profile_apply (profile, batch, NULL));
  snapshot = prof_profile_snapshot (profile);
  filter = prof_filter_new (snapshot, query, NULL);
  tree = prof_call_tree_new (snapshot, filter, query);
  prof_range_totals_update (totals, snapshot, 0, 1);
  prof_call_tree_set_totals (tree, totals);

  layout = prof_flame_layout_new (tree);
  g_assert_cmpuint (layout->n_rows, ==, 100001);
  g_assert_cmpuint (prof_flame_layout_count_rows (layout, 0, 3), ==, 100001);
  g_assert_cmpuint (prof_flame_layout_pick (layout, 100000, 1, 2), ==, 100000);
}

#define WIDTH 200

static void
draw (const ProfFlameDraw *drawing, guint32 *pixels, int height)
{
  ProfDrawTarget target = { pixels, WIDTH, WIDTH, height };

  prof_flame_draw (drawing, &target);
}

/* Boxes far narrower than a pixel make one solid run; alone, they can still be seen. */
static void
test_narrow (void)
{
  Shape *shape = shape_new (10001);
  ProfFlameLayout *layout;
  ProfColor color = prof_palette_kind (PROF_FRAME_NATIVE, FALSE, 0);
  ProfFlameColors colors = { .n_functions = 1, .colors = &color };
  g_autofree guint32 *pixels = g_new0 (guint32, WIDTH * 44);
  ProfFlameDraw drawing = {
    .colors = &colors, .left = 0, .right = 20001, .row_height = 22, .scale = 1, .n_rows = 2
  };

  for (guint i = 1; i < shape->tree.n_nodes; i++)
    {
      shape->type[i] = PROF_NODE_FUNCTION;
      shape->depth[i] = 1;
      shape->end[i] = i + 1;
      shape->tree.total[i] = 1;
    }
  shape->end[0] = shape->tree.n_nodes;
  shape->tree.total[10000] = 2; /* the last is cut off from the others below */
  shape->tree.total[0] = 20001;
  layout = lay_out (shape);
  layout->lefts[10000] = 15000;
  drawing.layout = layout;
  draw (&drawing, pixels, 44);

  for (int x = 0; x < 99; x++)
    g_assert_cmphex (pixels[WIDTH * 30 + x], ==, color);
  for (int x = 101; x < 149; x++)
    g_assert_cmphex (pixels[WIDTH * 30 + x], ==, 0);
  /* A fiftieth of a pixel, and yet: premultiplied, at least a quarter covered, of its own hue. */
  g_assert_cmpuint (pixels[WIDTH * 30 + 149] >> 24, >, 64);
  g_assert_cmpuint (pixels[WIDTH * 30 + 149] & 0xff, >, (pixels[WIDTH * 30 + 149] >> 16) & 0xff);
  /* The gap between rows. */
  g_assert_cmphex (pixels[WIDTH * 21 + 50], ==, 0);
  g_assert_cmphex (pixels[WIDTH * 43 + 50], ==, 0);

  g_free (layout->row_first);
  g_free (layout->nodes);
  g_free (layout->lefts);
  g_free (layout->widths);
  g_free (layout);
  shape_free (shape);
}

static guint32
draw_pixel_of_box (const ProfFlameDraw *drawing, const guint32 *pixels, guint box, guint row,
                   gboolean *wide)
{
  double scale = WIDTH / (drawing->right - drawing->left);
  double left = (drawing->layout->lefts[box] - drawing->left) * scale;
  double right = left + drawing->layout->widths[box] * scale;

  *wide = right - left >= 4 && left >= 0 && right <= WIDTH;
  if (!*wide)
    return 0;
  return pixels[(int) (row * 22 + 10) * WIDTH + (int) ((left + right) / 2)];
}

static void
test_colors (void)
{
  for (guint32 seed = 1; seed < 30; seed++)
    {
      g_autoptr (ProfCallTree) tree = random_tree (seed, 3000);
      g_autoptr (ProfFlameLayout) layout = prof_flame_layout_new (tree);
      g_autoptr (ProfFlameColors) colors = prof_flame_colors_new (tree->snapshot, seed % 2);
      int height = (int) layout->n_rows * 22;
      g_autofree guint32 *pixels = g_new0 (guint32, WIDTH * MAX (1, height));
      ProfFlameDraw drawing = { .layout = layout,
                                .colors = colors,
                                .right = layout->total,
                                .row_height = 22,
                                .scale = 1,
                                .n_rows = layout->n_rows,
                                .n_dimmed_rows = 1 };

      if (layout->total == 0)
        continue;
      if (seed % 4 == 0)
        drawing.left = layout->total / 3.0;

      draw (&drawing, pixels, height);
      for (guint row = 1; row < layout->n_rows; row++)
        for (guint box = layout->row_first[row]; box < layout->row_first[row + 1]; box++)
          {
            gboolean wide;
            guint32 pixel = draw_pixel_of_box (&drawing, pixels, box, row, &wide);

            if (wide && tree->kind[layout->nodes[box]] != PROF_FRAME_TRUNCATED)
              g_assert_cmphex (pixel, ==, prof_flame_colors_get (colors, tree, layout->nodes[box]));
          }
      g_assert_cmphex (pixels[WIDTH * 10 + 10], !=, prof_flame_colors_get (colors, tree, 0));
    }
}

static void
test_search (void)
{
  for (guint32 seed = 1; seed < 20; seed++)
    {
      g_autoptr (ProfCallTree) tree = random_tree (seed, 2000);
      g_autoptr (ProfFlameColors) colors = prof_flame_colors_new (tree->snapshot, FALSE);
      g_autoptr (GRegex) regex = g_regex_new ("[a1]", G_REGEX_CASELESS, 0, NULL);
      guint64 expected = 0;

      prof_flame_colors_set_search (colors, tree->snapshot, regex);

      /* Each sample is counted at the node where its stack ends. */
      for (guint32 node = 0; node < tree->n_nodes; node++)
        {
          gboolean matched = FALSE;

          for (guint32 i = node; i != 0; i = tree->parent[i])
            {
              const ProfFunctionRow *function = prof_call_tree_get_function (tree, i);

              if (function &&
                  g_regex_match (regex, prof_snapshot_string (tree->snapshot, function->name), 0,
                                 NULL))
                matched = TRUE;
            }
          if (matched)
            expected += tree->self[node];
        }

      g_assert_cmpuint (prof_flame_colors_matched_weight (colors, tree), ==, expected);
      prof_flame_colors_set_search (colors, tree->snapshot, NULL);
      g_assert_cmpuint (prof_flame_colors_matched_weight (colors, tree), ==, 0);
    }
}

static void
test_contrast (void)
{
  for (int dark = 0; dark < 2; dark++)
    {
      ProfColor ground = prof_palette_chrome (dark)->background;
      g_autoptr (GArray) colors = g_array_new (FALSE, FALSE, sizeof (ProfColor));
      ProfColor color;

      for (guint kind = 0; kind < PROF_N_FRAME_KINDS; kind++)
        for (guint shade = 0; shade < PROF_PALETTE_N_SHADES; shade++)
          {
            color = prof_palette_kind (kind, dark, shade);
            g_array_append_val (colors, color);
          }
      for (guint level = 0; level < 3; level++)
        {
          color = prof_palette_group (level, dark);
          g_array_append_val (colors, color);
        }
      color = prof_palette_match (dark);
      g_array_append_val (colors, color);

      for (guint i = 0; i < colors->len; i++)
        for (double dim = 0; dim < 1; dim += 0.55)
          {
            color = prof_palette_mix (g_array_index (colors, ProfColor, i), ground, dim);
            g_assert_cmpfloat (prof_palette_contrast (color, prof_palette_text_on (color)), >=,
                               4.5);
          }

      /* Empty is not one sample, and the scale goes on getting warmer. */
      g_assert_cmphex (prof_palette_heat (PROF_HEAT_THERMAL, PROF_HEAT_LINEAR, dark, 0, 1000), !=,
                       prof_palette_heat (PROF_HEAT_THERMAL, PROF_HEAT_LINEAR, dark, 1, 1000));
      for (guint i = 1; i < 20; i++)
        g_assert_cmphex (prof_palette_heat (PROF_HEAT_THERMAL, PROF_HEAT_LINEAR, dark, i, 20), !=,
                         prof_palette_heat (PROF_HEAT_THERMAL, PROF_HEAT_LINEAR, dark, i + 1, 20));
    }
  g_assert_cmpfloat_with_epsilon (prof_palette_contrast (0xff000000, 0xffffffff), 21, 0.001);
}

/* The columns of pixels that a text takes, each as a hash. */
static GArray *
draw_columns (ProfDrawLabels *labels, const char *text, int max_width, int *used)
{
  enum { CANVAS = 600, HEIGHT = 40 };
  g_autofree guint32 *pixels = g_new0 (guint32, CANVAS * HEIGHT);
  ProfDrawTarget target = { pixels, CANVAS, CANVAS, HEIGHT };
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (guint));

  *used = prof_draw_labels_draw (labels, &target, text, 0, 0, max_width, 0xff000000);
  for (int x = 0; x < CANVAS; x++)
    {
      guint hash = 0;

      for (int y = 0; y < HEIGHT; y++)
        hash = hash * 31 + pixels[y * CANVAS + x];
      g_array_append_val (columns, hash);
    }

  return columns;
}

static void
test_ellipsis (void)
{
  /* Letters with combining marks, a wide character, an emoji of several code points: 8 characters
   * as a reader sees them. */
  static const char text[] = "ma\xcc\x81n\xcc\x83o\xcc\x88\xe5\x87\xbd\xf0\x9f\x91\xa9\xe2\x80\x8d"
                             "\xf0\x9f\x94\xaci_";
  g_autoptr (GObject) context =
      (GObject *) pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string ("Sans 10");
  g_autoptr (ProfDrawLabels) labels = prof_draw_labels_new ((PangoContext *) context, font, 1);
  g_autoptr (GHashTable) cuts = g_hash_table_new (NULL, NULL);
  int full = prof_draw_labels_get_width (labels, text);
  int used;
  g_autoptr (GArray) whole = draw_columns (labels, text, full, &used);

  g_assert_cmpint (used, ==, full);
  for (int width = 1; width < full; width++)
    {
      g_autoptr (GArray) part = draw_columns (labels, text, width, &used);
      int ellipsis = prof_draw_labels_get_width (labels, "…");

      g_assert_cmpint (used, <=, width);
      if (used == 0)
        continue;
      g_hash_table_add (cuts, GINT_TO_POINTER (used));
      /* What comes before the ellipsis is as in the whole text, and nothing is drawn behind. */
      for (int x = 0; x < used - ellipsis; x++)
        g_assert_cmpuint (g_array_index (part, guint, x), ==, g_array_index (whole, guint, x));
      for (guint x = used; x < part->len; x++)
        g_assert_cmpuint (g_array_index (part, guint, x), ==, g_array_index (part, guint, 599));
    }

  /* From two characters to seven, never within one. */
  g_assert_cmpuint (g_hash_table_size (cuts), >=, 3);
  g_assert_cmpuint (g_hash_table_size (cuts), <=, 6);

  /* Right-to-left text is cut by Pango, to the width as well. */
  for (int width = 1; width < 80; width++)
    {
      g_autoptr (GArray) part =
          draw_columns (labels, "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d \xd7\xa2\xd7\x95\xd7\x9c\xd7\x9d",
                        width, &used);

      g_assert_cmpint (used, <=, width);
      g_assert_cmpuint (part->len, ==, 600);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flame-layout/random", test_random);
  g_test_add_func ("/flame-layout/deep", test_deep);
  g_test_add_func ("/flame-draw/narrow", test_narrow);
  g_test_add_func ("/flame-draw/colors", test_colors);
  g_test_add_func ("/flame-draw/search", test_search);
  g_test_add_func ("/flame-draw/contrast", test_contrast);
  g_test_add_func ("/flame-draw/ellipsis", test_ellipsis);

  return g_test_run ();
}
