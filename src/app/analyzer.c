/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/analyzer.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/format-value.h"
#include "analysis/kind-shares.h"
#include "profile/range-totals.h"

/* What the main thread may take for a moved range, us. */
#define DIRECT_LIMIT 8000
/* The shortest time between computations for a growing profile, us. */
#define LIVE_INTERVAL 100000
/* Facts about the whole profile cost a scan of it; a person does not need them ten times a second. */
#define SUMMARY_INTERVAL 1000000
#define SPARKLINE_COLUMNS 14

typedef struct {
  gint64 column_ns;
  guint n_rows;
  gint64 start;
  gint64 end;
} Geometry;

typedef enum {
  NEED_FILTER = 1 << 0,
  NEED_TREE = 1 << 1,
  NEED_TOTALS = 1 << 2,
  NEED_HEATMAP = 1 << 3,
  NEED_ACTIVITY = 1 << 4,
  NEED_SUMMARY = 1 << 5,
} Needs;

/* One computation. What is needed is made; the rest is what is known already, or NULL. */
typedef struct {
  Needs needs;
  ProfSnapshot *snapshot;
  ProfQuery *query;
  Geometry geometry;

  ProfFilter *filter;
  ProfFilter *base_filter; /* shows hidden processes and threads too */
  ProfCallTree *tree;
  ProfRangeTotals *totals; /* the worker's */
  ProfHeatmap *heatmap;
  ProfActivity *activity;
  ProfSummary *summary;
  gint64 cost; /* us */
} Job;

struct _ProfAnalyzer {
  GObject parent_instance;

  ProfDocument *document;
  ProfSelection *selection;
  Geometry geometry; /* wanted; column_ns 0: none */

  /* The results: */
  ProfSnapshot *snapshot;
  ProfQuery *query;
  ProfFilter *filter;
  ProfFilter *base_filter;
  ProfCallTree *tree;
  ProfRangeTotals *totals;
  GArray *functions;    /* (nullable): made when asked for */
  ProfHeatmap *heatmap; /* not yet taken */
  Geometry heatmap_geometry;
  ProfActivity *activity;
  ProfSummary *summary;
  guint64 summary_revision;
  gint64 summary_time; /* monotonic, us */
  ProfShares shares;
  ProfRangeTotals *moment; /* (nullable): of the time that was last described */

  gboolean running;               /* a job is on the worker */
  ProfRangeTotals *worker_totals; /* NULL while a job has it */
  gint64 last_start;
  gint64 job_cost;  /* us, of the last job for a new snapshot */
  gint64 move_cost; /* us, of the last moved range */
  guint timeout_id;
};

G_DEFINE_FINAL_TYPE (ProfAnalyzer, prof_analyzer, G_TYPE_OBJECT)

enum { CHANGED, FAILED, N_SIGNALS };

static guint signals[N_SIGNALS];

static void consider (ProfAnalyzer *self);

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->snapshot, prof_snapshot_unref);
  g_clear_pointer (&job->query, prof_query_unref);
  g_clear_pointer (&job->filter, prof_filter_unref);
  g_clear_pointer (&job->base_filter, prof_filter_unref);
  g_clear_pointer (&job->tree, prof_call_tree_unref);
  g_clear_pointer (&job->totals, prof_range_totals_free);
  g_clear_pointer (&job->heatmap, prof_heatmap_free);
  g_clear_pointer (&job->activity, prof_activity_free);
  g_clear_pointer (&job->summary, prof_summary_free);
  g_free (job);
}

/* On the worker */

static ProfFilter *
new_base_filter (ProfSnapshot *snapshot, const ProfQuery *query, GError **error)
{
  g_autoptr (ProfQuery) base = prof_query_copy (query);

  g_clear_pointer (&base->hidden_process_ids, g_array_unref);
  g_clear_pointer (&base->hidden_thread_ids, g_array_unref);
  return prof_filter_new (snapshot, base, error);
}

static void
compute (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  gint64 begin = g_get_monotonic_time ();
  ProfSnapshot *snapshot = job->snapshot;
  GError *error = NULL;

  if (job->needs & NEED_FILTER)
    {
      job->filter = prof_filter_new (snapshot, job->query, &error);
      if (job->filter)
        job->base_filter = new_base_filter (snapshot, job->query, &error);
      if (job->base_filter == NULL)
        {
          g_task_return_error (task, error);
          return;
        }
    }
  if (job->needs & NEED_TREE)
    job->tree = prof_call_tree_new (snapshot, job->filter, job->query);
  if (job->needs & NEED_TOTALS)
    {
      gint64 start, end;

      prof_query_get_range (job->query, snapshot, &start, &end);
      prof_range_totals_update (job->totals, snapshot, start, end);
      /* A tree that views already draw gets its numbers on their thread. */
      if (job->needs & NEED_TREE)
        prof_call_tree_set_totals (job->tree, job->totals);
    }
  if (job->needs & NEED_HEATMAP)
    {
      const Geometry *geometry = &job->geometry;

      job->heatmap = prof_heatmap_new (geometry->start, geometry->column_ns, geometry->n_rows);
      prof_heatmap_fill (job->heatmap, snapshot, job->filter, geometry->start, geometry->end);
    }
  if (job->needs & NEED_ACTIVITY)
    job->activity =
        prof_activity_new (snapshot, job->base_filter, snapshot->first_time,
                           MAX (snapshot->end_time, snapshot->first_time + 1), SPARKLINE_COLUMNS);
  if (job->needs & NEED_SUMMARY)
    job->summary = prof_summary_new (snapshot, NULL, G_MININT64, G_MAXINT64);
  job->cost = g_get_monotonic_time () - begin;
  g_task_return_boolean (task, TRUE);
}

/* On the main thread */

static void
update_shares (ProfAnalyzer *self)
{
  ProfShares *shares = &self->shares;
  ProfSnapshot *snapshot = self->snapshot;

  if (shares->n_processes != snapshot->n_processes)
    shares->processes = g_renew (guint64, shares->processes, snapshot->n_processes);
  if (shares->n_threads != snapshot->n_threads)
    shares->threads = g_renew (guint64, shares->threads, snapshot->n_threads);
  shares->n_processes = snapshot->n_processes;
  shares->n_threads = snapshot->n_threads;
  if (shares->processes)
    memset (shares->processes, 0, shares->n_processes * sizeof *shares->processes);
  if (shares->threads)
    memset (shares->threads, 0, shares->n_threads * sizeof *shares->threads);

  prof_shares_by_process (snapshot, self->base_filter, self->totals->weights,
                          self->totals->n_origins, shares->processes, shares->threads);
  prof_shares_by_kind (snapshot, self->filter, self->totals->weights, self->totals->n_origins,
                       shares->kinds);
  shares->total = 0;
  shares->n_shown = 0;
  for (guint i = 0; i < shares->n_processes; i++)
    {
      shares->total += shares->processes[i];
      if (shares->processes[i] > 0 && prof_selection_get_process_shown (self->selection, i))
        shares->n_shown++;
    }
  shares->kinds_total = self->tree->total[0];
}

static void
set_query (ProfAnalyzer *self, ProfQuery *query)
{
  prof_query_ref (query);
  g_clear_pointer (&self->query, prof_query_unref);
  self->query = query;
}

static gboolean
same_range (const ProfQuery *a, const ProfQuery *b)
{
  return a->has_range == b->has_range &&
         (!a->has_range || (a->start == b->start && a->end == b->end));
}

static gboolean
same_shape (const ProfQuery *a, const ProfQuery *b)
{
  return prof_query_same_filter (a, b) && prof_query_same_tree (a, b);
}

static void
totals_changed (ProfAnalyzer *self, ProfAnalyzerChange what)
{
  g_clear_pointer (&self->functions, g_array_unref);
  update_shares (self);
  g_signal_emit (self, signals[CHANGED], 0, what | PROF_ANALYZER_TOTALS);
}

/* The range has moved over a tree that stays: the numbers are there before the next frame. */
static void
move_range (ProfAnalyzer *self, ProfQuery *query)
{
  gint64 begin = g_get_monotonic_time ();
  gint64 start, end;

  prof_query_get_range (query, self->snapshot, &start, &end);
  prof_range_totals_update (self->totals, self->snapshot, start, end);
  prof_call_tree_set_totals (self->tree, self->totals);
  self->move_cost = g_get_monotonic_time () - begin;
  set_query (self, query);
  totals_changed (self, 0);
}

static void
swap_totals (ProfAnalyzer *self, Job *job)
{
  ProfRangeTotals *old = self->totals;

  self->totals = g_steal_pointer (&job->totals);
  job->totals = old;
}

static void
install (ProfAnalyzer *self, Job *job)
{
  ProfAnalyzerChange what = 0;

  if (self->snapshot != job->snapshot)
    {
      g_clear_pointer (&self->snapshot, prof_snapshot_unref);
      self->snapshot = g_steal_pointer (&job->snapshot);
      self->job_cost = job->cost;
      what |= PROF_ANALYZER_SNAPSHOT;
    }
  if (job->needs & NEED_FILTER)
    {
      g_clear_pointer (&self->filter, prof_filter_unref);
      g_clear_pointer (&self->base_filter, prof_filter_unref);
      self->filter = g_steal_pointer (&job->filter);
      self->base_filter = g_steal_pointer (&job->base_filter);
    }
  if (job->needs & NEED_HEATMAP)
    {
      g_clear_pointer (&self->heatmap, prof_heatmap_free);
      self->heatmap = g_steal_pointer (&job->heatmap);
      self->heatmap_geometry = job->geometry;
      what |= PROF_ANALYZER_HEATMAP;
    }
  if (job->needs & NEED_ACTIVITY)
    {
      g_clear_pointer (&self->activity, prof_activity_free);
      self->activity = g_steal_pointer (&job->activity);
      what |= PROF_ANALYZER_ACTIVITY;
    }
  if (job->needs & NEED_SUMMARY)
    {
      g_clear_pointer (&self->summary, prof_summary_free);
      self->summary = g_steal_pointer (&job->summary);
      self->summary_revision = self->snapshot->revision;
      self->summary_time = g_get_monotonic_time ();
      what |= PROF_ANALYZER_SUMMARY;
    }
  if (job->needs & NEED_TREE)
    {
      g_clear_pointer (&self->tree, prof_call_tree_unref);
      self->tree = g_steal_pointer (&job->tree);
      swap_totals (self, job);
      set_query (self, job->query);
      totals_changed (self, what | PROF_ANALYZER_TREE);
    }
  else if (job->needs & NEED_TOTALS)
    {
      gint64 begin = g_get_monotonic_time ();

      swap_totals (self, job);
      prof_call_tree_set_totals (self->tree, self->totals);
      self->move_cost = job->cost + (g_get_monotonic_time () - begin);
      set_query (self, job->query);
      totals_changed (self, what);
    }
  else if (what)
    {
      g_signal_emit (self, signals[CHANGED], 0, what);
    }
}

static void
on_computed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ProfAnalyzer *self = PROF_ANALYZER (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  ProfQuery *query = prof_selection_get_query (self->selection);
  g_autoptr (GError) error = NULL;
  gboolean computed = g_task_propagate_boolean (G_TASK (result), &error);

  if (!computed)
    {
      /* Would fail again: it is taken up at the next change of the selection. */
      self->running = FALSE;
      g_clear_pointer (&self->worker_totals, prof_range_totals_free);
      g_clear_pointer (&self->moment, prof_range_totals_free);
      self->worker_totals = g_steal_pointer (&job->totals);
      g_signal_emit (self, signals[FAILED], 0, error->message);
      return;
    }

  /* Still running for those who hear of it: the next job needs the totals of this one. */
  if (same_shape (job->query, query))
    install (self, job);
  self->running = FALSE;
  self->worker_totals = g_steal_pointer (&job->totals);
  consider (self);
}

static void
start_job (ProfAnalyzer *self, Needs needs, ProfSnapshot *snapshot, ProfQuery *query)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, on_computed, NULL);
  Job *job = g_new0 (Job, 1);

  job->needs = needs;
  job->snapshot = prof_snapshot_ref (snapshot);
  job->query = prof_query_ref (query);
  job->geometry = self->geometry;
  if (!(needs & NEED_FILTER))
    {
      job->filter = prof_filter_ref (self->filter);
      job->base_filter = prof_filter_ref (self->base_filter);
    }
  job->totals = g_steal_pointer (&self->worker_totals);
  self->running = TRUE;
  self->last_start = g_get_monotonic_time ();
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, compute);
}

static gboolean
on_timeout (gpointer user_data)
{
  ProfAnalyzer *self = user_data;

  self->timeout_id = 0;
  consider (self);
  return G_SOURCE_REMOVE;
}

/* Compares what there is with what should be, and does the difference. */
static void
consider (ProfAnalyzer *self)
{
  ProfSnapshot *snapshot = prof_document_get_snapshot (self->document);
  ProfQuery *query = prof_selection_get_query (self->selection);
  gint64 now = g_get_monotonic_time ();
  gboolean live = prof_document_is_recording (self->document);
  gboolean grown, reshaped, refiltered;
  Needs needs = 0;

  if (self->tree && same_shape (self->query, query) && !same_range (self->query, query) &&
      self->move_cost <= DIRECT_LIMIT)
    move_range (self, query);
  if (self->running)
    return;

  grown = self->snapshot == NULL || self->snapshot->revision != snapshot->revision;
  refiltered = self->query == NULL || !prof_query_same_filter (self->query, query);
  reshaped = refiltered || !prof_query_same_tree (self->query, query);
  if (grown && !reshaped && live)
    {
      gint64 due = self->last_start + MAX (LIVE_INTERVAL, 3 * self->job_cost);

      if (now < due)
        {
          if (self->timeout_id == 0)
            self->timeout_id = g_timeout_add ((due - now) / 1000 + 1, on_timeout, self);
          grown = FALSE;
        }
    }
  if (!grown && self->snapshot)
    snapshot = self->snapshot;

  if (grown || refiltered)
    needs |= NEED_FILTER | NEED_ACTIVITY;
  if (grown || reshaped)
    needs |= NEED_TREE | NEED_TOTALS;
  else if (!same_range (self->query, query))
    needs |= NEED_TOTALS;
  if (self->geometry.column_ns > 0 &&
      (needs & NEED_FILTER ||
       memcmp (&self->geometry, &self->heatmap_geometry, sizeof (Geometry)) != 0))
    needs |= NEED_HEATMAP;
  if (self->summary_revision != snapshot->revision || self->summary == NULL)
    if (!live || self->summary == NULL || now - self->summary_time >= SUMMARY_INTERVAL)
      needs |= NEED_SUMMARY;
  if (needs)
    start_job (self, needs, snapshot, query);
}

static void
prof_analyzer_dispose (GObject *object)
{
  ProfAnalyzer *self = PROF_ANALYZER (object);

  g_clear_handle_id (&self->timeout_id, g_source_remove);
  G_OBJECT_CLASS (prof_analyzer_parent_class)->dispose (object);
}

static void
prof_analyzer_finalize (GObject *object)
{
  ProfAnalyzer *self = PROF_ANALYZER (object);

  g_clear_object (&self->document);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->snapshot, prof_snapshot_unref);
  g_clear_pointer (&self->query, prof_query_unref);
  g_clear_pointer (&self->filter, prof_filter_unref);
  g_clear_pointer (&self->base_filter, prof_filter_unref);
  g_clear_pointer (&self->tree, prof_call_tree_unref);
  g_clear_pointer (&self->totals, prof_range_totals_free);
  g_clear_pointer (&self->worker_totals, prof_range_totals_free);
  g_clear_pointer (&self->moment, prof_range_totals_free);
  g_clear_pointer (&self->functions, g_array_unref);
  g_clear_pointer (&self->heatmap, prof_heatmap_free);
  g_clear_pointer (&self->activity, prof_activity_free);
  g_clear_pointer (&self->summary, prof_summary_free);
  g_free (self->shares.processes);
  g_free (self->shares.threads);
  G_OBJECT_CLASS (prof_analyzer_parent_class)->finalize (object);
}

static void
prof_analyzer_class_init (ProfAnalyzerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = prof_analyzer_dispose;
  object_class->finalize = prof_analyzer_finalize;
  signals[CHANGED] = g_signal_new ("changed", PROF_TYPE_ANALYZER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[FAILED] = g_signal_new ("failed", PROF_TYPE_ANALYZER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
prof_analyzer_init (ProfAnalyzer *self)
{
  self->totals = prof_range_totals_new ();
  self->worker_totals = prof_range_totals_new ();
}

ProfAnalyzer *
prof_analyzer_new (ProfDocument *document, ProfSelection *selection)
{
  ProfAnalyzer *self = g_object_new (PROF_TYPE_ANALYZER, NULL);

  self->document = g_object_ref (document);
  self->selection = g_object_ref (selection);
  g_signal_connect_object (document, "changed", G_CALLBACK (consider), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "ended", G_CALLBACK (consider), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "changed", G_CALLBACK (consider), self, G_CONNECT_SWAPPED);
  consider (self);
  return self;
}

gboolean
prof_analyzer_is_busy (ProfAnalyzer *self)
{
  return self->running || self->timeout_id != 0;
}

void
prof_analyzer_set_heatmap_geometry (ProfAnalyzer *self, gint64 column_ns, guint n_rows,
                                    gint64 start, gint64 end)
{
  /* Compared as bytes: the padding is zero too. */
  memset (&self->geometry, 0, sizeof self->geometry);
  self->geometry.column_ns = column_ns;
  self->geometry.n_rows = n_rows;
  self->geometry.start = start;
  self->geometry.end = end;
  consider (self);
}

ProfHeatmap *
prof_analyzer_take_heatmap (ProfAnalyzer *self)
{
  return g_steal_pointer (&self->heatmap);
}

ProfDocument *
prof_analyzer_get_document (ProfAnalyzer *self)
{
  return self->document;
}

ProfSelection *
prof_analyzer_get_selection (ProfAnalyzer *self)
{
  return self->selection;
}

ProfSnapshot *
prof_analyzer_get_snapshot (ProfAnalyzer *self)
{
  return self->snapshot;
}

ProfCallTree *
prof_analyzer_get_tree (ProfAnalyzer *self)
{
  return self->tree;
}

GArray *
prof_analyzer_get_functions (ProfAnalyzer *self)
{
  if (self->functions == NULL && self->tree && !self->tree->inverted)
    self->functions = prof_functions_from_tree (self->tree);
  return self->functions;
}

const ProfActivity *
prof_analyzer_get_activity (ProfAnalyzer *self)
{
  return self->activity;
}

const ProfSummary *
prof_analyzer_get_summary (ProfAnalyzer *self)
{
  return self->summary;
}

const char *
prof_analyzer_get_unit (ProfAnalyzer *self)
{
  if (self->filter == NULL || self->filter->event >= self->snapshot->n_events)
    return "";
  return prof_snapshot_string (self->snapshot, self->snapshot->events[self->filter->event].unit);
}

const ProfShares *
prof_analyzer_get_shares (ProfAnalyzer *self)
{
  return self->tree ? &self->shares : NULL;
}

char *
prof_analyzer_describe_top (ProfAnalyzer *self, gint64 start, gint64 end)
{
  g_autofree char *share = NULL;
  guint64 weight, all;
  guint32 function;

  if (self->tree == NULL)
    return NULL;
  if (self->moment == NULL)
    self->moment = prof_range_totals_new ();
  prof_range_totals_update (self->moment, self->snapshot, start, end);
  function = prof_functions_get_top (self->tree, self->moment, &weight, &all);
  if (function == PROF_NO_ID)
    return NULL;
  share = prof_format_share ((double) weight / all);
  /* Translators: the function that ran most in a moment, and its share of it */
  return g_strdup_printf (
      _ ("Most in %s (%s)"),
      prof_snapshot_string (self->snapshot, self->snapshot->functions[function].name), share);
}

void
prof_analyzer_get_range (ProfAnalyzer *self, gint64 *start, gint64 *end)
{
  ProfQuery *query = prof_selection_get_query (self->selection);

  if (query->has_range)
    {
      *start = query->start;
      *end = query->end;
      return;
    }
  *start = 0;
  *end = prof_document_get_duration (self->document);
}
