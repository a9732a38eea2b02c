/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/process-list-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/format-value.h"
#include "app/sparkline.h"

struct _ProfProcessListRow {
  GtkListBoxRow parent_instance;

  GtkWidget *box;
  GtkCheckButton *check;
  GtkLabel *name_label;
  ProfSparkline *sparkline;
  GtkLabel *share_label;
  GtkButton *expand_button;
  GtkPopover *popover;

  ProfAnalyzer *analyzer;
  ProfProcessListRowType type;
  guint32 id;
  GArray *members; /* guint32: the process itself, or those of the group */
  ProfProcessListRowOrder order;
  char *title;
  gboolean expanded;
  gboolean updating; /* the check is being set by update(), not by the person */
};

G_DEFINE_FINAL_TYPE (ProfProcessListRow, prof_process_list_row, GTK_TYPE_LIST_BOX_ROW)

enum { PROP_EXPANDED = 1, N_PROPS };

static GParamSpec *props[N_PROPS];

ProfProcessListRowType
prof_process_list_row_get_row_type (ProfProcessListRow *self)
{
  return self->type;
}

guint32
prof_process_list_row_get_id (ProfProcessListRow *self)
{
  return self->id;
}

const GArray *
prof_process_list_row_get_members (ProfProcessListRow *self)
{
  return self->members;
}

const char *
prof_process_list_row_get_title (ProfProcessListRow *self)
{
  return self->title ? self->title : "";
}

ProfProcessListRowOrder *
prof_process_list_row_get_order (ProfProcessListRow *self)
{
  return &self->order;
}

void
prof_process_list_row_set_members (ProfProcessListRow *self, const guint32 *ids, guint n_ids)
{
  g_array_set_size (self->members, 0);
  g_array_append_vals (self->members, ids, n_ids);
}

void
prof_process_list_row_set_expandable (ProfProcessListRow *self, gboolean expandable)
{
  /* Stays in its place, so that the shares line up. */
  gtk_widget_set_opacity (GTK_WIDGET (self->expand_button), expandable ? 1 : 0);
  gtk_widget_set_can_focus (GTK_WIDGET (self->expand_button), expandable);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "process.expand", expandable);
}

gboolean
prof_process_list_row_get_expanded (ProfProcessListRow *self)
{
  return self->expanded;
}

void
prof_process_list_row_set_expanded (ProfProcessListRow *self, gboolean expanded)
{
  if (self->expanded == expanded)
    return;
  self->expanded = expanded;
  gtk_button_set_icon_name (self->expand_button,
                            expanded ? "prof-disclosed-symbolic" : "prof-disclose-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED, expanded, -1);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_EXPANDED]);
}

void
prof_process_list_row_set_level (ProfProcessListRow *self, guint level)
{
  if (level > 0)
    gtk_widget_add_css_class (self->box, "prof-thread");
}

/* Checks */

static gboolean
is_thread_shown (ProfProcessListRow *self, ProfSelection *selection)
{
  ProfSnapshot *snapshot = prof_analyzer_get_snapshot (self->analyzer);

  return prof_selection_get_thread_shown (selection, self->id) &&
         prof_selection_get_process_shown (selection, snapshot->threads[self->id].process);
}

static void
set_thread_shown (ProfProcessListRow *self, ProfSelection *selection, gboolean shown)
{
  ProfSnapshot *snapshot = prof_analyzer_get_snapshot (self->analyzer);
  guint32 process = snapshot->threads[self->id].process;

  /* A thread of a hidden process: the process comes back with this thread alone. */
  if (shown && !prof_selection_get_process_shown (selection, process))
    {
      for (guint32 i = 0; i < snapshot->n_threads; i++)
        if (snapshot->threads[i].process == process)
          prof_selection_set_thread_shown (selection, i, i == self->id);
      prof_selection_set_process_shown (selection, process, TRUE);
    }
  prof_selection_set_thread_shown (selection, self->id, shown);
}

static void
set_shown (ProfProcessListRow *self, gboolean shown)
{
  ProfSelection *selection = prof_analyzer_get_selection (self->analyzer);

  prof_selection_freeze (selection);
  if (self->type == PROF_PROCESS_LIST_ROW_THREAD)
    set_thread_shown (self, selection, shown);
  else
    for (guint i = 0; i < self->members->len; i++)
      prof_selection_set_process_shown (selection, g_array_index (self->members, guint32, i),
                                        shown);
  prof_selection_thaw (selection);
}

static void
on_toggled (ProfProcessListRow *self)
{
  if (!self->updating)
    set_shown (self, gtk_check_button_get_active (self->check));
}

static void
action_hide (GtkWidget *widget, const char *name, GVariant *parameter)
{
  set_shown (PROF_PROCESS_LIST_ROW (widget), FALSE);
}

static void
action_show_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  prof_selection_show_all_processes (
      prof_analyzer_get_selection (PROF_PROCESS_LIST_ROW (widget)->analyzer));
}

static void
action_show_only (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfProcessListRow *self = PROF_PROCESS_LIST_ROW (widget);
  ProfSelection *selection = prof_analyzer_get_selection (self->analyzer);
  ProfSnapshot *snapshot = prof_analyzer_get_snapshot (self->analyzer);

  prof_selection_freeze (selection);
  prof_selection_show_all_processes (selection);
  if (self->type == PROF_PROCESS_LIST_ROW_THREAD)
    {
      guint32 process = snapshot->threads[self->id].process;

      prof_selection_show_only_process (selection, process, snapshot->n_processes);
      for (guint32 i = 0; i < snapshot->n_threads; i++)
        if (snapshot->threads[i].process == process)
          prof_selection_set_thread_shown (selection, i, i == self->id);
    }
  else
    {
      for (guint32 i = 0; i < snapshot->n_processes; i++)
        prof_selection_set_process_shown (selection, i, FALSE);
      for (guint i = 0; i < self->members->len; i++)
        prof_selection_set_process_shown (selection, g_array_index (self->members, guint32, i),
                                          TRUE);
    }
  prof_selection_thaw (selection);
}

static void
action_expand (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ProfProcessListRow *self = PROF_PROCESS_LIST_ROW (widget);

  prof_process_list_row_set_expanded (self, !self->expanded);
}

static void
update_check (ProfProcessListRow *self)
{
  ProfSelection *selection = prof_analyzer_get_selection (self->analyzer);
  ProfSnapshot *snapshot = prof_analyzer_get_snapshot (self->analyzer);
  guint n_shown = 0;
  gboolean mixed = FALSE;

  if (self->type == PROF_PROCESS_LIST_ROW_THREAD)
    {
      n_shown = is_thread_shown (self, selection) ? 1 : 0;
    }
  else
    {
      for (guint i = 0; i < self->members->len; i++)
        if (prof_selection_get_process_shown (selection, g_array_index (self->members, guint32, i)))
          n_shown++;
      mixed = n_shown > 0 && n_shown < self->members->len;
    }
  if (self->type == PROF_PROCESS_LIST_ROW_PROCESS && n_shown > 0)
    {
      const GArray *hidden = prof_selection_get_query (selection)->hidden_thread_ids;

      for (guint i = 0; hidden && i < hidden->len && !mixed; i++)
        {
          guint32 thread = g_array_index (hidden, guint32, i);

          mixed = thread < snapshot->n_threads && snapshot->threads[thread].process == self->id;
        }
    }
  self->updating = TRUE;
  gtk_check_button_set_active (self->check, n_shown > 0);
  gtk_check_button_set_inconsistent (self->check, mixed);
  self->updating = FALSE;
}

/* Texts */

static void
set_text (GtkLabel *label, const char *text)
{
  if (strcmp (gtk_label_get_label (label), text) != 0)
    gtk_label_set_label (label, text);
}

static void
update_name (ProfProcessListRow *self)
{
  ProfSnapshot *snapshot = prof_analyzer_get_snapshot (self->analyzer);
  g_autofree char *detail = NULL;
  g_autofree char *title = NULL;
  g_autofree char *markup = NULL;
  const char *name = "";

  switch (self->type)
    {
    case PROF_PROCESS_LIST_ROW_PROCESS:
      name = prof_snapshot_string (snapshot, snapshot->processes[self->id].name);
      if (snapshot->processes[self->id].pid >= 0)
        detail = g_strdup_printf ("(%d)", snapshot->processes[self->id].pid);
      break;
    case PROF_PROCESS_LIST_ROW_THREAD:
      name = prof_snapshot_string (snapshot, snapshot->threads[self->id].name);
      if (snapshot->threads[self->id].tid >= 0)
        detail = g_strdup_printf ("(%d)", snapshot->threads[self->id].tid);
      break;
    case PROF_PROCESS_LIST_ROW_KERNEL:
      name = _ ("Kernel threads");
      break;
    case PROF_PROCESS_LIST_ROW_IDLE:
      name = _ ("Idle");
      break;
    case PROF_PROCESS_LIST_ROW_SMALL:
      name = _ ("Others");
      break;
    }
  if (self->id == PROF_NO_ID && self->members->len > 1)
    detail = g_strdup_printf ("(%u)", self->members->len);
  /* Translators: a process or thread whose name is not known */
  if (*name == '\0')
    name = _ ("?");

  title = detail ? g_strdup_printf ("%s %s", name, detail) : g_strdup (name);
  if (g_strcmp0 (title, self->title) == 0)
    return;
  g_free (self->title);
  self->title = g_steal_pointer (&title);
  markup = detail ? g_markup_printf_escaped ("%s <span alpha=\"60%%\">%s</span>", name, detail)
                  : g_markup_escape_text (name, -1);
  gtk_label_set_markup (self->name_label, markup);
  if (self->type == PROF_PROCESS_LIST_ROW_PROCESS)
    {
      const char *command =
          prof_snapshot_string (snapshot, snapshot->processes[self->id].command_line);

      gtk_widget_set_tooltip_text (GTK_WIDGET (self), *command ? command : self->title);
    }
  else
    {
      gtk_widget_set_tooltip_text (GTK_WIDGET (self), self->title);
    }
}

static guint64
sum_members (ProfProcessListRow *self, const ProfShares *shares, const ProfActivity *activity,
             guint64 *columns)
{
  guint64 weight = 0;

  for (guint i = 0; i < self->members->len; i++)
    {
      guint32 process = g_array_index (self->members, guint32, i);

      if (process < shares->n_processes)
        weight += shares->processes[process];
      if (activity && process < activity->n_processes)
        for (guint column = 0; column < activity->n_columns; column++)
          columns[column] += activity->processes[process * (gsize) activity->n_columns + column];
    }
  return weight;
}

void
prof_process_list_row_update (ProfProcessListRow *self)
{
  const ProfShares *shares = prof_analyzer_get_shares (self->analyzer);
  const ProfActivity *activity = prof_analyzer_get_activity (self->analyzer);
  guint n_columns = activity ? activity->n_columns : 0;
  g_autofree guint64 *columns = g_new0 (guint64, n_columns + 1);
  g_autofree char *share_text = NULL;
  g_autofree char *name = NULL;
  guint64 weight = 0;

  if (self->type == PROF_PROCESS_LIST_ROW_THREAD)
    {
      if (self->id < shares->n_threads)
        weight = shares->threads[self->id];
      if (activity && self->id < activity->n_threads)
        memcpy (columns, activity->threads + self->id * (gsize) n_columns,
                n_columns * sizeof *columns);
    }
  else
    {
      weight = sum_members (self, shares, activity, columns);
    }

  update_name (self);
  update_check (self);
  prof_sparkline_set_values (self->sparkline, columns, n_columns);
  share_text = prof_format_share (shares->total ? weight / (double) shares->total : 0);
  set_text (self->share_label, share_text);

  name = g_strdup_printf ("%s, %s", self->title, share_text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->check), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->title, -1);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, ProfProcessListRow *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button == GDK_BUTTON_SECONDARY)
    {
      gtk_popover_set_pointing_to (self->popover, &(GdkRectangle){ x, y, 1, 1 });
      gtk_popover_popup (self->popover);
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    }
  else if (button == GDK_BUTTON_PRIMARY && n_press == 2)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "process.show-only", NULL);
    }
}

static gboolean
on_menu_key (GtkWidget *widget, GVariant *args, gpointer user_data)
{
  gtk_popover_popup (PROF_PROCESS_LIST_ROW (widget)->popover);
  return TRUE;
}

static void
prof_process_list_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, PROF_PROCESS_LIST_ROW (object)->expanded);
}

static void
prof_process_list_row_dispose (GObject *object)
{
  ProfProcessListRow *self = PROF_PROCESS_LIST_ROW (object);

  if (self->popover)
    gtk_widget_unparent (GTK_WIDGET (self->popover));
  self->popover = NULL;
  g_clear_object (&self->analyzer);
  G_OBJECT_CLASS (prof_process_list_row_parent_class)->dispose (object);
}

static void
prof_process_list_row_finalize (GObject *object)
{
  ProfProcessListRow *self = PROF_PROCESS_LIST_ROW (object);

  g_array_unref (self->members);
  g_free (self->title);
  G_OBJECT_CLASS (prof_process_list_row_parent_class)->finalize (object);
}

static void
prof_process_list_row_class_init (ProfProcessListRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = prof_process_list_row_get_property;
  object_class->dispose = prof_process_list_row_dispose;
  object_class->finalize = prof_process_list_row_finalize;
  props[PROP_EXPANDED] = g_param_spec_boolean ("expanded", NULL, NULL, FALSE,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  gtk_widget_class_install_action (widget_class, "process.show-only", NULL, action_show_only);
  gtk_widget_class_install_action (widget_class, "process.show-all", NULL, action_show_all);
  gtk_widget_class_install_action (widget_class, "process.hide", NULL, action_hide);
  gtk_widget_class_install_action (widget_class, "process.expand", NULL, action_expand);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_CONTROL_MASK,
                                       "process.expand", NULL);

  g_type_ensure (PROF_TYPE_SPARKLINE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/example/Profiler/process-list-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfProcessListRow, box);
  gtk_widget_class_bind_template_child (widget_class, ProfProcessListRow, check);
  gtk_widget_class_bind_template_child (widget_class, ProfProcessListRow, name_label);
  gtk_widget_class_bind_template_child (widget_class, ProfProcessListRow, sparkline);
  gtk_widget_class_bind_template_child (widget_class, ProfProcessListRow, share_label);
  gtk_widget_class_bind_template_child (widget_class, ProfProcessListRow, expand_button);
  gtk_widget_class_bind_template_child (widget_class, ProfProcessListRow, popover);
}

static void
prof_process_list_row_init (ProfProcessListRow *self)
{
  GtkGesture *click;

  self->members = g_array_new (FALSE, FALSE, sizeof (guint32));
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->popover), GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->expand_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Expand"), -1);
  g_signal_connect_object (self->check, "toggled", G_CALLBACK (on_toggled), self,
                           G_CONNECT_SWAPPED);

  click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
prof_process_list_row_new (ProfAnalyzer *analyzer, ProfProcessListRowType type, guint32 id)
{
  ProfProcessListRow *self = g_object_new (PROF_TYPE_PROCESS_LIST_ROW, NULL);

  self->analyzer = g_object_ref (analyzer);
  self->type = type;
  self->id = id;
  if (type == PROF_PROCESS_LIST_ROW_PROCESS)
    g_array_append_val (self->members, id);
  prof_process_list_row_set_expandable (self, type != PROF_PROCESS_LIST_ROW_THREAD);
  return GTK_WIDGET (self);
}
