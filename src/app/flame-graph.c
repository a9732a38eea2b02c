/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prof-config.h"

#include "app/flame-graph-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Text in boxes is a little smaller than that of the window. */
#define FONT_SCALE 0.88
#define MIN_ROW_HEIGHT 22
#define ZOOM_DURATION_MS 220
#define MAX_NATURAL_ROWS 40
/* Ancestors tried when a rebuilt tree does not have a node any more. */
#define MAX_ANCESTORS_TRIED 64

enum {
  PROP_0,
  PROP_FOCUS_NODE,
  PROP_CURRENT_NODE,
  PROP_SEARCH,
  PROP_SEARCH_SHARE,
  PROP_UPWARDS,
  N_OWN_PROPS,
  PROP_HADJUSTMENT = N_OWN_PROPS,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};

static GParamSpec *properties[N_OWN_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (ProfFlameGraph, prof_flame_graph, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

static void
invalidate (ProfFlameGraph *self)
{
  g_clear_pointer (&self->drawing, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static PangoFontDescription *
get_font (ProfFlameGraph *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  PangoFontDescription *font =
      pango_font_description_copy (pango_context_get_font_description (context));
  int size = (int) (pango_font_description_get_size (font) * FONT_SCALE);

  if (pango_font_description_get_size_is_absolute (font))
    pango_font_description_set_absolute_size (font, size);
  else
    pango_font_description_set_size (font, size);

  return font;
}

static ProfDrawLabels *
get_labels (ProfFlameGraph *self)
{
  if (self->labels == NULL)
    {
      g_autoptr (PangoFontDescription) font = get_font (self);

      self->labels = prof_draw_labels_new (gtk_widget_get_pango_context (GTK_WIDGET (self)), font,
                                           gtk_widget_get_scale_factor (GTK_WIDGET (self)));
    }

  return self->labels;
}

double
prof_flame_graph_row_height (ProfFlameGraph *self)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  double text = ceil ((double) prof_draw_labels_get_height (get_labels (self)) / scale);

  return MAX (MIN_ROW_HEIGHT, text + 5);
}

static double
get_scroll (ProfFlameGraph *self)
{
  return self->vadjustment ? gtk_adjustment_get_value (self->vadjustment) : 0;
}

/* Where a row begins, before scrolling. Upwards, the root stands at the foot of the widget. */
static double
get_row_top (ProfFlameGraph *self, guint row)
{
  double row_height = prof_flame_graph_row_height (self);
  double slack;

  if (!self->upwards)
    return row * row_height;

  slack = MAX (0, gtk_widget_get_height (GTK_WIDGET (self)) - self->n_rows * row_height);
  return slack + ((double) self->n_rows - 1 - row) * row_height;
}

static void
configure_scrolling (ProfFlameGraph *self)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double row_height = prof_flame_graph_row_height (self);
  double upper = MAX (height, self->n_rows * row_height);

  if (self->hadjustment)
    gtk_adjustment_configure (self->hadjustment, 0, 0, width, width * 0.1, width * 0.9, width);
  if (self->vadjustment)
    gtk_adjustment_configure (self->vadjustment,
                              CLAMP (get_scroll (self), 0, MAX (0, upper - height)), 0, upper,
                              row_height, height * 0.9, height);
}

/* Shows the weights from @left to @right now. */
static void
set_window (ProfFlameGraph *self, double left, double right)
{
  if (self->left == left && self->right == right)
    return;

  self->left = left;
  self->right = right;
  invalidate (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/* The nearest of the zoomed node and its ancestors that has weight in the range. */
static guint32
get_shown_node (ProfFlameGraph *self)
{
  const ProfCallTree *tree = self->layout->tree;
  guint32 node = self->focus_node;

  while (node != 0 && prof_flame_layout_find (self->layout, node) == G_MAXUINT)
    node = tree->parent[node];

  return node;
}

static void
on_animation (double value, gpointer user_data)
{
  ProfFlameGraph *self = user_data;
  double from = self->from_right - self->from_left;
  double to = self->to_right - self->to_left;
  double width, share;

  if (value >= 1 || from <= 0 || to <= 0)
    {
      set_window (self, self->to_left, self->to_right);
      return;
    }

  /* The magnification grows evenly, and the point that is the same before and after stays put. */
  width = from * pow (to / from, value);
  share = fabs (to - from) > 1e-9 * from ? (width - from) / (to - from) : value;
  set_window (self, self->from_left + share * (self->to_left - self->from_left),
              self->from_right + share * (self->to_right - self->from_right));
}

static void
update_window (ProfFlameGraph *self, gboolean animate)
{
  guint box;

  if (self->layout == NULL || self->layout->total == 0)
    {
      self->n_rows = 0;
      adw_animation_reset (self->animation);
      self->to_left = self->to_right = 0;
      set_window (self, 0, 0);
      invalidate (self);
      gtk_widget_queue_resize (GTK_WIDGET (self));
      return;
    }

  box = prof_flame_layout_find (self->layout, get_shown_node (self));
  self->to_left = self->layout->lefts[box];
  self->to_right = self->to_left + self->layout->widths[box];
  self->n_rows = prof_flame_layout_count_rows (self->layout, self->to_left, self->to_right);
  adw_animation_pause (self->animation);

  if (animate && gtk_widget_get_mapped (GTK_WIDGET (self)) && self->right > self->left)
    {
      self->from_left = self->left;
      self->from_right = self->right;
      adw_animation_reset (self->animation);
      adw_animation_play (self->animation);
    }
  else
    {
      set_window (self, self->to_left, self->to_right);
    }

  configure_scrolling (self);
  invalidate (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
update_colors (ProfFlameGraph *self)
{
  ProfSnapshot *snapshot = self->layout ? self->layout->tree->snapshot : NULL;

  if (snapshot == NULL)
    return;

  if (self->colors == NULL || self->colored != snapshot || self->colors->dark != self->dark)
    {
      g_clear_pointer (&self->colors, prof_flame_colors_free);
      g_clear_pointer (&self->colored, prof_snapshot_unref);
      self->colors = prof_flame_colors_new (snapshot, self->dark);
      self->colored = prof_snapshot_ref (snapshot);
      prof_flame_colors_set_search (self->colors, snapshot, self->regex);
    }
}

static void
update_search_share (ProfFlameGraph *self)
{
  double share = -1;

  if (self->regex && self->layout && self->colors)
    share = self->layout->total > 0
                ? (double) prof_flame_colors_matched_weight (self->colors, self->layout->tree) /
                      self->layout->total
                : 0;

  if (share != self->search_share)
    {
      self->search_share = share;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SEARCH_SHARE]);
    }
}

static void
rename_current (ProfFlameGraph *self)
{
  if (self->layout && self->current_node < self->layout->tree->n_nodes)
    {
      g_autofree char *label = prof_flame_graph_describe (self, self->current_node);

      prof_draw_focus_rename (&self->focus, label);
    }
  else
    {
      prof_draw_focus_rename (&self->focus, _ ("Flame graph without samples"));
    }
}

static void
on_dark_changed (ProfFlameGraph *self)
{
  self->dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  update_colors (self);
  invalidate (self);
}

static void
drop_labels (ProfFlameGraph *self)
{
  g_clear_pointer (&self->labels, prof_draw_labels_free);
  invalidate (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
prof_flame_graph_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (prof_flame_graph_parent_class)->css_changed (widget, change);
  drop_labels (PROF_FLAME_GRAPH (widget));
}

static void
prof_flame_graph_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (prof_flame_graph_parent_class)->system_setting_changed (widget, setting);
  if (setting == GTK_SYSTEM_SETTING_DPI || setting == GTK_SYSTEM_SETTING_FONT_NAME ||
      setting == GTK_SYSTEM_SETTING_FONT_CONFIG)
    drop_labels (PROF_FLAME_GRAPH (widget));
}

static void
prof_flame_graph_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                          int *natural, int *minimum_baseline, int *natural_baseline)
{
  ProfFlameGraph *self = PROF_FLAME_GRAPH (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 120;
      *natural = 800;
    }
  else
    {
      double row_height = prof_flame_graph_row_height (self);

      *minimum = (int) (3 * row_height);
      *natural = (int) (CLAMP (self->n_rows, 3, MAX_NATURAL_ROWS) * row_height);
    }
}

gboolean
prof_flame_graph_locate (ProfFlameGraph *self, guint32 node, graphene_rect_t *rect)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double left, right;
  guint box;

  if (self->layout == NULL || self->right <= self->left)
    return FALSE;

  box = prof_flame_layout_find (self->layout, node);
  if (box == G_MAXUINT)
    return FALSE;

  left = (self->layout->lefts[box] - self->left) * width / (self->right - self->left);
  right = (self->layout->lefts[box] + self->layout->widths[box] - self->left) * width /
          (self->right - self->left);
  if (right <= 0 || left >= width)
    return FALSE;

  left = floor (MAX (left, 0) + 0.5);
  right = floor (MIN (right, width) + 0.5);
  *rect = GRAPHENE_RECT_INIT (
      left, get_row_top (self, self->layout->tree->depth[node]) - get_scroll (self),
      MAX (1, right - left), prof_flame_graph_row_height (self) - 1);
  return TRUE;
}

guint32
prof_flame_graph_pick (ProfFlameGraph *self, double x, double y)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double row_height = prof_flame_graph_row_height (self);
  double place = (y + get_scroll (self) - get_row_top (self, 0)) / row_height;
  double row = self->upwards ? -floor (place) : floor (place);
  double from, per_pixel;
  guint box;

  if (self->layout == NULL || self->right <= self->left || width < 1 || x < 0 || x >= width ||
      row < 0 || row >= self->layout->n_rows)
    return PROF_NO_ID;

  per_pixel = (self->right - self->left) / width;
  from = self->left + floor (x) * per_pixel;
  box = prof_flame_layout_pick (self->layout, (guint) row, from, from + per_pixel);

  return box == G_MAXUINT ? PROF_NO_ID : self->layout->nodes[box];
}

static void
prof_flame_graph_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ProfFlameGraph *self = PROF_FLAME_GRAPH (widget);
  GtkAllocation place = { 0, 0, 1, 1 };
  graphene_rect_t rect;

  invalidate (self);
  configure_scrolling (self);

  if (prof_flame_graph_locate (self, self->current_node, &rect))
    place = (GtkAllocation){ (int) rect.origin.x, (int) CLAMP (rect.origin.y, -1e6, 1e6),
                             (int) rect.size.width, (int) rect.size.height };
  prof_draw_focus_allocate (&self->focus, &place);
  if (self->menu)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static GskRenderNode *
draw (ProfFlameGraph *self)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  g_autofree char *root_text = prof_flame_graph_format_total (self, 0);
  ProfDrawTarget target;
  cairo_surface_t *surface =
      prof_draw_pool_take (&self->pool, width * scale, height * scale, &target);
  ProfFlameDraw drawing = {
    .layout = self->layout,
    .colors = self->colors,
    .labels = get_labels (self),
    .left = self->left,
    .right = self->right,
    .row_height = prof_flame_graph_row_height (self) * scale,
    .scale = scale,
    .n_dimmed_rows = self->layout->tree->depth[get_shown_node (self)],
    .upwards = self->upwards,
    .n_rows = self->n_rows,
    .root_text = root_text,
  };

  drawing.scroll = get_scroll (self) * scale;
  if (self->upwards)
    drawing.scroll -= get_row_top (self, self->n_rows - 1) * scale;
  prof_flame_draw (&drawing, &target);

  return prof_draw_surface_to_node (surface, &GRAPHENE_RECT_INIT (0, 0, width, height));
}

static void
draw_ring (GtkSnapshot *snapshot, const graphene_rect_t *rect, double inset, double width,
           const GdkRGBA *color)
{
  GskRoundedRect outline;
  float widths[4] = { width, width, width, width };
  GdkRGBA colors[4] = { *color, *color, *color, *color };
  graphene_rect_t inner;

  graphene_rect_inset_r (rect, MIN (inset, rect->size.width / 2), inset, &inner);
  gsk_rounded_rect_init_from_rect (&outline, &inner, 0);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

static void
prof_flame_graph_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ProfFlameGraph *self = PROF_FLAME_GRAPH (widget);
  const ProfPaletteChrome *chrome = prof_palette_chrome (self->dark);
  graphene_rect_t rect;

  if (self->layout == NULL || self->right <= self->left || gtk_widget_get_width (widget) < 1 ||
      gtk_widget_get_height (widget) < 1)
    return;

  if (self->drawing == NULL)
    self->drawing = draw (self);
  gtk_snapshot_append_node (snapshot, self->drawing);

  if (self->hover_node != PROF_NO_ID && prof_flame_graph_locate (self, self->hover_node, &rect))
    {
      GdkRGBA veil = prof_palette_to_rgba (0xffffffff, 0.2);
      GdkRGBA ink = prof_palette_to_rgba (self->dark ? 0xffffffff : 0xff241f31, 0.9);

      gtk_snapshot_append_color (snapshot, &veil, &rect);
      draw_ring (snapshot, &rect, 0, 1, &ink);
    }

  if (prof_draw_focus_is_visible (&self->focus) &&
      prof_flame_graph_locate (self, self->current_node, &rect))
    {
      GdkRGBA accent = prof_palette_to_rgba (chrome->accent, 1);
      GdkRGBA paper = prof_palette_to_rgba (chrome->background, 1);

      rect.size.width = MAX (rect.size.width, 5);
      draw_ring (snapshot, &rect, -1, 2, &accent);
      draw_ring (snapshot, &rect, 1, 1, &paper);
    }
}

static gboolean
prof_flame_graph_grab_focus (GtkWidget *widget)
{
  return prof_draw_focus_grab (&PROF_FLAME_GRAPH (widget)->focus);
}

static gboolean
prof_flame_graph_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return prof_draw_focus_step (&PROF_FLAME_GRAPH (widget)->focus, direction);
}

static gboolean
prof_flame_graph_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard,
                                GtkTooltip *tooltip)
{
  ProfFlameGraph *self = PROF_FLAME_GRAPH (widget);
  guint32 node = keyboard ? self->current_node : prof_flame_graph_pick (self, x, y);
  g_autofree char *markup = NULL;
  graphene_rect_t rect;

  if (node == PROF_NO_ID || !prof_flame_graph_locate (self, node, &rect))
    return FALSE;

  markup = prof_flame_graph_tooltip (self, node);
  gtk_tooltip_set_markup (tooltip, markup);
  /* A box as wide as the window would put its tooltip far from the pointer. */
  if (!keyboard)
    {
      rect.origin.x = MAX (rect.origin.x, x - 24);
      rect.size.width = MIN (rect.size.width, 48);
    }
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ (int) rect.origin.x, (int) rect.origin.y,
                                                      MAX (1, (int) rect.size.width),
                                                      MAX (1, (int) rect.size.height) });
  return TRUE;
}

static void
set_vadjustment (ProfFlameGraph *self, GtkAdjustment *adjustment)
{
  if (adjustment && self->vadjustment == adjustment)
    return;

  if (self->vadjustment)
    g_clear_signal_handler (&self->scrolled, self->vadjustment);
  g_clear_object (&self->vadjustment);

  if (adjustment == NULL)
    adjustment = gtk_adjustment_new (0, 0, 0, 0, 0, 0);
  self->vadjustment = g_object_ref_sink (adjustment);
  self->scrolled = g_signal_connect_swapped (adjustment, "value-changed",
                                             G_CALLBACK (gtk_widget_queue_allocate), self);
  configure_scrolling (self);
  g_object_notify (G_OBJECT (self), "vadjustment");
}

static void
set_hadjustment (ProfFlameGraph *self, GtkAdjustment *adjustment)
{
  if (adjustment && self->hadjustment == adjustment)
    return;

  g_clear_object (&self->hadjustment);
  if (adjustment == NULL)
    adjustment = gtk_adjustment_new (0, 0, 0, 0, 0, 0);
  self->hadjustment = g_object_ref_sink (adjustment);
  configure_scrolling (self);
  g_object_notify (G_OBJECT (self), "hadjustment");
}

static void
prof_flame_graph_dispose (GObject *object)
{
  ProfFlameGraph *self = PROF_FLAME_GRAPH (object);

  if (self->animation)
    adw_animation_pause (self->animation);
  g_clear_object (&self->animation);
  if (self->vadjustment)
    g_clear_signal_handler (&self->scrolled, self->vadjustment);
  g_clear_object (&self->vadjustment);
  g_clear_object (&self->hadjustment);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  prof_draw_focus_dispose (&self->focus);
  g_clear_pointer (&self->drawing, gsk_render_node_unref);
  prof_draw_pool_clear (&self->pool);
  G_OBJECT_CLASS (prof_flame_graph_parent_class)->dispose (object);
}

static void
prof_flame_graph_finalize (GObject *object)
{
  ProfFlameGraph *self = PROF_FLAME_GRAPH (object);

  g_clear_pointer (&self->layout, prof_flame_layout_free);
  g_clear_pointer (&self->colors, prof_flame_colors_free);
  g_clear_pointer (&self->colored, prof_snapshot_unref);
  g_clear_pointer (&self->labels, prof_draw_labels_free);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_free (self->search);
  g_free (self->unit);
  G_OBJECT_CLASS (prof_flame_graph_parent_class)->finalize (object);
}

static void
prof_flame_graph_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ProfFlameGraph *self = PROF_FLAME_GRAPH (object);

  switch (id)
    {
    case PROP_FOCUS_NODE:
      g_value_set_uint (value, self->focus_node);
      break;
    case PROP_CURRENT_NODE:
      g_value_set_uint (value, self->current_node);
      break;
    case PROP_SEARCH:
      g_value_set_string (value, self->search);
      break;
    case PROP_SEARCH_SHARE:
      g_value_set_double (value, self->search_share);
      break;
    case PROP_UPWARDS:
      g_value_set_boolean (value, self->upwards);
      break;
    case PROP_HADJUSTMENT:
      g_value_set_object (value, self->hadjustment);
      break;
    case PROP_VADJUSTMENT:
      g_value_set_object (value, self->vadjustment);
      break;
    case PROP_HSCROLL_POLICY:
      g_value_set_enum (value, self->hscroll_policy);
      break;
    case PROP_VSCROLL_POLICY:
      g_value_set_enum (value, self->vscroll_policy);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
prof_flame_graph_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  ProfFlameGraph *self = PROF_FLAME_GRAPH (object);

  switch (id)
    {
    case PROP_FOCUS_NODE:
      prof_flame_graph_set_focus_node (self, g_value_get_uint (value));
      break;
    case PROP_CURRENT_NODE:
      prof_flame_graph_set_current_node (self, g_value_get_uint (value));
      break;
    case PROP_SEARCH:
      prof_flame_graph_set_search (self, g_value_get_string (value));
      break;
    case PROP_UPWARDS:
      prof_flame_graph_set_upwards (self, g_value_get_boolean (value));
      break;
    case PROP_HADJUSTMENT:
      set_hadjustment (self, g_value_get_object (value));
      break;
    case PROP_VADJUSTMENT:
      set_vadjustment (self, g_value_get_object (value));
      break;
    case PROP_HSCROLL_POLICY:
      self->hscroll_policy = g_value_get_enum (value);
      gtk_widget_queue_resize (GTK_WIDGET (self));
      break;
    case PROP_VSCROLL_POLICY:
      self->vscroll_policy = g_value_get_enum (value);
      gtk_widget_queue_resize (GTK_WIDGET (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
prof_flame_graph_class_init (ProfFlameGraphClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->dispose = prof_flame_graph_dispose;
  object_class->finalize = prof_flame_graph_finalize;
  object_class->get_property = prof_flame_graph_get_property;
  object_class->set_property = prof_flame_graph_set_property;
  widget_class->measure = prof_flame_graph_measure;
  widget_class->size_allocate = prof_flame_graph_size_allocate;
  widget_class->snapshot = prof_flame_graph_snapshot;
  widget_class->css_changed = prof_flame_graph_css_changed;
  widget_class->system_setting_changed = prof_flame_graph_system_setting_changed;
  widget_class->grab_focus = prof_flame_graph_grab_focus;
  widget_class->focus = prof_flame_graph_focus;
  widget_class->query_tooltip = prof_flame_graph_query_tooltip;

  properties[PROP_FOCUS_NODE] =
      g_param_spec_uint ("focus-node", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_CURRENT_NODE] =
      g_param_spec_uint ("current-node", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_SEARCH] = g_param_spec_string ("search", NULL, NULL, NULL, flags);
  properties[PROP_SEARCH_SHARE] = g_param_spec_double ("search-share", NULL, NULL, -1, 1, -1,
                                                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_UPWARDS] = g_param_spec_boolean ("upwards", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_OWN_PROPS, properties);
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");

  g_signal_new ("show-in-call-tree", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_css_name (widget_class, "flamegraph");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE);
  prof_flame_graph_install_actions (widget_class);
}

static void
prof_flame_graph_init (ProfFlameGraph *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->dark = adw_style_manager_get_dark (style);
  self->hover_node = PROF_NO_ID;
  self->search_share = -1;
  self->animation =
      adw_timed_animation_new (GTK_WIDGET (self), 0, 1, ZOOM_DURATION_MS,
                               adw_callback_animation_target_new (on_animation, self, NULL));
  prof_draw_focus_init (&self->focus, GTK_WIDGET (self), GTK_ACCESSIBLE_ROLE_TREE_ITEM);
  rename_current (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Flame graph"), -1);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  prof_flame_graph_add_input (self);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (on_dark_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (drop_labels), NULL);
}

GtkWidget *
prof_flame_graph_new (void)
{
  return g_object_new (PROF_TYPE_FLAME_GRAPH, NULL);
}

/* The same node in @tree, or its nearest ancestor that is still there. */
static guint32
find_again (ProfCallTree *tree, ProfCallTree *old, guint32 node)
{
  for (guint i = 0; node != 0 && i < MAX_ANCESTORS_TRIED; i++)
    {
      guint32 same = prof_call_tree_find_same (tree, old, node);

      if (same != PROF_NO_ID)
        return same;
      node = old->parent[node];
    }

  return 0;
}

void
prof_flame_graph_set_tree (ProfFlameGraph *self, ProfCallTree *tree)
{
  g_autoptr (ProfFlameLayout) old = NULL;
  guint32 focus_node, current_node;

  g_return_if_fail (PROF_IS_FLAME_GRAPH (self));

  old = g_steal_pointer (&self->layout);
  if (old == NULL && tree == NULL)
    return;

  focus_node = self->focus_node;
  current_node = self->current_node;
  if (old == NULL || tree == NULL)
    {
      focus_node = current_node = 0;
    }
  else if (old->tree != tree)
    {
      focus_node = find_again (tree, old->tree, focus_node);
      current_node = find_again (tree, old->tree, current_node);
      self->hover_node = PROF_NO_ID;
    }

  if (tree != NULL && tree->n_nodes > 0)
    self->layout = prof_flame_layout_new (tree);
  if (self->layout == NULL)
    self->hover_node = PROF_NO_ID;

  update_colors (self);
  g_object_freeze_notify (G_OBJECT (self));
  if (self->focus_node != focus_node || old == NULL || tree == NULL || old->tree != tree)
    {
      self->focus_node = focus_node;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOCUS_NODE]);
    }
  if (self->current_node != current_node)
    {
      self->current_node = current_node;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CURRENT_NODE]);
    }
  update_search_share (self);
  update_window (self, FALSE);
  rename_current (self);
  g_object_thaw_notify (G_OBJECT (self));
}

ProfCallTree *
prof_flame_graph_get_tree (ProfFlameGraph *self)
{
  g_return_val_if_fail (PROF_IS_FLAME_GRAPH (self), NULL);

  return self->layout ? self->layout->tree : NULL;
}

void
prof_flame_graph_set_unit (ProfFlameGraph *self, const char *unit)
{
  g_return_if_fail (PROF_IS_FLAME_GRAPH (self));

  if (g_strcmp0 (self->unit, unit) == 0)
    return;

  g_free (self->unit);
  self->unit = g_strdup (unit);
  invalidate (self);
}

void
prof_flame_graph_set_focus_node (ProfFlameGraph *self, guint32 node)
{
  g_return_if_fail (PROF_IS_FLAME_GRAPH (self));

  if (self->layout == NULL || node >= self->layout->tree->n_nodes || node == self->focus_node)
    return;

  self->focus_node = node;
  update_window (self, TRUE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOCUS_NODE]);
}

guint32
prof_flame_graph_get_focus_node (ProfFlameGraph *self)
{
  g_return_val_if_fail (PROF_IS_FLAME_GRAPH (self), 0);

  return self->focus_node;
}

static void
scroll_to_row (ProfFlameGraph *self, guint row)
{
  double top = get_row_top (self, row);
  double row_height = prof_flame_graph_row_height (self);

  if (self->vadjustment)
    gtk_adjustment_clamp_page (self->vadjustment, top, top + row_height);
}

void
prof_flame_graph_set_current_node (ProfFlameGraph *self, guint32 node)
{
  g_autofree char *label = NULL;

  g_return_if_fail (PROF_IS_FLAME_GRAPH (self));

  if (self->layout == NULL || node >= self->layout->tree->n_nodes || node == self->current_node)
    return;

  self->current_node = node;
  scroll_to_row (self, self->layout->tree->depth[node]);
  label = prof_flame_graph_describe (self, node);
  prof_draw_focus_move (&self->focus, label);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CURRENT_NODE]);
}

guint32
prof_flame_graph_get_current_node (ProfFlameGraph *self)
{
  g_return_val_if_fail (PROF_IS_FLAME_GRAPH (self), 0);

  return self->current_node;
}

void
prof_flame_graph_set_hover_node (ProfFlameGraph *self, guint32 node)
{
  if (self->hover_node == node)
    return;

  self->hover_node = node;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
}

void
prof_flame_graph_set_upwards (ProfFlameGraph *self, gboolean upwards)
{
  g_return_if_fail (PROF_IS_FLAME_GRAPH (self));

  if (self->upwards == !!upwards)
    return;

  self->upwards = !!upwards;
  invalidate (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_UPWARDS]);
}

/* NULL: no search, or an expression that does not compile. */
static GRegex *
compile_search (const char *search)
{
  gsize length = search ? strlen (search) : 0;
  g_autofree char *pattern = NULL;

  if (length == 0)
    return NULL;

  if (length > 2 && search[0] == '/' && search[length - 1] == '/')
    pattern = g_strndup (search + 1, length - 2);
  else
    pattern = g_regex_escape_string (search, -1);

  return g_regex_new (pattern, G_REGEX_CASELESS | G_REGEX_OPTIMIZE, 0, NULL);
}

void
prof_flame_graph_set_search (ProfFlameGraph *self, const char *search)
{
  g_return_if_fail (PROF_IS_FLAME_GRAPH (self));

  if (search && *search == '\0')
    search = NULL;
  if (g_strcmp0 (self->search, search) == 0)
    return;

  g_free (self->search);
  self->search = g_strdup (search);
  g_clear_pointer (&self->regex, g_regex_unref);
  self->regex = compile_search (search);
  if (self->colors && self->layout)
    prof_flame_colors_set_search (self->colors, self->layout->tree->snapshot, self->regex);

  g_object_freeze_notify (G_OBJECT (self));
  update_search_share (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SEARCH]);
  g_object_thaw_notify (G_OBJECT (self));
  invalidate (self);
}

const char *
prof_flame_graph_get_search (ProfFlameGraph *self)
{
  g_return_val_if_fail (PROF_IS_FLAME_GRAPH (self), NULL);

  return self->search;
}

double
prof_flame_graph_get_search_share (ProfFlameGraph *self)
{
  g_return_val_if_fail (PROF_IS_FLAME_GRAPH (self), -1);

  return self->search_share;
}
