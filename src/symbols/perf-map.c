/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/perf-map-private.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/module.h"

/* A map of more bytes is a mistake; its rest is not read. */
#define MAX_SIZE (1ll << 30)
/* Look through at most so many new lines one by one before they are sorted in. */
#define MIN_RECENT 256

struct _ProfPerfMap {
  char *path;
  GArray *sorted; /* ProfPerfMapRange, by start; no two overlap */
  GArray *recent; /* likewise, as they came */
  GStringChunk *names;
  gint64 n_read; /* bytes of the file */
  guint64 device;
  guint64 inode;
};

ProfPerfMap *
prof_perf_map_new (const char *path)
{
  ProfPerfMap *self = g_new0 (ProfPerfMap, 1);

  self->path = g_strdup (path);
  self->sorted = g_array_new (FALSE, FALSE, sizeof (ProfPerfMapRange));
  self->recent = g_array_new (FALSE, FALSE, sizeof (ProfPerfMapRange));
  self->names = g_string_chunk_new (4096);
  return self;
}

void
prof_perf_map_free (ProfPerfMap *self)
{
  if (!self)
    return;
  g_free (self->path);
  g_array_unref (self->sorted);
  g_array_unref (self->recent);
  g_string_chunk_free (self->names);
  g_free (self);
}

/* Both sorted without overlaps, and so is @out: all of @newer, and of @older what it leaves. */
static void
overlay (const ProfPerfMapRange *older, gsize n_older, const ProfPerfMapRange *newer, gsize n_newer,
         GArray *out)
{
  ProfPerfMapRange rest = { 0 };
  gsize i = 0;
  gsize j = 0;

  if (n_older > 0)
    rest = older[0];
  while (i < n_older || j < n_newer)
    {
      if (j == n_newer || (i < n_older && rest.end <= newer[j].start))
        {
          g_array_append_val (out, rest);
          i++;
          if (i < n_older)
            rest = older[i];
        }
      else if (i == n_older || newer[j].end <= rest.start)
        {
          g_array_append_vals (out, &newer[j], 1);
          j++;
        }
      else
        {
          if (rest.start < newer[j].start)
            {
              ProfPerfMapRange left = rest;

              left.end = newer[j].start;
              g_array_append_val (out, left);
            }
          if (rest.end > newer[j].end)
            {
              rest.start = newer[j].end;
            }
          else
            {
              i++;
              if (i < n_older)
                rest = older[i];
            }
        }
    }
}

/* The recent lines become one list without overlaps, in rounds: pairs of neighbouring runs, of
 * which the second is newer, become one run. */
static GArray *
sort_recent (ProfPerfMap *self)
{
  GArray *from = g_array_ref (self->recent);
  GArray *run_ends = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 1; i <= from->len; i++)
    g_array_append_val (run_ends, i);
  while (run_ends->len > 1)
    {
      GArray *to = g_array_sized_new (FALSE, FALSE, sizeof (ProfPerfMapRange), from->len);
      const ProfPerfMapRange *ranges = (const ProfPerfMapRange *) (gpointer) from->data;
      guint n_runs = 0;
      guint start = 0;

      for (guint run = 0; run < run_ends->len; run += 2)
        {
          guint middle = g_array_index (run_ends, guint, run);
          guint end = g_array_index (run_ends, guint, MIN (run + 1, run_ends->len - 1));

          overlay (ranges + start, middle - start, ranges + middle, end - middle, to);
          g_array_index (run_ends, guint, n_runs++) = to->len;
          start = end;
        }
      g_array_set_size (run_ends, n_runs);
      g_array_unref (from);
      from = to;
    }
  g_array_unref (run_ends);
  return from;
}

static void
merge_recent (ProfPerfMap *self)
{
  GArray *newer = sort_recent (self);
  GArray *merged =
      g_array_sized_new (FALSE, FALSE, sizeof (ProfPerfMapRange), self->sorted->len + newer->len);

  overlay ((const ProfPerfMapRange *) (gpointer) self->sorted->data, self->sorted->len,
           (const ProfPerfMapRange *) (gpointer) newer->data, newer->len, merged);
  g_array_unref (newer);
  g_array_unref (self->sorted);
  self->sorted = merged;
  g_array_set_size (self->recent, 0);
}

static gboolean
parse_hex (char **cursor, guint64 *value)
{
  char *c = *cursor;
  char *start;

  if (c[0] == '0' && (c[1] == 'x' || c[1] == 'X'))
    c += 2;
  *value = 0;
  for (start = c; g_ascii_isxdigit (*c); c++)
    *value = *value << 4 | (guint64) g_ascii_xdigit_value (*c);
  if (c == start || c - start > 16 || *c != ' ')
    return FALSE;
  *cursor = c + 1;
  return TRUE;
}

static void
add_line (ProfPerfMap *self, char *line)
{
  ProfPerfMapRange range = { .value = PROF_PERF_MAP_NO_VALUE };
  guint64 size;

  if (!parse_hex (&line, &range.start) || !parse_hex (&line, &size) || !line[0])
    return;
  range.end = range.start + size;
  /* Some write code without a size: its first byte is all that is sure. */
  if (size == 0)
    range.end = range.start + 1;
  if (range.end <= range.start)
    return;
  range.name = g_string_chunk_insert (self->names, line);
  g_array_append_val (self->recent, range);
}

/* Whole lines only: the last may still be being written. */
static gboolean
read_lines (ProfPerfMap *self, int fd, gint64 size)
{
  gsize wanted = MIN (size, MAX_SIZE) - self->n_read;
  g_autofree char *text = g_try_malloc (wanted + 1);
  gsize n = 0;
  char *line = text;
  char *end;

  if (!text)
    return FALSE;
  while (n < wanted)
    {
      ssize_t got = pread (fd, text + n, wanted - n, self->n_read + n);

      if (got <= 0)
        break;
      n += got;
    }
  text[n] = '\0';
  while ((end = memchr (line, '\n', text + n - line)))
    {
      *end = '\0';
      add_line (self, line);
      line = end + 1;
    }
  self->n_read += line - text;
  return line > text;
}

gboolean
prof_perf_map_update (ProfPerfMap *self, gint64 not_before)
{
  gboolean changed = FALSE;
  struct stat attributes;
  int fd;

  if (stat (self->path, &attributes) != 0 || attributes.st_mtime < not_before ||
      (attributes.st_size == self->n_read && attributes.st_ino == self->inode))
    return FALSE;
  fd = prof_open_regular (self->path);
  if (fd < 0)
    return FALSE;
  if (fstat (fd, &attributes) == 0)
    {
      if (attributes.st_dev != self->device || attributes.st_ino != self->inode ||
          attributes.st_size < self->n_read)
        {
          g_array_set_size (self->sorted, 0);
          g_array_set_size (self->recent, 0);
          g_string_chunk_clear (self->names);
          self->n_read = 0;
          self->device = attributes.st_dev;
          self->inode = attributes.st_ino;
        }
      if (attributes.st_size > self->n_read && self->n_read < MAX_SIZE)
        changed = read_lines (self, fd, attributes.st_size);
    }
  close (fd);
  /* Sorting in again costs all that is there: do it for an eighth of that. */
  if (self->recent->len > MAX (MIN_RECENT, self->sorted->len / 8))
    merge_recent (self);
  return changed;
}

ProfPerfMapRange *
prof_perf_map_find (ProfPerfMap *self, guint64 address)
{
  guint low = 0;
  guint high = self->sorted->len;

  for (guint i = self->recent->len; i > 0; i--)
    {
      ProfPerfMapRange *range = &g_array_index (self->recent, ProfPerfMapRange, i - 1);

      if (range->start <= address && address < range->end)
        return range;
    }
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->sorted, ProfPerfMapRange, middle).end <= address)
        low = middle + 1;
      else
        high = middle;
    }
  if (low < self->sorted->len &&
      g_array_index (self->sorted, ProfPerfMapRange, low).start <= address)
    return &g_array_index (self->sorted, ProfPerfMapRange, low);
  return NULL;
}
