/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A capture of what a query selects. Of everything: the profile as it is. Else a smaller profile of
 * the same time base: the selected samples and only the rows they need, interned anew. Without
 * transforms of stacks frames keep their lines; with them stacks are those of the call tree.
 */

#include "formats/capture-file.h"
#include "formats/export-private.h"
#include "profile/builder.h"
#include "profile/profile.h"

#define BATCH_SAMPLES 65536

typedef struct {
  ProfExportView view;
  ProfBuilder *builder;
  ProfCaptureWriter *writer;
  gboolean transformed;
  /* Old rows to new ones, PROF_NO_ID where there is none yet. */
  guint32 *strings;
  guint32 *origins;
  guint32 *threads;
  guint32 *processes;
  guint32 *functions;
  guint32 *stacks; /* by stack, or by tree node where @transformed */
  guint32 event;
  GArray *path; /* guint32 */
} Reducer;

static guint32 *
new_map (guint n)
{
  guint32 *map = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    map[i] = PROF_NO_ID;
  return map;
}

static guint32
map_string (Reducer *self, guint32 id)
{
  if (self->strings[id] == PROF_NO_ID)
    self->strings[id] =
        prof_builder_string (self->builder, prof_snapshot_string (self->view.snapshot, id), -1);
  return self->strings[id];
}

static guint32
map_process (Reducer *self, guint32 id)
{
  ProfProcessRow row = self->view.snapshot->processes[id];

  if (self->processes[id] == PROF_NO_ID)
    {
      row.name = map_string (self, row.name);
      row.command_line = map_string (self, row.command_line);
      self->processes[id] = prof_builder_process (self->builder, &row);
    }
  return self->processes[id];
}

static guint32
map_thread (Reducer *self, guint32 id)
{
  ProfThreadRow row = self->view.snapshot->threads[id];

  if (self->threads[id] == PROF_NO_ID)
    {
      row.name = map_string (self, row.name);
      row.process = map_process (self, row.process);
      self->threads[id] = prof_builder_thread (self->builder, &row);
    }
  return self->threads[id];
}

static guint32
map_function (Reducer *self, guint32 id)
{
  ProfFunctionRow row = self->view.snapshot->functions[id];

  if (self->functions[id] == PROF_NO_ID)
    {
      row.name = map_string (self, row.name);
      row.module = map_string (self, row.module);
      row.file = map_string (self, row.file);
      self->functions[id] = prof_builder_function (self->builder, &row);
    }
  return self->functions[id];
}

/* The caller of a stack (or node), and its innermost frame. */
static guint32
get_parent (Reducer *self, guint32 id)
{
  return self->transformed ? self->view.tree->parent[id] : self->view.snapshot->stacks[id].parent;
}

static guint32
map_frame (Reducer *self, guint32 id)
{
  const ProfFrameRow *frame;

  if (self->transformed)
    return prof_builder_frame (self->builder, map_function (self, self->view.tree->id[id]), 0);
  frame = &self->view.snapshot->frames[self->view.snapshot->stacks[id].frame];
  return prof_builder_frame (self->builder, map_function (self, frame->function), frame->line);
}

static guint32
map_stack (Reducer *self, guint32 id)
{
  guint32 stack;

  g_array_set_size (self->path, 0);
  for (; self->stacks[id] == PROF_NO_ID; id = get_parent (self, id))
    g_array_append_val (self->path, id);
  stack = self->stacks[id];
  for (guint i = self->path->len; i-- > 0;)
    {
      guint32 at = g_array_index (self->path, guint32, i);

      stack = prof_builder_stack (self->builder, stack, map_frame (self, at));
      self->stacks[at] = stack;
    }
  return stack;
}

static guint32
map_origin (Reducer *self, guint32 id, guint32 node)
{
  const ProfOriginRow *row = &self->view.snapshot->origins[id];

  if (self->origins[id] == PROF_NO_ID)
    self->origins[id] =
        prof_builder_origin (self->builder, map_thread (self, row->thread),
                             map_stack (self, self->transformed ? node : row->stack), self->event);
  return self->origins[id];
}

static gboolean
send (Reducer *self, GError **error)
{
  g_autoptr (ProfBatch) batch = prof_builder_take_batch (self->builder);

  return batch == NULL || prof_capture_writer_write (self->writer, batch, error);
}

static gboolean
send_block (Reducer *self, const ProfBlock *block, GError **error)
{
  for (guint i = prof_block_find (block, self->view.start); i < block->n_samples; i++)
    {
      guint32 origin = block->origins[i];
      guint32 node = prof_call_tree_get_origin_node (self->view.tree, origin);

      if (block->times[i] >= self->view.end)
        break;
      if (node != PROF_NO_ID)
        prof_builder_sample (self->builder, block->times[i], map_origin (self, origin, node),
                             prof_block_get_weight (block, i));
    }
  return prof_builder_get_n_pending (self->builder) < BATCH_SAMPLES || send (self, error);
}

static void
add_facts_before (Reducer *self)
{
  static const char *const keys[] = { PROF_META_START_WALL, PROF_META_HOSTNAME,  PROF_META_KERNEL,
                                      PROF_META_CPUS,       PROF_META_FREQUENCY, PROF_META_COMMAND,
                                      PROF_META_TARGET,     PROF_META_FORMAT,    PROF_META_NO_TIME,
                                      PROF_META_END };
  const ProfSnapshot *snapshot = self->view.snapshot;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *value = prof_snapshot_get_meta (snapshot, keys[i]);

      if (value != NULL)
        prof_builder_meta (self->builder, keys[i], value);
    }
  if (self->view.filter->event != PROF_NO_ID)
    {
      const ProfEventRow *event = &snapshot->events[self->view.filter->event];

      self->event = prof_builder_event (self->builder, prof_snapshot_string (snapshot, event->name),
                                        prof_snapshot_string (snapshot, event->unit));
    }
  for (guint i = 0; i < snapshot->n_warnings; i++)
    {
      const ProfWarningRow *warning = &snapshot->warnings[i];

      prof_builder_warning (
          self->builder, warning->count, prof_snapshot_string (snapshot, warning->text),
          warning->where ? prof_snapshot_string (snapshot, warning->where) : NULL);
    }
}

/* What belongs to the processes that are in by now, and to the range. */
static void
add_facts_after (Reducer *self)
{
  const ProfSnapshot *snapshot = self->view.snapshot;

  for (guint i = 0; i < snapshot->n_mappings; i++)
    {
      ProfMappingRow row = snapshot->mappings[i];

      if (self->processes[row.process] == PROF_NO_ID)
        continue;
      row.process = self->processes[row.process];
      row.path = map_string (self, row.path);
      row.build_id = map_string (self, row.build_id);
      prof_builder_mapping (self->builder, &row);
    }
  for (guint i = 0; i < snapshot->n_markers; i++)
    {
      ProfMarkerRow row = snapshot->markers[i];

      if (row.time >= self->view.end || MAX (row.end, row.time) < self->view.start ||
          (row.process != PROF_NO_ID && self->processes[row.process] == PROF_NO_ID))
        continue;
      if (row.process != PROF_NO_ID)
        row.process = self->processes[row.process];
      row.text = map_string (self, row.text);
      prof_builder_marker (self->builder, &row);
    }
}

static gboolean
send_selected (Reducer *self, GError **error)
{
  const ProfSnapshot *snapshot = self->view.snapshot;

  add_facts_before (self);
  for (guint i = prof_snapshot_find_block (snapshot, self->view.start);
       i < snapshot->n_blocks && snapshot->blocks[i]->times[0] < self->view.end; i++)
    if (!send_block (self, snapshot->blocks[i], error))
      return FALSE;
  add_facts_after (self);
  return send (self, error);
}

static gboolean
is_everything (const ProfSnapshot *snapshot, const ProfQuery *query)
{
  g_autoptr (ProfQuery) plain = prof_query_copy (query);
  g_autoptr (ProfQuery) everything = prof_query_new ();

  plain->inverted = FALSE;
  plain->grouping = everything->grouping;
  return prof_query_same_tree (plain, everything) &&
         (!query->has_range ||
          (query->start <= snapshot->first_time && query->end >= snapshot->end_time));
}

gboolean
prof_export_capture (ProfSnapshot *snapshot, const ProfQuery *query, GOutputStream *out,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (ProfCaptureWriter) writer = NULL;
  g_autoptr (ProfBuilder) builder = NULL;
  g_autoptr (GArray) path = NULL;
  Reducer self = { { NULL } };
  gboolean done = FALSE;

  if (is_everything (snapshot, query))
    {
      writer = prof_capture_writer_new_for_stream (out, cancellable, error);
      return writer != NULL &&
             prof_snapshot_send (snapshot, prof_capture_writer_sink, writer, error) &&
             prof_capture_writer_close (writer, error);
    }

  if (prof_export_view_init (&self.view, snapshot, query, PROF_GROUP_NONE, error) &&
      (writer = prof_capture_writer_new_for_stream (out, cancellable, error)) != NULL)
    {
      self.builder = builder = prof_builder_new ();
      self.writer = writer;
      self.transformed = query->hidden_kinds != 0 || query->collapse_recursion ||
                         (query->focus != NULL && *query->focus != '\0') ||
                         (query->merge != NULL && *query->merge != '\0');
      self.strings = new_map (snapshot->n_strings);
      self.origins = new_map (snapshot->n_origins);
      self.threads = new_map (snapshot->n_threads);
      self.processes = new_map (snapshot->n_processes);
      self.functions = new_map (snapshot->n_functions);
      self.stacks = new_map (self.transformed ? self.view.tree->n_nodes : snapshot->n_stacks);
      self.stacks[0] = 0;
      self.path = path = g_array_new (FALSE, FALSE, sizeof (guint32));
      done = send_selected (&self, error) && prof_capture_writer_close (writer, error);
    }
  g_free (self.strings);
  g_free (self.origins);
  g_free (self.threads);
  g_free (self.processes);
  g_free (self.functions);
  g_free (self.stacks);
  prof_export_view_clear (&self.view);
  return done;
}
