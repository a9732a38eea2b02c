/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "analysis/query.h"

G_BEGIN_DECLS

/**
 * ProfSelection:
 *
 * The only place that holds what the person looks at. Views bind to it and never talk to each
 * other. Each change makes a new generation and emits ::changed once (also for several changes
 * between freeze and thaw); setting what already is changes nothing. Main thread only.
 *
 * Every emission of ::changed outside a drag is a step for undo. While something is dragged, call
 * prof_selection_begin_drag() first: views still follow each change, and the whole drag is one step.
 *
 * A changed search text emits ::search-changed before ::changed. It is no part of the query: undo
 * leaves it alone, and prof_query_same_tree() tells that no number has changed.
 */
#define PROF_TYPE_SELECTION (prof_selection_get_type ())
G_DECLARE_FINAL_TYPE (ProfSelection, prof_selection, PROF, SELECTION, GObject)

ProfSelection *prof_selection_new (void);

/* (transfer none): the current state; ref it to keep it. */
ProfQuery *prof_selection_get_query (ProfSelection *self);
guint64 prof_selection_get_generation (ProfSelection *self);

void prof_selection_set_range (ProfSelection *self, gint64 start, gint64 end);
void prof_selection_clear_range (ProfSelection *self);
gboolean prof_selection_get_range (ProfSelection *self, gint64 *start, gint64 *end);

void prof_selection_set_event (ProfSelection *self, const char *event);
void prof_selection_set_process_shown (ProfSelection *self, guint32 process, gboolean shown);
gboolean prof_selection_get_process_shown (ProfSelection *self, guint32 process);
void prof_selection_set_thread_shown (ProfSelection *self, guint32 thread, gboolean shown);
gboolean prof_selection_get_thread_shown (ProfSelection *self, guint32 thread);
/* Shows only these rows (hides all others of @n_total). */
void prof_selection_show_only_process (ProfSelection *self, guint32 process, guint n_total);
void prof_selection_show_all_processes (ProfSelection *self); /* and all threads */
void prof_selection_set_kind_shown (ProfSelection *self, ProfFrameKind kind, gboolean shown);
gboolean prof_selection_get_kind_shown (ProfSelection *self, ProfFrameKind kind);
void prof_selection_set_grouping (ProfSelection *self, ProfGrouping grouping);
void prof_selection_set_inverted (ProfSelection *self, gboolean inverted);
/* Regular expressions as in #ProfQuery, or NULL; check them with prof_filter_new(). */
void prof_selection_set_match (ProfSelection *self, const char *regex);
void prof_selection_set_no_match (ProfSelection *self, const char *regex);
void prof_selection_set_focus (ProfSelection *self, const char *regex);
void prof_selection_set_merge (ProfSelection *self, const char *regex);
void prof_selection_set_collapse_recursion (ProfSelection *self, gboolean collapse);
/* What the search entry holds: highlights in the views (never filters). */
void prof_selection_set_search (ProfSelection *self, const char *search);
const char *prof_selection_get_search (ProfSelection *self);

/* Makes the whole state that of @query (a saved one, say), as one change. */
void prof_selection_set_query (ProfSelection *self, const ProfQuery *query);

/* Several changes as one: ::changed is emitted at the last thaw. May be nested. */
void prof_selection_freeze (ProfSelection *self);
void prof_selection_thaw (ProfSelection *self);

/* Between the two every change is emitted at once, and all are one step for undo. */
void prof_selection_begin_drag (ProfSelection *self);
void prof_selection_end_drag (ProfSelection *self);

/* Undo for selection: back and forward over the settled states. */
gboolean prof_selection_can_undo (ProfSelection *self);
gboolean prof_selection_can_redo (ProfSelection *self);
void prof_selection_undo (ProfSelection *self);
void prof_selection_redo (ProfSelection *self);
/* Forgets all steps: when another profile is shown. */
void prof_selection_clear_history (ProfSelection *self);

G_END_DECLS
