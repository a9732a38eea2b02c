/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pango/pango.h>

#include "app/palette.h"

G_BEGIN_DECLS

/* Pixels being drawn: premultiplied, 0xAARRGGBB in native byte order (CAIRO_FORMAT_ARGB32). */
typedef struct {
  guint32 *pixels;
  int stride; /* pixels from one line to the next */
  int width;
  int height;
} ProfDrawTarget;

/**
 * ProfDrawLabels:
 *
 * Draws many short texts fast: each distinct text is laid out and rasterised once, to a mask that is
 * then blended into the target with any colour. A text too long for its place ends in an ellipsis,
 * cut between characters as the reader sees them (grapheme clusters).
 */
typedef struct _ProfDrawLabels ProfDrawLabels;

/* For a font at @scale device pixels per pixel. */
ProfDrawLabels *prof_draw_labels_new (PangoContext *context, const PangoFontDescription *font,
                                      int scale);
void prof_draw_labels_free (ProfDrawLabels *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfDrawLabels, prof_draw_labels_free)

/* Height of a line and width of @text, in device pixels. */
int prof_draw_labels_get_height (ProfDrawLabels *self);
int prof_draw_labels_get_width (ProfDrawLabels *self, const char *text);

/**
 * prof_draw_labels_draw:
 * @x: left edge, device pixels; may be negative
 * @y: top of the line
 * @max_width: device pixels
 *
 * Draws @text, or as much of it as fits with an ellipsis.
 *
 * Returns: the width taken: 0 if not even two characters and the ellipsis fit
 */
int prof_draw_labels_draw (ProfDrawLabels *self, ProfDrawTarget *target, const char *text, int x,
                           int y, int max_width, ProfColor color);

G_END_DECLS
