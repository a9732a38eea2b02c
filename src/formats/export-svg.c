/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/export-svg-private.h"

#include "analysis/call-tree.h"
#include "analysis/format-value.h"
#include "formats/export.h"

#define FONT_SIZE 12.0
#define TEXT_INSET 5.0
/* Narrower boxes have no room for a letter and its ellipsis... */
#define MIN_LABELLED 24.0
/* ... and these none for an edge. */
#define MIN_EDGED 3.0
#define FLUSH_AT (64 * 1024)

static const struct {
  const char *label;
  const char *color;
} kinds[PROF_N_FRAME_KINDS] = {
  [PROF_FRAME_NATIVE] = { "Native", "#5e9bd8" },
  [PROF_FRAME_KERNEL] = { "Kernel", "#d56a4a" },
  [PROF_FRAME_PYTHON] = { "Python", "#e5a50a" },
  [PROF_FRAME_JIT] = { "JIT", "#57a773" },
  [PROF_FRAME_INLINED] = { "Inlined", "#a9c9ea" },
  [PROF_FRAME_TRUNCATED] = { "Truncated", "#9a9996" },
  [PROF_FRAME_UNKNOWN] = { "Unknown", "#c0bfbc" },
};

#define ROOT_COLOR "#c8c8cf"
#define GROUP_COLOR "#b4b4bd"
#define MERGED_COLOR "#d3d3d8"

typedef struct {
  ProfCallTree *tree;
  const char *unit;
  GString *text; /* not yet written */
  GOutputStream *out;
  GCancellable *cancellable;
  double px_per_weight;
  guint64 *cursor; /* by depth: weight left of the next box of that depth */
} SvgWriter;

/* Text between tags. Control characters and the two non-characters cannot stand in XML at all, not
 * even escaped. */
static void
append_text (GString *text, const char *utf8, gssize length)
{
  const char *end = length < 0 ? utf8 + strlen (utf8) : utf8 + length;

  for (const char *p = utf8; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '<')
        g_string_append (text, "&lt;");
      else if (c == '>')
        g_string_append (text, "&gt;");
      else if (c == '&')
        g_string_append (text, "&amp;");
      else if ((c < 0x20 && c != '\n' && c != '\t') || c == 0xfffe || c == 0xffff)
        g_string_append_unichar (text, 0xfffd);
      else
        g_string_append_unichar (text, c);
    }
}

/* A length in px with a point whatever the locale, and no more digits than the eye needs. */
static void
append_number (GString *text, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  char *end;

  g_ascii_formatd (digits, sizeof digits, "%.3f", value);
  end = digits + strlen (digits);
  while (end[-1] == '0')
    *--end = '\0';
  if (end[-1] == '.')
    end[-1] = '\0';
  g_string_append (text, digits);
}

static void
append_attribute (GString *text, const char *name, double value)
{
  g_string_append_printf (text, " %s=\"", name);
  append_number (text, value);
  g_string_append_c (text, '"');
}

/* About how wide @c is in the sans-serif fonts that a viewer may use, a little generous: without
 * the viewer's font nobody can know, and a label must not run out of its box. */
static double
letter_width (gunichar c)
{
  if (c < 0x80)
    {
      if (strchr ("iljI.,:;'|!", (int) c))
        return 0.32 * FONT_SIZE;
      if (strchr ("mwMW@%", (int) c))
        return 0.95 * FONT_SIZE;
      if (g_ascii_isupper ((char) c))
        return 0.72 * FONT_SIZE;
      return strchr ("ftr()[]{}/ -", (int) c) ? 0.42 * FONT_SIZE : 0.62 * FONT_SIZE;
    }
  if (g_unichar_iszerowidth (c))
    return 0.0;
  return g_unichar_iswide (c) ? 1.05 * FONT_SIZE : 0.7 * FONT_SIZE;
}

/* As much of @name as fits into @room px, "" if that would be less than a letter. */
static char *
fit_label (const char *name, double room)
{
  double ellipsis = FONT_SIZE;
  double used = 0.0;
  const char *cut = name; /* where an ellipsis would still fit */

  for (const char *p = name; *p; p = g_utf8_next_char (p))
    {
      used += letter_width (g_utf8_get_char (p));
      if (used > room)
        return cut == name ? g_strdup ("") : g_strdup_printf ("%.*s…", (int) (cut - name), name);
      if (used + ellipsis <= room)
        cut = g_utf8_next_char (p);
    }
  return g_strdup (name);
}

/* One of three shades of #rrggbb, so that neighbours of one type can be told apart. */
static void
append_shade (GString *text, const char *color, guint hash)
{
  static const double factors[] = { 1.0, 0.94, 1.06 };
  guint rgb = (guint) g_ascii_strtoull (color + 1, NULL, 16);
  double factor = factors[hash % G_N_ELEMENTS (factors)];

  g_string_append_c (text, '#');
  for (int shift = 16; shift >= 0; shift -= 8)
    g_string_append_printf (text, "%02x", (guint) MIN (255.0, ((rgb >> shift) & 255) * factor));
}

static gboolean
flush (SvgWriter *self, gsize at, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (self->text->len < at)
    return TRUE;
  if (!g_output_stream_write_all (self->out, self->text->str, self->text->len, NULL,
                                  self->cancellable, error))
    return FALSE;
  g_string_truncate (self->text, 0);
  return TRUE;
}

static void
append_share_of_all (SvgWriter *self, const char *what, guint64 weight, guint64 count)
{
  g_autofree char *amount = prof_format_weight (weight, self->unit);
  g_autofree char *share = prof_format_share ((double) weight / (double) self->tree->total[0]);
  g_autofree char *samples = prof_format_count (count);

  g_string_append_printf (self->text, "\n%s ", what);
  append_text (self->text, share, -1); /* may be "< 0.1 %" */
  g_string_append (self->text, ", ");
  append_text (self->text, amount, -1);
  if (g_strcmp0 (self->unit, "samples") != 0)
    g_string_append_printf (self->text, ", %s samples", samples);
}

/* What a viewer shows while the pointer is over the box. */
static void
append_node_title (SvgWriter *self, guint32 node, const char *name)
{
  const ProfSnapshot *snapshot = self->tree->snapshot;
  const ProfFunctionRow *function = prof_call_tree_get_function (self->tree, node);

  g_string_append (self->text, "<title>");
  append_text (self->text, name, -1);
  if (function && function->module)
    {
      g_string_append_c (self->text, '\n');
      append_text (self->text, prof_snapshot_string (snapshot, function->module), -1);
    }
  if (function && function->file)
    {
      g_string_append_c (self->text, '\n');
      append_text (self->text, prof_snapshot_string (snapshot, function->file), -1);
      if (function->line)
        g_string_append_printf (self->text, ":%u", function->line);
    }
  append_share_of_all (self, "total", self->tree->total[node], self->tree->total_count[node]);
  append_share_of_all (self, "self", self->tree->self[node], self->tree->self_count[node]);
  g_string_append (self->text, "</title>");
}

static void
append_rect (SvgWriter *self, guint64 left, guint64 weight, guint depth)
{
  double x = PROF_SVG_MARGIN + (double) left * self->px_per_weight;
  double width = (double) weight * self->px_per_weight;

  g_string_append (self->text, "<rect");
  append_attribute (self->text, "x", x);
  append_attribute (self->text, "y", PROF_SVG_TOP + depth * PROF_SVG_ROW);
  append_attribute (self->text, "width", width);
  append_attribute (self->text, "height", PROF_SVG_ROW - 1.0);
}

static void
append_node (SvgWriter *self, guint32 node, guint64 left)
{
  ProfCallTree *tree = self->tree;
  g_autofree char *name = prof_call_tree_get_name (tree, node);
  double width = (double) tree->total[node] * self->px_per_weight;

  g_string_append (self->text, "<g>");
  append_node_title (self, node, name);
  append_rect (self, left, tree->total[node], tree->depth[node]);
  g_string_append (self->text, " fill=\"");
  if (tree->type[node] == PROF_NODE_FUNCTION)
    append_shade (self->text, kinds[MIN (tree->kind[node], PROF_FRAME_UNKNOWN)].color,
                  g_str_hash (name));
  else
    g_string_append (self->text, tree->type[node] == PROF_NODE_ROOT ? ROOT_COLOR : GROUP_COLOR);
  g_string_append (self->text, width >= MIN_EDGED ? "\" class=\"e\"/>" : "\"/>");

  if (width >= MIN_LABELLED)
    {
      g_autofree char *share = prof_format_share ((double) tree->total[node] / tree->total[0]);
      g_autofree char *long_name = g_strdup_printf ("%s\u2002%s", name, share);
      double room = width - 2.0 * TEXT_INSET;
      g_autofree char *long_label = fit_label (long_name, room);
      /* The share stands only where all of it does: a cut number would be another number. */
      g_autofree char *label = g_str_equal (long_label, long_name) ? g_steal_pointer (&long_label)
                                                                   : fit_label (name, room);
      if (*label)
        {
          double x = PROF_SVG_MARGIN + (double) left * self->px_per_weight + TEXT_INSET;
          double y = PROF_SVG_TOP + tree->depth[node] * PROF_SVG_ROW + 15.0;

          g_string_append (self->text, "<text");
          append_attribute (self->text, "x", x);
          append_attribute (self->text, "y", y);
          g_string_append_c (self->text, '>');
          append_text (self->text, label, -1);
          g_string_append (self->text, "</text>");
        }
    }
  g_string_append (self->text, "</g>\n");
}

/* Draws @node and the siblings right of it that are as narrow, up to the first that is not, as one
 * box. Returns the node after them. */
static guint32
append_merged (SvgWriter *self, guint32 node)
{
  ProfCallTree *tree = self->tree;
  guint depth = tree->depth[node];
  guint32 parent_end = tree->end[tree->parent[node]];
  guint64 left = self->cursor[depth];
  guint64 weight = 0;
  guint64 count = 0;
  guint n_functions = 0;

  while (node < parent_end && (double) tree->total[node] * self->px_per_weight < PROF_SVG_MIN_BOX)
    {
      weight += tree->total[node];
      count += tree->total_count[node];
      n_functions += tree->total[node] > 0;
      node = tree->end[node];
    }
  self->cursor[depth] += weight;
  if (n_functions > 0)
    {
      g_string_append_printf (self->text, "<g><title>%u too narrow to show", n_functions);
      append_share_of_all (self, "total", weight, count);
      g_string_append (self->text, "</title>");
      append_rect (self, left, weight, depth);
      g_string_append (self->text, " fill=\"" MERGED_COLOR "\"/></g>\n");
    }
  return node;
}

static gboolean
append_nodes (SvgWriter *self, GError **error)
{
  ProfCallTree *tree = self->tree;
  guint32 node = 0;

  while (node < tree->n_nodes)
    {
      guint depth = tree->depth[node];

      if ((double) tree->total[node] * self->px_per_weight < PROF_SVG_MIN_BOX)
        {
          node = append_merged (self, node);
        }
      else
        {
          append_node (self, node, self->cursor[depth]);
          self->cursor[depth + 1] = self->cursor[depth];
          self->cursor[depth] += tree->total[node];
          node++;
        }
      if (!flush (self, FLUSH_AT, error))
        return FALSE;
    }
  return TRUE;
}

/* Rows down to the deepest box that is drawn, and the stack types among what is drawn. */
static guint
measure_depth (SvgWriter *self, guint *kinds_shown)
{
  ProfCallTree *tree = self->tree;
  guint deepest = 0;
  guint32 node = 0;

  while (node < tree->n_nodes)
    {
      deepest = tree->total[node] > 0 ? MAX (deepest, tree->depth[node]) : deepest;
      if ((double) tree->total[node] * self->px_per_weight < PROF_SVG_MIN_BOX)
        {
          node = tree->end[node];
          continue;
        }
      if (tree->type[node] == PROF_NODE_FUNCTION)
        *kinds_shown |= PROF_FRAME_KIND_BIT (MIN (tree->kind[node], PROF_FRAME_UNKNOWN));
      node++;
    }
  return deepest + 1;
}

static void
append_head (SvgWriter *self, guint n_rows, guint kinds_shown, gint64 duration)
{
  const ProfSnapshot *snapshot = self->tree->snapshot;
  const char *target = prof_snapshot_get_meta (snapshot, PROF_META_TARGET);
  double height = PROF_SVG_TOP + n_rows * PROF_SVG_ROW + PROF_SVG_MARGIN;
  g_autofree char *length = prof_format_duration (duration);
  g_autofree char *samples = prof_format_count (self->tree->total_count[0]);
  double x = PROF_SVG_WIDTH - PROF_SVG_MARGIN;

  g_string_append (self->text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                               "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  append_attribute (self->text, "width", PROF_SVG_WIDTH);
  append_attribute (self->text, "height", height);
  g_string_append_printf (self->text, " viewBox=\"0 0 %.0f %.0f\"", PROF_SVG_WIDTH, height);
  g_string_append (self->text,
                   " font-family=\"Cantarell, 'DejaVu Sans', Helvetica, Arial, sans-serif\"");
  append_attribute (self->text, "font-size", FONT_SIZE);
  g_string_append (self->text, " fill=\"#1d1d20\">\n"
                               "<style>.e { stroke: #fafafb; stroke-width: 0.7px; } "
                               "g:hover > rect { stroke: #1d1d20; }</style>\n");
  g_string_append_printf (self->text, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fafafb\"/>\n",
                          PROF_SVG_WIDTH, height);

  g_string_append_printf (self->text,
                          "<text x=\"%.0f\" y=\"27\" font-size=\"15\" "
                          "font-weight=\"bold\">",
                          PROF_SVG_MARGIN);
  append_text (self->text, target && *target ? target : "Flame graph", -1);
  g_string_append_printf (self->text,
                          "</text>\n<text x=\"%.0f\" y=\"48\" fill=\"#6a6a70\">%s "
                          "samples",
                          PROF_SVG_MARGIN, samples);
  if (duration > 0)
    g_string_append_printf (self->text, " · %s", length);
  g_string_append (self->text, "</text>\n");

  for (int kind = PROF_N_FRAME_KINDS - 1; kind >= 0; kind--)
    {
      if (!(kinds_shown & PROF_FRAME_KIND_BIT (kind)))
        continue;
      x -= 80.0;
      g_string_append_printf (self->text,
                              "<rect x=\"%.0f\" y=\"38\" width=\"12\" height=\"12\" rx=\"3\" "
                              "fill=\"%s\"/><text x=\"%.0f\" y=\"48\">%s</text>\n",
                              x, kinds[kind].color, x + 17.0, kinds[kind].label);
    }
}

gboolean
prof_export_svg (ProfSnapshot *snapshot, const ProfQuery *query, GOutputStream *out,
                 GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) refused = NULL;
  g_autoptr (ProfFilter) filter = prof_filter_new (snapshot, query, &refused);
  g_autoptr (ProfCallTree) tree = NULL;
  g_autoptr (ProfRangeTotals) totals = NULL;
  g_autoptr (GString) text = NULL;
  g_autofree guint64 *cursor = NULL;
  SvgWriter writer = { NULL };
  gint64 start, end;
  gboolean empty, timeless;
  guint kinds_shown = 0;
  guint n_rows = 1;

  if (!filter)
    {
      g_set_error_literal (error, PROF_EXPORT_ERROR, PROF_EXPORT_ERROR_SELECTION, refused->message);
      return FALSE;
    }

  tree = prof_call_tree_new (snapshot, filter, query);
  totals = prof_range_totals_new ();
  prof_query_get_range (query, snapshot, &start, &end);
  prof_range_totals_update (totals, snapshot, start, end);
  prof_call_tree_set_totals (tree, totals);

  text = g_string_new (NULL);
  cursor = g_new0 (guint64, (gsize) tree->max_depth + 2);
  writer = (SvgWriter){
    .tree = tree,
    .unit = filter->event < snapshot->n_events
                ? prof_snapshot_string (snapshot, snapshot->events[filter->event].unit)
                : "samples",
    .text = text,
    .out = out,
    .cancellable = cancellable,
    .cursor = cursor,
  };
  empty = tree->n_nodes == 0 || tree->total[0] == 0;
  timeless = prof_snapshot_get_meta (snapshot, PROF_META_NO_TIME) != NULL;

  if (!empty)
    {
      writer.px_per_weight = (PROF_SVG_WIDTH - 2.0 * PROF_SVG_MARGIN) / (double) tree->total[0];
      n_rows = measure_depth (&writer, &kinds_shown);
    }
  append_head (&writer, n_rows, kinds_shown, timeless ? 0 : end - start);
  if (empty)
    g_string_append_printf (text, "<text x=\"%.0f\" y=\"%.0f\">No samples here</text>\n",
                            PROF_SVG_MARGIN, PROF_SVG_TOP + 15.0);
  else if (!append_nodes (&writer, error))
    return FALSE;
  g_string_append (text, "</svg>\n");
  return flush (&writer, 0, error);
}
