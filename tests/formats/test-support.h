/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/import.h"
#include "profile/profile.h"

G_BEGIN_DECLS

/* (transfer full): a folder for a test's files; removed with all in it by test_folder_free(). */
char *test_folder_new (void);
void test_folder_free (char *folder);

/* A profile filled with random rows of every table and random samples, given to @sink in several
 * batches. Times grow from batch to batch, so that what is read from the first part of a file holds
 * the first samples. */
void test_random_profile_send (guint32 seed, guint n_batches, ProfBatchFunc sink, gpointer data);

/* (transfer full): what prof_import_file() made of @path; %NULL with @error. @format: (nullable). */
ProfSnapshot *test_import (const char *path, const char **format, GError **error);

/* All tables and samples equal, whatever the blocks. */
void test_assert_same (const ProfSnapshot *a, const ProfSnapshot *b);
/* The samples of @part, in words of names, are the first samples of @whole. */
void test_assert_prefix (const ProfSnapshot *part, const ProfSnapshot *whole);
guint64 test_get_weight (const ProfSnapshot *snapshot, guint32 event);

/* One sentence: not empty, one line. */
void test_assert_sentence (const char *text);

/* (nullable): a file of the sample collection; skips the test and gives %NULL where it is absent. */
char *test_sample_path (const char *name);

G_END_DECLS
