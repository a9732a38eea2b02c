/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/palette.h"

#include <math.h>

typedef struct {
  double at;
  ProfColor color;
} Stop;

static const Stop thermal_light[] = {
  { 0.0, 0xffc6d8f2 }, { 0.2, 0xff7ab5e1 }, { 0.4, 0xff6dbe8e },
  { 0.6, 0xfff5d156 }, { 0.8, 0xffef8b3c }, { 1.0, 0xffcc2a31 },
};

static const Stop thermal_dark[] = {
  { 0.0, 0xff2b3f70 }, { 0.2, 0xff277a9b }, { 0.4, 0xff46aa6e },
  { 0.6, 0xffecc944 }, { 0.8, 0xffee8833 }, { 1.0, 0xffdc3535 },
};

static const ProfPaletteChrome chrome_light = {
  .background = 0xfffafafb,
  .empty_cell = 0xfff0f1f4,
  .text = 0xff5e5c64,
  .accent = 0xff3584e4,
  .baseline = 0xff5e5c64,
};

static const ProfPaletteChrome chrome_dark = {
  .background = 0xff222226,
  .empty_cell = 0xff2b2b30,
  .text = 0xffb0afb4,
  .accent = 0xff78aeed,
  .baseline = 0xffc0bfbc,
};

/* The first shade is the one of legends. The hues are the same in light and dark: a stack type is
 * known by its colour. */
static const ProfColor kind_shades[PROF_N_FRAME_KINDS][PROF_PALETTE_N_SHADES] = {
  [PROF_FRAME_NATIVE] = { 0xff5e9bd8, 0xff5491ce, 0xff69a6e2 },
  [PROF_FRAME_KERNEL] = { 0xffd56a4a, 0xffce6343, 0xffe07858 },
  [PROF_FRAME_PYTHON] = { 0xffe5a50a, 0xffdb9a02, 0xffefb11c },
  [PROF_FRAME_JIT] = { 0xff57a773, 0xff4d9d69, 0xff63b47f },
  [PROF_FRAME_INLINED] = { 0xffa9c9ea, 0xff9dbfe3, 0xffb4d2f0 },
  [PROF_FRAME_TRUNCATED] = { 0xffa9a8b0, 0xffa9a8b0, 0xffa9a8b0 },
  [PROF_FRAME_UNKNOWN] = { 0xffa5a4ab, 0xff9a99a1, 0xffb0afb6 },
};

const ProfPaletteChrome *
prof_palette_chrome (gboolean dark)
{
  return dark ? &chrome_dark : &chrome_light;
}

static guint
channel (ProfColor color, guint shift)
{
  return (color >> shift) & 0xff;
}

ProfColor
prof_palette_mix (ProfColor under, ProfColor over, double share)
{
  ProfColor result = 0;

  for (guint shift = 0; shift < 32; shift += 8)
    {
      double value = channel (under, shift) * (1 - share) + channel (over, shift) * share;

      result |= (ProfColor) lrint (CLAMP (value, 0, 255)) << shift;
    }

  return result;
}

ProfColor
prof_palette_heat_level (ProfHeatPalette palette, gboolean dark, double level)
{
  const Stop *stops = dark ? thermal_dark : thermal_light;
  guint n_stops = dark ? G_N_ELEMENTS (thermal_dark) : G_N_ELEMENTS (thermal_light);

  level = CLAMP (level, 0, 1);

  for (guint i = 1; i < n_stops; i++)
    {
      if (level <= stops[i].at)
        return prof_palette_mix (stops[i - 1].color, stops[i].color,
                                 (level - stops[i - 1].at) / (stops[i].at - stops[i - 1].at));
    }

  return stops[n_stops - 1].color;
}

ProfColor
prof_palette_heat (ProfHeatPalette palette, ProfHeatScale scale, gboolean dark, guint64 count,
                   guint64 max)
{
  double level;

  if (count == 0)
    return prof_palette_chrome (dark)->empty_cell;

  if (max <= 1)
    return prof_palette_heat_level (palette, dark, count >= max ? 1 : 0);

  switch (scale)
    {
    case PROF_HEAT_SQUARE_ROOT:
      level = sqrt ((double) count / max);
      break;
    case PROF_HEAT_LOGARITHMIC:
      level = log1p (count) / log1p (max);
      break;
    case PROF_HEAT_LINEAR:
    default:
      level = (double) count / max;
      break;
    }

  return prof_palette_heat_level (palette, dark, level);
}

ProfColor
prof_palette_kind (ProfFrameKind kind, gboolean dark, guint shade)
{
  if ((guint) kind >= PROF_N_FRAME_KINDS)
    kind = PROF_FRAME_UNKNOWN;

  return kind_shades[kind][shade % PROF_PALETTE_N_SHADES];
}

ProfColor
prof_palette_kind_shade (ProfFrameKind kind, gboolean dark, guint32 hash)
{
  /* The low bits of string hashes are those of the last letters: mix in the rest. */
  hash ^= hash >> 16;
  hash *= 0x45d9f3bu;
  hash ^= hash >> 16;

  return prof_palette_kind (kind, dark, hash % PROF_PALETTE_N_SHADES);
}

ProfColor
prof_palette_group (guint level, gboolean dark)
{
  static const ProfColor light[] = { 0xffc8c8cf, 0xffb4b4bd, 0xffbebec6 };
  static const ProfColor night[] = { 0xff4a4a50, 0xff5d5d64, 0xff54545a };

  level = MIN (level, G_N_ELEMENTS (light) - 1);
  return dark ? night[level] : light[level];
}

ProfColor
prof_palette_match (gboolean dark)
{
  return dark ? 0xffa94fc0 : 0xffa347ba;
}

static double
luminance (ProfColor color)
{
  static const double share[3] = { 0.0722, 0.7152, 0.2126 }; /* blue, green, red */
  double sum = 0;

  for (guint i = 0; i < 3; i++)
    {
      double value = channel (color, i * 8) / 255.0;

      value = value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
      sum += value * share[i];
    }

  return sum;
}

double
prof_palette_contrast (ProfColor a, ProfColor b)
{
  double la = luminance (a);
  double lb = luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}

ProfColor
prof_palette_text_on (ProfColor background)
{
  static const ProfColor candidates[] = { 0xff101014, 0xffffffff, 0xff000000 };

  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    if (prof_palette_contrast (background, candidates[i]) >= 4.5)
      return candidates[i];

  /* Not reached: on every colour either black or white has a contrast of at least 4.58. */
  return 0xff000000;
}

GdkRGBA
prof_palette_to_rgba (ProfColor color, double alpha)
{
  return (GdkRGBA){
    .red = channel (color, 16) / 255.0f,
    .green = channel (color, 8) / 255.0f,
    .blue = channel (color, 0) / 255.0f,
    .alpha = (float) alpha,
  };
}
