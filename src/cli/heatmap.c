/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <glib/gi18n.h>

#include "analysis/heatmap.h"
#include "cli/command.h"
#include "cli/selection.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Seconds with the decimals that are needed: what --from takes. */
static void
append_seconds (GString *text, gint64 ns)
{
  guint64 value = ns < 0 ? -(guint64) ns : (guint64) ns;
  guint64 fraction = value % NS_PER_S;

  if (ns < 0)
    g_string_append_c (text, '-');
  prof_append_uint (text, value / NS_PER_S);
  if (fraction == 0)
    return;
  g_string_append_printf (text, ".%09" G_GUINT64_FORMAT, fraction);
  while (text->str[text->len - 1] == '0')
    g_string_truncate (text, text->len - 1);
}

static gint64
floor_to (gint64 time, gint64 step)
{
  gint64 rest = time % step;

  return time - (rest < 0 ? rest + step : rest);
}

static gboolean
append_cells (ProfTextWriter *writer, const ProfHeatmap *map, GError **error)
{
  g_string_append (writer->text, "column_start,row,samples,weight\r\n");
  for (guint column = 0; column < map->n_columns; column++)
    for (guint row = 0; row < map->n_rows; row++)
      {
        gsize cell = (gsize) column * map->n_rows + row;

        append_seconds (writer->text, map->origin_ns + column * map->column_ns);
        g_string_append_c (writer->text, ',');
        prof_append_uint (writer->text, row);
        g_string_append_c (writer->text, ',');
        prof_append_uint (writer->text, map->counts[cell]);
        g_string_append_c (writer->text, ',');
        prof_append_uint (writer->text, map->weights[cell]);
        g_string_append (writer->text, "\r\n");
        if (!prof_text_writer_step (writer, error))
          return FALSE;
      }
  return TRUE;
}

int
prof_command_heatmap (int argc, char **argv)
{
  g_auto (ProfCliSelection) selection = { NULL };
  g_auto (ProfCliView) view = { NULL };
  g_auto (ProfTextWriter) writer = { NULL };
  g_autoptr (ProfHeatmap) map = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree GOptionEntry *more = prof_cli_selection_get_entries (&selection);
  double column_s = 1;
  gint n_rows = 50;
  const GOptionEntry entries[] = {
    { "column", 0, 0, G_OPTION_ARG_DOUBLE, &column_s, N_ ("Length of a column; default: 1"),
      N_ ("SECONDS") },
    { "rows", 0, 0, G_OPTION_ARG_INT, &n_rows, N_ ("Rows of a column; default: 50"), N_ ("N") },
    { NULL },
  };
  gint64 column_ns, origin;
  int status;

  prof_cli_stdout_init (&writer);
  if (!prof_cli_parse (&argc, &argv, entries, more, _ ("FILE"),
                       _ ("Samples over time as CSV: column_start (seconds), row (0 is the "
                          "earliest part of the column), samples, weight."),
                       1, &status))
    return status;
  if (!isfinite (column_s) || column_s < 1e-6 || column_s > 1e9)
    return prof_cli_usage ("heatmap", _ ("--column takes seconds, from 0.000001 on"));
  if (n_rows < 1 || n_rows > PROF_HEATMAP_MAX_CELLS)
    return prof_cli_usage ("heatmap", _ ("--rows takes a number from 1 on"));
  if (!prof_cli_view_open (&view, argv[1], "heatmap", &selection, &status))
    return status;

  column_ns = llround (column_s * NS_PER_S);
  origin = floor_to (view.start, column_ns);
  if ((double) (view.end - origin) / column_ns * n_rows > PROF_HEATMAP_MAX_CELLS)
    return prof_cli_usage ("heatmap", _ ("this time range has too many cells: take a longer "
                                         "--column or fewer --rows"));
  map = prof_heatmap_new (origin, column_ns, n_rows);
  prof_heatmap_fill (map, view.snapshot, view.filter, view.start, view.end);
  if (!append_cells (&writer, map, &error))
    return prof_cli_fail (error);
  return prof_cli_stdout_finish (&writer);
}
