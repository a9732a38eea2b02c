/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/query.h"

G_BEGIN_DECLS

/* The drawing's measures, in px. */
#define PROF_SVG_WIDTH 1400.0
#define PROF_SVG_MARGIN 16.0
#define PROF_SVG_TOP 64.0
#define PROF_SVG_ROW 22.0

/* Neighbours that are narrower are drawn as one box: what the eye cannot tell apart would only
 * make the file large. */
#define PROF_SVG_MIN_BOX 0.3

/**
 * prof_export_svg:
 *
 * Writes the flame graph of what @query selects as an SVG image without scripts: a box a node of
 * the call tree, as wide as its weight, callees below their caller, coloured by stack type; a
 * pointer over a box shows its numbers.
 */
gboolean prof_export_svg (ProfSnapshot *snapshot, const ProfQuery *query, GOutputStream *out,
                          GCancellable *cancellable, GError **error);

G_END_DECLS
