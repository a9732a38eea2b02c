/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "profile/snapshot.h"

G_BEGIN_DECLS

#define PROF_QUERY_ERROR (prof_query_error_quark ())
GQuark prof_query_error_quark (void);

typedef enum {
  PROF_QUERY_ERROR_TIME,    /* a time cannot be understood */
  PROF_QUERY_ERROR_PATTERN, /* a regular expression does not compile, or is too costly to run */
  PROF_QUERY_ERROR_EVENT,   /* the profile has no such event */
} ProfQueryError;

typedef enum {
  PROF_GROUP_NONE,
  PROF_GROUP_PROCESS, /* one root a process life, named "name (pid)" */
  PROF_GROUP_THREAD,  /* below the process a root a thread, named "name (tid)" */
} ProfGrouping;

/**
 * ProfQuery:
 *
 * What is being looked at, as an immutable value: the state of a #ProfSelection that a worker or
 * the command line computes with. Reference counted (atomic).
 */
typedef struct {
  /*< public, read only >*/
  gint64 start; /* ns; the range is [start, end) */
  gint64 end;
  gboolean has_range; /* FALSE: the whole profile, whatever it grows to */
  char *event;        /* (nullable): name; NULL: the first that has samples */

  /* Chosen processes and threads. Patterns match a name exactly or a pid/tid in decimal; row ids
   * come from the window. Nothing included means everything; excluded wins. */
  GStrv include_processes; /* (nullable) */
  GStrv exclude_processes;
  GStrv include_threads;
  GStrv exclude_threads;
  GArray *hidden_process_ids; /* (nullable) guint32 rows, sorted: unchecked in the sidebar */
  GArray *hidden_thread_ids;

  guint hidden_kinds; /* PROF_FRAME_KIND_BIT: taken out of stacks, weight goes to the caller */

  /* Regular expressions (as GRegex) are searched for in function names, of all frames that were
   * sampled, hidden kinds or not; "" is as NULL. */
  char *match;                 /* (nullable) regex: only samples with a matching frame */
  char *no_match;              /* (nullable) regex: only samples without */
  char *focus;                 /* (nullable) regex: stacks begin at the outermost matching frame;
                          * samples without one are left out */
  char *merge;                 /* (nullable) regex: matching frames are taken out of stacks */
  gboolean collapse_recursion; /* directly repeated frames of a function become one */
  ProfGrouping grouping;
  gboolean inverted;

  guint64 generation;

  /*< private >*/
  gatomicrefcount ref_count;
} ProfQuery;

ProfQuery *prof_query_new (void);                   /* everything, no grouping */
ProfQuery *prof_query_copy (const ProfQuery *self); /* a fresh one to change before sharing */
ProfQuery *prof_query_ref (ProfQuery *self);
void prof_query_unref (ProfQuery *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfQuery, prof_query_unref)

/* Equal but for the time range: the same filter mask and the same tree. */
gboolean prof_query_same_filter (const ProfQuery *a, const ProfQuery *b);
gboolean prof_query_same_tree (const ProfQuery *a, const ProfQuery *b);
/* Equal in everything but the generation. */
gboolean prof_query_equal (const ProfQuery *a, const ProfQuery *b);

/* The range clipped to what @snapshot has: never outside [first_time, end_time). */
void prof_query_get_range (const ProfQuery *self, const ProfSnapshot *snapshot, gint64 *start,
                           gint64 *end);

/**
 * prof_parse_time:
 * @text: seconds from the capture's start ("12.5"), or HH:MM:SS[.fff] wall clock: local time of
 *   the day the capture began, or of a later day if the capture lasts that long and the time of
 *   day is before its start
 * @snapshot: (nullable): gives the wall clock of time 0; without, only seconds can be given
 * @time: (out): ns from the capture's start, exact to the digits given
 *
 * Returns: %FALSE with %PROF_QUERY_ERROR_TIME, a sentence that says what was expected
 */
gboolean prof_parse_time (const char *text, const ProfSnapshot *snapshot, gint64 *time,
                          GError **error);

G_END_DECLS
