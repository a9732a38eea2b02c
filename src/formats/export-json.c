/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The call tree as JSON, { "name", "value", "children" } as d3-flame-graph reads: under a root
 * "all", children heaviest first. "value" is the total weight, callees included.
 */

#include "formats/export-private.h"
#include "formats/text-writer.h"

/* A node whose children are being written. */
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
open_node (GString *text, const ProfCallTree *tree, guint32 node, GArray *levels)
{
  g_autofree char *name = prof_call_tree_get_name (tree, node);
  Level level = { prof_call_tree_get_children_by_weight (tree, node), 0 };

  g_string_append (text, "{\"name\":");
  prof_append_json (text, name);
  g_string_append (text, ",\"value\":");
  prof_append_uint (text, tree->total[node]);
  g_string_append (text, ",\"children\":[");
  g_array_append_val (levels, level);
}

gboolean
prof_export_json (ProfSnapshot *snapshot, const ProfQuery *query, GOutputStream *out,
                  GCancellable *cancellable, GError **error)
{
  g_auto (ProfExportView) view = { NULL };
  g_auto (ProfTextWriter) writer = { NULL };
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (Level));

  g_array_set_clear_func (levels, clear_level);
  prof_text_writer_init (&writer, out, cancellable);
  if (!prof_export_view_init (&view, snapshot, query, query->grouping, error))
    return FALSE;

  open_node (writer.text, view.tree, 0, levels);
  while (levels->len > 0)
    {
      Level *level = &g_array_index (levels, Level, levels->len - 1);

      if (level->next >= level->children->len)
        {
          g_string_append (writer.text, "]}");
          g_array_set_size (levels, levels->len - 1);
        }
      else
        {
          guint32 child = g_array_index (level->children, guint32, level->next);

          if (level->next++ > 0)
            g_string_append_c (writer.text, ',');
          open_node (writer.text, view.tree, child, levels);
        }
      if (!prof_text_writer_step (&writer, error))
        return FALSE;
    }
  g_string_append_c (writer.text, '\n');
  return prof_text_writer_finish (&writer, error);
}
