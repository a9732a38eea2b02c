/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* What the window shows when nothing is open: the ways to begin. Its rows activate actions of the
 * window; recent and interrupted captures are opened by win.open-path(path). */
#define PROF_TYPE_START_PAGE (prof_start_page_get_type ())
G_DECLARE_FINAL_TYPE (ProfStartPage, prof_start_page, PROF, START_PAGE, AdwBin)

/* Looks again for recent and interrupted captures. */
void prof_start_page_refresh (ProfStartPage *self);

/* Puts @path at the top of the recent captures, which the desktop shares. */
void prof_start_page_add_recent (const char *path);

G_END_DECLS
