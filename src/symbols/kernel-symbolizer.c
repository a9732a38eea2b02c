/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "symbols/symbol-table-private.h"
#include "symbols/symbolizer-private.h"

#define CORE "[kernel]"
#define PAGE_SIZE 4096ull
#define CHUNK_SIZE (16 * 1024) /* the kernel gives at most a page in one read */
#define HUGE_PAGE (2 * 1024 * 1024)
/* More than most kernels need. Memory that is never written to costs nothing, moving does. */
#define TYPICAL_ROWS (2 * HUGE_PAGE)
#define TYPICAL_NAMES (4 * HUGE_PAGE)

/* Of several symbols at one address the one of least rank stays. */
typedef enum {
  RANK_GLOBAL,
  RANK_WEAK,
  RANK_LOCAL,
  RANK_NO_CODE, /* has no name here: it only ends the function before it */
} Rank;

/* Recording starts with reading all of some hundred thousand symbols. Rows are small, because each
 * page that they fill costs more than what is computed for it. */
typedef struct {
  guint64 address;
  guint32 name; /* offset in the names */
  guint32 tag : 30;
  guint32 rank : 2;
} Row;

/* Bytes that grow at their end. In a virtual machine the first write to each small page can take
 * longer than all else that is done here: huge pages are asked for. */
typedef struct {
  char *data;
  gsize used;
  gsize size;
} Store;

typedef struct {
  ProfSymbolizer parent;
  ProfFrameMaker *maker;
  GPtrArray *modules; /* "[name]", by tag; 0 is the kernel itself */
  GHashTable *tags;   /* "[name]" to tag */
  guint32 last_tag;   /* lines of one module mostly follow each other */
  Store rows;         /* Row, by address, which are all different */
  Store names;        /* each ended by NUL */
} KernelSymbolizer;

/* One line: "ffffffff81000000 T _text" or, of a loaded module, "... t name\t[module]". */
typedef struct {
  guint64 address;
  Rank rank;
  const char *name;
  gsize length;       /* of name, with its NUL */
  const char *module; /* (nullable): "[module]" */
} Line;

static void
store_init (Store *self, gsize size)
{
  self->data = g_aligned_alloc (1, size, HUGE_PAGE);
  self->used = 0;
  self->size = size;
  /* Where there are none, small ones do. */
  madvise (self->data, size, MADV_HUGEPAGE);
}

static void
store_clear (Store *self)
{
  g_clear_pointer (&self->data, g_aligned_free);
  self->used = self->size = 0;
}

static void
store_append (Store *self, gconstpointer bytes, gsize length)
{
  while (length > self->size - self->used)
    {
      Store larger;

      store_init (&larger, self->size * 2);
      memcpy (larger.data, self->data, self->used);
      larger.used = self->used;
      store_clear (self);
      *self = larger;
    }
  memcpy (self->data + self->used, bytes, length);
  self->used += length;
}

static Row *
get_rows (const KernelSymbolizer *self, guint *n)
{
  *n = self->rows.used / sizeof (Row);
  return (Row *) (gpointer) self->rows.data;
}

static int
hex_digit (char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

static Rank
rank_of (char type)
{
  switch (type)
    {
    case 'T':
      return RANK_GLOBAL;
    case 'W':
      return RANK_WEAK;
    case 'w':
    case 't':
      return RANK_LOCAL;
    default:
      return RANK_NO_CODE;
    }
}

/* @end is where the newline was and is a NUL now. */
static gboolean
parse_line (char *c, char *end, Line *line)
{
  char *tab;
  int digit;

  line->address = 0;
  for (; (digit = hex_digit (*c)) >= 0; c++)
    line->address = line->address << 4 | (guint64) digit;
  if (end - c < 4 || c[0] != ' ' || c[2] != ' ' || c[3] == '\0')
    return FALSE;
  line->rank = rank_of (c[1]);
  line->name = c + 3;
  tab = memchr (line->name, '\t', end - line->name);
  if (tab == line->name)
    return FALSE;
  if (tab)
    *tab = '\0';
  line->module = tab ? tab + 1 : NULL;
  line->length = (tab ? tab : end) + 1 - line->name;
  return TRUE;
}

static guint32
tag_of (KernelSymbolizer *self, const char *module)
{
  gpointer tag;

  if (!module)
    return 0;
  if (strcmp (g_ptr_array_index (self->modules, self->last_tag), module) == 0)
    return self->last_tag;
  if (!g_hash_table_lookup_extended (self->tags, module, NULL, &tag))
    {
      char *copy = g_strdup (module);

      tag = GUINT_TO_POINTER (self->modules->len);
      g_ptr_array_add (self->modules, copy);
      g_hash_table_insert (self->tags, copy, tag);
    }
  self->last_tag = GPOINTER_TO_UINT (tag);
  return self->last_tag;
}

static const char *
name_of (const KernelSymbolizer *self, const Row *row)
{
  return self->names.data + row->name;
}

static gboolean
is_better (Rank rank, const char *name, Rank other_rank, const char *other_name)
{
  if (rank != other_rank)
    return rank < other_rank;
  return rank != RANK_NO_CODE && prof_symbol_name_is_better (name, other_name);
}

static void
add_line (KernelSymbolizer *self, const Line *line)
{
  guint n;
  Row *rows = get_rows (self, &n);
  Row *last = n > 0 ? &rows[n - 1] : NULL;
  Row row = { .address = line->address, .rank = line->rank, .tag = tag_of (self, line->module) };

  if (last && last->address == line->address)
    {
      if (!is_better (line->rank, line->name, last->rank, name_of (self, last)))
        return;
      /* The name that it replaces, if any, is the last one. */
      self->names.used = last->name;
    }
  else
    last = NULL;

  row.name = self->names.used;
  if (line->rank != RANK_NO_CODE)
    {
      if (line->length > G_MAXUINT32 - self->names.used)
        return; /* an offset cannot tell where it is */
      store_append (&self->names, line->name, line->length);
    }
  if (last)
    *last = row;
  else
    store_append (&self->rows, &row, sizeof row);
}

/* All whole lines in @text; returns how much of it they are. */
static gsize
add_lines (KernelSymbolizer *self, char *text, gsize length)
{
  char *text_end = text + length;
  char *cursor = text;
  char *end;

  while ((end = memchr (cursor, '\n', text_end - cursor)))
    {
      Line line;

      *end = '\0';
      if (parse_line (cursor, end, &line))
        add_line (self, &line);
      cursor = end + 1;
    }
  return cursor - text;
}

/* Lines are taken out of the text as it comes, so that it never is in memory as a whole. FALSE with
 * @error (errno). */
static gboolean
read_lines (KernelSymbolizer *self, int fd, int *error)
{
  gsize size = CHUNK_SIZE;
  gsize used = 0;
  g_autofree char *text = g_malloc (size);

  for (;;)
    {
      ssize_t n = read (fd, text + used, size - used - 1);
      gsize taken;

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          *error = errno;
          return FALSE;
        }
      if (n == 0)
        break;
      used += n;
      taken = add_lines (self, text, used);
      used -= taken;
      memmove (text, text + taken, used);
      if (size - used < CHUNK_SIZE / 2)
        {
          size *= 2;
          text = g_realloc (text, size);
        }
    }
  if (used > 0)
    {
      text[used] = '\n';
      add_lines (self, text, used + 1);
    }
  return TRUE;
}

static int
compare_addresses (const void *a, const void *b)
{
  const Row *one = a;
  const Row *other = b;

  return (one->address > other->address) - (one->address < other->address);
}

/* The first row that lies after @address, of the first @n, which are sorted. */
static guint
find_after (const Row *rows, guint n, guint64 address)
{
  guint low = 0;
  guint high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (rows[middle].address <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The kernel sorts its own symbols, but not those of modules, which follow and mostly lie behind
 * it: only what is not in its place is sorted. */
static void
sort_rows (KernelSymbolizer *self)
{
  guint n;
  Row *rows = get_rows (self, &n);
  guint64 lowest = G_MAXUINT64;
  guint sorted = 1;
  guint from;
  guint kept;

  while (sorted < n && rows[sorted - 1].address < rows[sorted].address)
    sorted++;
  if (sorted >= n)
    return;
  for (guint i = sorted; i < n; i++)
    lowest = MIN (lowest, rows[i].address);
  from = lowest > 0 ? find_after (rows, sorted, lowest - 1) : 0;
  qsort (rows + from, n - from, sizeof *rows, compare_addresses);

  kept = from;
  for (guint i = from; i < n; i++)
    if (kept == from || rows[i].address != rows[kept - 1].address)
      rows[kept++] = rows[i];
    else if (is_better (rows[i].rank, name_of (self, &rows[i]), rows[kept - 1].rank,
                        name_of (self, &rows[kept - 1])))
      rows[kept - 1] = rows[i];
  self->rows.used = kept * sizeof *rows;
}

static void
clear (KernelSymbolizer *self)
{
  store_clear (&self->rows);
  store_clear (&self->names);
  g_hash_table_remove_all (self->tags);
  g_ptr_array_set_size (self->modules, 0);
  g_ptr_array_add (self->modules, g_strdup (CORE));
  self->last_tag = 0;
}

gboolean
prof_kernel_symbolizer_load (ProfSymbolizer *symbolizer, const char *path, char **reason)
{
  KernelSymbolizer *self = (KernelSymbolizer *) symbolizer;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  int saved = errno;
  gboolean was_read;

  clear (self);
  store_init (&self->rows, TYPICAL_ROWS);
  store_init (&self->names, TYPICAL_NAMES);
  was_read = fd >= 0 && read_lines (self, fd, &saved);
  if (!was_read)
    *reason = g_strdup_printf ("Cannot read %s: %s", path, g_strerror (saved));
  if (fd >= 0)
    close (fd);

  if (was_read)
    {
      guint n;
      const Row *rows;

      sort_rows (self);
      rows = get_rows (self, &n);
      /* The last one is the highest. */
      if (n > 0 && rows[n - 1].address != 0)
        return TRUE;
      *reason = g_strdup (n == 0 ? "it is empty"
                                 : "the kernel hides its addresses (kernel.kptr_restrict)");
    }
  clear (self);
  return FALSE;
}

/* A symbol has no size here: it ends where the next begins. The last of a module ends with the page
 * after its own, else it would own all memory up to the next module. */
static const Row *
find_row (const KernelSymbolizer *self, guint64 address)
{
  guint n;
  const Row *rows = get_rows (self, &n);
  guint next = find_after (rows, n, address);
  const Row *row;

  if (next == 0)
    return NULL;
  row = &rows[next - 1];
  if (row->rank == RANK_NO_CODE)
    return NULL;
  if ((next == n || rows[next].tag != row->tag) &&
      address - (row->address & ~(PAGE_SIZE - 1)) >= 2 * PAGE_SIZE)
    return NULL;
  return row;
}

static gboolean
kernel_symbolize (ProfSymbolizer *symbolizer, const ProfCode *code, GArray *frames)
{
  KernelSymbolizer *self = (KernelSymbolizer *) symbolizer;
  ProfBuilder *builder = prof_frame_maker_get_builder (self->maker);
  const Row *row = find_row (self, code->lookup);
  const char *module = row ? g_ptr_array_index (self->modules, row->tag) : CORE;
  guint32 module_id = prof_builder_string (builder, module, -1);
  guint32 frame;

  if (row)
    frame = prof_frame_maker_plain (self->maker,
                                    prof_frame_maker_name (self->maker, name_of (self, row)),
                                    module_id, PROF_FRAME_KERNEL);
  else
    frame = prof_frame_maker_unnamed (self->maker, code->address, module_id, PROF_FRAME_KERNEL);
  g_array_append_val (frames, frame);
  return TRUE;
}

static void
kernel_free (ProfSymbolizer *symbolizer)
{
  KernelSymbolizer *self = (KernelSymbolizer *) symbolizer;

  clear (self);
  g_hash_table_unref (self->tags);
  g_ptr_array_unref (self->modules);
  g_free (self);
}

ProfSymbolizer *
prof_kernel_symbolizer_new (ProfFrameMaker *maker)
{
  static const ProfSymbolizerClass class = {
    .symbolize = kernel_symbolize,
    .free = kernel_free,
  };
  KernelSymbolizer *self = g_new0 (KernelSymbolizer, 1);

  self->parent.class = &class;
  self->maker = maker;
  self->modules = g_ptr_array_new_with_free_func (g_free);
  self->tags = g_hash_table_new (g_str_hash, g_str_equal);
  return &self->parent;
}
