/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ProfSymbolTable:
 *
 * Address ranges with names, searched by address. Add all, finish once, then find.
 *
 * A symbol with a size covers exactly that; where sized symbols nest, the innermost wins. A symbol
 * without size (hand-written assembly) covers what no sized symbol does, up to the next symbol of
 * any kind or its limit. Of several names at one address the most public one stays.
 */
typedef struct _ProfSymbolTable ProfSymbolTable;

typedef struct {
  guint64 start;
  guint64 end;      /* exclusive */
  const char *name; /* as added */
  guint32 tag;      /* the adder's */
  guint32 rank;     /* of equal addresses the smallest stays */
} ProfSymbol;

ProfSymbolTable *prof_symbol_table_new (void);
void prof_symbol_table_free (ProfSymbolTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProfSymbolTable, prof_symbol_table_free)

/* @size 0: not known, then @limit is where it ends at the latest. @name must outlive the table; see
 * prof_symbol_table_copy_name(). */
void prof_symbol_table_add (ProfSymbolTable *self, guint64 start, guint64 size, guint64 limit,
                            const char *name, guint32 tag, guint32 rank);
/* A copy of @name (@length bytes) that lives as long as the table. */
const char *prof_symbol_table_copy_name (ProfSymbolTable *self, const char *name, gsize length);
void prof_symbol_table_finish (ProfSymbolTable *self);

/* (transfer none) (nullable) */
const ProfSymbol *prof_symbol_table_find (const ProfSymbolTable *self, guint64 address);
guint prof_symbol_table_get_n (const ProfSymbolTable *self);

/* Which of two names of equal rank a person should see. */
gboolean prof_symbol_name_is_better (const char *one, const char *other);

G_END_DECLS
