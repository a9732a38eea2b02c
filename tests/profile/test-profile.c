/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/builder.h"
#include "profile/profile.h"

/* A small profile with a row in every table. */
static ProfBuilder *
make_builder (void)
{
  ProfBuilder *builder = prof_builder_new ();
  ProfProcessRow process = { .pid = 10, .ppid = 1, .name = prof_builder_string (builder, "p", -1) };
  ProfThreadRow thread = { .tid = 11, .name = prof_builder_string (builder, "t", -1) };
  ProfFunctionRow function = { .name = prof_builder_string (builder, "f", -1) };
  ProfMarkerRow marker = { .kind = PROF_MARKER_LOST, .value = 3, .process = PROF_NO_ID };
  ProfMappingRow mapping = { .start = 0x1000, .size = 0x1000 };
  guint32 event = prof_builder_event (builder, "cpu-clock", "ns");
  guint32 stack;

  thread.process = prof_builder_process (builder, &process);
  stack = prof_builder_stack (
      builder, 0, prof_builder_frame (builder, prof_builder_function (builder, &function), 4));
  prof_builder_sample (
      builder, 5,
      prof_builder_origin (builder, prof_builder_thread (builder, &thread), stack, event), 100);
  mapping.path = prof_builder_string (builder, "/bin/p", -1);
  prof_builder_mapping (builder, &mapping);
  prof_builder_marker (builder, &marker);
  prof_builder_warning (builder, 2, "something", NULL);
  prof_builder_meta (builder, PROF_META_START_WALL, "12345");
  return builder;
}

static void
check_profile (ProfSnapshot *s)
{
  g_assert_cmpuint (s->n_samples, ==, 1);
  g_assert_cmpint (s->first_time, ==, 5);
  g_assert_cmpint (s->end_time, ==, 6);
  g_assert_cmpuint (s->n_stacks, ==, 2);
  g_assert_cmpuint (s->stacks[1].parent, ==, 0);
  g_assert_cmpstr (prof_snapshot_string (s, prof_snapshot_frame_function (s, 0)->name), ==, "f");
  g_assert_cmpstr (prof_snapshot_string (s, s->processes[0].name), ==, "p");
  g_assert_cmpstr (prof_snapshot_string (s, s->threads[0].name), ==, "t");
  g_assert_cmpstr (prof_snapshot_string (s, s->events[0].unit), ==, "ns");
  g_assert_cmpstr (prof_snapshot_string (s, s->mappings[0].path), ==, "/bin/p");
  g_assert_cmpuint (s->markers[0].value, ==, 3);
  g_assert_cmpuint (s->warnings[0].count, ==, 2);
  g_assert_cmpint (prof_snapshot_get_start_wall (s), ==, 12345);
  g_assert_null (prof_snapshot_get_meta (s, "no such key"));
}

static void
test_apply (void)
{
  g_autoptr (ProfBuilder) builder = make_builder ();
  g_autoptr (ProfBatch) batch = prof_builder_take_batch (builder);
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfProfile) copy = prof_profile_new ();
  g_autoptr (ProfSnapshot) snapshot = NULL;
  g_autoptr (ProfSnapshot) same = NULL;
  g_autoptr (ProfSnapshot) copied = NULL;
  g_autoptr (GError) error = NULL;

  prof_profile_apply (profile, batch, &error);
  g_assert_no_error (error);
  snapshot = prof_profile_snapshot (profile);
  check_profile (snapshot);
  same = prof_profile_snapshot (profile);
  g_assert_true (same == snapshot);

  /* Sent again, it is the same profile: saving loses nothing. */
  prof_snapshot_send (snapshot, prof_profile_sink, copy, &error);
  g_assert_no_error (error);
  copied = prof_profile_snapshot (copy);
  check_profile (copied);
}

/* A process that changes after a snapshot was taken leaves the snapshot alone. */
static void
test_update (void)
{
  g_autoptr (ProfBuilder) builder = make_builder ();
  g_autoptr (ProfBatch) first = prof_builder_take_batch (builder);
  g_autoptr (ProfBatch) second = NULL;
  g_autoptr (ProfProfile) profile = prof_profile_new ();
  g_autoptr (ProfSnapshot) before = NULL;
  g_autoptr (ProfSnapshot) after = NULL;
  g_autoptr (GError) error = NULL;
  ProfProcessRow process = *prof_builder_get_process (builder, 0);

  g_assert_true (prof_profile_apply (profile, first, &error));
  before = prof_profile_snapshot (profile);
  process.name = prof_builder_string (builder, "renamed", -1);
  prof_builder_update_process (builder, 0, &process);
  second = prof_builder_take_batch (builder);
  prof_profile_apply (profile, second, &error);
  g_assert_no_error (error);
  after = prof_profile_snapshot (profile);

  g_assert_cmpstr (prof_snapshot_string (before, before->processes[0].name), ==, "p");
  g_assert_cmpstr (prof_snapshot_string (after, after->processes[0].name), ==, "renamed");
  g_assert_cmpuint (after->revision, >, before->revision);
}

typedef void (*Damage) (ProfBatch *batch);

static void
damage_parent (ProfBatch *b)
{
  g_array_index (b->rows[PROF_TABLE_STACKS], ProfStackRow, 0).parent = 1; /* itself */
}
static void
damage_frame (ProfBatch *b)
{
  g_array_index (b->rows[PROF_TABLE_STACKS], ProfStackRow, 0).frame = 1;
}
static void
damage_function (ProfBatch *b)
{
  g_array_index (b->rows[PROF_TABLE_FRAMES], ProfFrameRow, 0).function = 77;
}
static void
damage_kind (ProfBatch *b)
{
  g_array_index (b->rows[PROF_TABLE_FUNCTIONS], ProfFunctionRow, 0).kind = PROF_N_FRAME_KINDS;
}
static void
damage_name (ProfBatch *b)
{
  g_array_index (b->rows[PROF_TABLE_FUNCTIONS], ProfFunctionRow, 0).name = 100;
}
static void
damage_sample (ProfBatch *b)
{
  g_array_index (b->origins, guint32, 0) = 1;
}
static void
damage_lengths (ProfBatch *b)
{
  g_array_set_size (b->weights, 0);
}
static void
damage_first (ProfBatch *b)
{
  b->first[PROF_TABLE_THREADS] = 4;
}
static void
damage_text_end (ProfBatch *b)
{
  b->text->str[b->text->len - 1] = 'x';
}
static void
damage_utf8 (ProfBatch *b)
{
  b->text->str[0] = (char) 0xff;
}
static void
damage_offset (ProfBatch *b)
{
  g_array_index (b->rows[PROF_TABLE_STRINGS], guint32, 1) = 4000000000u;
}
static void
damage_thread (ProfBatch *b)
{
  g_array_index (b->rows[PROF_TABLE_THREADS], ProfThreadRow, 0).process = 1;
}
static void
damage_update (ProfBatch *b)
{
  ProfThreadUpdate update = { .id = 5 };

  g_array_append_val (b->thread_updates, update);
}
static void
damage_marker (ProfBatch *b)
{
  g_array_index (b->rows[PROF_TABLE_MARKERS], ProfMarkerRow, 0).process = 9;
}
static void
damage_mapping (ProfBatch *b)
{
  g_array_index (b->rows[PROF_TABLE_MAPPINGS], ProfMappingRow, 0).path = 1000;
}
static void
damage_origin (ProfBatch *b)
{
  g_array_index (b->rows[PROF_TABLE_ORIGINS], ProfOriginRow, 0).event = 1;
}

static const Damage damages[] = {
  damage_parent,  damage_frame,  damage_function, damage_kind,   damage_name,   damage_sample,
  damage_lengths, damage_first,  damage_text_end, damage_utf8,   damage_offset, damage_thread,
  damage_update,  damage_marker, damage_mapping,  damage_origin,
};

/* A wrong batch is refused whole and changes nothing. */
static void
test_refuses (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autoptr (ProfBuilder) builder = make_builder ();
      g_autoptr (ProfBatch) batch = prof_builder_take_batch (builder);
      g_autoptr (ProfProfile) profile = prof_profile_new ();
      g_autoptr (ProfSnapshot) snapshot = NULL;
      g_autoptr (GError) error = NULL;

      damages[i](batch);
      g_assert_false (prof_profile_apply (profile, batch, &error));
      g_assert_error (error, PROF_PROFILE_ERROR, PROF_PROFILE_ERROR_INVALID);
      snapshot = prof_profile_snapshot (profile);
      g_assert_cmpuint (snapshot->n_strings, ==, 1);
      g_assert_cmpuint (snapshot->n_samples, ==, 0);
    }
}

static void
test_frame_kinds (void)
{
  for (guint i = 0; i < PROF_N_FRAME_KINDS; i++)
    {
      ProfFrameKind kind = G_MAXUINT;

      g_assert_true (prof_frame_kind_from_string (prof_frame_kind_to_string (i), &kind));
      g_assert_cmpuint (kind, ==, i);
    }
  {
    ProfFrameKind kind;

    g_assert_false (prof_frame_kind_from_string ("Native", &kind));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/profile/apply", test_apply);
  g_test_add_func ("/profile/profile/update", test_update);
  g_test_add_func ("/profile/profile/refuses", test_refuses);
  g_test_add_func ("/profile/profile/frame-kinds", test_frame_kinds);
  return g_test_run ();
}
