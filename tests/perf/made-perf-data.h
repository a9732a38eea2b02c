/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "perf/abi.h"

G_BEGIN_DECLS

/* Writes small perf.data files, of either byte order, whose content a test knows. Every event has
 * IDENTIFIER, IP, TID, TIME, PERIOD and CALLCHAIN unless its sample_type says otherwise. */

#define MADE_SAMPLE_TYPE                                                                           \
  (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |                  \
   PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN)

typedef struct {
  gboolean swap;
  guint64 sample_type;
  guint64 period; /* of the events; with PERF_SAMPLE_PERIOD also of the samples */
  gboolean freq;
  guint n_events; /* cpu-clock, page-faults, ... with ids 100, 101, ... */
  GByteArray *records;
} MadeData;

void made_init (MadeData *self, gboolean swap, guint64 sample_type);
void made_clear (MadeData *self);

void made_u32 (const MadeData *self, GByteArray *bytes, guint32 value);
void made_u64 (const MadeData *self, GByteArray *bytes, guint64 value);

/* A record of any type with @body; the ids and times of records that are not samples go behind it.
 * @time 0 gives a record as the tool makes it up for what was there already. */
void made_record (MadeData *self, guint32 type, guint16 misc, const GByteArray *body, pid_t pid,
                  pid_t tid, guint64 time);
/* One from the perf tool: nothing is put behind. */
void made_tool_record (MadeData *self, guint32 type, const void *body, gsize size);

void made_comm (MadeData *self, pid_t pid, pid_t tid, const char *name, gboolean exec,
                guint64 time);
void made_fork (MadeData *self, pid_t pid, pid_t ppid, pid_t tid, pid_t ptid, guint64 time);
void made_exit (MadeData *self, pid_t pid, pid_t ppid, pid_t tid, guint64 time);
void made_mmap2 (MadeData *self, pid_t pid, guint64 address, guint64 size, guint64 offset,
                 const char *path, guint64 time);
void made_round (MadeData *self);
/* @chain ends with 0. NULL: none. */
void made_sample (MadeData *self, guint event, pid_t pid, pid_t tid, guint64 ip,
                  const guint64 *chain, guint64 time);

/* (transfer full): a whole file of the records so far. */
GByteArray *made_file (const MadeData *self);
GByteArray *made_pipe (const MadeData *self);

G_END_DECLS
