/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/draw-label.h"

G_BEGIN_DECLS

/**
 * ProfDrawPool:
 *
 * Surfaces to draw on, used again when the frames that show them are gone: fresh memory for each
 * frame of an animation would cost more than the drawing. All 0 is empty.
 */
typedef struct {
  cairo_surface_t *surfaces[3]; /* shown, shown before, being drawn */
} ProfDrawPool;

void prof_draw_pool_clear (ProfDrawPool *self);

/**
 * prof_draw_pool_take:
 * @target: (out): where to draw, all transparent
 *
 * Returns: (transfer full): an image surface of so many pixels
 */
cairo_surface_t *prof_draw_pool_take (ProfDrawPool *self, int width, int height,
                                      ProfDrawTarget *target);

/**
 * prof_draw_surface_to_node:
 * @surface: (transfer full): drawn
 * @bounds: where in the widget; the surface fills it
 *
 * A drawing to be kept, and shown as often as a frame is drawn. A cairo node: the software renderer
 * paints it ten times faster than a texture, which it first copies, and the others make a texture
 * of it once for as long as the node is kept.
 *
 * Returns: (transfer full)
 */
GskRenderNode *prof_draw_surface_to_node (cairo_surface_t *surface, const graphene_rect_t *bounds);

G_END_DECLS
