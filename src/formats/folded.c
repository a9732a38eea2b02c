/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Folded stacks: a line a stack, "root;…;leaf weight", as FlameGraph's stackcollapse scripts,
 * py-spy and async-profiler write them. A line with two numbers belongs to a difference file
 * ("stack before after") only when every line has two.
 */

#include <string.h>

#include "formats/folded-line-private.h"
#include "formats/importer-private.h"
#include "profile/builder.h"

/* How far probing looks. */
#define PROBE_LENGTH (64u << 10)
#define BATCH_SAMPLES 65536

typedef struct {
  guint64 n_lines;   /* neither empty nor comments */
  guint64 n_bad;     /* of those, without a number at the end */
  guint64 n_two;     /* of those, with two */
  guint64 first_bad; /* number of the first bad line in the file; 0: none */
  guint decimals;    /* the most that a weight has */
  guint decimals_before;
} Shape;

static gboolean
is_comment (const char *line, gsize length)
{
  return length == 0 || line[0] == '#';
}

static Shape
survey (const char *bytes, gsize length)
{
  const char *text = bytes;
  const char *end = bytes + length;
  const char *line;
  gsize line_length;
  guint64 number = 0;
  Shape shape = { 0 };

  while (prof_folded_next_line (&text, end, &line, &line_length))
    {
      ProfFoldedLine parsed;

      number++;
      if (is_comment (line, line_length))
        continue;
      shape.n_lines++;
      if (!prof_folded_parse_line (line, line_length, &parsed))
        {
          shape.n_bad++;
          if (shape.first_bad == 0)
            shape.first_bad = number;
          continue;
        }
      shape.decimals = MAX (shape.decimals, parsed.weight.decimals);
      if (parsed.has_before)
        {
          shape.n_two++;
          shape.decimals_before = MAX (shape.decimals_before, parsed.before.decimals);
        }
    }
  return shape;
}

/* UTF-16 with a byte order mark becomes UTF-8; a UTF-8 mark is skipped. */
static char *
decode (const char **bytes, gsize *length)
{
  const char *charset = NULL;
  gsize converted;
  char *text;

  if (*length >= 3 && memcmp (*bytes, "\xef\xbb\xbf", 3) == 0)
    {
      *bytes += 3;
      *length -= 3;
      return NULL;
    }
  if (*length >= 2 && memcmp (*bytes, "\xff\xfe", 2) == 0)
    charset = "UTF-16LE";
  else if (*length >= 2 && memcmp (*bytes, "\xfe\xff", 2) == 0)
    charset = "UTF-16BE";
  if (charset == NULL)
    return NULL;
  text = g_convert_with_fallback (*bytes + 2, (*length - 2) & ~(gsize) 1, "UTF-8", charset, NULL,
                                  NULL, &converted, NULL);
  if (text == NULL)
    return NULL;
  *bytes = text;
  *length = converted;
  return text;
}

static gboolean
probe (const char *bytes, gsize length)
{
  gsize window = length;
  g_autofree char *decoded = NULL;
  const char *text = bytes;
  const char *end;
  Shape shape;

  /* A line that the window cuts says nothing; a first line may be longer than the window. */
  if (length > PROBE_LENGTH)
    {
      end = memrchr (bytes, '\n', PROBE_LENGTH);
      if (end == NULL)
        end = memchr (bytes + PROBE_LENGTH, '\n', length - PROBE_LENGTH);
      if (end != NULL)
        window = end - bytes;
    }
  decoded = decode (&text, &window);
  if (memchr (text, '\0', window) != NULL)
    return FALSE;
  shape = survey (text, window);
  if (shape.n_lines == 0 || shape.n_bad * 2 >= shape.n_lines)
    return FALSE;
  /* Without any separator a stack is one frame: then let every line agree. */
  return memchr (text, ';', window) != NULL || shape.n_bad == 0;
}

typedef struct {
  ProfBuilder *builder;
  guint32 thread;
  guint32 event;
  guint32 event_before;
  guint decimals;
  gboolean difference;
} Reader;

/* The kind that tools mark with a suffix: stackcollapse-perf --all, async-profiler. The name stays
 * as it is in the file. */
static ProfFrameKind
kind_of (const char *name, gsize length)
{
  if (length < 5 || memcmp (name + length - 4, "_[", 2) != 0 || name[length - 1] != ']')
    return PROF_FRAME_NATIVE;
  switch (name[length - 2])
    {
    case 'k':
      return PROF_FRAME_KERNEL;
    case 'j':
    case '0':
    case '1':
      return PROF_FRAME_JIT;
    case 'i':
      return PROF_FRAME_INLINED;
    default:
      return PROF_FRAME_NATIVE;
    }
}

static guint32
read_stack (Reader *reader, const char *stack, gsize length)
{
  const char *end = stack + length;
  guint32 id = 0;

  while (stack <= end)
    {
      const char *stop = stack < end ? memchr (stack, ';', end - stack) : NULL;
      gsize n = (stop != NULL ? stop : end) - stack;

      /* Nothing between two separators is no frame. */
      if (n > 0)
        {
          ProfFunctionRow row = { .kind = kind_of (stack, n) };

          row.carrier = row.kind == PROF_FRAME_INLINED ? PROF_FRAME_NATIVE : row.kind;
          row.name = prof_builder_string (reader->builder, stack, n);
          id = prof_builder_stack (
              reader->builder, id,
              prof_builder_frame (reader->builder, prof_builder_function (reader->builder, &row),
                                  0));
        }
      stack += n + 1;
    }
  return id;
}

static void
read_line (Reader *reader, const char *line, gsize length)
{
  ProfFoldedLine parsed;
  guint32 stack;

  if (is_comment (line, length) || !prof_folded_parse_line (line, length, &parsed))
    return;
  if (reader->difference)
    stack = read_stack (reader, parsed.first_stack, parsed.first_stack_length);
  else
    stack = read_stack (reader, parsed.stack, parsed.stack_length);
  prof_builder_sample (reader->builder, 0,
                       prof_builder_origin (reader->builder, reader->thread, stack, reader->event),
                       prof_folded_scale (parsed.weight, reader->decimals));
  if (reader->difference)
    prof_builder_sample (
        reader->builder, 0,
        prof_builder_origin (reader->builder, reader->thread, stack, reader->event_before),
        prof_folded_scale (parsed.before, reader->decimals));
}

static const char *
unit_of (guint *decimals)
{
  if (*decimals == 0)
    return "samples";
  *decimals = (*decimals + 2) / 3 * 3;
  return *decimals == 3 ? "thousandths" : *decimals == 6 ? "millionths" : "billionths";
}

static void
begin (Reader *reader, const ProfInput *input, Shape *shape)
{
  g_autofree char *name = g_path_get_basename (input->name);
  ProfProcessRow process = { PROF_TIME_UNKNOWN, PROF_TIME_UNKNOWN, -1, -1 };
  ProfThreadRow thread = { PROF_TIME_UNKNOWN, PROF_TIME_UNKNOWN, -1 };
  const char *unit;

  reader->difference = shape->n_lines > 1 && shape->n_two == shape->n_lines;
  reader->decimals = shape->decimals;
  if (reader->difference)
    reader->decimals = MAX (reader->decimals, shape->decimals_before);
  unit = unit_of (&reader->decimals);

  process.name = prof_builder_string (reader->builder, name, -1);
  thread.process = prof_builder_process (reader->builder, &process);
  thread.name = process.name;
  reader->thread = prof_builder_thread (reader->builder, &thread);
  reader->event =
      prof_builder_event (reader->builder, reader->difference ? "after" : "samples", unit);
  if (reader->difference)
    reader->event_before = prof_builder_event (reader->builder, "before", unit);
  prof_builder_meta (reader->builder, PROF_META_FORMAT, "folded");
  prof_builder_meta (reader->builder, PROF_META_NO_TIME, "1");
  if (shape->n_bad > 0)
    {
      g_autofree char *where = g_strdup_printf ("line %" G_GUINT64_FORMAT, shape->first_bad);

      prof_builder_warning (reader->builder, shape->n_bad,
                            "A line does not end in a number and was skipped.", where);
    }
}

static gboolean
send (Reader *reader, ProfBatchFunc sink, gpointer sink_data, GError **error)
{
  ProfBatch *batch = prof_builder_take_batch (reader->builder);

  return batch == NULL || sink (batch, sink_data, error);
}

static gboolean
read_folded (const ProfInput *input, const ProfImportOptions *options, ProfBatchFunc sink,
             gpointer sink_data, GCancellable *cancellable, GError **error)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  g_autofree char *decoded = NULL;
  Reader reader = { .builder = builder };
  const char *bytes = input->bytes;
  gsize length = input->length;
  const char *text, *end, *line;
  gsize line_length;
  guint64 n_samples = 0;
  Shape shape;

  decoded = decode (&bytes, &length);
  shape = survey (bytes, length);
  if (shape.n_lines == shape.n_bad)
    {
      g_set_error_literal (error, PROF_IMPORT_ERROR, PROF_IMPORT_ERROR_DAMAGED,
                           "no line ends in a number, as those of folded stacks do");
      return FALSE;
    }
  begin (&reader, input, &shape);
  text = bytes;
  end = bytes + length;
  while (prof_folded_next_line (&text, end, &line, &line_length))
    {
      guint pending;

      read_line (&reader, line, line_length);
      pending = prof_builder_get_n_pending (builder);
      if (pending < BATCH_SAMPLES)
        continue;
      n_samples += pending;
      if (!send (&reader, sink, sink_data, error))
        return FALSE;
      if (options->progress != NULL)
        options->progress (text - bytes, length, n_samples, options->progress_data);
    }
  return send (&reader, sink, sink_data, error);
}

const ProfImporter prof_folded_importer = { "folded", probe, read_folded };
