/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A line a sample, in the order of time. RFC 4180, with its line ends. */

#include "formats/export-private.h"
#include "formats/text-writer.h"

/* Neighbouring samples share stacks: the text of so many is kept. */
#define N_KEPT 4096

typedef struct {
  guint32 node;
  GString *text; /* ",stack,types" and the line's end, escaped; NULL: not used yet */
} KeptStack;

typedef struct {
  ProfExportView view;
  KeptStack *kept; /* [N_KEPT], by node modulo N_KEPT */
  char **heads;    /* [n_origins]: ",event,process,pid,thread,tid,1," */
  GArray *path;    /* guint32, leaf first */
  GString *stack;
} CsvWriter;

static const char *
get_head (CsvWriter *self, guint32 origin)
{
  const ProfSnapshot *snapshot = self->view.snapshot;
  const ProfOriginRow *row = &snapshot->origins[origin];
  const ProfThreadRow *thread = &snapshot->threads[row->thread];
  const ProfProcessRow *process = &snapshot->processes[thread->process];
  GString *head;

  if (self->heads[origin] != NULL)
    return self->heads[origin];
  head = g_string_new (",");
  prof_append_csv (head, prof_snapshot_string (snapshot, snapshot->events[row->event].name));
  g_string_append_c (head, ',');
  prof_append_csv (head, prof_snapshot_string (snapshot, process->name));
  g_string_append_c (head, ',');
  if (process->pid >= 0)
    prof_append_int (head, process->pid);
  g_string_append_c (head, ',');
  prof_append_csv (head, prof_snapshot_string (snapshot, thread->name));
  g_string_append_c (head, ',');
  if (thread->tid >= 0)
    prof_append_int (head, thread->tid);
  g_string_append (head, ",1,");
  return self->heads[origin] = g_string_free (head, FALSE);
}

static void
fill_stack (CsvWriter *self, guint32 node, GString *text)
{
  const ProfCallTree *tree = self->view.tree;
  const ProfSnapshot *snapshot = self->view.snapshot;

  g_array_set_size (self->path, 0);
  for (guint32 at = node; tree->type[at] == PROF_NODE_FUNCTION; at = tree->parent[at])
    g_array_append_val (self->path, at);

  g_string_truncate (self->stack, 0);
  for (guint i = self->path->len; i-- > 0;)
    {
      guint32 function = tree->id[g_array_index (self->path, guint32, i)];

      g_string_append (self->stack,
                       prof_snapshot_string (snapshot, snapshot->functions[function].name));
      if (i > 0)
        g_string_append_c (self->stack, ';');
    }
  g_string_assign (text, ",");
  prof_append_csv (text, self->stack->str);
  g_string_append_c (text, ',');
  for (guint i = self->path->len; i-- > 0;)
    {
      g_string_append (
          text, prof_frame_kind_to_string (tree->kind[g_array_index (self->path, guint32, i)]));
      if (i > 0)
        g_string_append_c (text, ';');
    }
  g_string_append (text, "\r\n");
}

static const GString *
get_stack (CsvWriter *self, guint32 node)
{
  KeptStack *kept = &self->kept[node % N_KEPT];

  if (kept->text == NULL)
    kept->text = g_string_new (NULL);
  else if (kept->node == node)
    return kept->text;
  kept->node = node;
  fill_stack (self, node, kept->text);
  return kept->text;
}

static gboolean
write_block (CsvWriter *self, const ProfBlock *block, ProfTextWriter *writer, GError **error)
{
  for (guint i = prof_block_find (block, self->view.start); i < block->n_samples; i++)
    {
      guint32 node = prof_call_tree_get_origin_node (self->view.tree, block->origins[i]);
      const GString *stack;

      if (block->times[i] >= self->view.end)
        break;
      if (node == PROF_NO_ID)
        continue;
      prof_append_int (writer->text, block->times[i]);
      g_string_append (writer->text, get_head (self, block->origins[i]));
      prof_append_uint (writer->text, prof_block_get_weight (block, i));
      stack = get_stack (self, node);
      g_string_append_len (writer->text, stack->str, stack->len);
      if (!prof_text_writer_step (writer, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_samples (CsvWriter *self, ProfTextWriter *writer, GError **error)
{
  const ProfSnapshot *snapshot = self->view.snapshot;

  g_string_append (writer->text,
                   "time_ns,event,process,pid,thread,tid,count,weight,stack,types\r\n");
  for (guint i = prof_snapshot_find_block (snapshot, self->view.start);
       i < snapshot->n_blocks && snapshot->blocks[i]->times[0] < self->view.end; i++)
    if (!write_block (self, snapshot->blocks[i], writer, error))
      return FALSE;
  return prof_text_writer_finish (writer, error);
}

gboolean
prof_export_csv (ProfSnapshot *snapshot, const ProfQuery *query, GOutputStream *out,
                 GCancellable *cancellable, GError **error)
{
  g_auto (ProfTextWriter) writer = { NULL };
  CsvWriter self = { { NULL } };
  gboolean done = FALSE;

  prof_text_writer_init (&writer, out, cancellable);
  if (prof_export_view_init (&self.view, snapshot, query, PROF_GROUP_NONE, error))
    {
      self.kept = g_new0 (KeptStack, N_KEPT);
      self.heads = g_new0 (char *, snapshot->n_origins + 1);
      self.path = g_array_new (FALSE, FALSE, sizeof (guint32));
      self.stack = g_string_new (NULL);
      done = write_samples (&self, &writer, error);
      for (guint i = 0; i < N_KEPT; i++)
        if (self.kept[i].text != NULL)
          g_string_free (self.kept[i].text, TRUE);
      for (guint i = 0; i < snapshot->n_origins; i++)
        g_free (self.heads[i]);
      g_free (self.heads);
      g_free (self.kept);
      g_array_unref (self.path);
      g_string_free (self.stack, TRUE);
    }
  prof_export_view_clear (&self.view);
  return done;
}
