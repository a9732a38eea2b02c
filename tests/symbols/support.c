/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "symbols/elf-image-private.h"

#define PAGE 4096ull

Scene *
scene_new (const char *path, const char *shown_path)
{
  Scene *self = g_new0 (Scene, 1);
  g_autofree char *build_id = read_build_id (path);
  int fd = prof_open_regular (path);
  Elf *elf = prof_elf_begin (fd);

  g_assert_nonnull (elf);
  self->builder = prof_builder_new ();
  self->modules = prof_modules_new ();
  self->resolver = prof_resolver_new (self->builder, self->modules);
  self->space = prof_address_space_new (4711);
  self->module = prof_modules_get (self->modules, shown_path, build_id, 0, 0, 0);
  self->segments = prof_elf_read_segments (elf);
  for (guint i = 0; i < self->segments->len; i++)
    {
      ProfElfSegment *segment = &g_array_index (self->segments, ProfElfSegment, i);
      guint64 start = segment->address & ~(PAGE - 1);
      guint64 end = (segment->address + segment->file_size + PAGE - 1) & ~(PAGE - 1);
      ProfMapping mapping = {
        .start = BASE + start,
        .end = BASE + end,
        .offset = segment->offset & ~(PAGE - 1),
        .module = self->module,
        .protection = PROT_READ | PROT_EXEC,
      };

      if (segment->executable)
        prof_address_space_add (self->space, &mapping);
    }
  elf_end (elf);
  close (fd);
  return self;
}

void
scene_free (Scene *self)
{
  prof_resolver_free (self->resolver);
  prof_address_space_free (self->space);
  prof_modules_free (self->modules);
  prof_builder_free (self->builder);
  g_array_unref (self->segments);
  g_free (self);
}

guint64
scene_address (const Scene *self, guint64 file_address)
{
  return BASE + file_address;
}

const char *
scene_string (const Scene *self, guint32 id)
{
  return prof_builder_get_string (self->builder, id);
}

char *
scene_resolve (Scene *self, guint64 file_address, gboolean is_return, gboolean lines)
{
  GString *text = g_string_new (NULL);
  guint n;
  const guint32 *frames = prof_resolver_user (self->resolver, self->space,
                                              scene_address (self, file_address), is_return, &n);

  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    {
      const ProfFrameRow *frame = prof_builder_get_frame (self->builder, frames[i]);
      const ProfFunctionRow *function = prof_builder_get_function (self->builder, frame->function);

      g_assert_cmpuint (function->kind, ==, i + 1 < n ? PROF_FRAME_INLINED : PROF_FRAME_NATIVE);
      g_assert_cmpuint (function->carrier, ==, PROF_FRAME_NATIVE);
      g_assert_cmpstr (scene_string (self, function->module), ==, self->module->path);
      if (i > 0)
        g_string_append (text, " < ");
      g_string_append (text, scene_string (self, function->name));
      if (lines)
        {
          g_autofree char *file = g_path_get_basename (scene_string (self, function->file));

          g_string_append_printf (text, " %s:%u", file, frame->line);
        }
    }
  return g_string_free (text, FALSE);
}

const ProfFunctionRow *
scene_function (Scene *self, guint64 file_address)
{
  guint n;
  const guint32 *frames = prof_resolver_user (self->resolver, self->space,
                                              scene_address (self, file_address), FALSE, &n);

  return prof_builder_get_function (
      self->builder, prof_builder_get_frame (self->builder, frames[n - 1])->function);
}

char *
run (const char *first, ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  char *output = NULL;
  const char *argument;
  int status;
  va_list list;

  va_start (list, first);
  for (argument = first; argument; argument = va_arg (list, const char *))
    g_ptr_array_add (arguments, (gpointer) argument);
  va_end (list);
  g_ptr_array_add (arguments, NULL);
  g_spawn_sync (NULL, (char **) arguments->pdata, NULL,
                G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_spawn_check_wait_status (status, &error);
  g_assert_no_error (error);
  return output;
}

void
remove_folder (const char *path)
{
  g_assert_true (g_str_has_prefix (path, g_get_tmp_dir ()));
  g_free (run ("rm", "-rf", path, NULL));
}

static void
nm_symbol_clear (gpointer data)
{
  g_free (((NmSymbol *) data)->name);
}

GArray *
read_nm (const char *path, gboolean dynamic)
{
  GArray *symbols = g_array_new (FALSE, FALSE, sizeof (NmSymbol));
  g_autofree char *output = run ("nm", dynamic ? "-SD" : "-S", "--defined-only", path, NULL);
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);

  g_array_set_clear_func (symbols, nm_symbol_clear);
  for (guint i = 0; lines[i] && lines[i][0]; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 4);
      guint n = g_strv_length (words);
      const char *type = words[n - 2];
      NmSymbol symbol = { .type = type[0] };

      if (!strchr ("tTwWi", type[0]))
        continue;
      symbol.start = g_ascii_strtoull (words[0], NULL, 16);
      symbol.size = n == 4 ? g_ascii_strtoull (words[1], NULL, 16) : 0;
      symbol.name = g_strndup (words[n - 1], strcspn (words[n - 1], "@"));
      g_array_append_val (symbols, symbol);
    }
  return symbols;
}

GPtrArray *
nm_names_at (GArray *symbols, guint64 address)
{
  GPtrArray *names = g_ptr_array_new ();
  guint64 best = 0;

  for (guint i = 0; i < symbols->len; i++)
    {
      const NmSymbol *symbol = &g_array_index (symbols, NmSymbol, i);

      if (address < symbol->start || address >= symbol->start + symbol->size ||
          symbol->start < best)
        continue;
      if (symbol->start > best)
        g_ptr_array_set_size (names, 0);
      best = symbol->start;
      g_ptr_array_add (names, symbol->name);
    }
  return names;
}

gboolean
find_section (const char *path, const char *name, guint64 *start, guint64 *end)
{
  int fd = prof_open_regular (path);
  Elf *elf = prof_elf_begin (fd);
  GElf_Shdr header;
  gboolean found = elf && prof_elf_find_section (elf, name, &header);

  if (found)
    {
      *start = header.sh_addr;
      *end = header.sh_addr + header.sh_size;
    }
  elf_end (elf);
  close (fd);
  return found;
}

char *
read_build_id (const char *path)
{
  int fd = prof_open_regular (path);
  char *build_id;

  g_assert_cmpint (fd, >=, 0);
  build_id = prof_elf_read_build_id (fd);
  close (fd);
  return build_id;
}
