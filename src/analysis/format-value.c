/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/format-value.h"

#include <math.h>

#define US G_GUINT64_CONSTANT (1000)
#define MS (1000 * US)
#define SECOND (1000 * MS)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)

static guint64
divide_rounded (guint64 value, guint64 by)
{
  return value / by + (value % by >= by - by / 2);
}

/* @value / @unit with three digits, "3.42", "34.2" or "342"; an exact whole number without
 * decimals. NULL if it would round to 1000 or more. Integers only, so that what is shown is rounded
 * once and the decimal point is the same everywhere. */
static char *
three_digits (guint64 value, guint64 unit)
{
  guint64 decimals = 100;

  if (value % unit == 0 && value / unit < 1000)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, value / unit);

  for (guint places = 2; places > 0; places--, decimals /= 10)
    {
      /* unit is a power of ten of at least 1000, so this is exact. */
      guint64 digits = divide_rounded (value, unit / decimals);

      if (digits < 1000)
        return g_strdup_printf ("%" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT, digits / decimals,
                                places, digits % decimals);
    }
  value = divide_rounded (value, unit);
  return value < 1000 ? g_strdup_printf ("%" G_GUINT64_FORMAT, value) : NULL;
}

/* "<large> <name> <small> <name>", the small of two digits. */
static char *
two_units (guint64 ns, guint64 large, const char *large_name, guint64 small, const char *small_name)
{
  guint64 n = divide_rounded (ns, small);
  guint64 per = large / small;

  if (ns % large == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " %s", ns / large, large_name);
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %s %02" G_GUINT64_FORMAT " %s", n / per,
                          large_name, n % per, small_name);
}

static char *
format_duration (guint64 ns)
{
  static const struct {
    guint64 unit;
    const char *name;
  } units[] = { { US, "µs" }, { MS, "ms" }, { SECOND, "s" } };

  if (ns < 1000)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " ns", ns);
  /* What rounds up to 60 of a unit is 1 of the next. */
  if (ns >= DAY - MINUTE / 2)
    return two_units (ns, DAY, "d", HOUR, "h");
  if (ns >= HOUR - SECOND / 2)
    return two_units (ns, HOUR, "h", MINUTE, "min");
  if (ns >= MINUTE - SECOND / 20)
    return two_units (ns, MINUTE, "min", SECOND, "s");

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *digits = three_digits (ns, units[i].unit);

      if (digits)
        return g_strdup_printf ("%s %s", digits, units[i].name);
    }
  g_assert_not_reached ();
}

char *
prof_format_duration (gint64 ns)
{
  g_autofree char *text = NULL;

  if (ns >= 0)
    return format_duration (ns);
  text = format_duration (-(guint64) ns);
  return g_strdup_printf ("−%s", text);
}

char *
prof_format_time (gint64 ns, gint64 resolution_ns)
{
  guint64 magnitude = ns < 0 ? -(guint64) ns : (guint64) ns;
  guint64 unit = SECOND; /* of the last digit shown */
  guint places = 0;
  guint64 seconds, fraction;
  g_autofree char *decimals = NULL;
  const char *sign;

  while (places < 9 && unit > (guint64) MAX (resolution_ns, 1))
    {
      unit /= 10;
      places++;
    }
  magnitude = divide_rounded (magnitude, unit);
  seconds = magnitude / (SECOND / unit);
  fraction = magnitude % (SECOND / unit);
  sign = ns < 0 && magnitude > 0 ? "−" : "";
  decimals = places ? g_strdup_printf (".%0*" G_GUINT64_FORMAT, places, fraction) : g_strdup ("");

  if (seconds < 60)
    return g_strdup_printf ("%s%" G_GUINT64_FORMAT "%s s", sign, seconds, decimals);
  if (seconds < 3600)
    return g_strdup_printf ("%s%" G_GUINT64_FORMAT ":%02u%s", sign, seconds / 60,
                            (guint) (seconds % 60), decimals);
  return g_strdup_printf ("%s%" G_GUINT64_FORMAT ":%02u:%02u%s", sign, seconds / 3600,
                          (guint) (seconds / 60 % 60), (guint) (seconds % 60), decimals);
}

char *
prof_format_share (double share)
{
  gint64 thousandths;

  if (!isfinite (share) || fabs (share) > 1e9)
    return g_strdup ("–");
  if (share == 0)
    return g_strdup ("0 %");
  if (share < 0)
    {
      g_autofree char *text = prof_format_share (-share);

      return g_strdup_printf ("−%s", text);
    }
  thousandths = llround (share * 1000);
  if (thousandths == 0)
    return g_strdup ("< 0.1 %");
  if (thousandths == 1000 && share < 1)
    return g_strdup ("> 99.9 %");
  if (share == 1)
    return g_strdup ("100 %");
  return g_strdup_printf ("%" G_GINT64_FORMAT ".%d %%", thousandths / 10, (int) (thousandths % 10));
}

char *
prof_format_count (guint64 count)
{
  char buffer[32];
  guint at = sizeof buffer - 1;
  guint digits = 0;

  buffer[at] = '\0';
  do
    {
      if (digits > 0 && digits % 3 == 0)
        buffer[--at] = ',';
      buffer[--at] = '0' + count % 10;
      count /= 10;
      digits++;
    }
  while (count > 0);
  return g_strdup (buffer + at);
}

/* "12.4 kB", "1.24 M cycles": with the prefix that leaves fewer than four digits. */
static char *
with_prefix (guint64 value, const char *const *suffixes)
{
  guint64 unit = 1000;

  for (guint i = 0; i < 6; i++, unit *= 1000)
    {
      g_autofree char *digits = three_digits (value, unit);

      if (digits)
        return g_strdup_printf ("%s %s", digits, suffixes[i]);
    }
  g_assert_not_reached ();
}

static guint64
nanoseconds_per (const char *unit)
{
  static const struct {
    const char *name;
    guint64 ns;
  } units[] = {
    { "ns", 1 }, { "us", US }, { "µs", US }, { "μs", US }, { "ms", MS }, { "s", SECOND }
  };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (unit, units[i].name))
      return units[i].ns;
  return 0;
}

char *
prof_format_weight (guint64 weight, const char *unit)
{
  static const char *const bytes[] = { "kB", "MB", "GB", "TB", "PB", "EB" };
  static const char *const plain[] = { "k", "M", "G", "T", "P", "E" };
  guint64 ns = unit ? nanoseconds_per (unit) : 0;
  g_autofree char *number = NULL;

  if (ns > 0 && weight <= G_MAXINT64 / ns)
    return prof_format_duration (weight * ns);
  if (unit &&
      (g_str_equal (unit, "bytes") || g_str_equal (unit, "byte") || g_str_equal (unit, "B")))
    return weight < 1000 ? g_strdup_printf ("%" G_GUINT64_FORMAT " B", weight)
                         : with_prefix (weight, bytes);

  number = weight < 1000000 ? prof_format_count (weight) : with_prefix (weight, plain);
  return unit && *unit ? g_strdup_printf ("%s %s", number, unit) : g_steal_pointer (&number);
}
