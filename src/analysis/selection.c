/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/selection.h"

#include <string.h>

#define MAX_STEPS 200

struct _ProfSelection {
  GObject parent_instance;

  ProfQuery *query;
  guint64 generation;
  char *search;

  guint frozen;
  gboolean changed_while_frozen;
  gboolean search_changed_while_frozen;

  /* Undo: earlier states, oldest first; redo: states undone, next last. @settled is the state
   * that the next step goes back to: not the current one while frozen or dragging. */
  GPtrArray *undo;
  GPtrArray *redo;
  ProfQuery *settled;
  guint dragging;
};

enum { SIGNAL_CHANGED, SIGNAL_SEARCH_CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ProfSelection, prof_selection, G_TYPE_OBJECT)

static void
prof_selection_finalize (GObject *object)
{
  ProfSelection *self = PROF_SELECTION (object);

  prof_query_unref (self->query);
  prof_query_unref (self->settled);
  g_ptr_array_unref (self->undo);
  g_ptr_array_unref (self->redo);
  g_free (self->search);
  G_OBJECT_CLASS (prof_selection_parent_class)->finalize (object);
}

static void
prof_selection_class_init (ProfSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = prof_selection_finalize;

  /**
   * ProfSelection::changed:
   *
   * There is a new query: prof_selection_get_query().
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", PROF_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * ProfSelection::search-changed:
   *
   * The search text is another one: prof_selection_get_search().
   */
  signals[SIGNAL_SEARCH_CHANGED] =
      g_signal_new ("search-changed", PROF_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 0);
}

static void
prof_selection_init (ProfSelection *self)
{
  self->query = prof_query_new ();
  self->settled = prof_query_ref (self->query);
  self->search = g_strdup ("");
  self->undo = g_ptr_array_new_with_free_func ((GDestroyNotify) prof_query_unref);
  self->redo = g_ptr_array_new_with_free_func ((GDestroyNotify) prof_query_unref);
}

ProfSelection *
prof_selection_new (void)
{
  return g_object_new (PROF_TYPE_SELECTION, NULL);
}

ProfQuery *
prof_selection_get_query (ProfSelection *self)
{
  g_return_val_if_fail (PROF_IS_SELECTION (self), NULL);
  return self->query;
}

guint64
prof_selection_get_generation (ProfSelection *self)
{
  g_return_val_if_fail (PROF_IS_SELECTION (self), 0);
  return self->generation;
}

static void
set_settled (ProfSelection *self, ProfQuery *query)
{
  prof_query_ref (query);
  prof_query_unref (self->settled);
  self->settled = query;
}

/* Remembers the step from the last settled state to the current one, if there is one. */
static void
settle (ProfSelection *self)
{
  if (self->frozen || self->dragging)
    return;
  if (!prof_query_equal (self->settled, self->query))
    {
      g_ptr_array_add (self->undo, prof_query_ref (self->settled));
      if (self->undo->len > MAX_STEPS)
        g_ptr_array_remove_index (self->undo, 0);
      g_ptr_array_set_size (self->redo, 0);
    }
  set_settled (self, self->query);
}

static void
emit_changes (ProfSelection *self)
{
  if (self->frozen)
    return;
  g_object_ref (self);
  if (self->search_changed_while_frozen)
    {
      self->search_changed_while_frozen = FALSE;
      g_signal_emit (self, signals[SIGNAL_SEARCH_CHANGED], 0);
    }
  if (self->changed_while_frozen)
    {
      self->changed_while_frozen = FALSE;
      g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
    }
  g_object_unref (self);
}

/* Takes @query as the new state. */
static void
become (ProfSelection *self, ProfQuery *query)
{
  query->generation = ++self->generation;
  prof_query_unref (self->query);
  self->query = query;
  self->changed_while_frozen = TRUE;
}

/* Takes @query, a changed copy of the current state, or drops it where nothing has changed. */
static void
change (ProfSelection *self, ProfQuery *query)
{
  if (prof_query_equal (self->query, query))
    {
      prof_query_unref (query);
      return;
    }
  become (self, query);
  settle (self);
  emit_changes (self);
}

void
prof_selection_set_query (ProfSelection *self, const ProfQuery *query)
{
  g_return_if_fail (PROF_IS_SELECTION (self));
  change (self, prof_query_copy (query));
}

void
prof_selection_set_range (ProfSelection *self, gint64 start, gint64 end)
{
  ProfQuery *query;

  g_return_if_fail (PROF_IS_SELECTION (self));
  query = prof_query_copy (self->query);
  query->has_range = TRUE;
  query->start = MIN (start, end);
  query->end = MAX (start, end);
  change (self, query);
}

void
prof_selection_clear_range (ProfSelection *self)
{
  ProfQuery *query;

  g_return_if_fail (PROF_IS_SELECTION (self));
  query = prof_query_copy (self->query);
  query->has_range = FALSE;
  query->start = query->end = 0;
  change (self, query);
}

gboolean
prof_selection_get_range (ProfSelection *self, gint64 *start, gint64 *end)
{
  g_return_val_if_fail (PROF_IS_SELECTION (self), FALSE);
  if (start)
    *start = self->query->start;
  if (end)
    *end = self->query->end;
  return self->query->has_range;
}

static void
replace_text (char **place, const char *text)
{
  g_free (*place);
  *place = text && *text ? g_strdup (text) : NULL;
}

#define DEFINE_TEXT_SETTER(member)                                                                 \
  void prof_selection_set_##member (ProfSelection *self, const char *text)                         \
  {                                                                                                \
    ProfQuery *query;                                                                              \
                                                                                                   \
    g_return_if_fail (PROF_IS_SELECTION (self));                                                   \
    query = prof_query_copy (self->query);                                                         \
    replace_text (&query->member, text);                                                           \
    change (self, query);                                                                          \
  }

DEFINE_TEXT_SETTER (event)
DEFINE_TEXT_SETTER (match)
DEFINE_TEXT_SETTER (no_match)
DEFINE_TEXT_SETTER (focus)
DEFINE_TEXT_SETTER (merge)

void
prof_selection_set_collapse_recursion (ProfSelection *self, gboolean collapse)
{
  ProfQuery *query;

  g_return_if_fail (PROF_IS_SELECTION (self));
  query = prof_query_copy (self->query);
  query->collapse_recursion = !!collapse;
  change (self, query);
}

void
prof_selection_set_inverted (ProfSelection *self, gboolean inverted)
{
  ProfQuery *query;

  g_return_if_fail (PROF_IS_SELECTION (self));
  query = prof_query_copy (self->query);
  query->inverted = !!inverted;
  change (self, query);
}

void
prof_selection_set_grouping (ProfSelection *self, ProfGrouping grouping)
{
  ProfQuery *query;

  g_return_if_fail (PROF_IS_SELECTION (self));
  query = prof_query_copy (self->query);
  query->grouping = grouping;
  change (self, query);
}

/* Where @id is in the sorted @ids, or would be. */
static guint
id_position (const GArray *ids, guint32 id)
{
  guint low = 0;
  guint high = ids ? ids->len : 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (ids, guint32, middle) < id)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static gboolean
has_id (const GArray *ids, guint32 id)
{
  guint position = id_position (ids, id);

  return ids && position < ids->len && g_array_index (ids, guint32, position) == id;
}

static void
set_id (GArray **ids, guint32 id, gboolean present)
{
  if (has_id (*ids, id) == !!present)
    return;
  if (!*ids)
    *ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (present)
    g_array_insert_val (*ids, id_position (*ids, id), id);
  else
    g_array_remove_index (*ids, id_position (*ids, id));
}

void
prof_selection_set_process_shown (ProfSelection *self, guint32 process, gboolean shown)
{
  ProfQuery *query;

  g_return_if_fail (PROF_IS_SELECTION (self));
  query = prof_query_copy (self->query);
  set_id (&query->hidden_process_ids, process, !shown);
  change (self, query);
}

gboolean
prof_selection_get_process_shown (ProfSelection *self, guint32 process)
{
  g_return_val_if_fail (PROF_IS_SELECTION (self), FALSE);
  return !has_id (self->query->hidden_process_ids, process);
}

void
prof_selection_set_thread_shown (ProfSelection *self, guint32 thread, gboolean shown)
{
  ProfQuery *query;

  g_return_if_fail (PROF_IS_SELECTION (self));
  query = prof_query_copy (self->query);
  set_id (&query->hidden_thread_ids, thread, !shown);
  change (self, query);
}

gboolean
prof_selection_get_thread_shown (ProfSelection *self, guint32 thread)
{
  g_return_val_if_fail (PROF_IS_SELECTION (self), FALSE);
  return !has_id (self->query->hidden_thread_ids, thread);
}

void
prof_selection_show_only_process (ProfSelection *self, guint32 process, guint n_total)
{
  ProfQuery *query;

  g_return_if_fail (PROF_IS_SELECTION (self));
  query = prof_query_copy (self->query);
  g_clear_pointer (&query->hidden_process_ids, g_array_unref);
  query->hidden_process_ids = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_total);
  for (guint32 i = 0; i < n_total; i++)
    if (i != process)
      g_array_append_val (query->hidden_process_ids, i);
  change (self, query);
}

void
prof_selection_show_all_processes (ProfSelection *self)
{
  ProfQuery *query;

  g_return_if_fail (PROF_IS_SELECTION (self));
  query = prof_query_copy (self->query);
  g_clear_pointer (&query->hidden_process_ids, g_array_unref);
  g_clear_pointer (&query->hidden_thread_ids, g_array_unref);
  change (self, query);
}

void
prof_selection_set_kind_shown (ProfSelection *self, ProfFrameKind kind, gboolean shown)
{
  ProfQuery *query;

  g_return_if_fail (PROF_IS_SELECTION (self));
  query = prof_query_copy (self->query);
  if (shown)
    query->hidden_kinds &= ~PROF_FRAME_KIND_BIT (kind);
  else
    query->hidden_kinds |= PROF_FRAME_KIND_BIT (kind);
  change (self, query);
}

gboolean
prof_selection_get_kind_shown (ProfSelection *self, ProfFrameKind kind)
{
  g_return_val_if_fail (PROF_IS_SELECTION (self), FALSE);
  return !(self->query->hidden_kinds & PROF_FRAME_KIND_BIT (kind));
}

void
prof_selection_set_search (ProfSelection *self, const char *search)
{
  g_return_if_fail (PROF_IS_SELECTION (self));
  if (strcmp (self->search, search ? search : "") == 0)
    return;
  g_free (self->search);
  self->search = g_strdup (search ? search : "");
  self->search_changed_while_frozen = TRUE;
  become (self, prof_query_copy (self->query));
  settle (self);
  emit_changes (self);
}

const char *
prof_selection_get_search (ProfSelection *self)
{
  g_return_val_if_fail (PROF_IS_SELECTION (self), NULL);
  return self->search;
}

void
prof_selection_freeze (ProfSelection *self)
{
  g_return_if_fail (PROF_IS_SELECTION (self));
  self->frozen++;
}

void
prof_selection_thaw (ProfSelection *self)
{
  g_return_if_fail (PROF_IS_SELECTION (self));
  g_return_if_fail (self->frozen > 0);
  self->frozen--;
  settle (self);
  emit_changes (self);
}

void
prof_selection_begin_drag (ProfSelection *self)
{
  g_return_if_fail (PROF_IS_SELECTION (self));
  self->dragging++;
}

void
prof_selection_end_drag (ProfSelection *self)
{
  g_return_if_fail (PROF_IS_SELECTION (self));
  g_return_if_fail (self->dragging > 0);
  self->dragging--;
  settle (self);
}

gboolean
prof_selection_can_undo (ProfSelection *self)
{
  g_return_val_if_fail (PROF_IS_SELECTION (self), FALSE);
  return self->undo->len > 0;
}

gboolean
prof_selection_can_redo (ProfSelection *self)
{
  g_return_val_if_fail (PROF_IS_SELECTION (self), FALSE);
  return self->redo->len > 0;
}

/* Goes to the last state of @from; the settled one becomes the last of @to. */
static void
step (ProfSelection *self, GPtrArray *from, GPtrArray *to)
{
  ProfQuery *target;

  if (from->len == 0)
    return;
  target = g_ptr_array_steal_index (from, from->len - 1);
  g_ptr_array_add (to, prof_query_ref (self->settled));
  become (self, prof_query_copy (target));
  prof_query_unref (target);
  set_settled (self, self->query);
  emit_changes (self);
}

void
prof_selection_undo (ProfSelection *self)
{
  g_return_if_fail (PROF_IS_SELECTION (self));
  step (self, self->undo, self->redo);
}

void
prof_selection_redo (ProfSelection *self)
{
  g_return_if_fail (PROF_IS_SELECTION (self));
  step (self, self->redo, self->undo);
}

void
prof_selection_clear_history (ProfSelection *self)
{
  g_return_if_fail (PROF_IS_SELECTION (self));
  g_ptr_array_set_size (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
  set_settled (self, self->query);
}
