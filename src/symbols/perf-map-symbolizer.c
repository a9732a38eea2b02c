/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "process/proc-file-private.h"
#include "symbols/perf-map-private.h"
#include "symbols/symbolizer-private.h"

#define DEFAULT_DIR "/tmp"
#define MODULE "[jit]"
/* How long, in µs, a map that was asked in vain is not read again. */
#define PATIENCE 20000

/* The map of one process. */
typedef struct {
  ProfPerfMap *map;
  gint64 process_start; /* seconds since the epoch; 0: not known */
  gint64 asked;         /* when it was last read, µs, monotonic */
} Entry;

typedef struct {
  ProfSymbolizer parent;
  ProfFrameMaker *maker;
  ProfModules *modules;
  gboolean enabled;    /* for a recording that is not live */
  char *dir;           /* (nullable) */
  GHashTable *entries; /* pid -> Entry */
} PerfMapSymbolizer;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  prof_perf_map_free (entry->map);
  g_free (entry);
}

/* In a container the process knows itself by another number. */
static pid_t
inner_pid (pid_t pid)
{
  g_autofree char *status = prof_proc_read (pid, "status", NULL, NULL);
  const char *line = status ? strstr (status, "\nNSpid:") : NULL;
  const char *last;
  g_autofree char *numbers = NULL;

  if (!line)
    return pid;
  line += strlen ("\nNSpid:");
  numbers = g_strndup (line, strcspn (line, "\n"));
  g_strstrip (numbers);
  last = strrchr (numbers, '\t');
  return atoi (last ? last + 1 : numbers);
}

static gint64
process_start (pid_t pid)
{
  g_autofree char *text = prof_proc_read (pid, "stat", NULL, NULL);
  struct timespec since_boot;
  ProfProcStat stat;

  if (!text || !prof_proc_stat_parse (text, &stat))
    return 0;
  clock_gettime (CLOCK_BOOTTIME, &since_boot);
  /* A second less: a file's time is that of the last clock tick. */
  return time (NULL) - since_boot.tv_sec + (gint64) stat.start_ticks / sysconf (_SC_CLK_TCK) - 1;
}

static char *
find_path (PerfMapSymbolizer *self, pid_t pid)
{
  g_autofree char *path = NULL;

  if (self->dir)
    return g_strdup_printf ("%s/perf-%d.map", self->dir, (int) pid);
  if (prof_modules_get_live (self->modules))
    {
      path = g_strdup_printf ("/proc/%d/root" DEFAULT_DIR "/perf-%d.map", (int) pid,
                              (int) inner_pid (pid));
      if (access (path, R_OK) == 0)
        return g_steal_pointer (&path);
    }
  return g_strdup_printf (DEFAULT_DIR "/perf-%d.map", (int) pid);
}

static Entry *
get_entry (PerfMapSymbolizer *self, pid_t pid)
{
  Entry *entry = g_hash_table_lookup (self->entries, GINT_TO_POINTER (pid));

  if (!entry)
    {
      entry = g_new0 (Entry, 1);
      entry->process_start = prof_modules_get_live (self->modules) ? process_start (pid) : 0;
      g_hash_table_insert (self->entries, GINT_TO_POINTER (pid), entry);
    }
  return entry;
}

static ProfPerfMapRange *
find_range (PerfMapSymbolizer *self, pid_t pid, guint64 address)
{
  Entry *entry = get_entry (self, pid);
  ProfPerfMapRange *range = entry->map ? prof_perf_map_find (entry->map, address) : NULL;
  gint64 now;

  if (range)
    return range;
  now = g_get_monotonic_time ();
  if (entry->asked != 0 && now - entry->asked < PATIENCE)
    return NULL;
  entry->asked = now;
  if (!entry->map)
    {
      g_autofree char *path = find_path (self, pid);

      /* It may come later, and then perhaps in the target's own root. */
      if (access (path, R_OK) != 0)
        return NULL;
      entry->map = prof_perf_map_new (path);
    }
  if (!prof_perf_map_update (entry->map, entry->process_start))
    return NULL;
  return prof_perf_map_find (entry->map, address);
}

static gboolean
perf_map_symbolize (ProfSymbolizer *symbolizer, const ProfCode *code, GArray *frames)
{
  PerfMapSymbolizer *self = (PerfMapSymbolizer *) symbolizer;
  ProfBuilder *builder = prof_frame_maker_get_builder (self->maker);
  ProfPerfMapRange *range;

  if (!self->enabled && !prof_modules_get_live (self->modules))
    return FALSE;
  range = find_range (self, code->space->pid, code->lookup);
  if (!range)
    return FALSE;
  if (range->value == PROF_PERF_MAP_NO_VALUE)
    range->value =
        prof_frame_maker_plain (self->maker, prof_builder_string (builder, range->name, -1),
                                prof_builder_string (builder, MODULE, -1), PROF_FRAME_JIT);
  g_array_append_val (frames, range->value);
  return TRUE;
}

static void
perf_map_forget_process (ProfSymbolizer *symbolizer, pid_t pid)
{
  g_hash_table_remove (((PerfMapSymbolizer *) symbolizer)->entries, GINT_TO_POINTER (pid));
}

static void
perf_map_free (ProfSymbolizer *symbolizer)
{
  PerfMapSymbolizer *self = (PerfMapSymbolizer *) symbolizer;

  g_free (self->dir);
  g_hash_table_unref (self->entries);
  g_free (self);
}

void
prof_perf_map_symbolizer_set_dir (ProfSymbolizer *symbolizer, const char *dir)
{
  PerfMapSymbolizer *self = (PerfMapSymbolizer *) symbolizer;

  g_free (self->dir);
  self->dir = g_strdup (dir);
  self->enabled = TRUE;
  g_hash_table_remove_all (self->entries);
}

ProfSymbolizer *
prof_perf_map_symbolizer_new (ProfFrameMaker *maker, ProfModules *modules)
{
  static const ProfSymbolizerClass class = {
    .symbolize = perf_map_symbolize,
    .forget_process = perf_map_forget_process,
    .free = perf_map_free,
  };
  PerfMapSymbolizer *self = g_new0 (PerfMapSymbolizer, 1);

  self->parent.class = &class;
  self->maker = maker;
  self->modules = modules;
  self->entries = g_hash_table_new_full (NULL, NULL, NULL, entry_free);
  return &self->parent;
}
