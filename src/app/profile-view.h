/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "analysis/selection.h"
#include "app/analyzer.h"
#include "app/document.h"

G_BEGIN_DECLS

/**
 * ProfProfileView:
 *
 * All that shows one document: the sidebar, the heat map, the views below it and the status bar. It
 * owns the document's selection and analyzer, to which its parts bind.
 *
 * Properties: "view" (name of the view below the heat map), "show-sidebar", "search-active",
 * "narrow" (the window is too narrow for the view switcher in the header bar).
 */
#define PROF_TYPE_PROFILE_VIEW (prof_profile_view_get_type ())
G_DECLARE_FINAL_TYPE (ProfProfileView, prof_profile_view, PROF, PROFILE_VIEW, AdwBin)

ProfProfileView *prof_profile_view_new (ProfDocument *document, GSettings *settings);

/* (transfer none) */
AdwViewStack *prof_profile_view_get_stack (ProfProfileView *self);
ProfSelection *prof_profile_view_get_selection (ProfProfileView *self);
ProfAnalyzer *prof_profile_view_get_analyzer (ProfProfileView *self);

/* "flame", "tree" or "functions"; others are ignored. */
void prof_profile_view_set_view (ProfProfileView *self, const char *name);
const char *prof_profile_view_get_view (ProfProfileView *self);

G_END_DECLS
