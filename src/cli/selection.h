/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/call-tree.h"

G_BEGIN_DECLS

/**
 * ProfCliSelection:
 *
 * What the options of a selection say, and the profile that they select from.
 */
typedef struct {
  char *from;
  char *to;
  char **processes;
  char **threads;
  char *event;
  char **hide_types;
  char *match;
  char *no_match;
  char *focus;
  char *merge;
  gboolean collapse_recursion;
  char *group;
  char **symbol_dirs;
} ProfCliSelection;

void prof_cli_selection_clear (ProfCliSelection *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProfCliSelection, prof_cli_selection_clear)

/* (transfer full) (array zero-terminated=1): options that fill @self; free with g_free(). */
GOptionEntry *prof_cli_selection_get_entries (ProfCliSelection *self);

/* (transfer full): the query; %NULL with @status to end with. */
ProfQuery *prof_cli_selection_get_query (const ProfCliSelection *self, const char *command,
                                         ProfSnapshot *snapshot, int *status);

/* (transfer full): reads a whole file; %NULL with @status. @format: (out) (optional). */
ProfSnapshot *prof_cli_load (const char *path, char **symbol_dirs, const char **format,
                             int *status);

/**
 * ProfCliView:
 *
 * A profile, the query, and what the query selects of it.
 */
typedef struct {
  ProfSnapshot *snapshot;
  ProfQuery *query;
  ProfFilter *filter;
  ProfRangeTotals *totals;
  gint64 start;
  gint64 end;
  const char *event;
  const char *unit;
} ProfCliView;

/* Loads @path and applies the selection. FALSE with @status; @self is to be cleared in any case. */
gboolean prof_cli_view_open (ProfCliView *self, const char *path, const char *command,
                             const ProfCliSelection *selection, int *status);
void prof_cli_view_clear (ProfCliView *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProfCliView, prof_cli_view_clear)

/* (transfer full): the call tree of the view with its weights. */
ProfCallTree *prof_cli_view_get_tree (ProfCliView *self);

/* (transfer full): "cpu-clock: 20,000 samples, 3 min 22 s, from 10:00:03.000 to 10:00:05.000". */
char *prof_cli_view_describe (ProfCliView *self, const ProfCallTree *tree);

G_END_DECLS
