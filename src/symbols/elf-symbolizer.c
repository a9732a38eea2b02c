/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <unistd.h>

#include "symbols/dwarf-info-private.h"
#include "symbols/elf-file-private.h"
#include "symbols/symbolizer-private.h"
#include "symbols/vdso-private.h"

#define VDSO "[vdso]"

typedef struct {
  ProfModule *module;
  ProfElfFile *file; /* (nullable): shared by all modules of one build-id */
  char *problem;     /* (nullable): why there is no file */
  guint32 path_id;
  guint n_unnamed;       /* addresses */
  guint64 first_unnamed; /* offset */
} Entry;

typedef struct {
  ProfSymbolizer parent;
  ProfFrameMaker *maker;
  ProfModules *modules;
  gboolean inlines;
  GPtrArray *entries;      /* Entry or NULL, by module id */
  GPtrArray *files;        /* ProfElfFile */
  GHashTable *by_build_id; /* build-id -> ProfElfFile */
  GArray *dwarf_frames;    /* ProfDwarfFrame: of the last address */
} ElfSymbolizer;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  if (!entry)
    return;
  g_free (entry->problem);
  g_free (entry);
}

static ProfElfFile *
keep_file (ElfSymbolizer *self, ProfElfFile *file)
{
  if (!file)
    return NULL;
  g_ptr_array_add (self->files, file);
  if (file->build_id)
    g_hash_table_insert (self->by_build_id, file->build_id, file);
  return file;
}

static void
open_file (ElfSymbolizer *self, Entry *entry)
{
  g_autofree char *path = NULL;
  g_autofree char *build_id = NULL;
  int fd = prof_modules_open (self->modules, entry->module, &path, &entry->problem);

  if (fd < 0)
    return;
  build_id = prof_elf_read_build_id (fd);
  if (build_id)
    entry->file = g_hash_table_lookup (self->by_build_id, build_id);
  if (!entry->file)
    entry->file = keep_file (self, prof_elf_file_load (self->modules, entry->module, fd, path));
  if (!entry->file)
    entry->problem = g_strdup ("not an ELF file");
  close (fd);
}

/* The kernel maps the same image into every process of this machine. */
static void
open_vdso (ElfSymbolizer *self, Entry *entry)
{
  gsize size = 0;
  g_autofree char *image = prof_modules_get_live (self->modules) ? prof_vdso_copy (&size) : NULL;

  if (image)
    entry->file = keep_file (self, prof_elf_file_load_image (image, size));
  if (!entry->file)
    entry->problem = g_strdup ("the kernel's own image is needed");
}

static Entry *
get_entry (ElfSymbolizer *self, ProfModule *module)
{
  Entry *entry;

  if (module->id >= self->entries->len)
    g_ptr_array_set_size (self->entries, module->id + 1);
  entry = self->entries->pdata[module->id];
  if (entry)
    return entry;

  entry = g_new0 (Entry, 1);
  entry->module = module;
  entry->path_id =
      prof_builder_string (prof_frame_maker_get_builder (self->maker), module->path, -1);
  self->entries->pdata[module->id] = entry;
  if (strcmp (module->path, VDSO) == 0)
    open_vdso (self, entry);
  else
    open_file (self, entry);
  return entry;
}

gboolean
prof_elf_symbolizer_has_file (ProfSymbolizer *symbolizer, ProfModule *module)
{
  return get_entry ((ElfSymbolizer *) symbolizer, module)->file != NULL;
}

void
prof_elf_symbolizer_set_inlines (ProfSymbolizer *symbolizer, gboolean inlines)
{
  ((ElfSymbolizer *) symbolizer)->inlines = inlines;
}

static guint32
make_unnamed (ElfSymbolizer *self, Entry *entry, const ProfCode *code, guint64 address,
              gboolean has_address)
{
  guint64 shown = code->offset + (code->address - code->lookup);
  guint64 start;

  if (entry->n_unnamed++ == 0)
    entry->first_unnamed = code->offset;
  if (has_address)
    {
      shown = address + (code->address - code->lookup);
      /* One name for all of a function, even if nobody knows which. */
      if (prof_elf_file_find_function_start (entry->file, address, &start))
        shown = start;
    }
  return prof_frame_maker_unnamed (self->maker, shown, entry->path_id, PROF_FRAME_NATIVE);
}

/* A compiler's changed copy of a function ("work.constprop.0") is the same function to a person;
 * only a part of one ("work.part.0") is not. */
static gsize
length_without_clone (const char *name)
{
  static const char *const suffixes[] = { ".constprop.", ".isra.", ".lto_priv." };
  gsize length = strlen (name);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      const char *found = strstr (name, suffixes[i]);

      if (found && found > name && !strstr (name, ".part."))
        length = MIN (length, (gsize) (found - name));
    }
  return length;
}

/* The raw name of a function that debugging information knows. NULL: it has none. */
static char *
dwarf_function_name (Entry *entry, const ProfDwarfFunction *function)
{
  const ProfSymbol *symbol =
      function->entry ? prof_symbol_table_find (entry->file->symbols, function->entry) : NULL;

  /* The symbol's name is the one that is also seen without debugging information. */
  if (symbol && symbol->start == function->entry)
    return g_strndup (symbol->name, length_without_clone (symbol->name));
  if (function->linkage_name)
    return g_strdup (function->linkage_name);
  if (function->name && function->scope)
    return g_strconcat (function->scope, "::", function->name, NULL);
  return g_strdup (function->name);
}

static guint32
make_dwarf_function (ElfSymbolizer *self, Entry *entry, const ProfDwarfFrame *found,
                     gboolean is_inlined)
{
  ProfBuilder *builder = prof_frame_maker_get_builder (self->maker);
  ProfDwarfFunction *function = found->function;
  g_autofree char *name = NULL;
  ProfFunctionRow row = {
    .module = entry->path_id,
    .line = function->line,
    .kind = is_inlined ? PROF_FRAME_INLINED : PROF_FRAME_NATIVE,
    .carrier = PROF_FRAME_NATIVE,
  };

  /* One file can be mapped under several paths: then the row found last is kept. */
  if (function->value != PROF_DWARF_NO_VALUE &&
      prof_builder_get_function (builder, function->value)->module == entry->path_id)
    return function->value;

  /* Compilers leave out where a lambda is defined. */
  if (!function->file && found->file)
    function->file = prof_dwarf_clean_path (found->file);
  name = dwarf_function_name (entry, function);
  row.name = prof_frame_maker_name (self->maker, name ? name : "(unnamed)");
  row.file = prof_builder_string (builder, function->file, -1);
  function->value = prof_builder_function (builder, &row);
  return function->value;
}

/* A function is shown with the file that defines it: a line of another file, which optimisation has
 * moved there, would be misleading. */
static guint32
line_in_own_file (const ProfDwarfFrame *found)
{
  const char *own = found->function->file;
  g_autofree char *file = NULL;

  if (!own || !found->file || strcmp (own, found->file) == 0)
    return found->line;
  file = prof_dwarf_clean_path (found->file);
  return strcmp (own, file) == 0 ? found->line : 0;
}

static ProfDwarf *
get_dwarf (ElfSymbolizer *self, Entry *entry)
{
  ProfElfFile *file = entry->file;

  if (!self->inlines || !file->dwarf_path)
    return NULL;
  if (!file->dwarf_tried)
    {
      file->dwarf_tried = TRUE;
      /* Debug files are replaced as a whole; a program under work may be cut while it is mapped. */
      file->dwarf = prof_dwarf_open (file->dwarf_path, file->build_id, file->dwarf_is_apart);
    }
  return file->dwarf;
}

/* What debugging information says. TRUE: all that is to say. Else perhaps a source line. */
static gboolean
append_dwarf_frames (ElfSymbolizer *self, Entry *entry, guint64 address, GArray *frames,
                     const char **file, guint32 *line)
{
  ProfDwarf *dwarf = get_dwarf (self, entry);

  g_array_set_size (self->dwarf_frames, 0);
  if (!dwarf || !prof_dwarf_find (dwarf, address, self->dwarf_frames, file, line))
    return FALSE;
  for (guint i = 0; i < self->dwarf_frames->len; i++)
    {
      const ProfDwarfFrame *found = &g_array_index (self->dwarf_frames, ProfDwarfFrame, i);
      guint32 function = make_dwarf_function (self, entry, found, i + 1 < self->dwarf_frames->len);
      guint32 frame = prof_builder_frame (prof_frame_maker_get_builder (self->maker), function,
                                          line_in_own_file (found));

      g_array_append_val (frames, frame);
    }
  return TRUE;
}

static guint32
make_symbol_frame (ElfSymbolizer *self, Entry *entry, const ProfSymbol *symbol, const char *file,
                   guint32 line)
{
  ProfBuilder *builder = prof_frame_maker_get_builder (self->maker);
  g_autofree char *clean = file ? prof_dwarf_clean_path (file) : NULL;
  ProfFunctionRow row = {
    .name = prof_frame_maker_name (self->maker, symbol->name),
    .module = entry->path_id,
    .file = prof_builder_string (builder, clean, -1),
    .kind = PROF_FRAME_NATIVE,
    .carrier = PROF_FRAME_NATIVE,
  };

  return prof_builder_frame (builder, prof_builder_function (builder, &row), line);
}

static gboolean
elf_symbolize (ProfSymbolizer *symbolizer, const ProfCode *code, GArray *frames)
{
  ElfSymbolizer *self = (ElfSymbolizer *) symbolizer;
  const ProfSymbol *symbol = NULL;
  gboolean has_address = FALSE;
  const char *file = NULL;
  guint64 address = 0;
  guint32 line = 0;
  Entry *entry;
  guint32 frame;

  if (!code->mapping || !code->mapping->module)
    return FALSE;
  entry = get_entry (self, code->mapping->module);
  if (entry->file)
    has_address = prof_elf_offset_to_address (entry->file->segments, code->offset, &address);
  if (has_address && append_dwarf_frames (self, entry, address, frames, &file, &line))
    return TRUE;
  if (has_address)
    symbol = prof_elf_file_find_symbol (entry->file, address);
  if (symbol)
    frame = make_symbol_frame (self, entry, symbol, file, line);
  else
    frame = make_unnamed (self, entry, code, address, has_address);
  g_array_append_val (frames, frame);
  return TRUE;
}

static void
elf_report (ProfSymbolizer *symbolizer, ProfBuilder *builder)
{
  ElfSymbolizer *self = (ElfSymbolizer *) symbolizer;

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = self->entries->pdata[i];
      g_autofree char *where = NULL;
      g_autofree char *text = NULL;

      if (!entry || entry->n_unnamed == 0)
        continue;
      if (!entry->file)
        text = g_strdup_printf ("No symbols for %s: %s", entry->module->path, entry->problem);
      else if (entry->file->found & (PROF_ELF_SYMBOLS_FULL | PROF_ELF_SYMBOLS_MINI))
        text = g_strdup_printf ("Some code of %s has no symbols", entry->module->path);
      else if (entry->file->n_functions > 0)
        text = g_strdup_printf ("Only exported symbols for %s: stripped", entry->module->path);
      else
        text = g_strdup_printf ("No symbols for %s: stripped", entry->module->path);
      where = g_strdup_printf ("offset 0x%" G_GINT64_MODIFIER "x", entry->first_unnamed);
      prof_builder_warning (builder, entry->n_unnamed, text, where);
      entry->n_unnamed = 0;
    }
}

static void
elf_free (ProfSymbolizer *symbolizer)
{
  ElfSymbolizer *self = (ElfSymbolizer *) symbolizer;

  g_ptr_array_unref (self->entries);
  g_hash_table_unref (self->by_build_id);
  g_ptr_array_unref (self->files);
  g_array_unref (self->dwarf_frames);
  g_free (self);
}

ProfSymbolizer *
prof_elf_symbolizer_new (ProfFrameMaker *maker, ProfModules *modules)
{
  static const ProfSymbolizerClass class = {
    .symbolize = elf_symbolize,
    .report = elf_report,
    .free = elf_free,
  };
  ElfSymbolizer *self = g_new0 (ElfSymbolizer, 1);

  self->parent.class = &class;
  self->maker = maker;
  self->modules = modules;
  self->inlines = TRUE;
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->files = g_ptr_array_new_with_free_func ((GDestroyNotify) prof_elf_file_free);
  self->by_build_id = g_hash_table_new (g_str_hash, g_str_equal);
  self->dwarf_frames = g_array_new (FALSE, FALSE, sizeof (ProfDwarfFrame));
  return &self->parent;
}
