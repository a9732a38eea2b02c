/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perf/event-name.h"

static const struct {
  const char *name;
  const char *unit;
} hardware[] = {
  [PERF_COUNT_HW_CPU_CYCLES] = { "cycles", "cycles" },
  [PERF_COUNT_HW_INSTRUCTIONS] = { "instructions", "instructions" },
  [PERF_COUNT_HW_CACHE_REFERENCES] = { "cache-references", "references" },
  [PERF_COUNT_HW_CACHE_MISSES] = { "cache-misses", "misses" },
  [PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = { "branches", "branches" },
  [PERF_COUNT_HW_BRANCH_MISSES] = { "branch-misses", "misses" },
  [PERF_COUNT_HW_BUS_CYCLES] = { "bus-cycles", "cycles" },
  [PERF_COUNT_HW_STALLED_CYCLES_FRONTEND] = { "stalled-cycles-frontend", "cycles" },
  [PERF_COUNT_HW_STALLED_CYCLES_BACKEND] = { "stalled-cycles-backend", "cycles" },
  [PERF_COUNT_HW_REF_CPU_CYCLES] = { "ref-cycles", "cycles" },
}, software[] = {
  [PERF_COUNT_SW_CPU_CLOCK] = { "cpu-clock", "ns" },
  [PERF_COUNT_SW_TASK_CLOCK] = { "task-clock", "ns" },
  [PERF_COUNT_SW_PAGE_FAULTS] = { "page-faults", "faults" },
  [PERF_COUNT_SW_CONTEXT_SWITCHES] = { "context-switches", "switches" },
  [PERF_COUNT_SW_CPU_MIGRATIONS] = { "cpu-migrations", "migrations" },
  [PERF_COUNT_SW_PAGE_FAULTS_MIN] = { "minor-faults", "faults" },
  [PERF_COUNT_SW_PAGE_FAULTS_MAJ] = { "major-faults", "faults" },
  [PERF_COUNT_SW_ALIGNMENT_FAULTS] = { "alignment-faults", "faults" },
  [PERF_COUNT_SW_EMULATION_FAULTS] = { "emulation-faults", "faults" },
  [PERF_COUNT_SW_DUMMY] = { "dummy", "events" },
  [PERF_COUNT_SW_BPF_OUTPUT] = { "bpf-output", "events" },
};

static const char *
cache_name (guint64 config, char *buffer, gsize size)
{
  static const char *const caches[] = { "L1-dcache", "L1-icache", "LLC", "dTLB",
                                        "iTLB",      "branch",    "node" };
  static const char *const ops[] = { "load", "store", "prefetch" };
  guint cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16 & 0xff;

  if (cache >= G_N_ELEMENTS (caches) || op >= G_N_ELEMENTS (ops) || result > 1)
    return NULL;
  if (result == 1)
    g_snprintf (buffer, size, "%s-%s-misses", caches[cache], ops[op]);
  else
    g_snprintf (buffer, size, "%s-%ss", caches[cache], ops[op]);
  return buffer;
}

char *
prof_perf_event_name (const struct perf_event_attr *attr)
{
  GString *name = g_string_new (NULL);
  char buffer[64];
  const char *known = NULL;
  /* Since Linux 5.13 the upper half of a hardware event's config may name its PMU. */
  guint64 config = attr->type == PERF_TYPE_HARDWARE ? attr->config & 0xffffffff : attr->config;

  if (attr->type == PERF_TYPE_HARDWARE && config < G_N_ELEMENTS (hardware))
    known = hardware[config].name;
  else if (attr->type == PERF_TYPE_SOFTWARE && config < G_N_ELEMENTS (software))
    known = software[config].name;
  else if (attr->type == PERF_TYPE_HW_CACHE)
    known = cache_name (config, buffer, sizeof buffer);
  if (known != NULL)
    g_string_append (name, known);
  else if (attr->type == PERF_TYPE_TRACEPOINT)
    g_string_append_printf (name, "tracepoint %" G_GUINT64_FORMAT, (guint64) attr->config);
  else if (attr->type == PERF_TYPE_RAW)
    g_string_append_printf (name, "raw 0x%" G_GINT64_MODIFIER "x", (guint64) attr->config);
  else
    g_string_append_printf (name, "type %u 0x%" G_GINT64_MODIFIER "x", attr->type,
                            (guint64) attr->config);
  if (known != NULL && attr->exclude_kernel && !attr->exclude_user)
    g_string_append (name, ":u");
  else if (known != NULL && attr->exclude_user && !attr->exclude_kernel)
    g_string_append (name, ":k");
  return g_string_free (name, FALSE);
}

const char *
prof_perf_event_unit (const struct perf_event_attr *attr, const char *name)
{
  guint64 config = attr->type == PERF_TYPE_HARDWARE ? attr->config & 0xffffffff : attr->config;

  if (attr->freq && !(attr->sample_type & PERF_SAMPLE_PERIOD))
    return "samples"; /* how much each stands for was not recorded */
  if (attr->type == PERF_TYPE_HARDWARE && config < G_N_ELEMENTS (hardware))
    return hardware[config].unit;
  if (attr->type == PERF_TYPE_SOFTWARE && config < G_N_ELEMENTS (software))
    return software[config].unit;
  if (strstr (name, "cycles") != NULL)
    return "cycles";
  if (strstr (name, "instructions") != NULL)
    return "instructions";
  return "events";
}

gboolean
prof_perf_event_is_dummy (const struct perf_event_attr *attr)
{
  return attr->type == PERF_TYPE_SOFTWARE && attr->config == PERF_COUNT_SW_DUMMY;
}
