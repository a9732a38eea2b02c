/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Shows the About window over @parent (nullable). */
void prof_about_present (GtkWindow *parent);

/* (transfer full): what a bug report needs to know about this machine, in lines. */
char *prof_about_get_debug_info (void);

G_END_DECLS
