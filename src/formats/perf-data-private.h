/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/importer-private.h"
#include "perf/converter.h"

G_BEGIN_DECLS

/* tools/perf/Documentation/perf.data-file-format.txt of the Linux sources describes the format. */

#define PROF_PERF_DATA_MAGIC_SIZE 8
/* Number of feature bits in the header. */
#define PROF_PERF_DATA_N_FEATURES 256

/* Record types that the perf tool writes between those of the kernel. */
typedef enum {
  PERF_DATA_ATTR = 64,
  PERF_DATA_EVENT_TYPE = 65,
  PERF_DATA_TRACING_DATA = 66,
  PERF_DATA_BUILD_ID = 67,
  PERF_DATA_FINISHED_ROUND = 68,
  PERF_DATA_AUXTRACE = 71,
  PERF_DATA_EVENT_UPDATE = 78,
  PERF_DATA_FEATURE = 80,
  PERF_DATA_COMPRESSED = 81,
  PERF_DATA_COMPRESSED2 = 83,
  PERF_DATA_LAST_KNOWN = 90,
} PerfDataRecordType;

/* One event of the file. */
typedef struct {
  struct perf_event_attr attr;
  char *name;  /* (nullable) */
  GArray *ids; /* guint64 */
} PerfDataEvent;

/* What a file says about itself. */
typedef struct {
  const guint8 *bytes;
  gsize length;
  gboolean swap;    /* written by a machine of the other byte order */
  gboolean is_pipe; /* records only, as from perf record -o - */
  gsize data_start;
  gsize data_end;       /* at most @length */
  guint64 data_missing; /* bytes that the header claims beyond the file's end */
  gboolean unfinished;  /* the recorder did not get to write the header's sizes */
  guint64 features[PROF_PERF_DATA_N_FEATURES / 64];

  GArray *events; /* PerfDataEvent */
  char *hostname; /* (nullable), as all of these */
  char *release;
  char *command_line;
  guint n_cpus;          /* 0: unknown */
  guint64 clock_wall;    /* ns since the epoch when the records' clock was... */
  guint64 clock_time;    /* ...this; 0: unknown */
  GHashTable *build_ids; /* path -> lower-case hex */
} PerfDataFile;

/* perf-data-header.c. Errors in PROF_IMPORT_ERROR. */
gboolean perf_data_file_open (PerfDataFile *self, const ProfInput *input, GError **error);
void perf_data_file_clear (PerfDataFile *self);
/* An event's attributes at @bytes in any byte order and of any size. */
gboolean perf_data_read_attr (const guint8 *bytes, gsize length, gboolean swap,
                              struct perf_event_attr *attr);
void perf_data_file_add_event (PerfDataFile *self, const struct perf_event_attr *attr);
/* Events and facts of a piped file, which may come late: a look at every record's header. */
void perf_data_file_scan_pipe (PerfDataFile *self);
/* Bytes from @record to the next; at most @left. */
gsize perf_data_record_span (const guint8 *record, const ProfPerfHeader *header, gboolean swap,
                             gsize left);

/* perf-data-features.c: what is damaged in them is left out. */
void perf_data_file_read_features (PerfDataFile *self);
void perf_data_file_read_feature (PerfDataFile *self, guint number, const guint8 *bytes,
                                  gsize length);
void perf_data_file_read_build_id (PerfDataFile *self, const guint8 *record, gsize size);

/* perf-data-zstd.c: the compressed records of a file are one stream. */
typedef struct _PerfDataStream PerfDataStream;
PerfDataStream *perf_data_stream_new (void);
void perf_data_stream_free (PerfDataStream *self);
/* @length (out): what has been unpacked and not yet been used, with the rest of an earlier call in
 * front: (transfer none), stays until two perf_data_stream_round() later. NULL: damaged. */
const guint8 *perf_data_stream_unpack (PerfDataStream *self, const guint8 *bytes, gsize size,
                                       gsize *length);
/* The last @n bytes of it are the beginning of a record that goes on. */
void perf_data_stream_keep (PerfDataStream *self, gsize n);
void perf_data_stream_round (PerfDataStream *self);

/* perf-data-kernel.c: whether the running kernel is the one that was recorded, at the same
 * addresses. @reference: the address of @symbol ("_text") in the file; 0: unknown. */
gboolean perf_data_is_running_kernel (const PerfDataFile *file, const char *symbol,
                                      guint64 reference);
gboolean perf_data_is_this_host (const PerfDataFile *file);

G_END_DECLS
