/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "process/address-space.h"
#include "symbols/frame-maker-private.h"

G_BEGIN_DECLS

/* A place in code that wants a name. */
typedef struct {
  ProfAddressSpace *space;    /* (nullable): the kernel's */
  const ProfMapping *mapping; /* (nullable): none there */
  guint64 address;            /* as sampled */
  guint64 lookup;             /* the instruction meant: before a return address */
  guint64 offset;             /* of @lookup in the mapping's file */
} ProfCode;

/**
 * ProfSymbolizer:
 *
 * One way to name code. The resolver asks its symbolizers in order until one answers.
 */
typedef struct _ProfSymbolizer ProfSymbolizer;

typedef struct {
  /* Appends frame ids (guint32) to @frames, innermost first. FALSE: cannot say; appends nothing. */
  gboolean (*symbolize) (ProfSymbolizer *self, const ProfCode *code, GArray *frames);
  /* (nullable): what was kept for a process is stale. */
  void (*forget_process) (ProfSymbolizer *self, pid_t pid);
  /* (nullable): warnings about what could not be named. */
  void (*report) (ProfSymbolizer *self, ProfBuilder *builder);
  void (*free) (ProfSymbolizer *self);
} ProfSymbolizerClass;

struct _ProfSymbolizer {
  const ProfSymbolizerClass *class;
};

/* Code in files: ELF symbols, DWARF. */
ProfSymbolizer *prof_elf_symbolizer_new (ProfFrameMaker *maker, ProfModules *modules);
void prof_elf_symbolizer_set_inlines (ProfSymbolizer *self, gboolean inlines);
/* Whether code of @module can be named by its file; opens it. */
gboolean prof_elf_symbolizer_has_file (ProfSymbolizer *self, ProfModule *module);

/* The kernel's own code. */
ProfSymbolizer *prof_kernel_symbolizer_new (ProfFrameMaker *maker);
/* Reads @path, in the form of /proc/kallsyms. FALSE with @reason (transfer full), in words. */
gboolean prof_kernel_symbolizer_load (ProfSymbolizer *self, const char *path, char **reason);

/* Code made at run time, from /tmp/perf-PID.map. */
ProfSymbolizer *prof_perf_map_symbolizer_new (ProfFrameMaker *maker, ProfModules *modules);
void prof_perf_map_symbolizer_set_dir (ProfSymbolizer *self, const char *dir);

G_END_DECLS
