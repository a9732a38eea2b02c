/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/profile.h"

#include <string.h>

#include "profile/snapshot-private.h"

struct _ProfProfile {
  ProfColumn columns[PROF_N_TABLES]; /* STRINGS holds const char * */
  ProfTextArena *arena;
  ProfSampleStore store;
  guint64 revision;
  ProfSnapshot *snapshot; /* (nullable): of this revision */
};

G_DEFINE_QUARK (prof_profile_error_quark, prof_profile_error)

ProfProfile *
prof_profile_new (void)
{
  ProfProfile *self = g_new0 (ProfProfile, 1);
  const char *empty = "";
  ProfStackRow empty_stack = { 0, PROF_NO_ID };

  for (guint i = 0; i < PROF_N_TABLES; i++)
    prof_column_init (&self->columns[i],
                      i == PROF_TABLE_STRINGS ? sizeof (char *) : prof_table_row_size (i));
  prof_column_append (&self->columns[PROF_TABLE_STRINGS], &empty, 1);
  prof_column_append (&self->columns[PROF_TABLE_STACKS], &empty_stack, 1);
  self->arena = prof_text_arena_new ();
  prof_sample_store_init (&self->store);
  return self;
}

void
prof_profile_free (ProfProfile *self)
{
  g_clear_pointer (&self->snapshot, prof_snapshot_unref);
  for (guint i = 0; i < PROF_N_TABLES; i++)
    prof_column_clear (&self->columns[i]);
  prof_text_arena_unref (self->arena);
  prof_sample_store_clear (&self->store);
  g_free (self);
}

/* ---- checking: nothing in a batch is trusted ---- */

typedef struct {
  guint32 n[PROF_N_TABLES]; /* rows there will be */
} Limits;

static gboolean
fail (GError **error, const char *what)
{
  g_set_error (error, PROF_PROFILE_ERROR, PROF_PROFILE_ERROR_INVALID, "a batch has %s", what);
  return FALSE;
}

static gboolean
check_strings (const ProfBatch *batch, GError **error)
{
  const GArray *offsets = batch->rows[PROF_TABLE_STRINGS];
  gsize expected = 0;

  /* Each string begins where the one before ended, so one pass checks all ends. */
  for (guint i = 0; i < offsets->len; i++)
    {
      const char *end;

      if (g_array_index (offsets, guint32, i) != expected || expected >= batch->text->len)
        return fail (error, "strings outside its text");
      end = memchr (batch->text->str + expected, '\0', batch->text->len - expected);
      if (end == NULL)
        return fail (error, "a string without an end");
      expected = end + 1 - batch->text->str;
    }
  if (expected != batch->text->len)
    return fail (error, "text that belongs to no string");
  if (batch->text->len)
    {
      const char *text = batch->text->str;

      for (guint i = 0; i < offsets->len; i++)
        if (!g_utf8_validate (text + g_array_index (offsets, guint32, i), -1, NULL))
          return fail (error, "a string that is not UTF-8");
    }
  return TRUE;
}

#define ROWS(batch, TABLE, Type) ((const Type *) (gpointer) (batch)->rows[PROF_TABLE_##TABLE]->data)
#define N_ROWS(batch, TABLE) ((batch)->rows[PROF_TABLE_##TABLE]->len)
#define IS_STRING(id) ((id) < limits->n[PROF_TABLE_STRINGS])

static gboolean
check_process (const ProfProcessRow *row, const Limits *limits)
{
  return IS_STRING (row->name) && IS_STRING (row->command_line);
}

static gboolean
check_thread (const ProfThreadRow *row, const Limits *limits)
{
  return IS_STRING (row->name) && row->process < limits->n[PROF_TABLE_PROCESSES];
}

static gboolean
check_people (const ProfBatch *batch, const Limits *limits, GError **error)
{
  for (guint i = 0; i < N_ROWS (batch, PROCESSES); i++)
    if (!check_process (&ROWS (batch, PROCESSES, ProfProcessRow)[i], limits))
      return fail (error, "a process with a name that is not there");
  for (guint i = 0; i < N_ROWS (batch, THREADS); i++)
    if (!check_thread (&ROWS (batch, THREADS, ProfThreadRow)[i], limits))
      return fail (error, "a thread of a process that is not there");
  for (guint i = 0; i < batch->process_updates->len; i++)
    {
      const ProfProcessUpdate *update =
          &g_array_index (batch->process_updates, ProfProcessUpdate, i);

      if (update->id >= limits->n[PROF_TABLE_PROCESSES] || !check_process (&update->row, limits))
        return fail (error, "a change of a process that is not there");
    }
  for (guint i = 0; i < batch->thread_updates->len; i++)
    {
      const ProfThreadUpdate *update = &g_array_index (batch->thread_updates, ProfThreadUpdate, i);

      if (update->id >= limits->n[PROF_TABLE_THREADS] || !check_thread (&update->row, limits))
        return fail (error, "a change of a thread that is not there");
    }
  return TRUE;
}

static gboolean
check_stacks (const ProfBatch *batch, const Limits *limits, GError **error)
{
  const ProfFunctionRow *functions = ROWS (batch, FUNCTIONS, ProfFunctionRow);
  const ProfFrameRow *frames = ROWS (batch, FRAMES, ProfFrameRow);
  const ProfStackRow *stacks = ROWS (batch, STACKS, ProfStackRow);
  const ProfOriginRow *origins = ROWS (batch, ORIGINS, ProfOriginRow);

  for (guint i = 0; i < N_ROWS (batch, FUNCTIONS); i++)
    if (!IS_STRING (functions[i].name) || !IS_STRING (functions[i].module) ||
        !IS_STRING (functions[i].file) || functions[i].kind >= PROF_N_FRAME_KINDS ||
        functions[i].carrier >= PROF_N_FRAME_KINDS)
      return fail (error, "a function with a name or kind that is not there");
  for (guint i = 0; i < N_ROWS (batch, FRAMES); i++)
    if (frames[i].function >= limits->n[PROF_TABLE_FUNCTIONS])
      return fail (error, "a frame of a function that is not there");
  for (guint i = 0; i < N_ROWS (batch, STACKS); i++)
    if (stacks[i].parent >= batch->first[PROF_TABLE_STACKS] + i ||
        stacks[i].frame >= limits->n[PROF_TABLE_FRAMES])
      return fail (error, "a stack with a parent or frame that is not there");
  for (guint i = 0; i < N_ROWS (batch, ORIGINS); i++)
    if (origins[i].thread >= limits->n[PROF_TABLE_THREADS] ||
        origins[i].stack >= limits->n[PROF_TABLE_STACKS] ||
        origins[i].event >= limits->n[PROF_TABLE_EVENTS])
      return fail (error, "an origin with a thread, stack or event that is not there");
  return TRUE;
}

static gboolean
check_facts (const ProfBatch *batch, const Limits *limits, GError **error)
{
  const ProfMetaRow *meta = ROWS (batch, META, ProfMetaRow);
  const ProfEventRow *events = ROWS (batch, EVENTS, ProfEventRow);
  const ProfMappingRow *mappings = ROWS (batch, MAPPINGS, ProfMappingRow);
  const ProfMarkerRow *markers = ROWS (batch, MARKERS, ProfMarkerRow);
  const ProfWarningRow *warnings = ROWS (batch, WARNINGS, ProfWarningRow);

  for (guint i = 0; i < N_ROWS (batch, META); i++)
    if (!IS_STRING (meta[i].key) || !IS_STRING (meta[i].value))
      return fail (error, "a fact whose text is not there");
  for (guint i = 0; i < N_ROWS (batch, EVENTS); i++)
    if (!IS_STRING (events[i].name) || !IS_STRING (events[i].unit))
      return fail (error, "an event with a name that is not there");
  for (guint i = 0; i < N_ROWS (batch, MAPPINGS); i++)
    if (mappings[i].process >= limits->n[PROF_TABLE_PROCESSES] || !IS_STRING (mappings[i].path) ||
        !IS_STRING (mappings[i].build_id))
      return fail (error, "a mapping of a process or file that is not there");
  for (guint i = 0; i < N_ROWS (batch, MARKERS); i++)
    if ((markers[i].process != PROF_NO_ID &&
         markers[i].process >= limits->n[PROF_TABLE_PROCESSES]) ||
        !IS_STRING (markers[i].text))
      return fail (error, "a marker of a process that is not there");
  for (guint i = 0; i < N_ROWS (batch, WARNINGS); i++)
    if (!IS_STRING (warnings[i].text) || !IS_STRING (warnings[i].where))
      return fail (error, "a warning whose text is not there");
  return TRUE;
}

static gboolean
check_samples (const ProfBatch *batch, const Limits *limits, GError **error)
{
  const guint32 *origins = (gpointer) batch->origins->data;
  guint32 largest = 0;

  if (batch->times->len != batch->origins->len || batch->times->len != batch->weights->len)
    return fail (error, "samples without a time, origin or weight");
  for (guint i = 0; i < batch->origins->len; i++)
    largest = MAX (largest, origins[i]);
  if (batch->origins->len && largest >= limits->n[PROF_TABLE_ORIGINS])
    return fail (error, "samples of an origin that is not there");
  return TRUE;
}

static gboolean
check (ProfProfile *self, const ProfBatch *batch, GError **error)
{
  Limits limits;

  for (guint i = 0; i < PROF_N_TABLES; i++)
    {
      if (batch->first[i] != self->columns[i].length)
        return fail (error, "rows that do not follow the ones before");
      if (batch->rows[i]->len > G_MAXUINT32 - 1 - batch->first[i])
        return fail (error, "too many rows");
      limits.n[i] = batch->first[i] + batch->rows[i]->len;
    }
  return check_strings (batch, error) && check_facts (batch, &limits, error) &&
         check_people (batch, &limits, error) && check_stacks (batch, &limits, error) &&
         check_samples (batch, &limits, error);
}

/* ---- applying ---- */

static void
add_strings (ProfProfile *self, const ProfBatch *batch)
{
  const GArray *offsets = batch->rows[PROF_TABLE_STRINGS];
  g_autofree const char **rows = NULL;
  char *text;

  if (offsets->len == 0)
    return;
  text = g_memdup2 (batch->text->str, batch->text->len);
  g_ptr_array_add (self->arena->texts, text);
  rows = g_new (const char *, offsets->len);
  for (guint i = 0; i < offsets->len; i++)
    rows[i] = text + g_array_index (offsets, guint32, i);
  prof_column_append (&self->columns[PROF_TABLE_STRINGS], rows, offsets->len);
}

static void
apply_updates (ProfProfile *self, const ProfBatch *batch)
{
  if (batch->process_updates->len)
    {
      ProfProcessRow *rows = prof_column_make_writable (&self->columns[PROF_TABLE_PROCESSES]);

      for (guint i = 0; i < batch->process_updates->len; i++)
        {
          const ProfProcessUpdate *update =
              &g_array_index (batch->process_updates, ProfProcessUpdate, i);

          rows[update->id] = update->row;
        }
    }
  if (batch->thread_updates->len)
    {
      ProfThreadRow *rows = prof_column_make_writable (&self->columns[PROF_TABLE_THREADS]);

      for (guint i = 0; i < batch->thread_updates->len; i++)
        {
          const ProfThreadUpdate *update =
              &g_array_index (batch->thread_updates, ProfThreadUpdate, i);

          rows[update->id] = update->row;
        }
    }
}

gboolean
prof_profile_apply (ProfProfile *self, const ProfBatch *batch, GError **error)
{
  if (!check (self, batch, error))
    return FALSE;

  /* The cached snapshot would make every update copy a column. */
  g_clear_pointer (&self->snapshot, prof_snapshot_unref);
  self->revision++;

  add_strings (self, batch);
  for (guint i = PROF_TABLE_STRINGS + 1; i < PROF_N_TABLES; i++)
    prof_column_append (&self->columns[i], batch->rows[i]->data, batch->rows[i]->len);
  apply_updates (self, batch);
  prof_sample_store_add (&self->store, (gpointer) batch->times->data,
                         (gpointer) batch->origins->data, (gpointer) batch->weights->data,
                         batch->times->len, self->columns[PROF_TABLE_ORIGINS].length);
  return TRUE;
}

gboolean
prof_profile_sink (ProfBatch *batch, gpointer profile, GError **error)
{
  g_autoptr (ProfBatch) owned = batch;

  return prof_profile_apply (profile, owned, error);
}

/* ---- snapshots ---- */

static gpointer
ref_block (gconstpointer block, gpointer unused)
{
  return prof_block_ref ((ProfBlockFull *) block);
}

static gpointer
ref_level_node (gconstpointer node, gpointer unused)
{
  return prof_level_node_ref ((ProfLevelNode *) node);
}

static void
snapshot_tables (ProfProfile *self, ProfSnapshotFull *full)
{
  ProfSnapshot *snapshot = &full->public;

  for (guint i = 0; i < PROF_N_TABLES; i++)
    full->columns[i] = prof_buffer_ref (self->columns[i].buffer);
  full->n_meta = self->columns[PROF_TABLE_META].length;
  full->arena = prof_text_arena_ref (self->arena);

#define SET(member, TABLE, Type)                                                                   \
  snapshot->n_##member = self->columns[PROF_TABLE_##TABLE].length;                                 \
  snapshot->member = prof_column_rows (&self->columns[PROF_TABLE_##TABLE], Type)
  SET (strings, STRINGS, const char *const);
  SET (events, EVENTS, const ProfEventRow);
  SET (processes, PROCESSES, const ProfProcessRow);
  SET (threads, THREADS, const ProfThreadRow);
  SET (functions, FUNCTIONS, const ProfFunctionRow);
  SET (frames, FRAMES, const ProfFrameRow);
  SET (stacks, STACKS, const ProfStackRow);
  SET (origins, ORIGINS, const ProfOriginRow);
  SET (mappings, MAPPINGS, const ProfMappingRow);
  SET (markers, MARKERS, const ProfMarkerRow);
  SET (warnings, WARNINGS, const ProfWarningRow);
#undef SET
}

static void
snapshot_samples (ProfProfile *self, ProfSnapshotFull *full)
{
  ProfSnapshot *snapshot = &full->public;

  full->blocks = g_ptr_array_copy (self->store.blocks, ref_block, NULL);
  g_ptr_array_set_free_func (full->blocks, (GDestroyNotify) prof_block_unref);
  full->n_sealed = full->blocks->len;
  prof_sample_store_copy_open (&self->store, full->blocks);
  for (guint i = 0; i < PROF_MAX_LEVELS; i++)
    {
      full->levels[i] = g_ptr_array_copy (self->store.levels[i], ref_level_node, NULL);
      g_ptr_array_set_free_func (full->levels[i], (GDestroyNotify) prof_level_node_unref);
    }

  snapshot->n_blocks = full->blocks->len;
  snapshot->blocks = (ProfBlock *const *) full->blocks->pdata;
  snapshot->n_samples = self->store.n_samples;
  if (snapshot->n_blocks)
    {
      const ProfBlock *last = snapshot->blocks[snapshot->n_blocks - 1];

      snapshot->first_time = snapshot->blocks[0]->times[0];
      snapshot->end_time = last->times[last->n_samples - 1] + 1;
    }
}

ProfSnapshot *
prof_profile_snapshot (ProfProfile *self)
{
  if (self->snapshot == NULL)
    {
      ProfSnapshotFull *full = g_new0 (ProfSnapshotFull, 1);

      g_atomic_int_set (&full->ref_count, 1);
      full->public.revision = self->revision;
      snapshot_tables (self, full);
      snapshot_samples (self, full);
      self->snapshot = &full->public;
    }
  return prof_snapshot_ref (self->snapshot);
}

void
prof_profile_get_memory (ProfProfile *self, gsize *samples, gsize *tables)
{
  *samples = self->store.bytes + self->store.open->len * sizeof (ProfSample);
  *tables = 0;
  for (guint i = 0; i < PROF_N_TABLES; i++)
    *tables += self->columns[i].buffer->capacity;
}
