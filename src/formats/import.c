/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import.h"

#include <string.h>

#include "formats/capture-format-private.h"
#include "formats/input-private.h"
#include "formats/recognize-private.h"
#include "profile/profile.h"

G_DEFINE_QUARK (prof_import_error_quark, prof_import_error)

/* Those with a magic number. The folded format has none: it is asked when nothing else is
 * recognized. */
static const ProfImporter *const importers[] = {
  &prof_capture_importer,
  &prof_perf_data_importer,
};

/* Stands between an importer and the sink: every format can be cancelled at each batch, and a last
 * batch can be added behind those of the importer. */
typedef struct {
  ProfBatchFunc sink;
  gpointer sink_data;
  GCancellable *cancellable;
  guint32 next[PROF_N_TABLES];
} Gate;

static gboolean
pass (ProfBatch *batch, gpointer data, GError **error)
{
  Gate *gate = data;

  if (g_cancellable_set_error_if_cancelled (gate->cancellable, error))
    {
      prof_batch_free (batch);
      return FALSE;
    }
  prof_batch_advance (batch, gate->next);
  return gate->sink (batch, gate->sink_data, error);
}

static const ProfImporter *
find_importer (const ProfInput *input, const char **seems)
{
  for (guint i = 0; i < G_N_ELEMENTS (importers); i++)
    if (importers[i]->probe (input->bytes, input->length))
      return importers[i];
  *seems = prof_recognize (input->bytes, input->length);
  if (*seems == NULL && prof_folded_importer.probe (input->bytes, input->length))
    return &prof_folded_importer;
  return NULL;
}

static gboolean
import (const char *path, ProfLoadedInput *loaded, const ProfImportOptions *options, Gate *gate,
        const char **format, GError **error)
{
  const ProfImporter *importer;
  const char *seems = NULL;

  if (!prof_loaded_input_load (loaded, path, gate->cancellable, error))
    return FALSE;
  importer = find_importer (&loaded->input, &seems);
  if (importer == NULL)
    {
      if (seems == NULL)
        seems = prof_describe_content (loaded->input.bytes, loaded->input.length);
      g_set_error (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_UNKNOWN_FORMAT,
                   "it seems to be %s, which this version does not read", seems);
      return FALSE;
    }
  if (format != NULL)
    *format = importer->name;
  if (!importer->read (&loaded->input, options, pass, gate, gate->cancellable, error))
    return FALSE;
  if (loaded->warning == NULL)
    return TRUE;
  return pass (prof_warning_batch (gate->next, 1, loaded->warning, NULL), gate, error);
}

gboolean
prof_import_file (const char *path, const ProfImportOptions *options, ProfBatchFunc sink,
                  gpointer sink_data, GCancellable *cancellable, const char **format,
                  GError **error)
{
  static const ProfImportOptions defaults;
  g_autoptr (GError) problem = NULL;
  ProfLoadedInput loaded;
  Gate gate = { sink, sink_data, cancellable };
  gboolean done;

  /* String 0 and stack 0 are there before any batch. */
  gate.next[PROF_TABLE_STRINGS] = 1;
  gate.next[PROF_TABLE_STACKS] = 1;
  done = import (path, &loaded, options != NULL ? options : &defaults, &gate, format, &problem);
  if (!done)
    {
      if (problem->domain == PROF_IMPORT_ERROR || problem->domain == PROF_PROFILE_ERROR)
        g_prefix_error (&problem, "Cannot read “%s”: ", loaded.display_name);
      g_propagate_error (error, g_steal_pointer (&problem));
    }
  prof_loaded_input_clear (&loaded);
  return done;
}
