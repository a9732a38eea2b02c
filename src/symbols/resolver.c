/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/resolver.h"

#include <string.h>
#include <sys/mman.h>

#include "symbols/address-cache-private.h"
#include "symbols/symbolizer-private.h"

#define KALLSYMS "/proc/kallsyms"
/* Not a module's number: modules count up from 0. */
#define KERNEL_SPACE (G_MAXUINT32 >> 1)
#define TRUNCATED "[truncated]"
#define ANONYMOUS "[anonymous code]"

struct _ProfResolver {
  ProfBuilder *builder;
  ProfModules *modules;
  ProfFrameMaker *maker;
  ProfSymbolizer *elf;
  ProfSymbolizer *perf_map;
  ProfSymbolizer *kernel;
  ProfAddressCache *cache;
  GArray *frames; /* guint32: of the last address that is not in the cache */
};

ProfResolver *
prof_resolver_new (ProfBuilder *builder, ProfModules *modules)
{
  ProfResolver *self = g_new0 (ProfResolver, 1);

  self->builder = builder;
  self->modules = modules;
  self->maker = prof_frame_maker_new (builder);
  self->elf = prof_elf_symbolizer_new (self->maker, modules);
  self->perf_map = prof_perf_map_symbolizer_new (self->maker, modules);
  self->kernel = prof_kernel_symbolizer_new (self->maker);
  self->cache = prof_address_cache_new ();
  self->frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
prof_resolver_free (ProfResolver *self)
{
  if (!self)
    return;
  self->elf->class->free (self->elf);
  self->perf_map->class->free (self->perf_map);
  self->kernel->class->free (self->kernel);
  prof_frame_maker_free (self->maker);
  prof_address_cache_free (self->cache);
  g_array_unref (self->frames);
  g_free (self);
}

gboolean
prof_resolver_load_kernel (ProfResolver *self)
{
  g_autofree char *reason = NULL;
  g_autofree char *text = NULL;

  if (prof_kernel_symbolizer_load (self->kernel, KALLSYMS, &reason))
    return TRUE;
  text = g_strdup_printf ("Kernel functions are shown as addresses, because their names cannot be "
                          "read: %s",
                          reason);
  prof_builder_warning (self->builder, 1, text, KALLSYMS);
  return FALSE;
}

void
prof_resolver_set_inlines (ProfResolver *self, gboolean inlines)
{
  prof_elf_symbolizer_set_inlines (self->elf, inlines);
}

void
prof_resolver_set_perf_map_dir (ProfResolver *self, const char *dir)
{
  prof_perf_map_symbolizer_set_dir (self->perf_map, dir);
}

static const guint32 *
take_frames (ProfResolver *self, guint *n_frames)
{
  *n_frames = self->frames->len;
  return (const guint32 *) (gpointer) self->frames->data;
}

/* No file, no map: code made at run time, or an address that is no code at all. */
static void
append_unmapped (ProfResolver *self, const ProfCode *code)
{
  guint32 frame;

  if (code->mapping)
    {
      ProfFunctionRow row = {
        .name = prof_builder_string (self->builder, ANONYMOUS, -1),
        .kind = PROF_FRAME_JIT,
        .carrier = PROF_FRAME_JIT,
        .flags = PROF_FUNCTION_UNNAMED,
      };

      frame = prof_builder_frame (self->builder, prof_builder_function (self->builder, &row), 0);
    }
  else
    {
      frame = prof_frame_maker_unnamed (self->maker, code->address, 0, PROF_FRAME_UNKNOWN);
    }
  g_array_append_val (self->frames, frame);
}

/* Memory that JIT compilers write code to, and not a program or library. */
static gboolean
is_anonymous (const ProfMapping *mapping)
{
  const char *path = mapping->module ? mapping->module->path : "";

  return path[0] == '\0' || g_str_has_prefix (path, "//anon") || g_str_has_prefix (path, "[anon") ||
         g_str_has_prefix (path, "/dev/zero") || g_str_has_prefix (path, "/SYSV") ||
         strcmp (path, "[heap]") == 0 || g_str_has_prefix (path, "[stack");
}

/* The same place can be meant as a return address and as itself: where it has no name, the address
 * shown differs. */
static guint32
cache_space (guint32 space, const ProfCode *code)
{
  return space << 1 | (code->lookup != code->address);
}

const guint32 *
prof_resolver_user (ProfResolver *self, ProfAddressSpace *space, guint64 address,
                    gboolean is_return, guint *n_frames)
{
  guint64 lookup = is_return && address > 0 ? address - 1 : address;
  const ProfMapping *mapping = prof_address_space_find (space, lookup);
  ProfCode code = { .space = space, .mapping = mapping, .address = address, .lookup = lookup };
  gboolean in_file = mapping && !is_anonymous (mapping);
  const guint32 *cached;
  guint32 cached_as = 0;

  if (in_file)
    {
      code.offset = lookup - mapping->start + mapping->offset;
      cached_as = cache_space (mapping->module->id, &code);
      cached = prof_address_cache_find (self->cache, cached_as, code.offset, n_frames);
      if (cached)
        return cached;
    }

  g_array_set_size (self->frames, 0);
  /* A file in memory (memfd) may be a program, or the place where a JIT compiler writes. */
  if (in_file && (prof_elf_symbolizer_has_file (self->elf, mapping->module) ||
                  !g_str_has_prefix (mapping->module->path, "/memfd:")))
    {
      self->elf->class->symbolize (self->elf, &code, self->frames);
      return prof_address_cache_insert (self->cache, cached_as, code.offset,
                                        (const guint32 *) (gpointer) self->frames->data,
                                        *n_frames = self->frames->len);
    }
  /* Where nothing is mapped there is no code, however it was made. */
  if (!mapping || !self->perf_map->class->symbolize (self->perf_map, &code, self->frames))
    append_unmapped (self, &code);
  return take_frames (self, n_frames);
}

const guint32 *
prof_resolver_kernel (ProfResolver *self, guint64 address, gboolean is_return, guint *n_frames)
{
  ProfCode code = { .address = address,
                    .lookup = is_return && address > 0 ? address - 1 : address };
  guint32 cached_as = cache_space (KERNEL_SPACE, &code);
  const guint32 *cached = prof_address_cache_find (self->cache, cached_as, code.lookup, n_frames);

  if (cached)
    return cached;
  g_array_set_size (self->frames, 0);
  self->kernel->class->symbolize (self->kernel, &code, self->frames);
  return prof_address_cache_insert (self->cache, cached_as, code.lookup,
                                    (const guint32 *) (gpointer) self->frames->data,
                                    *n_frames = self->frames->len);
}

guint32
prof_resolver_truncated (ProfResolver *self)
{
  return prof_frame_maker_plain (self->maker, prof_builder_string (self->builder, TRUNCATED, -1), 0,
                                 PROF_FRAME_TRUNCATED);
}

void
prof_resolver_forget_process (ProfResolver *self, pid_t pid)
{
  self->perf_map->class->forget_process (self->perf_map, pid);
}

void
prof_resolver_report (ProfResolver *self)
{
  self->elf->class->report (self->elf, self->builder);
}
