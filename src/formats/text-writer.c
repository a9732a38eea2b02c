/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text-writer.h"

#include <string.h>

#define STEP (256u << 10)

void
prof_text_writer_init (ProfTextWriter *self, GOutputStream *out, GCancellable *cancellable)
{
  self->text = g_string_sized_new (STEP + STEP / 4);
  self->out = g_object_ref (out);
  self->cancellable = cancellable;
}

void
prof_text_writer_clear (ProfTextWriter *self)
{
  g_string_free (self->text, TRUE);
  g_clear_object (&self->out);
}

gboolean
prof_text_writer_finish (ProfTextWriter *self, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error) ||
      !g_output_stream_write_all (self->out, self->text->str, self->text->len, NULL,
                                  self->cancellable, error))
    return FALSE;
  g_string_truncate (self->text, 0);
  return TRUE;
}

gboolean
prof_text_writer_step (ProfTextWriter *self, GError **error)
{
  return self->text->len < STEP || prof_text_writer_finish (self, error);
}

void
prof_append_csv (GString *text, const char *field)
{
  if (strpbrk (field, ",\"\r\n") == NULL)
    {
      g_string_append (text, field);
      return;
    }
  g_string_append_c (text, '"');
  for (const char *c = field; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *c);
    }
  g_string_append_c (text, '"');
}

void
prof_append_json (GString *text, const char *string)
{
  g_string_append_c (text, '"');
  for (const char *c = string; *c != '\0'; c++)
    {
      if (*c == '"' || *c == '\\')
        {
          g_string_append_c (text, '\\');
          g_string_append_c (text, *c);
        }
      else if (*c == '\n')
        g_string_append (text, "\\n");
      else if ((guchar) *c < 0x20)
        g_string_append_printf (text, "\\u%04x", (guint) *c);
      else
        g_string_append_c (text, *c);
    }
  g_string_append_c (text, '"');
}

void
prof_append_uint (GString *text, guint64 value)
{
  char digits[20];
  guint at = sizeof digits;

  do
    digits[--at] = '0' + value % 10;
  while ((value /= 10) > 0);
  g_string_append_len (text, digits + at, sizeof digits - at);
}

void
prof_append_int (GString *text, gint64 value)
{
  if (value < 0)
    g_string_append_c (text, '-');
  prof_append_uint (text, value < 0 ? -(guint64) value : (guint64) value);
}

void
prof_append_double (GString *text, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint precision = 6; precision <= 17; precision += precision < 15 ? 3 : 2)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%ug", precision);
      g_ascii_formatd (digits, sizeof digits, format, value);
      if (g_ascii_strtod (digits, NULL) == value)
        break;
    }
  g_string_append (text, digits);
}
