/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/query.h"

#include <string.h>

G_DEFINE_QUARK (prof_query_error_quark, prof_query_error)

ProfQuery *
prof_query_new (void)
{
  ProfQuery *self = g_new0 (ProfQuery, 1);

  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

static GArray *
copy_ids (const GArray *ids)
{
  GArray *copy;

  if (!ids)
    return NULL;
  copy = g_array_sized_new (FALSE, FALSE, sizeof (guint32), ids->len);
  return ids->len ? g_array_append_vals (copy, ids->data, ids->len) : copy;
}

ProfQuery *
prof_query_copy (const ProfQuery *self)
{
  ProfQuery *copy = prof_query_new ();

  copy->start = self->start;
  copy->end = self->end;
  copy->has_range = self->has_range;
  copy->event = g_strdup (self->event);
  copy->include_processes = g_strdupv (self->include_processes);
  copy->exclude_processes = g_strdupv (self->exclude_processes);
  copy->include_threads = g_strdupv (self->include_threads);
  copy->exclude_threads = g_strdupv (self->exclude_threads);
  copy->hidden_process_ids = copy_ids (self->hidden_process_ids);
  copy->hidden_thread_ids = copy_ids (self->hidden_thread_ids);
  copy->hidden_kinds = self->hidden_kinds;
  copy->match = g_strdup (self->match);
  copy->no_match = g_strdup (self->no_match);
  copy->focus = g_strdup (self->focus);
  copy->merge = g_strdup (self->merge);
  copy->collapse_recursion = self->collapse_recursion;
  copy->grouping = self->grouping;
  copy->inverted = self->inverted;
  copy->generation = self->generation;
  return copy;
}

ProfQuery *
prof_query_ref (ProfQuery *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
prof_query_unref (ProfQuery *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->event);
  g_strfreev (self->include_processes);
  g_strfreev (self->exclude_processes);
  g_strfreev (self->include_threads);
  g_strfreev (self->exclude_threads);
  g_clear_pointer (&self->hidden_process_ids, g_array_unref);
  g_clear_pointer (&self->hidden_thread_ids, g_array_unref);
  g_free (self->match);
  g_free (self->no_match);
  g_free (self->focus);
  g_free (self->merge);
  g_free (self);
}

static gboolean
same_text (const char *a, const char *b)
{
  return strcmp (a ? a : "", b ? b : "") == 0;
}

static gboolean
same_patterns (GStrv a, GStrv b)
{
  static const char *const none[] = { NULL };

  return g_strv_equal (a ? (const char *const *) a : none, b ? (const char *const *) b : none);
}

static gboolean
same_ids (const GArray *a, const GArray *b)
{
  guint n_a = a ? a->len : 0;
  guint n_b = b ? b->len : 0;

  return n_a == n_b && (n_a == 0 || memcmp (a->data, b->data, n_a * sizeof (guint32)) == 0);
}

gboolean
prof_query_same_filter (const ProfQuery *a, const ProfQuery *b)
{
  return same_text (a->event, b->event) &&
         same_patterns (a->include_processes, b->include_processes) &&
         same_patterns (a->exclude_processes, b->exclude_processes) &&
         same_patterns (a->include_threads, b->include_threads) &&
         same_patterns (a->exclude_threads, b->exclude_threads) &&
         same_ids (a->hidden_process_ids, b->hidden_process_ids) &&
         same_ids (a->hidden_thread_ids, b->hidden_thread_ids) && same_text (a->match, b->match) &&
         same_text (a->no_match, b->no_match) && same_text (a->focus, b->focus);
}

gboolean
prof_query_same_tree (const ProfQuery *a, const ProfQuery *b)
{
  return prof_query_same_filter (a, b) && a->hidden_kinds == b->hidden_kinds &&
         same_text (a->merge, b->merge) && !a->collapse_recursion == !b->collapse_recursion &&
         a->grouping == b->grouping && !a->inverted == !b->inverted;
}

gboolean
prof_query_equal (const ProfQuery *a, const ProfQuery *b)
{
  if (!a->has_range != !b->has_range)
    return FALSE;
  if (a->has_range && (a->start != b->start || a->end != b->end))
    return FALSE;
  return prof_query_same_tree (a, b);
}

void
prof_query_get_range (const ProfQuery *self, const ProfSnapshot *snapshot, gint64 *start,
                      gint64 *end)
{
  *start = snapshot->first_time;
  *end = snapshot->end_time;
  if (!self->has_range)
    return;
  *start = CLAMP (self->start, snapshot->first_time, snapshot->end_time);
  *end = CLAMP (self->end, *start, snapshot->end_time);
}
