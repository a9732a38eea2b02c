/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gdk/gdk.h>

#include "profile/frame-kind.h"

G_BEGIN_DECLS

/* The colours of the drawings. A ProfColor is 0xAARRGGBB, premultiplied, the pixel format of a
 * cairo image surface; all colours here are opaque. */
typedef guint32 ProfColor;

typedef enum {
  PROF_HEAT_THERMAL,
} ProfHeatPalette;

typedef enum {
  PROF_HEAT_LINEAR,
  PROF_HEAT_SQUARE_ROOT,
  PROF_HEAT_LOGARITHMIC,
} ProfHeatScale;

/* Colours that do not stand for data. */
typedef struct {
  ProfColor background; /* behind the drawing, the view's background */
  ProfColor empty_cell; /* a cell without samples: distinct from one sample */
  ProfColor text;       /* axes */
  ProfColor accent;     /* selection, hover, focus */
  ProfColor baseline;
} ProfPaletteChrome;

const ProfPaletteChrome *prof_palette_chrome (gboolean dark);

/* The colour of @count of at most @max samples; @count 0 is the empty cell. */
ProfColor prof_palette_heat (ProfHeatPalette palette, ProfHeatScale scale, gboolean dark,
                             guint64 count, guint64 max);
/* The colour at @level, 0 to 1, of the scale: for legends. */
ProfColor prof_palette_heat_level (ProfHeatPalette palette, gboolean dark, double level);

/* The colour of a stack type: as in legends (@shade 0), or one of the shades that tell neighbours
 * apart, chosen by any @shade, for example a hash of the name. */
#define PROF_PALETTE_N_SHADES 3
ProfColor prof_palette_kind (ProfFrameKind kind, gboolean dark, guint shade);
ProfColor prof_palette_kind_shade (ProfFrameKind kind, gboolean dark, guint32 hash);
/* Boxes that are no functions: everything, a process, a thread. @level 0, 1, 2. */
ProfColor prof_palette_group (guint level, gboolean dark);
/* A box that matches the search. */
ProfColor prof_palette_match (gboolean dark);

/* Black or white text, whichever can be read on @background: contrast at least 4.5. */
ProfColor prof_palette_text_on (ProfColor background);
/* @share 0 to 1 of @over on @under. */
ProfColor prof_palette_mix (ProfColor under, ProfColor over, double share);
/* WCAG 2 contrast ratio, 1 to 21. */
double prof_palette_contrast (ProfColor a, ProfColor b);

GdkRGBA prof_palette_to_rgba (ProfColor color, double alpha);

G_END_DECLS
