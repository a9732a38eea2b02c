/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/format-value.h"
#include "analysis/functions.h"
#include "cli/command.h"
#include "cli/selection.h"

#define DEFAULT_ROWS 30

static double
share_of (guint64 part, guint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

static void
append_csv (GString *text, ProfCliView *view, const ProfCallTree *tree, const GArray *functions,
            guint n)
{
  g_string_append (text, "function,module,type,file,line,self,total,self_share,total_share\r\n");
  for (guint i = 0; i < n; i++)
    {
      const ProfFunctionTotal *total = &g_array_index (functions, ProfFunctionTotal, i);
      const ProfFunctionRow *row = &view->snapshot->functions[total->function];

      prof_append_csv (text, prof_snapshot_string (view->snapshot, row->name));
      g_string_append_c (text, ',');
      prof_append_csv (text, prof_snapshot_string (view->snapshot, row->module));
      g_string_append_printf (text, ",%s,", prof_frame_kind_to_string (row->kind));
      prof_append_csv (text, prof_snapshot_string (view->snapshot, row->file));
      g_string_append_c (text, ',');
      if (row->line > 0)
        prof_append_uint (text, row->line);
      g_string_append_c (text, ',');
      prof_append_uint (text, total->self);
      g_string_append_c (text, ',');
      prof_append_uint (text, total->total);
      g_string_append_c (text, ',');
      prof_append_double (text, share_of (total->self, tree->total[0]));
      g_string_append_c (text, ',');
      prof_append_double (text, share_of (total->total, tree->total[0]));
      g_string_append (text, "\r\n");
    }
}

/* printf pads by bytes; numbers may hold characters of more than one. */
static void
append_right (GString *text, const char *value, glong width)
{
  for (glong n = g_utf8_strlen (value, -1); n < width; n++)
    g_string_append_c (text, ' ');
  g_string_append (text, value);
}

static void
append_table (GString *text, ProfCliView *view, const ProfCallTree *tree, const GArray *functions,
              guint n)
{
  g_autofree char *description = prof_cli_view_describe (view, tree);

  g_string_append_printf (text, "%s\n\n", description);
  append_right (text, _ ("SELF"), 20);
  append_right (text, _ ("TOTAL"), 22);
  g_string_append_printf (text, "  %-9s %s\n", _ ("TYPE"), _ ("FUNCTION"));
  for (guint i = 0; i < n; i++)
    {
      const ProfFunctionTotal *total = &g_array_index (functions, ProfFunctionTotal, i);
      const ProfFunctionRow *row = &view->snapshot->functions[total->function];
      g_autofree char *self = prof_format_weight (total->self, view->unit);
      g_autofree char *all = prof_format_weight (total->total, view->unit);
      g_autofree char *self_share = prof_format_share (share_of (total->self, tree->total[0]));
      g_autofree char *all_share = prof_format_share (share_of (total->total, tree->total[0]));
      const char *module = prof_snapshot_string (view->snapshot, row->module);

      append_right (text, self_share, 8);
      append_right (text, self, 12);
      append_right (text, all_share, 10);
      append_right (text, all, 12);
      g_string_append_printf (text, "  %-9s %s", prof_frame_kind_to_string (row->kind),
                              prof_snapshot_string (view->snapshot, row->name));
      if (*module != '\0')
        g_string_append_printf (text, "  (%s)", module);
      g_string_append_c (text, '\n');
    }
  if (n < functions->len)
    g_string_append_printf (
        text,
        ngettext ("… and %u more function\n", "… and %u more functions\n", functions->len - n),
        functions->len - n);
}

int
prof_command_top (int argc, char **argv)
{
  g_auto (ProfCliSelection) selection = { NULL };
  g_auto (ProfCliView) view = { NULL };
  g_auto (ProfTextWriter) writer = { NULL };
  g_autoptr (ProfCallTree) tree = NULL;
  g_autoptr (GArray) functions = NULL;
  g_autofree GOptionEntry *more = prof_cli_selection_get_entries (&selection);
  gboolean csv = FALSE;
  gint n_rows = -1;
  const GOptionEntry entries[] = {
    { "csv", 0, 0, G_OPTION_ARG_NONE, &csv, N_ ("Write CSV with all columns"), NULL },
    { "number", 'n', 0, G_OPTION_ARG_INT, &n_rows,
      N_ ("Show so many functions; default: 30, with --csv all"), N_ ("N") },
    { NULL },
  };
  int status;
  guint n;

  prof_cli_stdout_init (&writer);
  if (!prof_cli_parse (&argc, &argv, entries, more, _ ("FILE"),
                       _ ("The functions that most time was spent in."), 1, &status))
    return status;
  if (n_rows < -1)
    return prof_cli_usage ("top", _ ("-n takes a number that is not negative"));
  if (!prof_cli_view_open (&view, argv[1], "top", &selection, &status))
    return status;

  tree = prof_cli_view_get_tree (&view);
  functions = prof_functions_from_tree (tree);
  n = n_rows >= 0 ? (guint) n_rows : csv ? functions->len : DEFAULT_ROWS;
  n = MIN (n, functions->len);
  if (csv)
    append_csv (writer.text, &view, tree, functions, n);
  else
    append_table (writer.text, &view, tree, functions, n);
  return prof_cli_stdout_finish (&writer);
}
