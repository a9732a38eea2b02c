/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/heatmap-private.h"

#include <string.h>

/* One side of a count: which samples of a snapshot, and whether they are added or taken away. */
typedef struct {
  ProfSnapshot *snapshot;
  const guint8 *shown; /* (nullable): [n_origins]; NULL: all */
  guint8 *padded;      /* (nullable): backs @shown where the filter knows fewer origins */
  gint64 start;
  gint64 end;
  gint64 limit; /* samples from here on are beyond the map */
  gboolean add;
} Pass;

static gint64
map_limit (const ProfHeatmap *self)
{
  return prof_heatmap_saturated_time (self, PROF_HEATMAP_MAX_CELLS / self->n_rows, 0);
}

static void
pass_init (Pass *self, const ProfHeatmap *map, ProfSnapshot *snapshot, const ProfFilter *filter,
           gint64 start, gint64 end, gboolean add)
{
  *self = (Pass){
    .snapshot = snapshot,
    .start = MAX (start, map->origin_ns),
    .end = MIN (end, snapshot->end_time),
    .limit = map_limit (map),
    .add = add,
  };
  self->end = MAX (self->end, self->start);
  if (!filter)
    return;
  if (filter->n_origins < snapshot->n_origins)
    {
      self->padded = g_new0 (guint8, snapshot->n_origins);
      memcpy (self->padded, filter->shown, filter->n_origins);
      self->shown = self->padded;
    }
  else if (filter->n_shown < filter->n_origins)
    {
      self->shown = filter->shown;
    }
}

/* First sample from @from on with a time not before @time. In strides that double, since the end
 * of a cell is often near. */
static guint
gallop (const gint64 *times, guint from, guint to, gint64 time)
{
  guint stride = 1;
  guint low = from;

  while (to - low > stride && times[low + stride] < time)
    {
      low += stride;
      stride *= 2;
    }
  /* times[low] < time unless low is from; the answer is within a stride. */
  {
    guint high = MIN (to, low + stride);

    while (low < high)
      {
        guint middle = low + (high - low) / 2;

        if (times[middle] < time)
          low = middle + 1;
        else
          high = middle;
      }
  }
  return low;
}

typedef struct {
  guint count;
  guint64 weight;
} Sum;

/* Samples [from, to) of a block that are shown. */
static Sum
sum_samples (const ProfBlock *block, const guint8 *shown, guint from, guint to)
{
  const guint32 *origins = block->origins;
  Sum sum = { 0, 0 };

  if (!shown)
    sum.count = to - from;
  else
    for (guint i = from; i < to; i++)
      sum.count += shown[origins[i]];

  if (block->weights32)
    {
      for (guint i = from; i < to; i++)
        sum.weight += !shown || shown[origins[i]] ? block->weights32[i] : 0;
    }
  else if (block->weights64)
    {
      for (guint i = from; i < to; i++)
        sum.weight += !shown || shown[origins[i]] ? block->weights64[i] : 0;
    }
  else
    {
      sum.weight = block->uniform_weight * sum.count;
    }
  return sum;
}

static void
count_block (ProfHeatmap *self, const Pass *pass, const ProfBlock *block, ProfHeatmapCursor *cursor)
{
  guint i = prof_block_find (block, pass->start);
  guint to = prof_block_find (block, MIN (pass->end, pass->limit));
  guint last = prof_block_find (block, pass->end);

  while (i < to)
    {
      Sum sum;
      guint j;

      if (block->times[i] >= cursor->end || block->times[i] < cursor->start)
        prof_heatmap_cursor_seek (cursor, self, block->times[i]);
      j = gallop (block->times, i, to, cursor->end);
      /* Only where the last cell ends at the end of time. */
      if (j == i)
        j = to;
      sum = sum_samples (block, pass->shown, i, j);
      if (pass->add)
        {
          self->counts[cursor->cell] += sum.count;
          self->weights[cursor->cell] += sum.weight;
          self->n_samples += sum.count;
          self->max_count = MAX (self->max_count, self->counts[cursor->cell]);
          self->max_weight = MAX (self->max_weight, self->weights[cursor->cell]);
        }
      else
        {
          PROF_HEATMAP_PRIVATE (self)->lost_maximum |=
              self->counts[cursor->cell] == self->max_count ||
              self->weights[cursor->cell] == self->max_weight;
          self->counts[cursor->cell] -= sum.count;
          self->weights[cursor->cell] -= sum.weight;
          self->n_samples -= sum.count;
        }
      i = j;
    }

  if (to < last)
    {
      guint n = sum_samples (block, pass->shown, MAX (to, i), last).count;

      self->n_beyond += pass->add ? n : -(guint64) n;
    }
}

/* Makes room for the samples of @pass; new cells are empty. */
static void
extend_columns (ProfHeatmap *self, const Pass *pass)
{
  ProfHeatmapPrivate *private = PROF_HEATMAP_PRIVATE (self);
  gint64 last = MIN (pass->end, pass->limit) - 1;
  gint64 column;
  guint n_columns, row;

  if (pass->start > last)
    return;
  prof_heatmap_locate (self, last, &column, &row);
  n_columns = column + 1;
  if (n_columns > private->capacity)
    {
      gsize old = (gsize) private->capacity * self->n_rows;
      gsize size;

      private->capacity = MAX (n_columns, private->capacity + private->capacity / 2);
      size = (gsize) private->capacity * self->n_rows;
      self->counts = g_renew (guint32, self->counts, size);
      self->weights = g_renew (guint64, self->weights, size);
      memset (self->counts + old, 0, (size - old) * sizeof *self->counts);
      memset (self->weights + old, 0, (size - old) * sizeof *self->weights);
    }
  self->n_columns = MAX (self->n_columns, n_columns);
}

static void
clear_counts (ProfHeatmap *self)
{
  gsize n = (gsize) self->n_columns * self->n_rows;

  if (n > 0)
    {
      memset (self->counts, 0, n * sizeof *self->counts);
      memset (self->weights, 0, n * sizeof *self->weights);
    }
  self->n_columns = 0;
  self->max_count = 0;
  self->max_weight = 0;
  self->n_samples = 0;
  self->n_beyond = 0;
}

void
prof_heatmap_fill (ProfHeatmap *self, ProfSnapshot *snapshot, const ProfFilter *filter,
                   gint64 start, gint64 end)
{
  ProfHeatmapPrivate *private = PROF_HEATMAP_PRIVATE (self);
  ProfHeatmapCursor cursor;
  Pass pass;

  g_clear_pointer (&private->snapshot, prof_snapshot_unref);
  g_clear_pointer (&private->filter, prof_filter_unref);
  clear_counts (self);
  prof_heatmap_cursor_init (&cursor, self);
  pass_init (&pass, self, snapshot, filter, start, end, TRUE);
  extend_columns (self, &pass);
  for (guint b = prof_snapshot_find_block (snapshot, pass.start); b < snapshot->n_blocks; b++)
    {
      const ProfBlock *block = snapshot->blocks[b];

      if (block->n_samples > 0 && block->times[0] >= pass.end)
        break;
      count_block (self, &pass, block, &cursor);
    }
  g_free (pass.padded);
}

/* Whether the cells hold, for blocks that have not changed, what a fill would now find in them. */
static gboolean
can_go_on (const ProfHeatmapPrivate *self, const ProfSnapshot *snapshot, const ProfFilter *filter,
           gint64 start, gint64 end)
{
  const ProfSnapshot *last = self->snapshot;
  gboolean same_start, same_end;

  if (!last || self->public.n_beyond > 0 || !self->filter != !filter)
    return FALSE;
  if (filter &&
      (self->filter->n_origins < last->n_origins || filter->n_origins < snapshot->n_origins ||
       filter->n_origins < self->filter->n_origins ||
       memcmp (filter->shown, self->filter->shown, self->filter->n_origins) != 0))
    return FALSE;
  same_start =
      start == self->start || (start <= snapshot->first_time && self->start <= last->first_time);
  same_end = end == self->end || (end >= snapshot->end_time && self->end >= last->end_time);
  return same_start && same_end;
}

static void
find_maxima (ProfHeatmap *self)
{
  gsize n = (gsize) self->n_columns * self->n_rows;

  self->max_count = 0;
  self->max_weight = 0;
  for (gsize i = 0; i < n; i++)
    {
      self->max_count = MAX (self->max_count, self->counts[i]);
      self->max_weight = MAX (self->max_weight, self->weights[i]);
    }
}

/* Blocks [from, to) of the snapshot of @pass, but for those that did not change. */
static void
count_changed (ProfHeatmap *self, const Pass *pass, guint from, guint to, GHashTable *unchanged)
{
  ProfHeatmapCursor cursor;

  prof_heatmap_cursor_init (&cursor, self);
  for (guint i = from; i < to; i++)
    if (!g_hash_table_contains (unchanged, pass->snapshot->blocks[i]))
      count_block (self, pass, pass->snapshot->blocks[i], &cursor);
}

/* Takes away what is gone and adds what is new between two snapshots. */
static void
count_difference (ProfHeatmap *self, const Pass *gone, const Pass *come)
{
  const ProfSnapshot *old = gone->snapshot;
  const ProfSnapshot *new = come->snapshot;
  guint same_front = 0;
  guint same_back = 0;
  guint shorter = MIN (old->n_blocks, new->n_blocks);
  g_autoptr (GHashTable) in_old = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) in_both = g_hash_table_new (NULL, NULL);

  while (same_front < shorter && old->blocks[same_front] == new->blocks[same_front])
    same_front++;
  while (same_back < shorter - same_front &&
         old->blocks[old->n_blocks - 1 - same_back] == new->blocks[new->n_blocks - 1 - same_back])
    same_back++;

  for (guint i = same_front; i < old->n_blocks - same_back; i++)
    g_hash_table_add (in_old, old->blocks[i]);
  for (guint i = same_front; i < new->n_blocks - same_back; i++)
    if (g_hash_table_contains (in_old, new->blocks[i]))
      g_hash_table_add (in_both, new->blocks[i]);

  count_changed (self, gone, same_front, old->n_blocks - same_back, in_both);
  count_changed (self, come, same_front, new->n_blocks - same_back, in_both);
}

void
prof_heatmap_update (ProfHeatmap *self, ProfSnapshot *snapshot, ProfFilter *filter, gint64 start,
                     gint64 end)
{
  ProfHeatmapPrivate *private = PROF_HEATMAP_PRIVATE (self);

  if (can_go_on (private, snapshot, filter, start, end))
    {
      Pass gone, come;

      private->lost_maximum = FALSE;
      pass_init (&gone, self, private->snapshot, private->filter, private->start, private->end,
                 FALSE);
      pass_init (&come, self, snapshot, filter, start, end, TRUE);
      extend_columns (self, &come);
      count_difference (self, &gone, &come);
      g_free (gone.padded);
      g_free (come.padded);
      if (private->lost_maximum)
        find_maxima (self);
    }
  else
    {
      prof_heatmap_fill (self, snapshot, filter, start, end);
    }

  g_clear_pointer (&private->snapshot, prof_snapshot_unref);
  g_clear_pointer (&private->filter, prof_filter_unref);
  private->snapshot = prof_snapshot_ref (snapshot);
  private->filter = filter ? prof_filter_ref (filter) : NULL;
  private->start = start;
  private->end = end;
}
