/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/activity.h"
#include "analysis/call-tree.h"
#include "analysis/functions.h"
#include "analysis/heatmap.h"
#include "analysis/selection.h"
#include "analysis/summary.h"
#include "app/document.h"

G_BEGIN_DECLS

/* What ::changed says is new; a set. */
typedef enum {
  PROF_ANALYZER_SNAPSHOT = 1 << 0, /* other tables: rows may have been added */
  PROF_ANALYZER_HEATMAP = 1 << 1,  /* take it with prof_analyzer_take_heatmap() */
  PROF_ANALYZER_TREE = 1 << 2,     /* another tree; its totals too */
  PROF_ANALYZER_TOTALS = 1 << 3,   /* totals, functions, shares */
  PROF_ANALYZER_ACTIVITY = 1 << 4,
  PROF_ANALYZER_SUMMARY = 1 << 5,
} ProfAnalyzerChange;

/**
 * ProfAnalyzer:
 *
 * Computes what the views show, for the document's latest snapshot and the selection: on a worker
 * thread where it may take long, and at once where it does not, such as for a time range that is
 * being dragged. Results that the selection has left behind are thrown away. All that the getters
 * give belongs together: it was computed from prof_analyzer_get_snapshot(). Main thread only.
 *
 * Signals:
 * - ::changed (ProfAnalyzerChange what)
 * - ::failed (message): the selection cannot be computed (a regular expression, ...)
 */
#define PROF_TYPE_ANALYZER (prof_analyzer_get_type ())
G_DECLARE_FINAL_TYPE (ProfAnalyzer, prof_analyzer, PROF, ANALYZER, GObject)

ProfAnalyzer *prof_analyzer_new (ProfDocument *document, ProfSelection *selection);

/* TRUE while something is being computed, or waits for its turn. */
gboolean prof_analyzer_is_busy (ProfAnalyzer *self);

/* The heat map wanted: as of prof_heatmap_view_get_geometry(). */
void prof_analyzer_set_heatmap_geometry (ProfAnalyzer *self, gint64 column_ns, guint n_rows,
                                         gint64 start, gint64 end);
/* (transfer full) (nullable): the newest, once */
ProfHeatmap *prof_analyzer_take_heatmap (ProfAnalyzer *self);

/* All (transfer none), and NULL before the first results: */
ProfDocument *prof_analyzer_get_document (ProfAnalyzer *self);
ProfSelection *prof_analyzer_get_selection (ProfAnalyzer *self);
ProfSnapshot *prof_analyzer_get_snapshot (ProfAnalyzer *self);
ProfCallTree *prof_analyzer_get_tree (ProfAnalyzer *self); /* totals are set */
GArray *prof_analyzer_get_functions (ProfAnalyzer *self);  /* ProfFunctionTotal */
const ProfActivity *prof_analyzer_get_activity (ProfAnalyzer *self);
const ProfSummary *prof_analyzer_get_summary (ProfAnalyzer *self); /* of the whole profile */

/* Unit of the weights, "" before the first results */
const char *prof_analyzer_get_unit (ProfAnalyzer *self);

/* What the sidebar shows: all in the time range, hidden processes and threads too, so that the
 * shares add up. */
typedef struct {
  guint n_processes;
  guint n_threads;
  guint64 *processes; /* [n_processes] weight */
  guint64 *threads;   /* [n_threads] weight */
  guint64 total;
  guint64 kinds[PROF_N_FRAME_KINDS]; /* of the shown processes */
  guint64 kinds_total;
  guint n_shown; /* processes that are shown and have samples in the range */
} ProfShares;

const ProfShares *prof_analyzer_get_shares (ProfAnalyzer *self);

/* (transfer full) (nullable): name and share of the function that ran most in [start, end), ns,
 * whatever time is selected, as one line for people; NULL if nothing did. */
char *prof_analyzer_describe_top (ProfAnalyzer *self, gint64 start, gint64 end);

/* The range that the numbers are for, ns: the selection's, or everything there is. */
void prof_analyzer_get_range (ProfAnalyzer *self, gint64 *start, gint64 *end);

G_END_DECLS
