/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/frame-kind.h"

G_BEGIN_DECLS

/*
 * The rows of a profile's tables. All ids are row numbers of their table, guint32. Strings are
 * ids of the string table; string 0 is "". The same structs, in little-endian order and without
 * padding, are the rows of the capture file: docs/capture-format.md.
 *
 * All times are nanoseconds from the capture's start (gint64).
 */

#define PROF_NO_ID G_MAXUINT32
#define PROF_TIME_UNKNOWN G_MININT64

/* One life of a process: a new row begins when a pid is reused and at every exec. */
typedef struct {
  gint64 start;         /* PROF_TIME_UNKNOWN: before the capture began */
  gint64 end;           /* PROF_TIME_UNKNOWN: was still running */
  gint32 pid;           /* -1: unknown (a file without processes) */
  gint32 ppid;          /* -1: unknown */
  guint32 name;         /* string */
  guint32 command_line; /* string, arguments separated by spaces; 0: unknown */
  guint32 flags;        /* ProfProcessFlags */
  guint32 reserved;
} ProfProcessRow;

typedef enum {
  PROF_PROCESS_KERNEL = 1 << 0, /* a kernel thread */
  PROF_PROCESS_IDLE = 1 << 1,   /* the idle task (pid 0) */
} ProfProcessFlags;

/* One life of a thread. */
typedef struct {
  gint64 start;
  gint64 end;
  gint32 tid;      /* -1: unknown */
  guint32 process; /* process row */
  guint32 name;    /* string */
  guint32 reserved;
} ProfThreadRow;

/* What was counted. Weights of different events are never added. */
typedef struct {
  guint32 name; /* string, for example "cpu-clock" */
  guint32 unit; /* string: "ns", "samples", "bytes", "cycles"... singular symbol as shown */
} ProfEventRow;

/* A function as a person sees it. Two rows never have equal fields. */
typedef struct {
  guint32 name;   /* string; for an unnamed function the address as "0x..." */
  guint32 module; /* string, full path of the file, or "[kernel]", "[vdso]"...; 0: none */
  guint32 file;   /* string, source file; 0: unknown */
  guint32 line;   /* first line of the function; 0: unknown */
  guint8 kind;    /* ProfFrameKind */
  guint8 carrier; /* for PROF_FRAME_INLINED the kind of code it was inlined into, else = kind */
  guint16 flags;  /* ProfFunctionFlags */
} ProfFunctionRow;

typedef enum {
  PROF_FUNCTION_UNNAMED = 1 << 0, /* no symbol was found: the name is an address */
} ProfFunctionFlags;

/* A function at a source line. */
typedef struct {
  guint32 function; /* function row */
  guint32 line;     /* line being run, or of the call; 0: unknown */
} ProfFrameRow;

/* A trie: stack 0 is the empty stack, every other has a parent (its caller's stack) with a
 * smaller id, and the frame it adds. */
typedef struct {
  guint32 parent;
  guint32 frame;
} ProfStackRow;

/* What was sampled. Every filter is a mask over origins, never over samples. */
typedef struct {
  guint32 thread;
  guint32 stack;
  guint32 event;
} ProfOriginRow;

/* A fact about a process's memory, kept so that a capture can say what it saw. */
typedef struct {
  gint64 time;
  guint64 start;  /* address */
  guint64 size;   /* bytes */
  guint64 offset; /* in the file, bytes */
  guint32 process;
  guint32 path;     /* string */
  guint32 build_id; /* string, lower-case hex; 0: unknown */
  guint32 reserved;
} ProfMappingRow;

typedef enum {
  PROF_MARKER_PROCESS_START = 0,
  PROF_MARKER_EXEC = 1,
  PROF_MARKER_PROCESS_EXIT = 2,
  PROF_MARKER_LOST = 3,     /* value: number of samples the kernel dropped */
  PROF_MARKER_THROTTLE = 4, /* the kernel stopped sampling for a while; value: 1 */
  PROF_MARKER_NOTE = 5,     /* a person's note; text */
} ProfMarkerKind;

typedef struct {
  gint64 time;
  gint64 end; /* = time for a moment */
  guint64 value;
  guint32 kind;    /* ProfMarkerKind; unknown kinds are kept and not shown */
  guint32 process; /* PROF_NO_ID: none */
  guint32 text;    /* string */
  guint32 reserved;
} ProfMarkerRow;

/* Something a reader or recorder could not do, in words; rows of equal text add up. */
typedef struct {
  guint64 count; /* how often */
  guint32 text;  /* string: one sentence without the count */
  guint32 where; /* string: first place, for example "offset 4711"; 0: none */
} ProfWarningRow;

/* Facts about the capture as a whole; the last row with a key counts. Keys: see ProfMetaKey. */
typedef struct {
  guint32 key;   /* string */
  guint32 value; /* string */
} ProfMetaRow;

#define PROF_META_START_WALL "start-wall-ns" /* decimal, ns since the Unix epoch, of time 0 */
#define PROF_META_HOSTNAME "hostname"
#define PROF_META_KERNEL "kernel"
#define PROF_META_CPUS "cpus"           /* decimal */
#define PROF_META_FREQUENCY "frequency" /* decimal, Hz */
#define PROF_META_COMMAND "command"     /* what recorded it */
#define PROF_META_TARGET "target"       /* what was recorded, in words */
#define PROF_META_FORMAT "format"       /* the file format it came from */
#define PROF_META_NO_TIME "no-time"     /* "1": the source has no time per sample */
#define PROF_META_END "end-ns"          /* decimal: when recording stopped, ns from start */

/* The tables of a profile in the order in which a batch fills them: rows refer only to tables
 * before their own, or to earlier rows. The numbers are part of the capture file format. */
typedef enum {
  PROF_TABLE_STRINGS = 0, /* rows are guint32 offsets into the batch's text; see ProfBatch */
  PROF_TABLE_META = 1,
  PROF_TABLE_EVENTS = 2,
  PROF_TABLE_PROCESSES = 3,
  PROF_TABLE_THREADS = 4,
  PROF_TABLE_FUNCTIONS = 5,
  PROF_TABLE_FRAMES = 6,
  PROF_TABLE_STACKS = 7,
  PROF_TABLE_ORIGINS = 8,
  PROF_TABLE_MAPPINGS = 9,
  PROF_TABLE_MARKERS = 10,
  PROF_TABLE_WARNINGS = 11,
} ProfTableId;

#define PROF_N_TABLES 12

/* Size of a row of @table in bytes. */
gsize prof_table_row_size (ProfTableId table);

G_END_DECLS
