/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/tally.h"

#include <string.h>

typedef struct {
  guint32 n_frames;
  guint32 n_unnamed;
  gboolean truncated;
} StackTally;

#define UNNAMED 1
#define TRUNCATED 2

void
prof_tally_init (ProfTally *self)
{
  StackTally empty = { 0 };

  memset (self, 0, sizeof *self);
  self->functions = g_array_new (FALSE, FALSE, sizeof (guint8));
  self->frames = g_array_new (FALSE, FALSE, sizeof (guint8));
  self->stacks = g_array_new (FALSE, FALSE, sizeof (StackTally));
  self->origins = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (self->stacks, empty);
}

void
prof_tally_clear (ProfTally *self)
{
  g_clear_pointer (&self->functions, g_array_unref);
  g_clear_pointer (&self->frames, g_array_unref);
  g_clear_pointer (&self->stacks, g_array_unref);
  g_clear_pointer (&self->origins, g_array_unref);
}

static void
add_rows (ProfTally *self, const ProfBatch *batch)
{
  const GArray *rows = batch->rows[PROF_TABLE_FUNCTIONS];

  for (guint i = 0; i < rows->len; i++)
    {
      const ProfFunctionRow *row = &g_array_index (rows, ProfFunctionRow, i);
      guint8 flags = (row->flags & PROF_FUNCTION_UNNAMED ? UNNAMED : 0) |
                     (row->kind == PROF_FRAME_TRUNCATED ? TRUNCATED : 0);

      g_array_append_val (self->functions, flags);
    }
  rows = batch->rows[PROF_TABLE_FRAMES];
  for (guint i = 0; i < rows->len; i++)
    g_array_append_val (
        self->frames,
        g_array_index (self->functions, guint8, g_array_index (rows, ProfFrameRow, i).function));
  rows = batch->rows[PROF_TABLE_STACKS];
  for (guint i = 0; i < rows->len; i++)
    {
      const ProfStackRow *row = &g_array_index (rows, ProfStackRow, i);
      StackTally stack = g_array_index (self->stacks, StackTally, row->parent);
      guint8 flags = g_array_index (self->frames, guint8, row->frame);

      stack.n_frames++;
      stack.n_unnamed += (flags & UNNAMED) != 0;
      stack.truncated |= (flags & TRUNCATED) != 0;
      g_array_append_val (self->stacks, stack);
    }
  rows = batch->rows[PROF_TABLE_ORIGINS];
  for (guint i = 0; i < rows->len; i++)
    g_array_append_val (self->origins, g_array_index (rows, ProfOriginRow, i).stack);
}

void
prof_tally_add (ProfTally *self, const ProfBatch *batch)
{
  const GArray *markers = batch->rows[PROF_TABLE_MARKERS];

  add_rows (self, batch);
  for (guint i = 0; i < batch->origins->len; i++)
    {
      guint32 origin = g_array_index (batch->origins, guint32, i);
      const StackTally *stack =
          &g_array_index (self->stacks, StackTally, g_array_index (self->origins, guint32, origin));

      self->n_frames += stack->n_frames;
      self->n_unnamed += stack->n_unnamed;
      self->n_truncated += stack->truncated;
    }
  self->n_samples += batch->origins->len;
  for (guint i = 0; i < markers->len; i++)
    {
      const ProfMarkerRow *marker = &g_array_index (markers, ProfMarkerRow, i);

      if (marker->kind == PROF_MARKER_LOST)
        self->n_lost += marker->value;
    }
  g_atomic_int_set (&self->samples, (gint) self->n_samples);
  g_atomic_int_set (&self->lost, (gint) self->n_lost);
}
