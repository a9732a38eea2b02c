/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "perf/abi.h"

G_BEGIN_DECLS

/**
 * ProfPerfLayout:
 *
 * Where the fields of an event's records lie: which ones a record has, and in which order, follows
 * from the event's attributes alone.
 */
typedef struct {
  guint64 sample_type;
  guint64 read_format;
  guint64 branch_sample_type;
  guint n_user_regs;
  gboolean swap;   /* the records are of the other byte order */
  int sample_time; /* offset in a sample record; -1: has none */
  int sample_id;
  int tail_time; /* distance from the end of any other record; -1: has none */
  int tail_id;
} ProfPerfLayout;

typedef struct {
  guint64 ip;
  guint64 time;   /* 0: has none */
  guint64 period; /* 0: has none */
  guint32 pid;
  guint32 tid;
  guint32 cpu; /* G_MAXUINT32: has none */
  gboolean has_ip;
  gboolean has_period;
  gboolean has_chain;
  guint n_chain;
  const guint64 *chain; /* innermost first, with PERF_CONTEXT_* markers; native order */
  guint64 stack_dump;   /* bytes of user stack that came along */
} ProfPerfSample;

/* @attr in native byte order; @swap: the records are not. */
void prof_perf_layout_init (ProfPerfLayout *self, const struct perf_event_attr *attr,
                            gboolean swap);

/* Time and event id of any record that the kernel wrote; FALSE: has none. */
gboolean prof_perf_layout_get_time (const ProfPerfLayout *self, const guint8 *record,
                                    const ProfPerfHeader *header, guint64 *time);
gboolean prof_perf_layout_get_id (const ProfPerfLayout *self, const guint8 *record,
                                  const ProfPerfHeader *header, guint64 *id);

/**
 * prof_perf_layout_read_sample:
 * @scratch: (element-type guint64): holds the chain where it cannot be used in place
 *
 * Returns: %FALSE if the record's fields do not fit into it
 */
gboolean prof_perf_layout_read_sample (const ProfPerfLayout *self, const guint8 *record,
                                       const ProfPerfHeader *header, GArray *scratch,
                                       ProfPerfSample *sample);

/* Bytes that sample_id_all put at the end of a record that is not a sample. */
guint prof_perf_layout_get_tail (const ProfPerfLayout *self);

G_END_DECLS
