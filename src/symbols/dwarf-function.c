/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dwarf.h>
#include <string.h>

#include "symbols/dwarf-unit-private.h"

#define UNNAMED_TYPE "{unnamed type}"

gboolean
prof_dwarf_next_sibling (Dwarf_Die *die, Dwarf_Die *next)
{
  const void *before = die->addr;

  /* Damaged information can point back, and would be walked for ever. */
  return dwarf_siblingof (die, next) == 0 && (const char *) next->addr > (const char *) before;
}

static const char *
read_string (Dwarf_Die *die, guint name)
{
  Dwarf_Attribute attribute;

  /* With what the attribute's origin and declaration say. */
  return dwarf_formstring (dwarf_attr_integrate (die, name, &attribute));
}

char *
prof_dwarf_clean_path (const char *path)
{
  return path[0] == '/' && strstr (path, "/.") ? g_canonicalize_filename (path, "/")
                                               : g_strdup (path);
}

ProfDwarfFunction *
prof_dwarf_function_new (Dwarf_Die *die)
{
  ProfDwarfFunction *self = g_new0 (ProfDwarfFunction, 1);
  const char *file = dwarf_decl_file (die);
  int line = 0;

  self->value = PROF_DWARF_NO_VALUE;
  self->name = dwarf_diename (die);
  self->linkage_name = read_string (die, DW_AT_linkage_name);
  if (!self->linkage_name)
    self->linkage_name = read_string (die, DW_AT_MIPS_linkage_name);
  if (file)
    self->file = prof_dwarf_clean_path (file);
  if (dwarf_decl_line (die, &line) == 0 && line > 0)
    self->line = line;
  return self;
}

void
prof_dwarf_function_free (ProfDwarfFunction *self)
{
  if (!self)
    return;
  g_free (self->file);
  g_free (self);
}

/* One open level of the walk below. */
typedef struct {
  Dwarf_Die die;
  const char *scope;
} Level;

static gboolean
opens_scope (int tag)
{
  switch (tag)
    {
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_interface_type:
    case DW_TAG_subprogram:
      return TRUE;
    default:
      return FALSE;
    }
}

static const char *
join_scope (GStringChunk *names, const char *scope, Dwarf_Die *die)
{
  const char *name = dwarf_diename (die);
  g_autofree char *joined = NULL;

  if (!name)
    name = dwarf_tag (die) == DW_TAG_namespace ? "(anonymous namespace)" : UNNAMED_TYPE;
  if (!scope)
    return name;
  joined = g_strconcat (scope, "::", name, NULL);
  return g_string_chunk_insert_const (names, joined);
}

/* Demanglers call the type of a lambda {lambda(...)#1}. */
static const char *
scope_of_function (GStringChunk *names, const char *scope, Dwarf_Die *die)
{
  g_autofree char *lambda = NULL;

  if (!g_str_has_suffix (scope, UNNAMED_TYPE) || g_strcmp0 (dwarf_diename (die), "operator()") != 0)
    return scope;
  lambda = g_strdup_printf ("%.*s{lambda}", (int) (strlen (scope) - strlen (UNNAMED_TYPE)), scope);
  return g_string_chunk_insert_const (names, lambda);
}

GHashTable *
prof_dwarf_scopes_new (Dwarf_Die *unit, GStringChunk *names)
{
  GHashTable *scopes = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (Level));
  Level level = { .scope = NULL };

  if (dwarf_child (unit, &level.die) == 0)
    g_array_append_val (levels, level);
  while (levels->len > 0)
    {
      Level *top = &g_array_index (levels, Level, levels->len - 1);
      Level below = { .scope = top->scope };
      Dwarf_Die die = top->die;
      int tag = dwarf_tag (&die);
      gboolean enters = opens_scope (tag) || tag == DW_TAG_lexical_block;

      if (!prof_dwarf_next_sibling (&die, &top->die))
        g_array_set_size (levels, levels->len - 1);
      if (tag == DW_TAG_subprogram && below.scope && !dwarf_hasattr (&die, DW_AT_linkage_name) &&
          !dwarf_hasattr (&die, DW_AT_specification) &&
          !dwarf_hasattr (&die, DW_AT_abstract_origin))
        g_hash_table_insert (scopes, die.addr,
                             (gpointer) scope_of_function (names, below.scope, &die));
      if (!enters || dwarf_child (&die, &below.die) != 0)
        continue;
      if (opens_scope (tag))
        below.scope = join_scope (names, below.scope, &die);
      g_array_append_val (levels, below);
    }
  return scopes;
}
