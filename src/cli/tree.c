/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <glib/gi18n.h>

#include "analysis/format-value.h"
#include "cli/command.h"
#include "cli/selection.h"

/* Below a deep stack the indentation would fill the line: from there on the depth is a number. */
#define MAX_INDENT 60

typedef struct {
  GArray *children; /* guint32 */
  guint next;
} Level;

static void
clear_level (gpointer level)
{
  g_array_unref (((Level *) level)->children);
}

static void
append_column (GString *text, const char *value, glong width)
{
  for (glong n = g_utf8_strlen (value, -1); n < width; n++)
    g_string_append_c (text, ' ');
  g_string_append (text, value);
}

static void
append_node (GString *text, ProfCliView *view, const ProfCallTree *tree, guint32 node)
{
  const double whole = MAX (1, tree->total[0]);
  g_autofree char *total = prof_format_weight (tree->total[node], view->unit);
  g_autofree char *total_share = prof_format_share (tree->total[node] / whole);
  g_autofree char *self_share = prof_format_share (tree->self[node] / whole);
  g_autofree char *name = prof_call_tree_get_name (tree, node);
  guint depth = tree->depth[node];

  append_column (text, total_share, 8);
  append_column (text, self_share, 9);
  append_column (text, total, 11);
  g_string_append_printf (text, "  %*s", (int) MIN (depth, MAX_INDENT) * 2, "");
  if (depth > MAX_INDENT)
    g_string_append_printf (text, "[%u] ", depth);
  g_string_append_printf (text, "%s\n", name);
}

static gboolean
append_tree (ProfTextWriter *writer, ProfCliView *view, const ProfCallTree *tree, guint max_depth,
             double min_share, GError **error)
{
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (Level));
  Level top = { prof_call_tree_get_children_by_weight (tree, 0), 0 };

  g_array_set_clear_func (levels, clear_level);
  append_node (writer->text, view, tree, 0);
  g_array_append_val (levels, top);
  while (levels->len > 0)
    {
      Level *level = &g_array_index (levels, Level, levels->len - 1);
      guint32 node;

      if (level->next >= level->children->len || levels->len > max_depth ||
          tree->total[node = g_array_index (level->children, guint32, level->next)] <
              min_share * tree->total[0])
        {
          g_array_set_size (levels, levels->len - 1);
          continue;
        }
      level->next++;
      append_node (writer->text, view, tree, node);
      if (!prof_text_writer_step (writer, error))
        return FALSE;
      if (levels->len < max_depth)
        {
          Level below = { prof_call_tree_get_children_by_weight (tree, node), 0 };

          g_array_append_val (levels, below);
        }
    }
  return TRUE;
}

int
prof_command_tree (int argc, char **argv)
{
  g_auto (ProfCliSelection) selection = { NULL };
  g_auto (ProfCliView) view = { NULL };
  g_auto (ProfTextWriter) writer = { NULL };
  g_autoptr (ProfCallTree) tree = NULL;
  g_autoptr (ProfQuery) query = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *description = NULL;
  g_autofree GOptionEntry *more = prof_cli_selection_get_entries (&selection);
  gboolean inverted = FALSE;
  gint depth = G_MAXINT;
  double min_percent = 0.5;
  const GOptionEntry entries[] = {
    { "inverted", 0, 0, G_OPTION_ARG_NONE, &inverted,
      N_ ("Begin with the innermost functions; below are their callers"), NULL },
    { "depth", 0, 0, G_OPTION_ARG_INT, &depth, N_ ("Show so many levels"), N_ ("N") },
    { "min", 0, 0, G_OPTION_ARG_DOUBLE, &min_percent,
      N_ ("Leave out what has less than this share; default: 0.5"), N_ ("PERCENT") },
    { NULL },
  };
  int status;

  prof_cli_stdout_init (&writer);
  if (!prof_cli_parse (&argc, &argv, entries, more, _ ("FILE"),
                       _ ("The call tree: who called whom, with the share of each."), 1, &status))
    return status;
  if (depth < 0)
    return prof_cli_usage ("tree", _ ("--depth takes a number that is not negative"));
  if (!isfinite (min_percent) || min_percent < 0 || min_percent > 100)
    return prof_cli_usage ("tree", _ ("--min takes a percentage from 0 to 100"));
  if (!prof_cli_view_open (&view, argv[1], "tree", &selection, &status))
    return status;

  query = prof_query_copy (view.query);
  query->inverted = inverted;
  prof_query_unref (view.query);
  view.query = g_steal_pointer (&query);
  tree = prof_cli_view_get_tree (&view);
  description = prof_cli_view_describe (&view, tree);
  g_string_append_printf (writer.text, "%s\n\n", description);
  append_column (writer.text, _ ("TOTAL"), 8);
  append_column (writer.text, _ ("SELF"), 9);
  append_column (writer.text, "", 11);
  g_string_append_printf (writer.text, "  %s\n", _ ("FUNCTION"));
  if (!append_tree (&writer, &view, tree, depth, min_percent / 100, &error))
    return prof_cli_fail (error);
  return prof_cli_stdout_finish (&writer);
}
