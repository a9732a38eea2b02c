/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/dwarf-unit-private.h"

#include <dwarf.h>

#include "symbols/range-index-private.h"

#define NO_PARENT G_MAXUINT32

/* A call that was inlined. */
typedef struct {
  ProfDwarfFunction *function;
  guint32 parent;    /* the call around it; NO_PARENT: directly in the function */
  guint32 call_line; /* where it is called, in what is around it */
  guint32 call_file; /* number in the unit's table of files */
} Call;

/* A function with code of its own. */
typedef struct {
  Dwarf_Die die;
  ProfDwarfFunction *function; /* (nullable): made when it is met first */
  GArray *calls;               /* Call, outer before inner */
  GArray *call_ranges;         /* ProfRange, in the same order: not sorted */
} Body;

struct _ProfDwarfUnit {
  Dwarf_Die skeleton;
  Dwarf_Die contents;
  GHashTable *functions; /* DIE address -> ProfDwarfFunction, of all units */
  gboolean has_scopes;   /* its language has names inside names */

  gboolean indexed;
  gboolean indexed_deep;
  GArray *bodies;      /* Body */
  GArray *body_ranges; /* ProfRange */
  Dwarf_Lines *lines;  /* (nullable) */
  size_t n_lines;
  Dwarf_Files *files; /* (nullable) */
  size_t n_files;

  GHashTable *scopes; /* (nullable): DIE address -> scope */
  GStringChunk *scope_names;
};

static gboolean
language_has_scopes (Dwarf_Die *unit)
{
  switch (dwarf_srclang (unit))
    {
    case DW_LANG_C89:
    case DW_LANG_C:
    case DW_LANG_C99:
    case DW_LANG_C11:
    case DW_LANG_Mips_Assembler:
      return FALSE;
    default:
      return TRUE;
    }
}

static void
body_clear (gpointer data)
{
  Body *body = data;

  prof_dwarf_function_free (body->function);
  g_clear_pointer (&body->calls, g_array_unref);
  g_clear_pointer (&body->call_ranges, g_array_unref);
}

ProfDwarfUnit *
prof_dwarf_unit_new (const Dwarf_Die *skeleton, const Dwarf_Die *contents, GHashTable *functions)
{
  ProfDwarfUnit *self = g_new0 (ProfDwarfUnit, 1);

  self->skeleton = *skeleton;
  self->contents = *contents;
  self->functions = functions;
  return self;
}

void
prof_dwarf_unit_free (ProfDwarfUnit *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->bodies, g_array_unref);
  g_clear_pointer (&self->body_ranges, g_array_unref);
  g_clear_pointer (&self->scopes, g_hash_table_unref);
  if (self->scope_names)
    g_string_chunk_free (self->scope_names);
  g_free (self);
}

static void
add_body (ProfDwarfUnit *self, Dwarf_Die *die)
{
  ProfDwarfRanges ranges = { .die = die };
  Body body = { .die = *die };
  guint32 number = self->bodies->len;
  gboolean any = FALSE;
  guint64 start;
  guint64 end;

  while (prof_dwarf_ranges_next (&ranges, &start, &end))
    {
      prof_ranges_add (self->body_ranges, start, end, number);
      any = TRUE;
    }
  if (any)
    g_array_append_val (self->bodies, body);
}

/* Compilers put code at the top of a unit or in its namespaces: everything else, most of all the
 * types, is skipped. @deep: look everywhere. */
static void
index_bodies (ProfDwarfUnit *self, gboolean deep)
{
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (Dwarf_Die));
  Dwarf_Die die;

  g_clear_pointer (&self->bodies, g_array_unref);
  g_clear_pointer (&self->body_ranges, g_array_unref);
  self->bodies = g_array_new (FALSE, FALSE, sizeof (Body));
  g_array_set_clear_func (self->bodies, body_clear);
  self->body_ranges = g_array_new (FALSE, FALSE, sizeof (ProfRange));

  if (dwarf_child (&self->contents, &die) == 0)
    g_array_append_val (levels, die);
  while (levels->len > 0)
    {
      Dwarf_Die *top = &g_array_index (levels, Dwarf_Die, levels->len - 1);
      Dwarf_Die below;
      int tag;

      die = *top;
      tag = dwarf_tag (&die);
      if (!prof_dwarf_next_sibling (&die, top))
        g_array_set_size (levels, levels->len - 1);
      if (tag == DW_TAG_subprogram)
        add_body (self, &die);
      if ((deep || tag == DW_TAG_namespace || tag == DW_TAG_module) &&
          dwarf_child (&die, &below) == 0)
        g_array_append_val (levels, below);
    }
  prof_ranges_sort (self->body_ranges);
}

static void
index_unit (ProfDwarfUnit *self)
{
  self->indexed = TRUE;
  self->has_scopes = language_has_scopes (&self->contents);
  index_bodies (self, FALSE);
  if (dwarf_getsrclines (&self->skeleton, &self->lines, &self->n_lines) != 0)
    self->lines = NULL;
  if (dwarf_getsrcfiles (&self->contents, &self->files, &self->n_files) != 0)
    self->files = NULL;
}

/* A function without linkage name is known by its own name only: find what it is in. */
static const char *
find_scope (ProfDwarfUnit *self, Dwarf_Die *die)
{
  static const guint links[] = { DW_AT_abstract_origin, DW_AT_specification };
  Dwarf_Die origin = *die;
  Dwarf_Attribute attribute;

  if (!self->has_scopes)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    if (dwarf_attr (&origin, links[i], &attribute))
      dwarf_formref_die (&attribute, &origin);
  if (!self->scopes)
    {
      self->scope_names = g_string_chunk_new (4096);
      self->scopes = prof_dwarf_scopes_new (&self->contents, self->scope_names);
    }
  return g_hash_table_lookup (self->scopes, origin.addr);
}

static ProfDwarfFunction *
get_inlined_function (ProfDwarfUnit *self, Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  Dwarf_Die origin = *die;
  ProfDwarfFunction *function;

  if (dwarf_attr (die, DW_AT_abstract_origin, &attribute))
    dwarf_formref_die (&attribute, &origin);
  function = g_hash_table_lookup (self->functions, origin.addr);
  if (!function)
    {
      function = prof_dwarf_function_new (&origin);
      if (!function->linkage_name)
        function->scope = find_scope (self, &origin);
      g_hash_table_insert (self->functions, origin.addr, function);
    }
  return function;
}

/* One open level of the walk below. */
typedef struct {
  Dwarf_Die die;
  guint32 parent;
} Level;

static guint32
read_number (Dwarf_Die *die, guint name)
{
  Dwarf_Attribute attribute;
  Dwarf_Word value;

  if (dwarf_formudata (dwarf_attr (die, name, &attribute), &value) != 0 || value > G_MAXUINT32)
    return 0;
  return value;
}

static void
add_call (ProfDwarfUnit *self, Body *body, Dwarf_Die *die, guint32 *parent)
{
  Call call = { .parent = *parent };
  ProfDwarfRanges ranges = { .die = die };
  guint64 start;
  guint64 end;

  call.function = get_inlined_function (self, die);
  call.call_line = read_number (die, DW_AT_call_line);
  call.call_file = read_number (die, DW_AT_call_file);
  *parent = body->calls->len;
  while (prof_dwarf_ranges_next (&ranges, &start, &end))
    prof_ranges_add (body->call_ranges, start, end, *parent);
  g_array_append_val (body->calls, call);
}

static void
read_body (ProfDwarfUnit *self, Body *body)
{
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (Level));
  Level level = { .parent = NO_PARENT };
  ProfDwarfRanges ranges = { .die = &body->die };
  Dwarf_Addr entry;
  guint64 end;

  body->function = prof_dwarf_function_new (&body->die);
  if (dwarf_entrypc (&body->die, &entry) == 0)
    body->function->entry = entry;
  else if (!prof_dwarf_ranges_next (&ranges, &body->function->entry, &end))
    body->function->entry = 0;
  if (!body->function->linkage_name)
    body->function->scope = find_scope (self, &body->die);
  body->calls = g_array_new (FALSE, FALSE, sizeof (Call));
  body->call_ranges = g_array_new (FALSE, FALSE, sizeof (ProfRange));

  if (dwarf_child (&body->die, &level.die) == 0)
    g_array_append_val (levels, level);
  while (levels->len > 0)
    {
      Level *top = &g_array_index (levels, Level, levels->len - 1);
      Level below = { .parent = top->parent };
      Dwarf_Die die = top->die;

      if (!prof_dwarf_next_sibling (&die, &top->die))
        g_array_set_size (levels, levels->len - 1);
      switch (dwarf_tag (&die))
        {
        case DW_TAG_inlined_subroutine:
          add_call (self, body, &die, &below.parent);
          break;
        case DW_TAG_lexical_block:
        case DW_TAG_try_block:
        case DW_TAG_catch_block:
        case DW_TAG_with_stmt:
          break;
        default:
          continue;
        }
      if (dwarf_child (&die, &below.die) == 0)
        g_array_append_val (levels, below);
    }
}

/* The row of the line table that @address is in. */
static void
find_line (ProfDwarfUnit *self, guint64 address, const char **file, guint32 *line)
{
  size_t low = 0;
  size_t high = self->lines ? self->n_lines : 0;
  bool is_end = true;
  int number = 0;
  Dwarf_Line *row;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      Dwarf_Addr start;

      if (dwarf_lineaddr (dwarf_onesrcline (self->lines, middle), &start) == 0 && start <= address)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return;
  /* Of several rows for one address the last counts. */
  row = dwarf_onesrcline (self->lines, low - 1);
  if (dwarf_lineendsequence (row, &is_end) != 0 || is_end)
    return;
  *file = dwarf_linesrc (row, NULL, NULL);
  if (dwarf_lineno (row, &number) == 0 && number > 0)
    *line = number;
}

gboolean
prof_dwarf_unit_find (ProfDwarfUnit *self, guint64 address, GArray *frames, const char **file,
                      guint32 *line)
{
  guint32 call_number = NO_PARENT;
  ProfDwarfFrame frame;
  guint32 number;
  Body *body;

  if (!self->indexed)
    index_unit (self);
  find_line (self, address, file, line);
  if (!prof_ranges_find (self->body_ranges, address, &number))
    {
      /* Some languages put functions into types or other functions. */
      if (self->indexed_deep)
        return FALSE;
      self->indexed_deep = TRUE;
      index_bodies (self, TRUE);
      if (!prof_ranges_find (self->body_ranges, address, &number))
        return FALSE;
    }
  body = &g_array_index (self->bodies, Body, number);
  if (!body->function)
    read_body (self, body);

  /* Inner calls come after outer ones: the last that has the address is the innermost. */
  for (guint i = body->call_ranges->len; i > 0 && call_number == NO_PARENT; i--)
    {
      const ProfRange *range = &g_array_index (body->call_ranges, ProfRange, i - 1);

      if (range->start <= address && address < range->end)
        call_number = range->owner;
    }

  frame.file = *file;
  frame.line = *line;
  while (call_number != NO_PARENT)
    {
      const Call *call = &g_array_index (body->calls, Call, call_number);

      frame.function = call->function;
      g_array_append_val (frames, frame);
      frame.file = self->files && call->call_file < self->n_files
                       ? dwarf_filesrc (self->files, call->call_file, NULL, NULL)
                       : NULL;
      frame.line = call->call_line;
      call_number = call->parent;
    }
  frame.function = body->function;
  g_array_append_val (frames, frame);
  return TRUE;
}
