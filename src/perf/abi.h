/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <linux/perf_event.h>
#include <string.h>

G_BEGIN_DECLS

/*
 * The kernel's perf interface, as far as the kernel's own header (of the oldest system supported)
 * does not say it, and access to record bytes. Records come from files: they may be unaligned and
 * of the other byte order, so fields are read through these functions only.
 */

/* A chain that goes on in a later record (newer kernels); a cookie follows. */
#define PROF_PERF_CONTEXT_USER_DEFERRED ((guint64) -640)
#define PROF_PERF_RECORD_CALLCHAIN_DEFERRED 22
/* Record types below this one come from the kernel, from it on from the perf tool. */
#define PROF_PERF_RECORD_USER_START 64
/* Kernel record types whose meaning is known here: all below this one. */
#define PROF_PERF_RECORD_KERNEL_END 23

#define PROF_PERF_BRANCH_HW_INDEX (1ull << 17)
#define PROF_PERF_BRANCH_COUNTERS (1ull << 19)

typedef struct {
  guint32 type;
  guint16 misc;
  guint16 size; /* of the whole record, bytes */
} ProfPerfHeader;

#define PROF_PERF_HEADER_SIZE 8

static inline guint16
prof_perf_u16 (const guint8 *bytes, gboolean swap)
{
  guint16 value;

  memcpy (&value, bytes, sizeof value);
  return swap ? GUINT16_SWAP_LE_BE (value) : value;
}

static inline guint32
prof_perf_u32 (const guint8 *bytes, gboolean swap)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);
  return swap ? GUINT32_SWAP_LE_BE (value) : value;
}

static inline guint64
prof_perf_u64 (const guint8 *bytes, gboolean swap)
{
  guint64 value;

  memcpy (&value, bytes, sizeof value);
  return swap ? GUINT64_SWAP_LE_BE (value) : value;
}

static inline ProfPerfHeader
prof_perf_header (const guint8 *record, gboolean swap)
{
  return (ProfPerfHeader){
    .type = prof_perf_u32 (record, swap),
    .misc = prof_perf_u16 (record + 4, swap),
    .size = prof_perf_u16 (record + 6, swap),
  };
}

G_END_DECLS
