/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/folded-line-private.h"

#include <string.h>

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

gboolean
prof_folded_next_line (const char **text, const char *end, const char **line, gsize *length)
{
  const char *stop;

  if (*text >= end)
    return FALSE;
  stop = memchr (*text, '\n', end - *text);
  if (stop == NULL)
    stop = end;
  *line = *text;
  *length = stop - *text;
  *text = stop < end ? stop + 1 : end;
  while (*length > 0 && is_blank ((*line)[*length - 1]))
    *length -= 1;
  return TRUE;
}

static gboolean
parse_exponent (const char *text, gsize length, gint *exponent)
{
  gboolean negative = FALSE;
  gint value = 0;

  if (length > 0 && (*text == '+' || *text == '-'))
    {
      negative = *text == '-';
      text++;
      length--;
    }
  if (length == 0 || length > 4)
    return FALSE;
  for (; length > 0; text++, length--)
    {
      if (!g_ascii_isdigit (*text))
        return FALSE;
      value = value * 10 + (*text - '0');
    }
  *exponent = negative ? -value : value;
  return TRUE;
}

gboolean
prof_folded_parse_number (const char *text, gsize length, ProfFoldedNumber *number)
{
  const char *end = text + length;
  guint64 digits = 0;
  gint exponent = 0;
  gint power = 0; /* the value is digits × 10^power */
  guint n_digits = 0;
  gboolean after_point = FALSE;

  if (text < end && *text == '+')
    text++;
  for (; text < end && (g_ascii_isdigit (*text) || (*text == '.' && !after_point)); text++)
    {
      if (*text == '.')
        {
          after_point = TRUE;
          continue;
        }
      n_digits++;
      if (digits > (G_MAXUINT64 - (guint64) (*text - '0')) / 10)
        {
          /* More decimals than a number can keep are let go; more digits before the point are not. */
          if (!after_point)
            return FALSE;
          continue;
        }
      digits = digits * 10 + (*text - '0');
      power -= after_point;
    }
  if (n_digits == 0)
    return FALSE;
  if (text < end && (*text == 'e' || *text == 'E'))
    {
      if (!parse_exponent (text + 1, end - text - 1, &exponent))
        return FALSE;
      text = end;
    }
  if (text < end)
    return FALSE;

  power += exponent;
  while (power < 0 && digits % 10 == 0 && digits > 0)
    {
      digits /= 10;
      power++;
    }
  if (digits == 0)
    power = 0;
  for (; power < -PROF_FOLDED_MAX_DECIMALS; power++)
    digits /= 10;
  for (; power > 0; power--)
    {
      if (digits > G_MAXUINT64 / 10)
        return FALSE;
      digits *= 10;
    }
  number->digits = digits;
  number->decimals = digits == 0 ? 0 : -power;
  return TRUE;
}

guint64
prof_folded_scale (ProfFoldedNumber number, guint decimals)
{
  guint64 value = number.digits;

  for (guint i = number.decimals; i < decimals; i++)
    {
      if (value > G_MAXUINT64 / 10)
        return G_MAXUINT64;
      value *= 10;
    }
  return value;
}

/* Takes the last word off @line if it is a number and something is left before it. */
static gboolean
take_number (const char *line, gsize *length, ProfFoldedNumber *number)
{
  gsize begin = *length;
  gsize end;

  while (begin > 0 && !is_blank (line[begin - 1]))
    begin--;
  end = begin;
  while (end > 0 && is_blank (line[end - 1]))
    end--;
  if (end == 0 || !prof_folded_parse_number (line + begin, *length - begin, number))
    return FALSE;
  *length = end;
  return TRUE;
}

gboolean
prof_folded_parse_line (const char *line, gsize length, ProfFoldedLine *parsed)
{
  gsize left = length;

  if (!take_number (line, &left, &parsed->weight))
    return FALSE;
  parsed->stack = line;
  parsed->stack_length = left;
  parsed->has_before = take_number (line, &left, &parsed->before);
  parsed->first_stack = line;
  parsed->first_stack_length = left;
  return TRUE;
}
