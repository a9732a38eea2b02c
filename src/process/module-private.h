/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "process/module.h"
#include "process/search-index-private.h"

G_BEGIN_DECLS

typedef struct {
  char *path;
  ProfSearchIndex *index;
} ProfSearchDir;

struct _ProfModules {
  GPtrArray *modules; /* ProfModule, by id */
  GHashTable *table;  /* set of ProfModule, by what identifies them */
  GPtrArray *dirs;    /* ProfSearchDir */
  gboolean live;
};

G_END_DECLS
