/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/analyzer.h"

G_BEGIN_DECLS

typedef enum {
  PROF_PROCESS_LIST_ROW_PROCESS,
  PROF_PROCESS_LIST_ROW_THREAD,
  PROF_PROCESS_LIST_ROW_KERNEL, /* all kernel threads */
  PROF_PROCESS_LIST_ROW_IDLE,
  PROF_PROCESS_LIST_ROW_SMALL, /* the many that have little */
} ProfProcessListRowType;

/* A row of the sidebar's list of processes: one process, one thread, or a group of processes.
 *
 * Property "expanded". Actions: process.show-only, process.show-all, process.hide,
 * process.expand. */
#define PROF_TYPE_PROCESS_LIST_ROW (prof_process_list_row_get_type ())
G_DECLARE_FINAL_TYPE (ProfProcessListRow, prof_process_list_row, PROF, PROCESS_LIST_ROW,
                      GtkListBoxRow)

/* @id: the process or thread row; PROF_NO_ID for a group */
GtkWidget *prof_process_list_row_new (ProfAnalyzer *analyzer, ProfProcessListRowType type,
                                      guint32 id);

ProfProcessListRowType prof_process_list_row_get_row_type (ProfProcessListRow *self);
guint32 prof_process_list_row_get_id (ProfProcessListRow *self);

/* The processes of a group. */
void prof_process_list_row_set_members (ProfProcessListRow *self, const guint32 *ids, guint n_ids);
const GArray *prof_process_list_row_get_members (ProfProcessListRow *self);

void prof_process_list_row_set_expandable (ProfProcessListRow *self, gboolean expandable);
gboolean prof_process_list_row_get_expanded (ProfProcessListRow *self);
void prof_process_list_row_set_expanded (ProfProcessListRow *self, gboolean expanded);

/* How far the row is set in: 0, or 1 within a process or group. */
void prof_process_list_row_set_level (ProfProcessListRow *self, guint level);

/* Writes the analyzer's newest numbers. */
void prof_process_list_row_update (ProfProcessListRow *self);

/* (transfer none): what the row says, for filters. */
const char *prof_process_list_row_get_title (ProfProcessListRow *self);

/* Where the section sorts it; its own. */
typedef struct {
  guint64 group_weight; /* of the process or group that it is in */
  guint32 group;        /* tells groups of equal weight apart */
  guint rank;           /* ordinary processes 0, groups at the end */
  guint64 weight;
} ProfProcessListRowOrder;

ProfProcessListRowOrder *prof_process_list_row_get_order (ProfProcessListRow *self);

G_END_DECLS
