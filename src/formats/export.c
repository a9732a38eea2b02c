/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/export.h"

#include <string.h>
#include <unistd.h>

#include <gio/gunixoutputstream.h>

#include "formats/export-private.h"
#include "formats/export-svg-private.h"
#include "formats/save-file.h"

G_DEFINE_QUARK (prof_export_error_quark, prof_export_error)

static const char *const format_names[] = { "capture", "folded", "csv", "json", "svg", NULL };

static const ProfExportFunc format_funcs[] = {
  prof_export_capture, prof_export_folded, prof_export_csv, prof_export_json, prof_export_svg,
};

G_STATIC_ASSERT (G_N_ELEMENTS (format_names) == G_N_ELEMENTS (format_funcs) + 1);

const char *const *
prof_export_get_formats (void)
{
  return format_names;
}

static ProfExportFunc
find_format (const char *format, GError **error)
{
  g_autofree char *known = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (format_funcs); i++)
    if (strcmp (format, format_names[i]) == 0)
      return format_funcs[i];
  known = g_strjoinv (", ", (GStrv) format_names);
  g_set_error (error, PROF_EXPORT_ERROR, PROF_EXPORT_ERROR_UNKNOWN_FORMAT,
               "“%s” is no format that can be written: %s", format, known);
  return NULL;
}

gboolean
prof_export (ProfSnapshot *snapshot, const ProfQuery *query, const char *format, GOutputStream *out,
             GCancellable *cancellable, GError **error)
{
  ProfExportFunc func = find_format (format, error);

  return func != NULL && func (snapshot, query, out, cancellable, error);
}

gboolean
prof_export_file (ProfSnapshot *snapshot, const ProfQuery *query, const char *format,
                  const char *path, GCancellable *cancellable, GError **error)
{
  ProfExportFunc func = find_format (format, error);
  gboolean to_stdout = strcmp (path, "-") == 0;
  g_autoptr (ProfSaveFile) file = NULL;
  g_autoptr (GOutputStream) out = NULL;
  g_autofree char *name = NULL;

  if (func == NULL)
    return FALSE;
  if (!to_stdout)
    {
      file = prof_save_file_new (path, error);
      if (file == NULL)
        return FALSE;
    }
  name = to_stdout ? g_strdup ("standard output") : g_filename_display_name (path);
  out = g_unix_output_stream_new (to_stdout ? STDOUT_FILENO : prof_save_file_get_fd (file), FALSE);
  if (!func (snapshot, query, out, cancellable, error))
    {
      if (error != NULL && (*error)->domain == G_IO_ERROR &&
          !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_prefix_error (error, "Cannot write “%s”: ", name);
      return FALSE;
    }
  return to_stdout || prof_save_file_commit (file, error);
}

gboolean
prof_export_view_init (ProfExportView *self, ProfSnapshot *snapshot, const ProfQuery *query,
                       ProfGrouping grouping, GError **error)
{
  g_autoptr (ProfQuery) upright = prof_query_copy (query);
  g_autoptr (ProfRangeTotals) totals = NULL;
  g_autoptr (GError) refused = NULL;

  memset (self, 0, sizeof *self);
  upright->inverted = FALSE;
  upright->grouping = grouping;
  self->filter = prof_filter_new (snapshot, upright, &refused);
  if (self->filter == NULL)
    {
      g_set_error_literal (error, PROF_EXPORT_ERROR, PROF_EXPORT_ERROR_SELECTION, refused->message);
      return FALSE;
    }
  self->snapshot = prof_snapshot_ref (snapshot);
  prof_query_get_range (upright, snapshot, &self->start, &self->end);
  self->tree = prof_call_tree_new (snapshot, self->filter, upright);
  totals = prof_range_totals_new ();
  prof_range_totals_update (totals, snapshot, self->start, self->end);
  prof_call_tree_set_totals (self->tree, totals);
  return TRUE;
}

void
prof_export_view_clear (ProfExportView *self)
{
  g_clear_pointer (&self->filter, prof_filter_unref);
  g_clear_pointer (&self->tree, prof_call_tree_unref);
  g_clear_pointer (&self->snapshot, prof_snapshot_unref);
}
