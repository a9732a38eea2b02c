/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "profile/batch.h"

G_BEGIN_DECLS

/*
 * The layout of the own capture file, as docs/capture-format.md specifies it. All integers are
 * little-endian, and so are the machines this is built for: rows go to the file as they are.
 */
G_STATIC_ASSERT (G_BYTE_ORDER == G_LITTLE_ENDIAN);

#define PROF_CAPTURE_MAGIC "\x89PROF\r\n\x1a"
#define PROF_CAPTURE_MAGIC_SIZE 8
#define PROF_CAPTURE_VERSION 1

typedef struct {
  char magic[PROF_CAPTURE_MAGIC_SIZE];
  guint32 version;
  guint32 size; /* of this header: what follows it begins there */
} ProfCaptureHeader;

typedef enum {
  PROF_CHUNK_BATCH = 1,
  PROF_CHUNK_END = 2,
} ProfChunkType;

#define PROF_CHUNK_VERSION 1

/* A chunk's payload is at most this long, packed or unpacked; the writer aims at a quarter. */
#define PROF_CHUNK_MAX_LENGTH (256u << 20)
#define PROF_CHUNK_TARGET_LENGTH (32u << 20)

typedef struct {
  guint32 type;
  guint16 version;
  guint16 reserved;
  guint32 stored_length; /* of the zstd frame that follows */
  guint32 raw_length;    /* of the payload it holds */
  guint32 crc;           /* CRC-32C of the header up to here and the zstd frame */
} ProfChunkHeader;

/* Sections of a batch's payload: the table's number, or: */
#define PROF_SECTION_PROCESS_UPDATES 100
#define PROF_SECTION_THREAD_UPDATES 101
#define PROF_SECTION_SAMPLES 200

typedef enum {
  PROF_ENCODING_ROWS = 0,
  PROF_ENCODING_STRINGS = 1, /* each ended by NUL */
  PROF_ENCODING_COLUMNS = 2,
} ProfSectionEncoding;

/* Sections and columns begin at multiples of this. */
#define PROF_SECTION_ALIGNMENT 8

typedef struct {
  guint16 id;
  guint16 encoding;
  guint32 row_size; /* 0 where rows have no fixed size */
  guint32 n_rows;
  guint32 first_id; /* 0 where rows have no id */
  guint64 length;   /* of the data that follow, without padding */
} ProfSectionHeader;

typedef enum {
  PROF_COLUMN_OFFSETS = 0,     /* value[i] = base + data[i] */
  PROF_COLUMN_DIFFERENCES = 1, /* value[i] = value[i - 1] + base + data[i]; value[-1] = first */
} ProfColumnEncoding;

typedef struct {
  guint8 encoding;
  guint8 width; /* bytes of a datum: 0 (all are zero), 1, 2, 4, 8 */
  guint16 reserved;
  guint32 reserved2;
  gint64 base;
  gint64 first;
} ProfColumnHeader;

/* The end chunk's payload. */
typedef struct {
  guint64 n_batches;
  guint64 n_samples;
} ProfCaptureEnd;

G_STATIC_ASSERT (sizeof (ProfCaptureHeader) == 16);
G_STATIC_ASSERT (sizeof (ProfChunkHeader) == 20);
G_STATIC_ASSERT (sizeof (ProfSectionHeader) == 24);
G_STATIC_ASSERT (sizeof (ProfColumnHeader) == 24);
G_STATIC_ASSERT (sizeof (ProfCaptureEnd) == 16);

/* Sample times are within this of the capture's start (146 years), so that sums of a few of them
 * never overflow. */
#define PROF_CAPTURE_MAX_TIME (G_GINT64_CONSTANT (1) << 62)

/**
 * ProfPayloadFunc:
 *
 * Takes the payload of one batch chunk: @payload is only lent.
 */
typedef gboolean (*ProfPayloadFunc) (const GByteArray *payload, gpointer user_data, GError **error);

/* Encodes @batch into one payload, or several where one would pass PROF_CHUNK_TARGET_LENGTH; rows
 * stay in an order in which every payload refers only to itself and to earlier ones. */
gboolean prof_capture_encode (const ProfBatch *batch, ProfPayloadFunc func, gpointer user_data,
                              GError **error);

/**
 * prof_capture_decode:
 * @next: [PROF_N_TABLES] the id that the next row of each table must have
 * @unknown: (out): grows by the number of sections that this version does not know
 * @problem: (out): static words for what is wrong, when %NULL is returned
 *
 * Every length and id in the payload is checked against the payload before use.
 *
 * Returns: (transfer full) (nullable): the batch
 */
ProfBatch *prof_capture_decode (const guint8 *payload, gsize length, const guint32 *next,
                                guint64 *unknown, const char **problem);

/* A batch that holds only one warning; @next as above. @where: (nullable). */
ProfBatch *prof_warning_batch (const guint32 *next, guint64 count, const char *text,
                               const char *where);

/* Moves @next behind the rows of @batch. */
void prof_batch_advance (const ProfBatch *batch, guint32 *next);

G_END_DECLS
