/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/query.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
#define NS_PER_DAY (86400 * NS_PER_S)
/* 250 years: nothing added to it below can overflow. */
#define MAX_SECONDS G_GINT64_CONSTANT (7889400000)

/* Digits at *@text, at most @max; steps over them. Decimal by hand, so that a bound typed as 3.42
 * is exactly 3,420,000,000 ns and half-open ranges meet without a gap. */
static gboolean
parse_digits (const char **text, gint64 max, gint64 *value)
{
  const char *at = *text;

  if (!g_ascii_isdigit (*at))
    return FALSE;
  for (*value = 0; g_ascii_isdigit (*at); at++)
    {
      *value = *value * 10 + (*at - '0');
      if (*value > max)
        return FALSE;
    }
  *text = at;
  return TRUE;
}

/* An optional fraction of a second in ns; digits past the ninth are dropped. */
static gboolean
parse_fraction (const char **text, gint64 *ns)
{
  const char *at = *text;
  gint64 unit = NS_PER_S / 10;

  *ns = 0;
  if (*at != '.')
    return TRUE;
  at++;
  if (!g_ascii_isdigit (*at))
    return FALSE;
  for (; g_ascii_isdigit (*at); at++, unit /= 10)
    *ns += (*at - '0') * unit;
  *text = at;
  return TRUE;
}

static gboolean
parse_seconds (const char *text, gint64 *time)
{
  gint64 seconds, fraction;
  gboolean negative = *text == '-';

  if (negative)
    text++;
  if (!parse_digits (&text, MAX_SECONDS, &seconds) || !parse_fraction (&text, &fraction))
    return FALSE;
  if (*text == ' ')
    text++;
  if (*text == 's')
    text++;
  *time = seconds * NS_PER_S + fraction;
  if (negative)
    *time = -*time;
  return *text == '\0';
}

static gboolean
parse_clock (const char *text, gint64 *hour, gint64 *minute, gint64 *second, gint64 *fraction)
{
  return parse_digits (&text, 23, hour) && *text++ == ':' && parse_digits (&text, 59, minute) &&
         *text++ == ':' && parse_digits (&text, 59, second) && parse_fraction (&text, fraction) &&
         *text == '\0';
}

/* The wall clock time ns since the epoch, of the @day-th day after the one of @start_wall. */
static gboolean
clock_on_day (gint64 start_wall, gint days, gint64 hour, gint64 minute, gint64 second,
              gint64 *wall_s)
{
  g_autoptr (GDateTime) start = g_date_time_new_from_unix_local (start_wall / NS_PER_S);
  g_autoptr (GDateTime) day = start ? g_date_time_add_days (start, days) : NULL;
  g_autoptr (GDateTime) clock = NULL;

  if (!day)
    return FALSE;
  clock = g_date_time_new_local (g_date_time_get_year (day), g_date_time_get_month (day),
                                 g_date_time_get_day_of_month (day), hour, minute, second);
  if (!clock)
    return FALSE;
  *wall_s = g_date_time_to_unix (clock);
  return TRUE;
}

gboolean
prof_parse_time (const char *text, const ProfSnapshot *snapshot, gint64 *time, GError **error)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  gint64 hour, minute, second, fraction, wall_s;
  gint64 start_wall;

  if (parse_seconds (trimmed, time))
    return TRUE;

  if (!parse_clock (trimmed, &hour, &minute, &second, &fraction))
    {
      g_set_error (
          error, PROF_QUERY_ERROR, PROF_QUERY_ERROR_TIME,
          "“%s” is not a time: give seconds from the start, such as 12.5, or a time of day "
          "such as 14:03:20",
          text);
      return FALSE;
    }

  start_wall = snapshot ? prof_snapshot_get_start_wall (snapshot) : 0;
  if (start_wall <= 0)
    {
      g_set_error (
          error, PROF_QUERY_ERROR, PROF_QUERY_ERROR_TIME,
          "“%s” is a time of day, but this profile does not say when it began: give seconds "
          "from its start",
          text);
      return FALSE;
    }

  for (gint days = 0;; days++)
    {
      if (!clock_on_day (start_wall, days, hour, minute, second, &wall_s))
        {
          g_set_error (error, PROF_QUERY_ERROR, PROF_QUERY_ERROR_TIME,
                       "“%s” is no time of the day on which this profile began", text);
          return FALSE;
        }
      *time = (wall_s - start_wall / NS_PER_S) * NS_PER_S - start_wall % NS_PER_S + fraction;
      if (*time >= 0 || snapshot->end_time <= *time + NS_PER_DAY)
        return TRUE;
    }
}
