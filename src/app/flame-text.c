/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prof-config.h"

#include "app/flame-graph-private.h"

#include <glib/gi18n.h>

#include "analysis/format-value.h"

static const char *
describe_kind (const ProfCallTree *tree, guint32 node)
{
  switch (tree->type[node])
    {
    case PROF_NODE_ROOT:
      return _ ("everything");
    case PROF_NODE_PROCESS:
      return _ ("process");
    case PROF_NODE_THREAD:
      return _ ("thread");
    default:
      break;
    }

  switch ((ProfFrameKind) tree->kind[node])
    {
    case PROF_FRAME_NATIVE:
      return _ ("native");
    case PROF_FRAME_KERNEL:
      return _ ("kernel");
    case PROF_FRAME_PYTHON:
      return _ ("Python");
    case PROF_FRAME_JIT:
      return _ ("JIT");
    case PROF_FRAME_INLINED:
      return _ ("inlined");
    case PROF_FRAME_TRUNCATED:
      return _ ("truncated");
    case PROF_FRAME_UNKNOWN:
    default:
      return _ ("unknown");
    }
}

static char *
format_samples (guint64 count)
{
  g_autofree char *number = prof_format_count (count);

  return g_strdup_printf (ngettext ("%s sample", "%s samples", count), number);
}

static gboolean
counts_samples (ProfFlameGraph *self)
{
  return self->unit == NULL || *self->unit == '\0' || g_str_equal (self->unit, "samples");
}

static char *
format_amount (ProfFlameGraph *self, guint64 weight, guint64 count)
{
  g_autofree char *samples = format_samples (count);
  g_autofree char *amount = NULL;

  if (counts_samples (self))
    return g_steal_pointer (&samples);

  amount = prof_format_weight (weight, self->unit);
  return g_strdup_printf ("%s (%s)", amount, samples);
}

static double
share_of (guint64 part, guint64 whole)
{
  return whole > 0 ? (double) part / whole : 0;
}

char *
prof_flame_graph_format_total (ProfFlameGraph *self, guint32 node)
{
  const ProfCallTree *tree = self->layout->tree;

  return counts_samples (self) ? format_samples (tree->total_count[node])
                               : prof_format_weight (tree->total[node], self->unit);
}

char *
prof_flame_graph_describe (ProfFlameGraph *self, guint32 node)
{
  const ProfCallTree *tree = self->layout->tree;
  g_autofree char *name = prof_call_tree_get_name (tree, node);
  g_autofree char *share = prof_format_share (share_of (tree->total[node], self->layout->total));
  g_autofree char *samples = format_samples (tree->total_count[node]);

  /* Translators: function name, its stack type, share, number of samples */
  return g_strdup_printf (_ ("%s, %s, %s of selection, %s"), name, describe_kind (tree, node),
                          share, samples);
}

static void
append_escaped (GString *markup, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (markup, escaped);
}

/* "Total: 5,300 samples, 42.7 % of selection" */
static void
append_amount (ProfFlameGraph *self, GString *markup, const char *heading, guint64 weight,
               guint64 count)
{
  g_autofree char *amount = format_amount (self, weight, count);
  g_autofree char *share = prof_format_share (share_of (weight, self->layout->total));
  /* Translators: "Total" or "Self", number of samples, share */
  g_autofree char *line = g_strdup_printf (_ ("%s: %s, %s of selection"), heading, amount, share);

  g_string_append_c (markup, '\n');
  append_escaped (markup, line);
}

char *
prof_flame_graph_tooltip (ProfFlameGraph *self, guint32 node)
{
  const ProfCallTree *tree = self->layout->tree;
  const ProfFunctionRow *function = prof_call_tree_get_function (tree, node);
  double window = self->to_right - self->to_left;
  g_autofree char *name = prof_call_tree_get_name (tree, node);
  GString *markup = g_string_new ("<b>");

  append_escaped (markup, name);
  g_string_append (markup, "</b>\n");
  append_escaped (markup, describe_kind (tree, node));
  if (function != NULL)
    {
      const char *module = prof_snapshot_string (tree->snapshot, function->module);
      const char *file = prof_snapshot_string (tree->snapshot, function->file);

      if (*module)
        {
          g_string_append (markup, " · ");
          append_escaped (markup, module);
        }
      if (*file)
        {
          g_string_append_c (markup, '\n');
          append_escaped (markup, file);
          if (function->line > 0)
            g_string_append_printf (markup, ":%u", function->line);
        }
    }

  append_amount (self, markup, _ ("Total"), tree->total[node], tree->total_count[node]);
  if (window > 0 && window < self->layout->total && tree->total[node] <= window)
    {
      g_autofree char *view = prof_format_share (tree->total[node] / window);
      g_autofree char *text = g_strdup_printf (_ (", %s of view"), view);

      append_escaped (markup, text);
    }
  append_amount (self, markup, _ ("Self"), tree->self[node], tree->self_count[node]);

  return g_string_free (markup, FALSE);
}

char *
prof_flame_graph_stack_text (ProfFlameGraph *self, guint32 node)
{
  const ProfCallTree *tree = self->layout->tree;
  GString *text = g_string_new (NULL);

  while (node != 0)
    {
      g_autofree char *name = prof_call_tree_get_name (tree, node);

      g_string_append (text, name);
      g_string_append_c (text, '\n');
      node = tree->parent[node];
    }

  return g_string_free (text, FALSE);
}
