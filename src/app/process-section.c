/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/process-section.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/process-list-row.h"

/* More rows than these fold into one. */
#define MAX_ROWS 150
/* From here on a person wants to type rather than to look. */
#define FILTER_FROM 12

struct _ProfProcessSection {
  AdwBin parent_instance;

  GtkLabel *count_label;
  GtkSearchEntry *filter_entry;
  GtkListBox *list;

  ProfAnalyzer *analyzer; /* (nullable) */
  GHashTable *rows;       /* process id -> ProfProcessListRow (unowned), ordinary processes */
  ProfProcessListRow *groups[PROF_PROCESS_LIST_ROW_SMALL + 1]; /* (nullable) by type */
  guint n_active;                                              /* processes that have samples */
  guint n_threads_seen;
  char *needle; /* (nullable) case folded */
};

G_DEFINE_FINAL_TYPE (ProfProcessSection, prof_process_section, ADW_TYPE_BIN)

typedef struct {
  guint32 id;
  guint64 weight;
} Weighted;

static int
compare_weighted (gconstpointer a, gconstpointer b)
{
  const Weighted *x = a, *y = b;

  if (x->weight != y->weight)
    return x->weight < y->weight ? 1 : -1;
  return (x->id > y->id) - (x->id < y->id);
}

static guint64
sum (const guint64 *columns, guint n)
{
  guint64 total = 0;

  for (guint i = 0; i < n; i++)
    total += columns[i];
  return total;
}

static ProfProcessListRowType
type_of (const ProfSnapshot *snapshot, guint32 process)
{
  guint32 flags = snapshot->processes[process].flags;

  if (flags & PROF_PROCESS_IDLE)
    return PROF_PROCESS_LIST_ROW_IDLE;
  if (flags & PROF_PROCESS_KERNEL)
    return PROF_PROCESS_LIST_ROW_KERNEL;
  return PROF_PROCESS_LIST_ROW_PROCESS;
}

static int
sort_rows (GtkListBoxRow *a, GtkListBoxRow *b, gpointer user_data)
{
  const ProfProcessListRowOrder *x = prof_process_list_row_get_order (PROF_PROCESS_LIST_ROW (a));
  const ProfProcessListRowOrder *y = prof_process_list_row_get_order (PROF_PROCESS_LIST_ROW (b));
  gboolean x_inner = gtk_widget_has_css_class (GTK_WIDGET (a), "inner");
  gboolean y_inner = gtk_widget_has_css_class (GTK_WIDGET (b), "inner");

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  if (x->group_weight != y->group_weight)
    return x->group_weight < y->group_weight ? 1 : -1;
  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x_inner != y_inner)
    return x_inner ? 1 : -1;
  if (x->weight != y->weight)
    return x->weight < y->weight ? 1 : -1;
  return (prof_process_list_row_get_id (PROF_PROCESS_LIST_ROW (a)) >
          prof_process_list_row_get_id (PROF_PROCESS_LIST_ROW (b))) -
         (prof_process_list_row_get_id (PROF_PROCESS_LIST_ROW (a)) <
          prof_process_list_row_get_id (PROF_PROCESS_LIST_ROW (b)));
}

static gboolean
filter_rows (GtkListBoxRow *row, gpointer user_data)
{
  ProfProcessSection *self = user_data;
  g_autofree char *folded = NULL;

  if (self->needle == NULL)
    return TRUE;
  folded = g_utf8_casefold (prof_process_list_row_get_title (PROF_PROCESS_LIST_ROW (row)), -1);
  return strstr (folded, self->needle) != NULL;
}

/* Rows within a row */

static GPtrArray *
get_inner_rows (ProfProcessSection *self, ProfProcessListRow *outer)
{
  GPtrArray *inner = g_ptr_array_new ();

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->list)); child;
       child = gtk_widget_get_next_sibling (child))
    if (PROF_IS_PROCESS_LIST_ROW (child) && g_object_get_data (G_OBJECT (child), "outer") == outer)
      g_ptr_array_add (inner, child);
  return inner;
}

static void
add_inner_row (ProfProcessSection *self, ProfProcessListRow *outer, ProfProcessListRowType type,
               guint32 id, guint64 weight)
{
  GtkWidget *row = prof_process_list_row_new (self->analyzer, type, id);
  ProfProcessListRowOrder *order = prof_process_list_row_get_order (PROF_PROCESS_LIST_ROW (row));

  *order = *prof_process_list_row_get_order (outer);
  order->weight = weight;
  g_object_set_data (G_OBJECT (row), "outer", outer);
  gtk_widget_add_css_class (row, "inner");
  prof_process_list_row_set_level (PROF_PROCESS_LIST_ROW (row), 1);
  prof_process_list_row_set_expandable (PROF_PROCESS_LIST_ROW (row), FALSE);
  prof_process_list_row_update (PROF_PROCESS_LIST_ROW (row));
  gtk_list_box_append (self->list, row);
}

static void
fill_inner_rows (ProfProcessSection *self, ProfProcessListRow *outer)
{
  ProfSnapshot *snapshot = prof_analyzer_get_snapshot (self->analyzer);
  const ProfActivity *activity = prof_analyzer_get_activity (self->analyzer);
  const GArray *members = prof_process_list_row_get_members (outer);
  g_autoptr (GPtrArray) inner = get_inner_rows (self, outer);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Weighted));
  gboolean threads = prof_process_list_row_get_row_type (outer) == PROF_PROCESS_LIST_ROW_PROCESS;
  guint32 process = prof_process_list_row_get_id (outer);

  for (guint i = 0; i < inner->len; i++)
    g_hash_table_add (
        known, GUINT_TO_POINTER (prof_process_list_row_get_id (g_ptr_array_index (inner, i))));
  for (guint32 i = 0; threads && i < MIN (snapshot->n_threads, activity->n_threads); i++)
    if (snapshot->threads[i].process == process)
      {
        Weighted item = { i, sum (activity->threads + i * (gsize) activity->n_columns,
                                  activity->n_columns) };

        g_array_append_val (found, item);
      }
  for (guint i = 0; !threads && i < members->len; i++)
    {
      guint32 id = g_array_index (members, guint32, i);
      Weighted item = { id, 0 };

      if (id < activity->n_processes)
        item.weight =
            sum (activity->processes + id * (gsize) activity->n_columns, activity->n_columns);
      g_array_append_val (found, item);
    }

  g_array_sort (found, compare_weighted);
  for (guint i = 0; i < found->len && i < MAX_ROWS; i++)
    {
      const Weighted *item = &g_array_index (found, Weighted, i);

      if (item->weight > 0 && !g_hash_table_contains (known, GUINT_TO_POINTER (item->id)))
        add_inner_row (self, outer,
                       threads ? PROF_PROCESS_LIST_ROW_THREAD : PROF_PROCESS_LIST_ROW_PROCESS,
                       item->id, item->weight);
    }
}

static void
on_expanded (ProfProcessListRow *row, GParamSpec *pspec, ProfProcessSection *self)
{
  if (prof_process_list_row_get_expanded (row))
    {
      fill_inner_rows (self, row);
    }
  else
    {
      g_autoptr (GPtrArray) inner = get_inner_rows (self, row);

      for (guint i = 0; i < inner->len; i++)
        gtk_list_box_remove (self->list, g_ptr_array_index (inner, i));
    }
}

/* Rows */

static ProfProcessListRow *
add_row (ProfProcessSection *self, ProfProcessListRowType type, guint32 id)
{
  GtkWidget *row = prof_process_list_row_new (self->analyzer, type, id);

  g_signal_connect_object (row, "notify::expanded", G_CALLBACK (on_expanded), self, 0);
  gtk_list_box_append (self->list, row);
  return PROF_PROCESS_LIST_ROW (row);
}

static void
set_order (ProfProcessListRow *row, guint64 weight, guint32 group, guint rank)
{
  *prof_process_list_row_get_order (row) = (ProfProcessListRowOrder){
    .group_weight = weight,
    .group = group,
    .rank = rank,
    .weight = weight,
  };
}

static void
set_group (ProfProcessSection *self, ProfProcessListRowType type, const GArray *members)
{
  if (members->len == 0)
    {
      if (self->groups[type])
        gtk_list_box_remove (self->list, GTK_WIDGET (self->groups[type]));
      self->groups[type] = NULL;
      return;
    }
  if (self->groups[type] == NULL)
    {
      self->groups[type] = add_row (self, type, PROF_NO_ID);
      set_order (self->groups[type], 0, type, type);
      gtk_list_box_row_changed (GTK_LIST_BOX_ROW (self->groups[type]));
    }
  prof_process_list_row_set_members (self->groups[type], (const guint32 *) members->data,
                                     members->len);
  prof_process_list_row_set_expandable (self->groups[type], members->len > 1);
  if (prof_process_list_row_get_expanded (self->groups[type]))
    fill_inner_rows (self, self->groups[type]);
}

static guint
count_threads (const ProfSnapshot *snapshot, const ProfActivity *activity, guint *n_by_process)
{
  guint n = 0;

  for (guint32 i = 0; i < MIN (snapshot->n_threads, activity->n_threads); i++)
    if (sum (activity->threads + i * (gsize) activity->n_columns, activity->n_columns) > 0)
      {
        n_by_process[snapshot->threads[i].process]++;
        n++;
      }
  return n;
}

/* Which processes have rows; only when some have come, so that no row moves under the pointer. */
static void
rebuild (ProfProcessSection *self)
{
  ProfSnapshot *snapshot = prof_analyzer_get_snapshot (self->analyzer);
  const ProfActivity *activity = prof_analyzer_get_activity (self->analyzer);
  g_autoptr (GArray) ordinary = g_array_new (FALSE, FALSE, sizeof (Weighted));
  GArray *members[PROF_PROCESS_LIST_ROW_SMALL + 1];
  g_autoptr (GHashTable) keep = g_hash_table_new (NULL, NULL);
  g_autofree guint *n_threads = g_new0 (guint, snapshot->n_processes + 1);
  guint n_active = 0, n_threads_seen;
  GHashTableIter iter;
  gpointer key, row;

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    members[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < MIN (snapshot->n_processes, activity->n_processes); i++)
    {
      Weighted item = { i, sum (activity->processes + i * (gsize) activity->n_columns,
                                activity->n_columns) };
      ProfProcessListRowType type = type_of (snapshot, i);

      if (item.weight == 0)
        continue;
      n_active++;
      if (type == PROF_PROCESS_LIST_ROW_PROCESS)
        g_array_append_val (ordinary, item);
      else
        g_array_append_val (members[type], i);
    }
  n_threads_seen = count_threads (snapshot, activity, n_threads);
  if (n_active == self->n_active && n_threads_seen == self->n_threads_seen)
    goto out;
  self->n_active = n_active;
  self->n_threads_seen = n_threads_seen;

  g_array_sort (ordinary, compare_weighted);
  for (guint i = 0; i < ordinary->len; i++)
    {
      const Weighted *item = &g_array_index (ordinary, Weighted, i);

      key = GUINT_TO_POINTER (item->id);
      if (i >= MAX_ROWS)
        {
          g_array_append_val (members[PROF_PROCESS_LIST_ROW_SMALL], item->id);
          continue;
        }
      row = g_hash_table_lookup (self->rows, key);
      if (row == NULL)
        {
          row = add_row (self, PROF_PROCESS_LIST_ROW_PROCESS, item->id);
          g_hash_table_insert (self->rows, key, row);
        }
      g_hash_table_add (keep, key);
      set_order (row, item->weight, item->id, 0);
      prof_process_list_row_set_expandable (row, n_threads[item->id] > 1);
      if (prof_process_list_row_get_expanded (row))
        fill_inner_rows (self, row);
    }

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &key, &row))
    if (!g_hash_table_contains (keep, key))
      {
        prof_process_list_row_set_expanded (row, FALSE);
        gtk_list_box_remove (self->list, row);
        g_hash_table_iter_remove (&iter);
      }
  for (guint type = PROF_PROCESS_LIST_ROW_KERNEL; type <= PROF_PROCESS_LIST_ROW_SMALL; type++)
    set_group (self, type, members[type]);
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->list)); child;
       child = gtk_widget_get_next_sibling (child))
    {
      ProfProcessListRow *outer =
          PROF_IS_PROCESS_LIST_ROW (child) ? g_object_get_data (G_OBJECT (child), "outer") : NULL;

      if (outer)
        prof_process_list_row_get_order (PROF_PROCESS_LIST_ROW (child))->group_weight =
            prof_process_list_row_get_order (outer)->group_weight;
    }
  gtk_list_box_invalidate_sort (self->list);
  gtk_widget_set_visible (GTK_WIDGET (self->filter_entry), n_active >= FILTER_FROM);

out:
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    g_array_unref (members[i]);
}

static void
update_count (ProfProcessSection *self)
{
  ProfSnapshot *snapshot = prof_analyzer_get_snapshot (self->analyzer);
  const ProfActivity *activity = prof_analyzer_get_activity (self->analyzer);
  ProfSelection *selection = prof_analyzer_get_selection (self->analyzer);
  g_autofree char *text = NULL;
  guint n_shown = 0;

  for (guint32 i = 0; i < MIN (snapshot->n_processes, activity->n_processes); i++)
    if (prof_selection_get_process_shown (selection, i) &&
        sum (activity->processes + i * (gsize) activity->n_columns, activity->n_columns) > 0)
      n_shown++;
  if (n_shown == self->n_active)
    text = g_strdup_printf ("%u", n_shown);
  else
    /* Translators: so many of all processes are shown, as in "5 of 7" */
    text = g_strdup_printf (_ ("%u of %u"), n_shown, self->n_active);
  gtk_label_set_label (self->count_label, text);
}

static void
on_changed (ProfProcessSection *self, guint what)
{
  if (prof_analyzer_get_shares (self->analyzer) == NULL ||
      prof_analyzer_get_activity (self->analyzer) == NULL)
    return;
  if (what & (PROF_ANALYZER_SNAPSHOT | PROF_ANALYZER_ACTIVITY))
    rebuild (self);
  if (!(what & (PROF_ANALYZER_TOTALS | PROF_ANALYZER_ACTIVITY)))
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->list)); child;
       child = gtk_widget_get_next_sibling (child))
    if (PROF_IS_PROCESS_LIST_ROW (child))
      prof_process_list_row_update (PROF_PROCESS_LIST_ROW (child));
  update_count (self);
}

static void
on_filter_changed (ProfProcessSection *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->filter_entry));

  g_clear_pointer (&self->needle, g_free);
  if (*text)
    self->needle = g_utf8_casefold (text, -1);
  gtk_list_box_invalidate_filter (self->list);
}

void
prof_process_section_set_analyzer (ProfProcessSection *self, ProfAnalyzer *analyzer)
{
  g_set_object (&self->analyzer, analyzer);
  g_signal_connect_object (analyzer, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  on_changed (self, PROF_ANALYZER_SNAPSHOT | PROF_ANALYZER_TOTALS);
}

static void
prof_process_section_dispose (GObject *object)
{
  g_clear_object (&PROF_PROCESS_SECTION (object)->analyzer);
  G_OBJECT_CLASS (prof_process_section_parent_class)->dispose (object);
}

static void
prof_process_section_finalize (GObject *object)
{
  ProfProcessSection *self = PROF_PROCESS_SECTION (object);

  g_hash_table_unref (self->rows);
  g_free (self->needle);
  G_OBJECT_CLASS (prof_process_section_parent_class)->finalize (object);
}

static void
prof_process_section_class_init (ProfProcessSectionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = prof_process_section_dispose;
  G_OBJECT_CLASS (klass)->finalize = prof_process_section_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/example/Profiler/process-section.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfProcessSection, count_label);
  gtk_widget_class_bind_template_child (widget_class, ProfProcessSection, filter_entry);
  gtk_widget_class_bind_template_child (widget_class, ProfProcessSection, list);
}

static void
prof_process_section_init (ProfProcessSection *self)
{
  self->rows = g_hash_table_new (NULL, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_sort_func (self->list, sort_rows, self, NULL);
  gtk_list_box_set_filter_func (self->list, filter_rows, self, NULL);
  g_signal_connect_object (self->filter_entry, "search-changed", G_CALLBACK (on_filter_changed),
                           self, G_CONNECT_SWAPPED);
}
