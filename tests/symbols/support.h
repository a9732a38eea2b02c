/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbols/resolver.h"

G_BEGIN_DECLS

/* Where the tests map files to. */
#define BASE 0x7f1200000000ull

/* A resolver over one process into which one file is mapped as the kernel does. */
typedef struct {
  ProfBuilder *builder;
  ProfModules *modules;
  ProfResolver *resolver;
  ProfAddressSpace *space;
  ProfModule *module;
  GArray *segments; /* ProfElfSegment, of the mapped file */
} Scene;

/* @path as it is on disk; the process sees it as @shown_path. */
Scene *scene_new (const char *path, const char *shown_path);
void scene_free (Scene *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Scene, scene_free)

/* From an address of the file to one of the process. */
guint64 scene_address (const Scene *self, guint64 file_address);

/* Frames of a file address: "name" or, with @lines, "name file-base-name:line", inlined ones marked by
 * "(inlined)", joined by " < ", innermost first (transfer full). */
char *scene_resolve (Scene *self, guint64 file_address, gboolean is_return, gboolean lines);
const ProfFunctionRow *scene_function (Scene *self, guint64 file_address);
const char *scene_string (const Scene *self, guint32 id);

/* Runs a command that must succeed; its output (transfer full). */
char *run (const char *first, ...) G_GNUC_NULL_TERMINATED;
void remove_folder (const char *path);

/* A line of nm -S. */
typedef struct {
  guint64 start;
  guint64 size; /* 0: none */
  char type;
  char *name;
} NmSymbol;

/* (element-type NmSymbol) (transfer full): the code symbols of the file. */
GArray *read_nm (const char *path, gboolean dynamic);

/* Names of the innermost sized symbols around @address (element-type utf8) (transfer container). */
GPtrArray *nm_names_at (GArray *symbols, guint64 address);

/* Start and end of the file's section. */
gboolean find_section (const char *path, const char *name, guint64 *start, guint64 *end);

/* The hexadecimal build-id. */
char *read_build_id (const char *path);

G_END_DECLS
