/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/profile-view.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/format-value.h"
#include "app/flame-breadcrumb.h"
#include "app/flame-graph.h"
#include "app/functions-page.h"
#include "app/heatmap-legend.h"
#include "app/heatmap-view.h"
#include "app/settings.h"
#include "app/sidebar.h"
#include "app/status-bar.h"
#include "app/tree-page.h"

struct _ProfProfileView {
  AdwBin parent_instance;

  AdwFlap *flap;
  ProfSidebar *sidebar;
  GtkSearchBar *search_bar;
  GtkSearchEntry *search_entry;
  GtkPaned *paned;
  ProfHeatmapLegend *legend;
  ProfHeatmapView *heatmap;
  AdwViewStack *stack;
  ProfFlameBreadcrumb *breadcrumb;
  ProfFlameGraph *flame_graph;
  GtkLabel *search_label;
  ProfTreePage *tree_page;
  ProfFunctionsPage *functions_page;
  ProfStatusBar *status_bar;

  ProfDocument *document;
  ProfSelection *selection;
  ProfAnalyzer *analyzer;
  GSettings *settings; /* (nullable) (unowned) */
  guint extent_id;     /* grows the time axis while recording */

  gboolean show_sidebar;
  gboolean search_active;
  gboolean narrow;
};

G_DEFINE_FINAL_TYPE (ProfProfileView, prof_profile_view, ADW_TYPE_BIN)

enum { PROP_VIEW = 1, PROP_SHOW_SIDEBAR, PROP_SEARCH_ACTIVE, PROP_NARROW, PROP_SCALE, N_PROPS };

static GParamSpec *props[N_PROPS];

static const struct {
  const char *name;
  ProfHeatmapScale scale;
} scales[] = {
  { "second", PROF_HEATMAP_SCALE_SECOND },
  { "minute", PROF_HEATMAP_SCALE_MINUTE },
  { "hour", PROF_HEATMAP_SCALE_HOUR },
  { "all", PROF_HEATMAP_SCALE_AUTO },
};

AdwViewStack *
prof_profile_view_get_stack (ProfProfileView *self)
{
  return self->stack;
}

ProfSelection *
prof_profile_view_get_selection (ProfProfileView *self)
{
  return self->selection;
}

ProfAnalyzer *
prof_profile_view_get_analyzer (ProfProfileView *self)
{
  return self->analyzer;
}

const char *
prof_profile_view_get_view (ProfProfileView *self)
{
  return adw_view_stack_get_visible_child_name (self->stack);
}

void
prof_profile_view_set_view (ProfProfileView *self, const char *name)
{
  if (name && adw_view_stack_get_child_by_name (self->stack, name))
    adw_view_stack_set_visible_child_name (self->stack, name);
}

static void
on_visible_child (ProfProfileView *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_VIEW]);
}

/* Heat map */

static const char *
get_scale_name (ProfProfileView *self)
{
  ProfHeatmapScale scale = prof_heatmap_view_get_scale (self->heatmap);

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    if (scales[i].scale == scale)
      return scales[i].name;
  return "all";
}

static void
set_scale_name (ProfProfileView *self, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    if (g_strcmp0 (scales[i].name, name) == 0)
      prof_heatmap_view_set_scale (self->heatmap, scales[i].scale);
}

static void
on_cell_hovered (ProfProfileView *self, gint64 start, gint64 end)
{
  g_autofree char *top =
      end > start ? prof_analyzer_describe_top (self->analyzer, start, end) : NULL;

  prof_heatmap_view_set_hover_detail (self->heatmap, top);
}

static void
on_heatmap_scale (ProfProfileView *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SCALE]);
}

static void
on_geometry (ProfProfileView *self)
{
  gint64 column_ns, start, end;
  guint n_rows;

  if (prof_heatmap_view_get_geometry (self->heatmap, &column_ns, &n_rows, &start, &end))
    prof_analyzer_set_heatmap_geometry (self->analyzer, column_ns, n_rows, start, end);
}

static void
update_extent (ProfProfileView *self)
{
  prof_heatmap_view_set_extent (self->heatmap, 0, prof_document_get_duration (self->document));
}

static gboolean
on_extent_timeout (gpointer user_data)
{
  update_extent (user_data);
  return G_SOURCE_CONTINUE;
}

static void
update_recording (ProfProfileView *self)
{
  gboolean recording = prof_document_is_recording (self->document);

  /* Time goes on where nothing runs that could be sampled. */
  if (recording && self->extent_id == 0)
    self->extent_id = g_timeout_add (100, on_extent_timeout, self);
  else if (!recording)
    g_clear_handle_id (&self->extent_id, g_source_remove);
  prof_heatmap_view_set_live (self->heatmap, recording);
  update_extent (self);
}

/* Search */

static void
update_search_label (ProfProfileView *self)
{
  const char *search = prof_selection_get_search (self->selection);
  double share = prof_flame_graph_get_search_share (self->flame_graph);
  g_autofree char *share_text = NULL;
  g_autofree char *escaped = NULL;
  g_autofree char *markup = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->search_label), search && *search);
  if (search == NULL || *search == '\0')
    return;
  escaped = g_markup_escape_text (search, -1);
  if (share < 0)
    {
      markup = g_strdup_printf (_ ("<b>%s</b> is not a regular expression"), escaped);
    }
  else
    {
      share_text = prof_format_share (share);
      /* Translators: what is searched for, and its share, as in "json · 18.2 % of samples" */
      markup = g_strdup_printf (_ ("Search: <b>%s</b> · %s of samples"), escaped, share_text);
    }
  gtk_label_set_markup (self->search_label, markup);
}

static void
on_search_changed (ProfProfileView *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search_entry));

  prof_selection_set_search (self->selection, *text ? text : NULL);
  prof_flame_graph_set_search (self->flame_graph, *text ? text : NULL);
  update_search_label (self);
}

static void
on_search_mode (ProfProfileView *self)
{
  if (gtk_search_bar_get_search_mode (self->search_bar))
    gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
  else
    gtk_editable_set_text (GTK_EDITABLE (self->search_entry), "");
}

/* Results */

static void
on_changed (ProfProfileView *self, guint what)
{
  if (what & PROF_ANALYZER_SNAPSHOT)
    {
      prof_heatmap_view_set_markers (self->heatmap, prof_analyzer_get_snapshot (self->analyzer));
      update_extent (self);
    }
  if (what & PROF_ANALYZER_HEATMAP)
    prof_heatmap_view_set_heatmap (self->heatmap, prof_analyzer_take_heatmap (self->analyzer));
  if (what & (PROF_ANALYZER_TREE | PROF_ANALYZER_TOTALS))
    {
      prof_flame_graph_set_unit (self->flame_graph, prof_analyzer_get_unit (self->analyzer));
      prof_flame_graph_set_tree (self->flame_graph, prof_analyzer_get_tree (self->analyzer));
      update_search_label (self);
    }
}

static void
on_failed (ProfProfileView *self, const char *message)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *overlay =
      root ? gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_TOAST_OVERLAY) : NULL;
  g_autofree char *escaped = g_markup_escape_text (message, -1);

  if (overlay)
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), adw_toast_new (escaped));
}

static void
on_show_in_call_tree (ProfProfileView *self, guint node)
{
  prof_profile_view_set_view (self, "tree");
  prof_tree_page_reveal (self->tree_page, node);
}

static void
on_paned_position (ProfProfileView *self)
{
  prof_settings_set_int (self->settings, "split-position", gtk_paned_get_position (self->paned));
}

/* Object */

static void
prof_profile_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ProfProfileView *self = PROF_PROFILE_VIEW (object);

  switch (id)
    {
    case PROP_VIEW:
      g_value_set_string (value, prof_profile_view_get_view (self));
      break;
    case PROP_SHOW_SIDEBAR:
      g_value_set_boolean (value, self->show_sidebar);
      break;
    case PROP_SEARCH_ACTIVE:
      g_value_set_boolean (value, self->search_active);
      break;
    case PROP_NARROW:
      g_value_set_boolean (value, self->narrow);
      break;
    case PROP_SCALE:
      g_value_set_string (value, get_scale_name (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_flag (ProfProfileView *self, gboolean *flag, const GValue *value, GParamSpec *pspec)
{
  if (*flag == g_value_get_boolean (value))
    return;
  *flag = g_value_get_boolean (value);
  g_object_notify_by_pspec (G_OBJECT (self), pspec);
}

static void
prof_profile_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  ProfProfileView *self = PROF_PROFILE_VIEW (object);

  switch (id)
    {
    case PROP_VIEW:
      prof_profile_view_set_view (self, g_value_get_string (value));
      break;
    case PROP_SHOW_SIDEBAR:
      set_flag (self, &self->show_sidebar, value, pspec);
      break;
    case PROP_SEARCH_ACTIVE:
      set_flag (self, &self->search_active, value, pspec);
      break;
    case PROP_NARROW:
      set_flag (self, &self->narrow, value, pspec);
      break;
    case PROP_SCALE:
      set_scale_name (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
prof_profile_view_dispose (GObject *object)
{
  ProfProfileView *self = PROF_PROFILE_VIEW (object);

  g_clear_handle_id (&self->extent_id, g_source_remove);
  if (self->analyzer)
    g_signal_handlers_disconnect_by_data (self->analyzer, self);
  g_clear_object (&self->analyzer);
  g_clear_object (&self->selection);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (prof_profile_view_parent_class)->dispose (object);
}

static void
prof_profile_view_class_init (ProfProfileViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = prof_profile_view_get_property;
  object_class->set_property = prof_profile_view_set_property;
  object_class->dispose = prof_profile_view_dispose;

  props[PROP_VIEW] = g_param_spec_string ("view", NULL, NULL, "flame", flags);
  props[PROP_SHOW_SIDEBAR] = g_param_spec_boolean ("show-sidebar", NULL, NULL, TRUE, flags);
  props[PROP_SEARCH_ACTIVE] = g_param_spec_boolean ("search-active", NULL, NULL, FALSE, flags);
  props[PROP_NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE, flags);
  props[PROP_SCALE] = g_param_spec_string ("scale", NULL, NULL, "second", flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_install_property_action (widget_class, "profile.scale", "scale");

  g_type_ensure (PROF_TYPE_SIDEBAR);
  g_type_ensure (PROF_TYPE_STATUS_BAR);
  g_type_ensure (PROF_TYPE_HEATMAP_VIEW);
  g_type_ensure (PROF_TYPE_HEATMAP_LEGEND);
  g_type_ensure (PROF_TYPE_FLAME_GRAPH);
  g_type_ensure (PROF_TYPE_FLAME_BREADCRUMB);
  g_type_ensure (PROF_TYPE_TREE_PAGE);
  g_type_ensure (PROF_TYPE_FUNCTIONS_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/example/Profiler/profile-view.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, flap);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, sidebar);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, search_bar);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, search_entry);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, paned);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, legend);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, heatmap);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, stack);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, breadcrumb);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, flame_graph);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, search_label);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, tree_page);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, functions_page);
  gtk_widget_class_bind_template_child (widget_class, ProfProfileView, status_bar);
}

static void
prof_profile_view_init (ProfProfileView *self)
{
  self->show_sidebar = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (self->search_bar, GTK_EDITABLE (self->search_entry));
  prof_heatmap_legend_set_view (self->legend, self->heatmap);
  prof_flame_breadcrumb_set_flame_graph (self->breadcrumb, self->flame_graph);

  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (on_visible_child),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->heatmap, "notify::scale", G_CALLBACK (on_heatmap_scale), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search_entry, "search-changed", G_CALLBACK (on_search_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search_bar, "notify::search-mode-enabled",
                           G_CALLBACK (on_search_mode), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->flame_graph, "show-in-call-tree",
                           G_CALLBACK (on_show_in_call_tree), self, G_CONNECT_SWAPPED);
}

ProfProfileView *
prof_profile_view_new (ProfDocument *document, GSettings *settings)
{
  ProfProfileView *self = g_object_new (PROF_TYPE_PROFILE_VIEW, NULL);

  self->settings = settings;
  self->document = g_object_ref (document);
  self->selection = prof_selection_new ();
  prof_selection_set_grouping (self->selection, PROF_GROUP_PROCESS);
  prof_selection_clear_history (self->selection);
  self->analyzer = prof_analyzer_new (document, self->selection);

  gtk_paned_set_position (self->paned, prof_settings_get_int (settings, "split-position", 330));
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (on_paned_position), self,
                           G_CONNECT_SWAPPED);

  prof_heatmap_view_set_selection (self->heatmap, self->selection);
  g_signal_connect_object (self->heatmap, "cell-hovered", G_CALLBACK (on_cell_hovered), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->heatmap, "geometry-changed", G_CALLBACK (on_geometry), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->analyzer, "changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->analyzer, "failed", G_CALLBACK (on_failed), self,
                           G_CONNECT_SWAPPED);
  prof_sidebar_set_analyzer (self->sidebar, self->analyzer);
  prof_tree_page_set_analyzer (self->tree_page, self->analyzer);
  prof_functions_page_set_analyzer (self->functions_page, self->analyzer);
  prof_status_bar_set_analyzer (self->status_bar, self->analyzer);

  g_signal_connect_object (document, "notify::recording", G_CALLBACK (update_recording), self,
                           G_CONNECT_SWAPPED);
  update_recording (self);
  on_geometry (self);
  return self;
}
