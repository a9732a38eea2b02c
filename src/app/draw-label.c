/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/draw-label.h"

#include <pango/pangocairo.h>
#include <string.h>

/* Longer texts than any screen shows are cut before they are rasterised. */
#define MAX_CHARACTERS 400
/* Fewer letters before an ellipsis say nothing. */
#define MIN_CLUSTERS 2
/* Masks are some 2 kB each. */
#define MAX_MASKS 6000

typedef struct {
  guint8 *coverage; /* height rows of stride bytes */
  int width;
  int height;
  int stride;
  int *cuts; /* right edge of each cluster, ascending: where the text may be cut */
  guint n_cuts;
} Mask;

struct _ProfDrawLabels {
  PangoLayout *layout;
  GHashTable *masks; /* text, or text and width → Mask */
  Mask *ellipsis;
  int height;
  int scale;
};

static void
mask_free (Mask *mask)
{
  g_free (mask->coverage);
  g_free (mask->cuts);
  g_free (mask);
}

static int
compare_ints (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

static void
find_cuts (ProfDrawLabels *self, Mask *mask)
{
  g_autoptr (GArray) cuts = g_array_new (FALSE, FALSE, sizeof (int));
  PangoLayoutIter *iter = pango_layout_get_iter (self->layout);

  do
    {
      PangoRectangle logical;
      int right;

      pango_layout_iter_get_cluster_extents (iter, NULL, &logical);
      right = PANGO_PIXELS_CEIL (MAX (logical.x, logical.x + logical.width));
      g_array_append_val (cuts, right);
    }
  while (pango_layout_iter_next_cluster (iter));

  pango_layout_iter_free (iter);
  qsort (cuts->data, cuts->len, sizeof (int), compare_ints);
  mask->n_cuts = cuts->len;
  mask->cuts = (int *) g_array_free (g_steal_pointer (&cuts), FALSE);
}

static gboolean
has_right_to_left (const char *text)
{
  for (const char *p = text; *p; p = g_utf8_next_char (p))
    {
      /* The right-to-left scripts, and the characters that turn the direction. */
      gunichar c = g_utf8_get_char (p);

      if (c == 0x200f || c == 0x202b || c == 0x202e || c == 0x2067 ||
          (c >= 0x0590 && c <= 0x08ff) || (c >= 0xfb1d && c <= 0xfefc) ||
          (c >= 0x10800 && c <= 0x10fff) || (c >= 0x1e800 && c <= 0x1efff))
        return TRUE;
    }

  return FALSE;
}

/* @width in device pixels, -1: as wide as the text is. */
static Mask *
mask_new (ProfDrawLabels *self, const char *text, int width)
{
  Mask *mask = g_new0 (Mask, 1);
  cairo_surface_t *surface;
  cairo_t *cr;
  const guint8 *data;
  int stride;
  int height;

  if (g_utf8_strlen (text, -1) > MAX_CHARACTERS)
    {
      g_autofree char *start = g_utf8_substring (text, 0, MAX_CHARACTERS);

      pango_layout_set_text (self->layout, start, -1);
    }
  else
    {
      pango_layout_set_text (self->layout, text, -1);
    }

  pango_layout_set_width (self->layout, width < 0 ? -1 : width * PANGO_SCALE);
  pango_layout_get_pixel_size (self->layout, &mask->width, &height);
  mask->height = self->height > 0 ? self->height : height;
  if (width < 0)
    find_cuts (self, mask);

  surface =
      cairo_image_surface_create (CAIRO_FORMAT_A8, MAX (mask->width, 1), MAX (mask->height, 1));
  cr = cairo_create (surface);
  pango_cairo_show_layout (cr, self->layout);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  data = cairo_image_surface_get_data (surface);
  stride = cairo_image_surface_get_stride (surface);
  mask->stride = mask->width;
  mask->coverage = g_malloc0 (MAX (1, (gsize) mask->width * mask->height));
  if (data != NULL)
    for (int y = 0; y < mask->height; y++)
      memcpy (mask->coverage + (gsize) y * mask->stride, data + (gsize) y * stride, mask->width);
  cairo_surface_destroy (surface);

  return mask;
}

static Mask *
get_mask (ProfDrawLabels *self, const char *text)
{
  Mask *mask = g_hash_table_lookup (self->masks, text);

  if (mask == NULL)
    {
      if (g_hash_table_size (self->masks) >= MAX_MASKS)
        g_hash_table_remove_all (self->masks);

      mask = mask_new (self, text, -1);
      g_hash_table_insert (self->masks, g_strdup (text), mask);
    }

  return mask;
}

ProfDrawLabels *
prof_draw_labels_new (PangoContext *context, const PangoFontDescription *font, int scale)
{
  ProfDrawLabels *self = g_new0 (ProfDrawLabels, 1);
  g_autoptr (PangoFontDescription) scaled = pango_font_description_copy (font);

  /* Masks are in device pixels: a larger font gives sharper text than a larger matrix. */
  if (pango_font_description_get_size_is_absolute (font))
    pango_font_description_set_absolute_size (
        scaled, (double) pango_font_description_get_size (font) * scale);
  else
    pango_font_description_set_size (scaled, pango_font_description_get_size (font) * scale);

  self->scale = scale;
  self->masks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) mask_free);
  self->layout = pango_layout_new (context);
  pango_layout_set_font_description (self->layout, scaled);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
  self->ellipsis = mask_new (self, "…", -1);
  self->height = self->ellipsis->height;

  return self;
}

void
prof_draw_labels_free (ProfDrawLabels *self)
{
  g_clear_object (&self->layout);
  g_clear_pointer (&self->masks, g_hash_table_unref);
  g_clear_pointer (&self->ellipsis, mask_free);
  g_free (self);
}

int
prof_draw_labels_get_height (ProfDrawLabels *self)
{
  return self->height;
}

int
prof_draw_labels_get_width (ProfDrawLabels *self, const char *text)
{
  return get_mask (self, text)->width;
}

static inline guint32
blend (guint32 under, ProfColor color, guint coverage)
{
  guint keep = 255 - coverage;
  /* Two channels at a time, rounded: (v + 128 + (v >> 8)) >> 8 is v / 255. */
  guint32 rb = (color & 0x00ff00ff) * coverage + (under & 0x00ff00ff) * keep + 0x00800080;
  guint32 ag =
      ((color >> 8) & 0x00ff00ff) * coverage + ((under >> 8) & 0x00ff00ff) * keep + 0x00800080;

  rb = ((rb + ((rb >> 8) & 0x00ff00ff)) >> 8) & 0x00ff00ff;
  ag = (ag + ((ag >> 8) & 0x00ff00ff)) & 0xff00ff00;

  return rb | ag;
}

static void
draw_mask (const Mask *mask, ProfDrawTarget *target, int x, int y, int width, ProfColor color)
{
  int first = MAX (0, -x);
  int end = MIN (MIN (width, mask->width), target->width - x);
  int top = MAX (0, -y);
  int bottom = MIN (mask->height, target->height - y);

  for (int row = top; row < bottom; row++)
    {
      const guint8 *coverage = mask->coverage + (gsize) row * mask->stride;
      guint32 *line = target->pixels + (gsize) (y + row) * target->stride;

      for (int i = first; i < end; i++)
        if (coverage[i])
          line[x + i] = blend (line[x + i], color, coverage[i]);
    }
}

/* Right-to-left text is cut at its left end, and shaping depends on the neighbours: Pango does it,
 * for each width anew. */
static int
draw_ellipsized (ProfDrawLabels *self, ProfDrawTarget *target, const char *text, int x, int y,
                 int max_width, ProfColor color)
{
  g_autofree char *key = g_strdup_printf ("%s\x1f%d", text, max_width);
  Mask *mask = g_hash_table_lookup (self->masks, key);

  if (mask == NULL)
    {
      if (g_hash_table_size (self->masks) >= MAX_MASKS)
        g_hash_table_remove_all (self->masks);

      mask = mask_new (self, text, max_width);
      g_hash_table_insert (self->masks, g_steal_pointer (&key), mask);
    }

  if (mask->width > max_width)
    return 0;

  draw_mask (mask, target, x, y, mask->width, color);
  return mask->width;
}

int
prof_draw_labels_draw (ProfDrawLabels *self, ProfDrawTarget *target, const char *text, int x, int y,
                       int max_width, ProfColor color)
{
  Mask *mask;
  int room = max_width - self->ellipsis->width;
  int cut = 0;

  if (max_width <= 0 || *text == '\0')
    return 0;

  mask = get_mask (self, text);
  if (mask->width <= max_width)
    {
      draw_mask (mask, target, x, y, mask->width, color);
      return mask->width;
    }

  if (has_right_to_left (text))
    return draw_ellipsized (self, target, text, x, y, max_width, color);

  for (guint i = 0; i < mask->n_cuts && mask->cuts[i] <= room; i++)
    cut = i + 1 >= MIN_CLUSTERS ? mask->cuts[i] : 0;

  if (cut == 0)
    return 0;

  draw_mask (mask, target, x, y, cut, color);
  draw_mask (self->ellipsis, target, x + cut, y, self->ellipsis->width, color);

  return cut + self->ellipsis->width;
}
