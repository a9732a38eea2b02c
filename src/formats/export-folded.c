/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folded stacks, as flamegraph.pl and many others read: "root;…;leaf weight", a line a stack. */

#include "formats/export-private.h"
#include "formats/text-writer.h"

/* A ';' would be read as two frames, a line end as two stacks. */
static void
append_frame (GString *line, const char *name)
{
  for (const char *c = name; *c != '\0'; c++)
    g_string_append_c (line, *c == ';' ? ':' : *c == '\n' || *c == '\r' ? ' ' : *c);
}

gboolean
prof_export_folded (ProfSnapshot *snapshot, const ProfQuery *query, GOutputStream *out,
                    GCancellable *cancellable, GError **error)
{
  g_auto (ProfExportView) view = { NULL };
  g_auto (ProfTextWriter) writer = { NULL };
  g_autoptr (GString) stack = g_string_new (NULL);
  g_autofree gsize *lengths = NULL;
  const ProfCallTree *tree;

  prof_text_writer_init (&writer, out, cancellable);
  if (!prof_export_view_init (&view, snapshot, query, query->grouping, error))
    return FALSE;
  tree = view.tree;

  /* Depth first, a parent's text is always there: only its length by depth is kept. */
  lengths = g_new0 (gsize, tree->max_depth + 2);
  for (guint32 node = 0; node < tree->n_nodes;)
    {
      guint depth = tree->depth[node];

      if (tree->total[node] == 0)
        {
          node = tree->end[node];
          continue;
        }
      if (node > 0)
        {
          g_autofree char *name = prof_call_tree_get_name (tree, node);

          g_string_truncate (stack, lengths[depth - 1]);
          if (stack->len > 0)
            g_string_append_c (stack, ';');
          append_frame (stack, name);
          lengths[depth] = stack->len;
        }
      if (tree->self[node] > 0)
        {
          /* All frames may be hidden; the weight is not. */
          g_string_append_len (writer.text, stack->len > 0 ? stack->str : "[no frames]",
                               stack->len > 0 ? (gssize) stack->len : -1);
          g_string_append_c (writer.text, ' ');
          prof_append_uint (writer.text, tree->self[node]);
          g_string_append_c (writer.text, '\n');
          if (!prof_text_writer_step (&writer, error))
            return FALSE;
        }
      node++;
    }
  return prof_text_writer_finish (&writer, error);
}
