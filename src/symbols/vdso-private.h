/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A copy of the vdso that the kernel mapped into this process (transfer full) (nullable). */
char *prof_vdso_copy (gsize *size);

G_END_DECLS
