/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/draw-surface.h"

#include <string.h>

static const cairo_user_data_key_t surface_key;

void
prof_draw_pool_clear (ProfDrawPool *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->surfaces); i++)
    g_clear_pointer (&self->surfaces[i], cairo_surface_destroy);
}

/* A node that shows a surface holds a reference to it until it ends. */
static gboolean
is_free (cairo_surface_t *surface)
{
  return cairo_surface_get_reference_count (surface) == 1;
}

static gboolean
has_size (cairo_surface_t *surface, int width, int height)
{
  return cairo_image_surface_get_width (surface) == width &&
         cairo_image_surface_get_height (surface) == height;
}

cairo_surface_t *
prof_draw_pool_take (ProfDrawPool *self, int width, int height, ProfDrawTarget *target)
{
  cairo_surface_t *surface = NULL;
  gboolean used = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (self->surfaces); i++)
    {
      cairo_surface_t **place = &self->surfaces[i];

      if (*place != NULL && !has_size (*place, width, height))
        g_clear_pointer (place, cairo_surface_destroy);
      if (surface == NULL && *place != NULL && is_free (*place))
        {
          surface = cairo_surface_reference (*place);
          used = TRUE;
        }
    }

  if (surface == NULL)
    {
      surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
      for (guint i = 0; i < G_N_ELEMENTS (self->surfaces); i++)
        if (self->surfaces[i] == NULL)
          {
            self->surfaces[i] = cairo_surface_reference (surface);
            break;
          }
    }

  cairo_surface_flush (surface);
  *target = (ProfDrawTarget){
    .pixels = (guint32 *) (void *) cairo_image_surface_get_data (surface),
    .stride = cairo_image_surface_get_stride (surface) / (int) sizeof (guint32),
    .width = cairo_image_surface_get_width (surface),
    .height = cairo_image_surface_get_height (surface),
  };
  if (used)
    memset (target->pixels, 0, (gsize) target->stride * target->height * sizeof (guint32));

  return surface;
}

GskRenderNode *
prof_draw_surface_to_node (cairo_surface_t *surface, const graphene_rect_t *bounds)
{
  GskRenderNode *node = gsk_cairo_node_new (bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_surface_mark_dirty (surface);
  cairo_surface_set_device_scale (surface,
                                  cairo_image_surface_get_width (surface) / bounds->size.width,
                                  cairo_image_surface_get_height (surface) / bounds->size.height);
  cairo_set_source_surface (cr, surface, bounds->origin.x, bounds->origin.y);
  /* At its own size, pixel for pixel. */
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  /* If the surface ended before the node's recording, cairo would copy its pixels. */
  cairo_surface_set_user_data (cairo_get_target (cr), &surface_key, surface,
                               (cairo_destroy_func_t) cairo_surface_destroy);
  cairo_destroy (cr);

  return node;
}
