/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/heatmap-view-private.h"

#include <math.h>
#include <string.h>

/* Colours are looked up by level: as many as a person could tell apart and more. */
#define MAX_LEVELS 1024

/* Cells at least this large are set apart by a gap of a pixel. */
#define MIN_GAP_WIDTH 5.0
#define MIN_GAP_HEIGHT 3.5

typedef struct {
  guint32 *colors; /* [n + 1], by level; 0: empty */
  guint n;
  guint32 max;
} Levels;

static void
levels_init (Levels *levels, ProfHeatmapView *self, guint32 max)
{
  levels->max = max;
  levels->n = MIN (MAX (max, 1), MAX_LEVELS);
  levels->colors = g_new (guint32, levels->n + 1);
  for (guint i = 0; i <= levels->n; i++)
    levels->colors[i] =
        prof_palette_heat (self->palette, self->heat_scale, self->dark,
                           i == 0 ? 0 : MAX (1, (guint64) i * max / levels->n), MAX (max, 1));
}

static inline guint32
levels_color (const Levels *levels, guint32 count)
{
  if (levels->n == levels->max || count == 0)
    return levels->colors[MIN (count, levels->n)];

  /* Rounded up: one sample is never drawn as none. */
  return levels
      ->colors[MIN (((guint64) count * levels->n + levels->max - 1) / levels->max, levels->n)];
}

static gboolean
heatmap_fits (ProfHeatmapView *self)
{
  const ProfHeatmap *heatmap = self->heatmap;
  const ProfHeatmapLayout *layout = &self->layout;

  return heatmap != NULL && heatmap->column_ns == layout->column_ns &&
         heatmap->n_rows == layout->n_rows &&
         (heatmap->origin_ns - layout->origin_ns) % layout->column_ns == 0;
}

/* One line of pixels across all visible columns, for the cells of a row. */
static void
draw_line (ProfHeatmapView *self, const Levels *levels, guint row, gint64 first, gint64 end,
           int gap, guint32 *line, int width)
{
  const ProfHeatmapLayout *layout = &self->layout;
  const ProfHeatmap *heatmap = heatmap_fits (self) ? self->heatmap : NULL;
  gint64 shift = heatmap ? (heatmap->origin_ns - layout->origin_ns) / layout->column_ns : 0;

  for (gint64 column = first; column < end; column++)
    {
      double left = prof_heatmap_layout_column_edge (layout, column) - layout->x;
      double right = prof_heatmap_layout_column_edge (layout, column + 1) - layout->x;
      int x0 = MAX (0, (int) lrint (left * layout->scale));
      int x1 = MIN (width, (int) lrint (right * layout->scale) - gap);
      gint64 index = column - shift;
      guint32 count = 0;
      guint32 color;

      if (heatmap && index >= 0 && index < heatmap->n_columns)
        count = heatmap->counts[(gsize) index * heatmap->n_rows + row];

      color = levels_color (levels, count);
      for (int x = x0; x < x1; x++)
        line[x] = color;
    }
}

/* The cells as pixels. All lines of a row of cells are equal: one is filled, the others copied. Gaps
 * are transparent. */
GskRenderNode *
prof_heatmap_view_draw_cells (ProfHeatmapView *self)
{
  const ProfHeatmapLayout *layout = &self->layout;
  int width = (int) lrint (layout->width * layout->scale);
  int height = (int) lrint (layout->height * layout->scale);
  int column_gap = layout->column_width >= MIN_GAP_WIDTH ? layout->scale : 0;
  int row_gap = layout->height / layout->n_rows >= MIN_GAP_HEIGHT ? layout->scale : 0;
  cairo_surface_t *surface;
  ProfDrawTarget target;
  gint64 first, end;
  Levels levels;

  prof_heatmap_layout_visible (layout, &first, &end);
  first = MAX (first, 0);
  end = MIN (end, self->n_columns);
  if (width < 1 || height < 1 || end <= first)
    return NULL;

  surface = prof_draw_pool_take (&self->pool, width, height, &target);
  levels_init (&levels, self, heatmap_fits (self) ? self->heatmap->max_count : 0);

  for (guint row = 0; row < layout->n_rows; row++)
    {
      double bottom = prof_heatmap_layout_row_edge (layout, row) - layout->y;
      double top = prof_heatmap_layout_row_edge (layout, row + 1) - layout->y;
      int y0 = MAX (0, (int) lrint (top * layout->scale)) + row_gap;
      int y1 = MIN (height, (int) lrint (bottom * layout->scale));
      guint32 *line = target.pixels + (gsize) y0 * target.stride;

      if (y0 >= y1)
        continue;

      draw_line (self, &levels, row, first, end, column_gap, line, width);
      for (int y = y0 + 1; y < y1; y++)
        memcpy (target.pixels + (gsize) y * target.stride, line, sizeof (guint32) * width);
    }

  g_free (levels.colors);

  return prof_draw_surface_to_node (surface, &GRAPHENE_RECT_INIT (layout->x, layout->y,
                                                                  (float) width / layout->scale,
                                                                  (float) height / layout->scale));
}

/* Far off the screen, floats lose whole pixels: cut to what can be seen. */
static graphene_rect_t
clip_rect (const ProfHeatmapLayout *layout, const ProfRect *rect)
{
  double left = MAX (rect->x, layout->x - 8);
  double right = MIN (rect->x + rect->width, layout->x + layout->width + 8);

  return GRAPHENE_RECT_INIT (left, rect->y, MAX (0, right - left), rect->height);
}

static void
draw_edges (ProfHeatmapView *self, GtkSnapshot *snapshot, const ProfHeatmapShape *shape,
            const GdkRGBA *color, double width)
{
  for (guint i = 0; i < shape->n_edges; i++)
    {
      graphene_rect_t rect = clip_rect (&self->layout, &shape->edges[i]);

      if (shape->edges[i].width > 0 && rect.size.width <= 0)
        continue;
      if (shape->edges[i].width == 0 &&
          (shape->edges[i].x < self->layout.x - 4 ||
           shape->edges[i].x > self->layout.x + self->layout.width + 4))
        continue;

      rect.origin.x -= width / 2;
      rect.origin.y -= width / 2;
      rect.size.width = MAX (rect.size.width, 0) + width;
      rect.size.height += width;
      gtk_snapshot_append_color (snapshot, color, &rect);
    }
}

static void
draw_selection (ProfHeatmapView *self, GtkSnapshot *snapshot, gint64 start, gint64 end)
{
  const ProfPaletteChrome *chrome = prof_palette_chrome (self->dark);
  GdkRGBA fill = prof_palette_to_rgba (chrome->accent, 0.2);
  GdkRGBA outline = prof_palette_to_rgba (chrome->accent, 1);
  ProfHeatmapShape shape;

  prof_heatmap_layout_shape (&self->layout, start, end, &shape);
  for (guint i = 0; i < shape.n_rects; i++)
    {
      graphene_rect_t rect = clip_rect (&self->layout, &shape.rects[i]);

      if (rect.size.width > 0)
        gtk_snapshot_append_color (snapshot, &fill, &rect);
    }

  draw_edges (self, snapshot, &shape, &outline, 2);
}

static void
draw_baseline (ProfHeatmapView *self, GtkSnapshot *snapshot)
{
  const ProfPaletteChrome *chrome = prof_palette_chrome (self->dark);
  GdkRGBA line = prof_palette_to_rgba (chrome->baseline, 0.45);
  GdkRGBA none = prof_palette_to_rgba (chrome->baseline, 0);
  GdkRGBA outline = prof_palette_to_rgba (chrome->baseline, 0.9);
  GskColorStop stops[] = { { 0, none }, { 0.75, none }, { 0.75, line }, { 1, line } };
  ProfHeatmapShape shape;

  prof_heatmap_layout_shape (&self->layout, self->baseline_start, self->baseline_end, &shape);
  for (guint i = 0; i < shape.n_rects; i++)
    {
      graphene_rect_t rect = clip_rect (&self->layout, &shape.rects[i]);

      /* All parts share the start of the pattern, so that the hatching goes on from one to the
       * next. */
      if (rect.size.width > 0)
        gtk_snapshot_append_repeating_linear_gradient (
            snapshot, &rect, &GRAPHENE_POINT_INIT (self->layout.x, self->layout.y),
            &GRAPHENE_POINT_INIT (self->layout.x + 4, self->layout.y + 4), stops,
            G_N_ELEMENTS (stops));
    }

  draw_edges (self, snapshot, &shape, &outline, 1);
}

static void
draw_border (GtkSnapshot *snapshot, const graphene_rect_t *rect, double grow, double width,
             const GdkRGBA *color)
{
  GskRoundedRect outline;
  float widths[4] = { width, width, width, width };
  GdkRGBA colors[4] = { *color, *color, *color, *color };

  gsk_rounded_rect_init_from_rect (
      &outline,
      &GRAPHENE_RECT_INIT (rect->origin.x - grow, rect->origin.y - grow,
                           rect->size.width + 2 * grow, rect->size.height + 2 * grow),
      0);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

static gboolean
visible_cell (ProfHeatmapView *self, gint64 time, graphene_rect_t *rect)
{
  const ProfHeatmapLayout *layout = &self->layout;
  ProfRect cell;
  gint64 column;
  guint row;

  prof_heatmap_layout_locate (layout, time, &column, &row);
  cell = prof_heatmap_layout_cell_rect (layout, column, row);
  if (cell.x + cell.width < layout->x || cell.x > layout->x + layout->width)
    return FALSE;

  *rect = GRAPHENE_RECT_INIT (cell.x, cell.y, cell.width, cell.height);
  return TRUE;
}

void
prof_heatmap_view_draw_overlays (ProfHeatmapView *self, GtkSnapshot *snapshot)
{
  const ProfHeatmapLayout *layout = &self->layout;
  const ProfPaletteChrome *chrome = prof_palette_chrome (self->dark);
  GdkRGBA ink = prof_palette_to_rgba (self->dark ? 0xffffffff : 0xff241f31, 0.9);
  GdkRGBA accent = prof_palette_to_rgba (chrome->accent, 1);
  GdkRGBA paper = prof_palette_to_rgba (chrome->background, 1);
  graphene_rect_t cell;
  gint64 start, end;

  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (layout->x - 2, layout->y - 2,
                                                         layout->width + 4, layout->height + 4));
  if (self->has_baseline)
    draw_baseline (self, snapshot);
  if (prof_heatmap_view_get_range (self, &start, &end))
    draw_selection (self, snapshot, start, end);
  if (self->has_hover && visible_cell (self, self->hover_start, &cell))
    draw_border (snapshot, &cell, 0, 1, &ink);
  if (self->has_cursor && prof_draw_focus_is_visible (&self->focus) &&
      visible_cell (self, self->cursor, &cell))
    {
      draw_border (snapshot, &cell, 3, 1, &paper);
      draw_border (snapshot, &cell, 2, 2, &accent);
      draw_border (snapshot, &cell, 0, 1, &paper);
    }
  gtk_snapshot_pop (snapshot);
}
