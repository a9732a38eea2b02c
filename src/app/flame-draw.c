/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/flame-draw.h"

#include <math.h>
#include <string.h>

#include "analysis/format-value.h"

#define PADDING 6
#define MIN_LABEL_WIDTH 22
#define DIM 0.55
/* The least that a pixel with any weight is coloured: narrow boxes do not vanish. */
#define MIN_COVERAGE 0.3f

typedef struct {
  guint32 node;
  int x0;
  int x1;
  guint64 weight;
  ProfColor color;
} Box;

/* What narrow boxes add up to in the pixel being filled. */
typedef struct {
  int x;
  float coverage;
  float channel[3];
} Sliver;

typedef struct {
  const ProfFlameDraw *draw;
  ProfDrawTarget *target;
  double pixels_per_weight;
  GArray *boxes; /* of the row being drawn, those wide enough for text */
} Pass;

static void
sliver_flush (Sliver *sliver, guint32 *line, int width)
{
  float alpha;
  guint32 pixel;

  if (sliver->coverage > 0 && sliver->x >= 0 && sliver->x < width)
    {
      alpha = CLAMP (sliver->coverage, MIN_COVERAGE, 1.0f);
      pixel = (guint32) (alpha * 255.0f + 0.5f) << 24;
      for (guint i = 0; i < 3; i++)
        pixel |= (guint32) (sliver->channel[i] / sliver->coverage * alpha + 0.5f) << (8 * i);
      line[sliver->x] = pixel;
    }

  sliver->coverage = 0;
  sliver->channel[0] = sliver->channel[1] = sliver->channel[2] = 0;
}

static void
sliver_add (Sliver *sliver, guint32 *line, int width, double x0, double x1, ProfColor color)
{
  int first = (int) floor (x0);
  int last = (int) ceil (x1) - 1;

  for (int x = first; x <= last; x++)
    {
      float share = (float) (MIN (x1, x + 1.0) - MAX (x0, (double) x));

      if (x != sliver->x)
        {
          sliver_flush (sliver, line, width);
          sliver->x = x;
        }

      sliver->coverage += share;
      sliver->channel[0] += share * (color & 0xff);
      sliver->channel[1] += share * ((color >> 8) & 0xff);
      sliver->channel[2] += share * ((color >> 16) & 0xff);
    }
}

static gboolean
is_truncated (const ProfCallTree *tree, guint32 node)
{
  return tree->type[node] == PROF_NODE_FUNCTION && tree->kind[node] == PROF_FRAME_TRUNCATED;
}

/* The pixels of a row are the same on all its lines: only one is drawn. */
static void
draw_line (Pass *pass, guint row, guint32 *line)
{
  const ProfFlameDraw *draw = pass->draw;
  const ProfFlameLayout *layout = draw->layout;
  const ProfPaletteChrome *chrome = prof_palette_chrome (draw->colors->dark);
  const double scale = pass->pixels_per_weight;
  const int width = pass->target->width;
  const gboolean dimmed = row < draw->n_dimmed_rows;
  const guint end = layout->row_first[row + 1];
  Sliver sliver = { .x = -1 };

  for (guint i = prof_flame_layout_first_after (layout, row, draw->left); i < end; i++)
    {
      double left = ((double) layout->lefts[i] - draw->left) * scale;
      double right = ((double) (layout->lefts[i] + layout->widths[i]) - draw->left) * scale;
      ProfColor color;
      int x0, x1, gap;

      if (left >= width)
        break;

      color = prof_flame_colors_get (draw->colors, layout->tree, layout->nodes[i]);
      if (dimmed)
        color = prof_palette_mix (color, chrome->background, DIM);

      /* Zoomed far in, edges may be far outside. */
      x0 = (int) floor (MAX (left, -1e6) + 0.5);
      x1 = (int) floor (MIN (right, 1e6) + 0.5);
      if (x1 - x0 < 2)
        {
          sliver_add (&sliver, line, width, MAX (left, 0), MIN (right, width), color);
          continue;
        }

      sliver_flush (&sliver, line, width);
      gap = x1 - x0 >= 4 * draw->scale ? draw->scale : 1;
      for (int x = MAX (0, x0); x < MIN (width, x1 - gap); x++)
        line[x] = color;

      if (x1 - x0 >= MIN_LABEL_WIDTH * draw->scale || is_truncated (layout->tree, layout->nodes[i]))
        {
          Box box = { layout->nodes[i], MAX (0, x0), MIN (width, x1 - gap), layout->widths[i],
                      color };

          g_array_append_val (pass->boxes, box);
        }
    }

  sliver_flush (&sliver, line, width);
}

/* Where the unwinder gave up is no function: diagonal lines set it apart without relying on colour. */
static void
draw_hatching (Pass *pass, const Box *box, int y0, int y1)
{
  const int period = 6 * pass->draw->scale;
  ProfColor dark = prof_palette_mix (box->color, 0xff000000, 0.18);

  for (int y = y0; y < y1; y++)
    {
      guint32 *line = pass->target->pixels + (gsize) y * pass->target->stride;

      for (int x = box->x0; x < box->x1; x++)
        if ((x + y) % period < pass->draw->scale * 2)
          line[x] = dark;
    }
}

static void
draw_text (Pass *pass, const Box *box, int y)
{
  const ProfFlameDraw *draw = pass->draw;
  const ProfCallTree *tree = draw->layout->tree;
  const ProfFunctionRow *function = prof_call_tree_get_function (tree, box->node);
  const int padding = PADDING * draw->scale;
  ProfColor color = prof_palette_text_on (box->color);
  g_autofree char *group_name = function ? NULL : prof_call_tree_get_name (tree, box->node);
  const char *name = function ? prof_snapshot_string (tree->snapshot, function->name) : group_name;
  int room = box->x1 - box->x0 - padding - padding / 2;
  int used;

  used =
      prof_draw_labels_draw (draw->labels, pass->target, name, box->x0 + padding, y, room, color);
  if (used == 0 || used > room - 24 * draw->scale)
    return;

  {
    g_autofree char *share = NULL;
    const char *text = draw->root_text;

    if (box->node != 0 || text == NULL)
      text = share = prof_format_share ((double) box->weight / draw->layout->total);

    room -= used + 10 * draw->scale;
    if (prof_draw_labels_get_width (draw->labels, text) <= room)
      prof_draw_labels_draw (draw->labels, pass->target, text,
                             box->x0 + padding + used + 10 * draw->scale, y, room, color);
  }
}

static void
draw_row (Pass *pass, guint row)
{
  const ProfFlameDraw *draw = pass->draw;
  ProfDrawTarget *target = pass->target;
  guint place = draw->upwards ? draw->n_rows - 1 - row : row;
  int top = (int) floor (place * draw->row_height - draw->scroll + 0.5);
  int bottom = (int) floor ((place + 1) * draw->row_height - draw->scroll + 0.5) - draw->scale;
  int y0 = MAX (0, top);
  int y1 = MIN (target->height, bottom);
  guint32 *line;

  if (y0 >= y1)
    return;

  line = target->pixels + (gsize) y0 * target->stride;
  g_array_set_size (pass->boxes, 0);
  draw_line (pass, row, line);
  for (int y = y0 + 1; y < y1; y++)
    memcpy (target->pixels + (gsize) y * target->stride, line, sizeof (guint32) * target->width);

  for (guint i = 0; i < pass->boxes->len; i++)
    {
      const Box *box = &g_array_index (pass->boxes, Box, i);

      if (is_truncated (draw->layout->tree, box->node))
        draw_hatching (pass, box, y0, y1);
      if (draw->labels && box->x1 - box->x0 >= (MIN_LABEL_WIDTH - 2) * draw->scale)
        draw_text (pass, box,
                   top + (bottom - top - prof_draw_labels_get_height (draw->labels)) / 2);
    }
}

void
prof_flame_draw (const ProfFlameDraw *self, ProfDrawTarget *target)
{
  Pass pass = { .draw = self, .target = target };
  double first, last;

  if (self->right <= self->left || self->layout->total == 0)
    return;

  pass.pixels_per_weight = target->width / (self->right - self->left);
  pass.boxes = g_array_new (FALSE, FALSE, sizeof (Box));

  first = floor (self->scroll / self->row_height);
  last = ceil ((self->scroll + target->height) / self->row_height);
  for (double place = MAX (0, first); place < MIN (last, (double) self->n_rows); place++)
    {
      guint row = self->upwards ? self->n_rows - 1 - (guint) place : (guint) place;

      if (row < self->layout->n_rows)
        draw_row (&pass, row);
    }

  g_array_unref (pass.boxes);
}
