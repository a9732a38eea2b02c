/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/draw-surface.h"

static const cairo_user_data_key_t surface_key;

cairo_surface_t *
prof_draw_surface_new (int width, int height, ProfDrawTarget *target)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);

  cairo_surface_flush (surface);
  *target = (ProfDrawTarget) {
    .pixels = (guint32 *) (void *) cairo_image_surface_get_data (surface),
    .stride = cairo_image_surface_get_stride (surface) / (int) sizeof (guint32),
    .width = cairo_image_surface_get_width (surface),
    .height = cairo_image_surface_get_height (surface),
  };

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
