/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/attach-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/cells.h"
#include "app/permission.h"
#include "app/process-item.h"
#include "app/record-options-box.h"
#include "process/process-list.h"

/* The second list is the first that knows CPU shares, so it comes soon. */
#define FIRST_REFRESH_MS 400
#define REFRESH_MS 1500

struct _ProfAttachDialog {
  AdwWindow parent_instance;

  GtkSearchEntry *filter_entry;
  GtkColumnView *view;
  GtkLabel *message;
  ProfRecordOptionsBox *options;

  GSettings *settings; /* (nullable) (unowned) */
  ProfPermission permission;
  GListStore *store;  /* ProfProcessItem */
  GHashTable *by_pid; /* pid -> ProfProcessItem, in store */
  GtkFilter *filter;
  GtkSorter *cpu_sorter;
  GtkMultiSelection *selection;
  ProfProcessList *process_list; /* NULL while a refresh has it */
  ProfCells *cells;
  char *needle; /* (nullable) what is filtered for, case folded */

  guint timeout_id;
  guint n_refreshes;
};

G_DEFINE_FINAL_TYPE (ProfAttachDialog, prof_attach_dialog, ADW_TYPE_WINDOW)

enum { RECORD, N_SIGNALS };

static guint signals[N_SIGNALS];

static void refresh (ProfAttachDialog *self);

/* Which are chosen */

static GPtrArray *
get_chosen (ProfAttachDialog *self)
{
  g_autoptr (GtkBitset) set =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  GtkBitsetIter iter;
  guint position;

  if (gtk_bitset_iter_init_first (&iter, set, &position))
    do
      g_ptr_array_add (items, g_list_model_get_item (G_LIST_MODEL (self->selection), position));
    while (gtk_bitset_iter_next (&iter, &position));
  return items;
}

static void
update_message (ProfAttachDialog *self)
{
  g_autoptr (GPtrArray) chosen = get_chosen (self);
  g_autofree char *text = NULL;
  gboolean refused = FALSE;

  for (guint i = 0; i < chosen->len && !refused; i++)
    {
      const ProfProcessInfo *info = prof_process_item_get_info (g_ptr_array_index (chosen, i));

      text = prof_permission_refusal (&self->permission, info);
      refused = text != NULL;
    }
  if (text == NULL && chosen->len == 0)
    text = g_strdup (_ ("Select a process; hold Ctrl to select several."));
  else if (text == NULL)
    text = g_strdup_printf (ngettext ("%u process is selected, with all its threads and the "
                                      "processes that it starts.",
                                      "%u processes are selected, with all their threads and the "
                                      "processes that they start.",
                                      chosen->len),
                            chosen->len);
  gtk_label_set_label (self->message, text);
  if (refused)
    gtk_widget_add_css_class (GTK_WIDGET (self->message), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->message), "error");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "attach.attach", chosen->len > 0 && !refused);
}

static void
action_attach (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfAttachDialog *self = PROF_ATTACH_DIALOG (widget);
  g_autoptr (GPtrArray) chosen = get_chosen (self);
  g_autoptr (ProfRecordRequest) request = NULL;
  g_autofree char *title = NULL;

  if (chosen->len == 0)
    return;
  if (chosen->len == 1)
    {
      const ProfProcessInfo *info = prof_process_item_get_info (g_ptr_array_index (chosen, 0));

      title = g_strdup_printf ("%s (%d)", info->name, (int) info->pid);
    }
  else
    {
      title = g_strdup_printf (ngettext ("%u process", "%u processes", chosen->len), chosen->len);
    }

  request = prof_record_request_new (title);
  request->pids = g_array_new (FALSE, FALSE, sizeof (pid_t));
  for (guint i = 0; i < chosen->len; i++)
    {
      pid_t pid = prof_process_item_get_info (g_ptr_array_index (chosen, i))->pid;

      g_array_append_val (request->pids, pid);
    }
  prof_record_options_box_apply (self->options, self->settings, request);
  gtk_widget_set_visible (widget, FALSE);
  g_signal_emit (self, signals[RECORD], 0, request);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* The list */

typedef struct {
  ProfProcessList *list;
  GPtrArray *infos;
} RefreshJob;

static void
refresh_job_free (gpointer data)
{
  RefreshJob *job = data;

  g_clear_pointer (&job->list, prof_process_list_free);
  g_clear_pointer (&job->infos, g_ptr_array_unref);
  g_free (job);
}

static void
refresh_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  RefreshJob *job = task_data;
  GError *error = NULL;

  job->infos = prof_process_list_refresh (job->list, &error);
  if (job->infos)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
take_infos (ProfAttachDialog *self, GPtrArray *infos)
{
  g_autoptr (GHashTable) gone = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key, item;

  g_hash_table_iter_init (&iter, self->by_pid);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (gone, key);

  g_ptr_array_set_free_func (infos, NULL);
  for (guint i = 0; i < infos->len; i++)
    {
      ProfProcessInfo *info = g_ptr_array_index (infos, i);

      key = GINT_TO_POINTER (info->pid);
      item = g_hash_table_lookup (self->by_pid, key);
      if (item && prof_process_item_get_info (item)->start_ticks == info->start_ticks)
        {
          prof_process_item_take_info (item, info);
          g_hash_table_remove (gone, key);
        }
      else
        {
          g_ptr_array_add (added, info);
        }
    }

  g_hash_table_iter_init (&iter, gone);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint position;

      item = g_hash_table_lookup (self->by_pid, key);
      if (g_list_store_find (self->store, item, &position))
        g_list_store_remove (self->store, position);
      g_hash_table_remove (self->by_pid, key);
    }

  if (added->len > 0)
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

      for (guint i = 0; i < added->len; i++)
        {
          ProfProcessInfo *info = g_ptr_array_index (added, i);

          item = prof_process_item_new (info);
          g_ptr_array_add (items, item);
          g_hash_table_insert (self->by_pid, GINT_TO_POINTER (info->pid), item);
        }
      g_list_store_splice (self->store, g_list_model_get_n_items (G_LIST_MODEL (self->store)), 0,
                           items->pdata, items->len);
    }
  g_ptr_array_set_size (infos, 0);
}

static void
sort_by_cpu (ProfAttachDialog *self)
{
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->by_pid);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    prof_process_item_settle (item);
  gtk_sorter_changed (self->cpu_sorter, GTK_SORTER_CHANGE_DIFFERENT);
}

static gboolean
on_timeout (gpointer user_data)
{
  ProfAttachDialog *self = user_data;

  self->timeout_id = 0;
  refresh (self);
  return G_SOURCE_REMOVE;
}

static void
on_refreshed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ProfAttachDialog *self = PROF_ATTACH_DIALOG (source);
  RefreshJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (self->by_pid == NULL) /* closed meanwhile */
    return;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      gtk_label_set_label (self->message, error->message);
      return;
    }
  take_infos (self, job->infos);
  self->n_refreshes++;
  /* Later the order stays, so that nothing moves away under the pointer. */
  if (self->n_refreshes == 2)
    {
      sort_by_cpu (self);
      prof_cells_scroll_to (self->view, 0);
    }
  prof_cells_refresh (self->cells);
  update_message (self);
  g_clear_pointer (&self->process_list, prof_process_list_free);
  self->process_list = g_steal_pointer (&job->list);
  self->timeout_id =
      g_timeout_add (self->n_refreshes == 1 ? FIRST_REFRESH_MS : REFRESH_MS, on_timeout, self);
}

static void
refresh (ProfAttachDialog *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, on_refreshed, NULL);
  RefreshJob *job = g_new0 (RefreshJob, 1);

  job->list = g_steal_pointer (&self->process_list);
  if (job->list == NULL)
    job->list = prof_process_list_new ();
  g_task_set_task_data (task, job, refresh_job_free);
  g_task_run_in_thread (task, refresh_in_thread);
}

static gboolean
matches (gpointer item, gpointer user_data)
{
  ProfAttachDialog *self = user_data;
  const ProfProcessInfo *info = prof_process_item_get_info (item);
  g_autofree char *text = NULL;
  g_autofree char *folded = NULL;

  if (self->needle == NULL)
    return TRUE;
  text =
      g_strdup_printf ("%d %s %s %s", (int) info->pid, info->name, info->user, info->command_line);
  folded = g_utf8_casefold (text, -1);
  return strstr (folded, self->needle) != NULL;
}

static void
on_filter_changed (ProfAttachDialog *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->filter_entry));

  g_clear_pointer (&self->needle, g_free);
  if (*text)
    self->needle = g_utf8_casefold (text, -1);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  update_message (self);
}

/* Enter in the filter takes the first process that is left, if none is chosen yet. */
static void
on_filter_activate (ProfAttachDialog *self)
{
  g_autoptr (GPtrArray) chosen = get_chosen (self);

  if (chosen->len == 0 && g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0)
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), 0, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (self), "attach.attach", NULL);
}

static void
on_filter_down (ProfAttachDialog *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self->view), GTK_DIR_TAB_FORWARD);
}

static void
on_row_activated (ProfAttachDialog *self, guint position)
{
  if (!gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->selection), position))
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (self), "attach.attach", NULL);
}

/* Columns */

static GtkWidget *
setup_text (gpointer owner)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

static GtkWidget *
setup_number (gpointer owner)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static void
update_name (GtkWidget *cell, gpointer item, gpointer owner)
{
  ProfAttachDialog *self = owner;
  const ProfProcessInfo *info = prof_process_item_get_info (item);
  g_autofree char *refusal = prof_permission_refusal (&self->permission, info);

  gtk_label_set_label (GTK_LABEL (cell), info->name);
  gtk_widget_set_tooltip_text (cell, refusal);
  if (refusal)
    gtk_widget_add_css_class (cell, "dim-label");
  else
    gtk_widget_remove_css_class (cell, "dim-label");
}

static void
update_pid (GtkWidget *cell, gpointer item, gpointer owner)
{
  g_autofree char *text = g_strdup_printf ("%d", (int) prof_process_item_get_info (item)->pid);

  gtk_label_set_label (GTK_LABEL (cell), text);
}

static void
update_user (GtkWidget *cell, gpointer item, gpointer owner)
{
  gtk_label_set_label (GTK_LABEL (cell), prof_process_item_get_info (item)->user);
}

static void
update_cpu (GtkWidget *cell, gpointer item, gpointer owner)
{
  /* Translators: a share of one CPU; a space may precede the sign in your language */
  g_autofree char *text =
      g_strdup_printf (_ ("%.1f %%"), prof_process_item_get_info (item)->cpu_share * 100);

  gtk_label_set_label (GTK_LABEL (cell), text);
}

static void
update_command (GtkWidget *cell, gpointer item, gpointer owner)
{
  const char *command = prof_process_item_get_info (item)->command_line;

  gtk_label_set_label (GTK_LABEL (cell), command);
  gtk_widget_set_tooltip_text (cell, *command ? command : NULL);
}

static char *
name_row (gpointer item, gpointer owner)
{
  const ProfProcessInfo *info = prof_process_item_get_info (item);

  /* Translators: what a screen reader says: name, process number, user and command line */
  return g_strdup_printf (_ ("%s (%d), user %s, %s"), info->name, (int) info->pid, info->user,
                          info->command_line);
}

static void
add_columns (ProfAttachDialog *self)
{
  static const struct {
    const char *title;
    ProfCellSetup setup;
    ProfCellUpdate update;
    GCompareDataFunc compare;
    int width;
  } columns[] = {
    { N_ ("Name"), setup_text, update_name, prof_process_item_compare_name, 150 },
    { N_ ("PID"), setup_number, update_pid, prof_process_item_compare_pid, 80 },
    { N_ ("User"), setup_text, update_user, prof_process_item_compare_user, 100 },
    { N_ ("CPU"), setup_number, update_cpu, prof_process_item_compare_cpu, 85 },
    { N_ ("Command Line"), setup_text, update_command, prof_process_item_compare_command, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (GtkSorter) sorter =
          GTK_SORTER (gtk_custom_sorter_new (columns[i].compare, NULL, NULL));
      g_autoptr (GtkColumnViewColumn) column = g_object_ref (prof_cells_add_column (
          self->cells, self->view, _ (columns[i].title), columns[i].setup, columns[i].update));

      gtk_column_view_column_set_sorter (column, sorter);
      if (columns[i].width > 0)
        gtk_column_view_column_set_fixed_width (column, columns[i].width);
      else
        gtk_column_view_column_set_expand (column, TRUE);
      if (columns[i].update == update_cpu)
        {
          self->cpu_sorter = g_object_ref (sorter);
          gtk_column_view_sort_by_column (self->view, column, GTK_SORT_DESCENDING);
        }
    }
}

static void
prof_attach_dialog_dispose (GObject *object)
{
  ProfAttachDialog *self = PROF_ATTACH_DIALOG (object);

  g_clear_handle_id (&self->timeout_id, g_source_remove);
  g_clear_pointer (&self->by_pid, g_hash_table_unref);
  G_OBJECT_CLASS (prof_attach_dialog_parent_class)->dispose (object);
}

static void
prof_attach_dialog_finalize (GObject *object)
{
  ProfAttachDialog *self = PROF_ATTACH_DIALOG (object);

  g_clear_pointer (&self->process_list, prof_process_list_free);
  g_clear_object (&self->store);
  g_clear_object (&self->filter);
  g_clear_object (&self->cpu_sorter);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->cells, prof_cells_free);
  g_free (self->needle);
  G_OBJECT_CLASS (prof_attach_dialog_parent_class)->finalize (object);
}

static void
prof_attach_dialog_class_init (ProfAttachDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = prof_attach_dialog_dispose;
  object_class->finalize = prof_attach_dialog_finalize;

  signals[RECORD] = g_signal_new ("record", PROF_TYPE_ATTACH_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_install_action (widget_class, "attach.attach", NULL, action_attach);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);

  g_type_ensure (PROF_TYPE_RECORD_OPTIONS_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/example/Profiler/attach-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfAttachDialog, filter_entry);
  gtk_widget_class_bind_template_child (widget_class, ProfAttachDialog, view);
  gtk_widget_class_bind_template_child (widget_class, ProfAttachDialog, message);
  gtk_widget_class_bind_template_child (widget_class, ProfAttachDialog, options);
}

static void
prof_attach_dialog_init (ProfAttachDialog *self)
{
  GtkFilterListModel *filtered;
  GtkSortListModel *sorted;

  gtk_widget_init_template (GTK_WIDGET (self));
  prof_permission_read (&self->permission);
  self->store = g_list_store_new (PROF_TYPE_PROCESS_ITEM);
  self->by_pid = g_hash_table_new (NULL, NULL);
  self->cells = prof_cells_new (self, name_row);
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches, self, NULL));

  add_columns (self);
  filtered = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->store)),
                                        g_object_ref (self->filter));
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (filtered),
                                    g_object_ref (gtk_column_view_get_sorter (self->view)));
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (sorted));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));

  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (update_message), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_row_activated), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->filter_entry, "search-changed", G_CALLBACK (on_filter_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->filter_entry, "activate", G_CALLBACK (on_filter_activate), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->filter_entry, "next-match", G_CALLBACK (on_filter_down), self,
                           G_CONNECT_SWAPPED);
  gtk_search_entry_set_key_capture_widget (self->filter_entry, GTK_WIDGET (self->view));
  update_message (self);
  refresh (self);
}

GtkWidget *
prof_attach_dialog_new (GtkWindow *parent, GSettings *settings)
{
  ProfAttachDialog *self = g_object_new (PROF_TYPE_ATTACH_DIALOG, "transient-for", parent, NULL);

  self->settings = settings;
  prof_record_options_box_load (self->options, settings);
  gtk_widget_grab_focus (GTK_WIDGET (self->filter_entry));
  return GTK_WIDGET (self);
}
