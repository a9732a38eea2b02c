/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "process/proc-file-private.h"
#include "symbols/symbol-table-private.h"
#include "symbols/symbolizer-private.h"

#define CORE "[kernel]"
#define PAGE_SIZE 4096ull
#define TYPICAL_LINE 40 /* bytes */

typedef struct {
  ProfSymbolizer parent;
  ProfFrameMaker *maker;
  char *text;          /* of the file; names point into it */
  GPtrArray *modules;  /* "[name]", by tag, inside text; 0 is the kernel itself */
  ProfSymbolTable *table;
} KernelSymbolizer;

/* One line: "ffffffff81000000 T _text" or, of a loaded module, "... t name\t[module]". */
typedef struct {
  guint64 address;
  char type;
  char *name;
  char *module; /* (nullable): "[module]" */
} Line;

static gboolean
parse_line (char **cursor, char *text_end, Line *line)
{
  char *c = *cursor;
  char *end = memchr (c, '\n', text_end - c);

  if (!end)
    end = text_end;
  *end = '\0';
  *cursor = MIN (end + 1, text_end);
  line->address = 0;
  for (; g_ascii_isxdigit (*c); c++)
    line->address = line->address << 4 | (guint64) g_ascii_xdigit_value (*c);
  if (end - c < 4 || c[0] != ' ' || c[2] != ' ')
    return FALSE;
  line->type = c[1];
  line->name = c + 3;
  line->module = strchr (line->name, '\t');
  if (line->module)
    *line->module++ = '\0';
  return line->name[0] != '\0';
}

static gboolean
is_code (char type)
{
  return type == 't' || type == 'T' || type == 'w' || type == 'W';
}

static guint
rank_of (char type)
{
  return type == 'T' ? 0 : type == 'W' ? 1 : 2;
}

static guint32
tag_of (KernelSymbolizer *self, GHashTable *tags, char *module)
{
  guint32 tag;

  if (!module)
    return 0;
  tag = GPOINTER_TO_UINT (g_hash_table_lookup (tags, module));
  if (tag == 0)
    {
      tag = self->modules->len;
      g_ptr_array_add (self->modules, module);
      g_hash_table_insert (tags, module, GUINT_TO_POINTER (tag));
    }
  return tag;
}

static gint
compare_addresses (gconstpointer a, gconstpointer b)
{
  const Line *one = a;
  const Line *other = b;

  return (one->address > other->address) - (one->address < other->address);
}

/* A symbol has no size here: it ends where the next begins. The last of a module ends with its
 * page, else it would own all memory up to the next module. */
static void
add_lines (KernelSymbolizer *self, GArray *lines)
{
  g_autoptr (GHashTable) tags = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean sorted = TRUE;
  guint next = 0;

  /* The kernel sorts its own symbols, but not those of modules. */
  for (guint i = 1; i < lines->len && sorted; i++)
    sorted = g_array_index (lines, Line, i - 1).address <= g_array_index (lines, Line, i).address;
  if (!sorted)
    g_array_sort (lines, compare_addresses);
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      guint64 end = G_MAXUINT64;
      guint32 tag;

      if (!is_code (line->type))
        continue;
      tag = tag_of (self, tags, line->module);
      for (next = MAX (next, i + 1);
           next < lines->len && g_array_index (lines, Line, next).address == line->address; next++)
        ;
      if (next < lines->len)
        end = g_array_index (lines, Line, next).address;
      if (next == lines->len ||
          g_strcmp0 (g_array_index (lines, Line, next).module, line->module) != 0)
        end = MIN (end, (line->address | (PAGE_SIZE - 1)) + 1 + PAGE_SIZE);
      prof_symbol_table_add (self->table, line->address, end - line->address, 0, line->name, tag,
                             rank_of (line->type));
    }
  prof_symbol_table_finish (self->table);
}

gboolean
prof_kernel_symbolizer_load (ProfSymbolizer *symbolizer, const char *path, char **reason)
{
  KernelSymbolizer *self = (KernelSymbolizer *) symbolizer;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) lines = NULL;
  gboolean any_address = FALSE;
  gsize length = 0;
  char *cursor;

  g_clear_pointer (&self->table, prof_symbol_table_free);
  g_ptr_array_set_size (self->modules, 0);
  g_ptr_array_add (self->modules, (gpointer) CORE);
  g_free (self->text);
  self->text = prof_proc_read_path (path, &length, &error);
  if (!self->text)
    {
      *reason = g_strdup (error->message);
      return FALSE;
    }

  lines = g_array_sized_new (FALSE, FALSE, sizeof (Line), length / TYPICAL_LINE);
  for (cursor = self->text; cursor < self->text + length;)
    {
      Line line;

      if (!parse_line (&cursor, self->text + length, &line))
        continue;
      any_address |= line.address != 0;
      g_array_append_val (lines, line);
    }
  if (!any_address)
    {
      *reason = g_strdup (lines->len == 0 ? "it is empty"
                                          : "the kernel hides its addresses "
                                            "(kernel.kptr_restrict)");
      return FALSE;
    }

  self->table = prof_symbol_table_new ();
  add_lines (self, lines);
  return TRUE;
}

static gboolean
kernel_symbolize (ProfSymbolizer *symbolizer, const ProfCode *code, GArray *frames)
{
  KernelSymbolizer *self = (KernelSymbolizer *) symbolizer;
  ProfBuilder *builder = prof_frame_maker_get_builder (self->maker);
  const ProfSymbol *symbol =
      self->table ? prof_symbol_table_find (self->table, code->lookup) : NULL;
  const char *module = symbol ? g_ptr_array_index (self->modules, symbol->tag) : CORE;
  guint32 module_id = prof_builder_string (builder, module, -1);
  guint32 frame;

  if (symbol)
    frame = prof_frame_maker_plain (self->maker, prof_frame_maker_name (self->maker, symbol->name),
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

  prof_symbol_table_free (self->table);
  g_ptr_array_unref (self->modules);
  g_free (self->text);
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
  self->modules = g_ptr_array_new ();
  return &self->parent;
}
