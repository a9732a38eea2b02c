/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/maps-line-private.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>

#define DELETED " (deleted)"

static gboolean
parse_hex (char **cursor, char end, guint64 *value)
{
  char *start = *cursor;
  char *c = start;

  *value = 0;
  for (; g_ascii_isxdigit (*c); c++)
    *value = *value << 4 | (guint64) g_ascii_xdigit_value (*c);
  if (c == start || c - start > 16 || *c != end)
    return FALSE;
  *cursor = c + 1;
  return TRUE;
}

/* The kernel writes a newline in a name as \012, and nothing else in another way than it is. */
static void
unescape_newlines (char *text)
{
  char *to = strstr (text, "\\012");
  char *from = to;

  if (!to)
    return;
  while (*from)
    {
      if (strncmp (from, "\\012", 4) == 0)
        {
          *to++ = '\n';
          from += 4;
        }
      else
        {
          *to++ = *from++;
        }
    }
  *to = '\0';
}

gboolean
prof_maps_line_parse (char **cursor, ProfMapsLine *line)
{
  char *text = *cursor;
  char *end = strchr (text, '\n');
  guint64 major_number;
  guint64 minor_number;
  char *inode_end;

  if (end)
    *end = '\0';
  *cursor = end ? end + 1 : text + strlen (text);

  memset (line, 0, sizeof *line);
  if (!parse_hex (&text, '-', &line->start) || !parse_hex (&text, ' ', &line->end) ||
      line->end <= line->start)
    return FALSE;
  if (strlen (text) < 5 || text[4] != ' ')
    return FALSE;
  line->protection = (text[0] == 'r' ? PROT_READ : 0) | (text[1] == 'w' ? PROT_WRITE : 0) |
                     (text[2] == 'x' ? PROT_EXEC : 0);
  text += 5;
  if (!parse_hex (&text, ' ', &line->offset) || !parse_hex (&text, ':', &major_number) ||
      !parse_hex (&text, ' ', &minor_number))
    return FALSE;
  line->device = makedev ((guint) major_number, (guint) minor_number);
  line->inode = g_ascii_strtoull (text, &inode_end, 10);
  if (inode_end == text)
    return FALSE;

  line->path = inode_end + strspn (inode_end, " ");
  unescape_newlines (line->path);
  if (line->inode != 0 && g_str_has_suffix (line->path, DELETED))
    {
      line->path[strlen (line->path) - strlen (DELETED)] = '\0';
      line->deleted = TRUE;
    }
  return TRUE;
}
