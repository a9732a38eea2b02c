/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/recognize-private.h"

#include <string.h>

/* How far a text is looked at. */
#define WINDOW (256u << 10)

typedef struct {
  const char *bytes;
  gsize length;
} Span;

static gboolean
has (Span span, const char *text)
{
  return span.bytes != NULL && memmem (span.bytes, span.length, text, strlen (text)) != NULL;
}

static gboolean
begins (Span span, const char *text)
{
  gsize length = strlen (text);

  return span.length >= length && memcmp (span.bytes, text, length) == 0;
}

/* ---- binary formats ---- */

static const struct {
  gsize offset;
  gsize length;
  const char *magic;
  const char *name;
} magics[] = {
  { 0, 4,
    "\x7f"
    "ELF",
    "a program or library (ELF)" },
  { 0, 4, "PK\x03\x04", "a zip archive" },
  { 0, 4, "PK\x05\x06", "an empty zip archive" },
  { 0, 4, "FLR\0", "a Java Flight Recorder recording" },
  { 0, 4, "\x5e\x97\xca\xfd", "a Sysprof capture" },
  { 0, 4, "\xfd\xca\x97\x5e", "a Sysprof capture" },
  { 0, 8, "PERFILE2", "a perf.data recording" },
  { 0, 8, "2ELIFREP", "a perf.data recording" },
  { 0, 8, "PERFFILE", "a perf.data recording of a very old perf" },
  { 0, 3, "MOJ", "a binary Austin recording (MOJO)" },
  { 257, 5, "ustar", "a tar archive" },
  { 0, 3, "BZh", "a bzip2-packed file" },
  { 0, 6, "7z\xbc\xaf\x27\x1c", "a 7-Zip archive" },
  { 0, 4, "\x04\x22\x4d\x18", "an LZ4-packed file" },
  { 0, 16, "SQLite format 3\0", "an SQLite database" },
  { 0, 8, "\x89PNG\r\n\x1a\n", "a PNG image" },
  { 0, 3, "\xff\xd8\xff", "a JPEG image" },
  { 0, 5, "%PDF-", "a PDF document" },
  { 0, 8, "JITDUMP\0", "a jitdump (symbols of generated code, without samples)" },
  { 0, 4, "DTiJ", "a jitdump (symbols of generated code, without samples)" },
  { 0, 4, "JiTD", "a jitdump (symbols of generated code, without samples)" },
};

static gboolean
read_varint (Span *span, guint64 *value)
{
  *value = 0;
  for (guint shift = 0; shift < 64; shift += 7)
    {
      guint8 byte;

      if (span->length == 0)
        return FALSE;
      byte = (guint8) *span->bytes;
      span->bytes++;
      span->length--;
      *value |= (guint64) (byte & 0x7f) << shift;
      if (!(byte & 0x80))
        return TRUE;
    }
  return FALSE;
}

/* pprof has no magic number: the message profile.proto is known by walking its fields, which are
 * numbered 1 to 15, and by having value types and strings. */
static gboolean
is_pprof (Span span)
{
  guint n_strings = 0;
  guint n_types = 0;

  while (span.length > 0)
    {
      guint64 tag, value;

      if (!read_varint (&span, &tag) || !read_varint (&span, &value))
        return FALSE;
      if (tag >> 3 < 1 || tag >> 3 > 15)
        return FALSE;
      if ((tag & 7) == 2)
        {
          if (value > span.length)
            return FALSE;
          span.bytes += value;
          span.length -= value;
        }
      else if ((tag & 7) != 0)
        return FALSE;
      n_types += tag >> 3 == 1;
      n_strings += tag >> 3 == 6;
    }
  return n_types > 0 && n_strings > n_types;
}

/* gperftools' CPU profile begins with the machine words 0, 3, version, period, 0. */
static gboolean
is_gperftools (Span span)
{
  guint64 wide[5];
  guint32 narrow[5];

  if (span.length >= sizeof wide)
    {
      memcpy (wide, span.bytes, sizeof wide);
      if (wide[0] == 0 && wide[1] == 3 && wide[2] <= 1 && wide[3] > 0 && wide[4] == 0)
        return TRUE;
    }
  if (span.length < sizeof narrow)
    return FALSE;
  memcpy (narrow, span.bytes, sizeof narrow);
  return narrow[0] == 0 && narrow[1] == 3 && narrow[2] <= 1 && narrow[3] > 0 && narrow[4] == 0;
}

static const char *
recognize_binary (Span span)
{
  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (span.length >= magics[i].offset + magics[i].length &&
        memcmp (span.bytes + magics[i].offset, magics[i].magic, magics[i].length) == 0)
      return magics[i].name;
  if (is_gperftools (span))
    return "a gperftools CPU profile";
  if (is_pprof (span))
    return "a pprof profile";
  return NULL;
}

/* ---- JSON ---- */

static const char *
recognize_json (Span head)
{
  if (has (head, "speedscope.app/file-format-schema") ||
      (has (head, "\"exporter\"") && has (head, "\"evented\"")))
    return "a speedscope profile (JSON)";
  if (has (head, "\"preprocessedProfileVersion\""))
    return "a Firefox Profiler profile (JSON)";
  if (has (head, "\"traceEvents\""))
    return "a Chrome trace (JSON)";
  if (*head.bytes == '[' && has (head, "\"ph\""))
    return "a Chrome trace (JSON)";
  if (has (head, "\"callFrame\"") && has (head, "\"selfSize\""))
    return "a V8 heap profile (JSON)";
  if ((has (head, "\"nodes\"") && has (head, "\"callFrame\"")) ||
      (has (head, "\"head\"") && has (head, "\"functionName\"")))
    return "a Chrome CPU profile (JSON)";
  if (has (head, "\"mode\"") && has (head, "\"frames\"") && has (head, "\"version\""))
    return "a stackprof profile (JSON)";
  if (begins (head, "{\"version\"") && has (head, "\"recording\""))
    return "a Safari timeline recording (JSON)";
  if ((has (head, "\"meta\"") && has (head, "\"libs\"")) ||
      (has (head, "\"label\"") && has (head, "\"duration\"") && has (head, "\"markers\"")) ||
      (has (head, "\"meta\"") && has (head, "\"threads\"")) ||
      (has (head, "\"meta\"") && has (head, "\"categories\"")))
    return "a Firefox profile (JSON)";
  return NULL;
}

/* ---- texts ---- */

static gboolean
next_line (Span *span, Span *line)
{
  const char *end;

  if (span->length == 0)
    return FALSE;
  end = memchr (span->bytes, '\n', span->length);
  line->bytes = span->bytes;
  line->length = end != NULL ? (gsize) (end - span->bytes) : span->length;
  span->bytes += line->length;
  span->length -= line->length;
  if (end != NULL)
    {
      span->bytes++;
      span->length--;
    }
  if (line->length > 0 && line->bytes[line->length - 1] == '\r')
    line->length--;
  return TRUE;
}

/* Length of a run of hexadecimal digits followed by a blank; 0 if there is none. */
static gsize
hex_word (Span span)
{
  gsize n = 0;

  while (n < span.length && g_ascii_isxdigit (span.bytes[n]))
    n++;
  return n > 0 && n < span.length && span.bytes[n] == ' ' ? n : 0;
}

/* "  ffffffff8175336a elf_load+0x28a ([kernel.kallsyms])" below "comm pid time: event:"; the module
 * may be absent. */
static gboolean
is_perf_frame (Span line)
{
  gsize n;

  if (line.length == 0 || (*line.bytes != '\t' && *line.bytes != ' '))
    return FALSE;
  while (line.length > 0 && (*line.bytes == ' ' || *line.bytes == '\t'))
    {
      line.bytes++;
      line.length--;
    }
  n = hex_word (line);
  return n >= 3 || begins (line, "address ");
}

/* An event line: ends in ": " after "name", with a time like " 813.369905:" before it. */
static gboolean
is_perf_event (Span line)
{
  for (gsize i = 1; i + 2 < line.length; i++)
    {
      gsize digits = 0;

      if (line.bytes[i] != '.' || !g_ascii_isdigit (line.bytes[i - 1]))
        continue;
      while (i + 1 + digits < line.length && g_ascii_isdigit (line.bytes[i + 1 + digits]))
        digits++;
      if (digits >= 6 && i + 1 + digits < line.length && line.bytes[i + 1 + digits] == ':')
        return TRUE;
    }
  return FALSE;
}

/* "7f9938c000 0b py::_find:/usr/lib/python3" */
static gboolean
is_perf_map_line (Span line)
{
  gsize first = hex_word (line);
  Span rest = { line.bytes + first + 1, line.length - first - 1 };
  gsize second;

  if (first < 4)
    return FALSE;
  second = hex_word (rest);
  return second > 0 && second + 1 < rest.length;
}

static const struct {
  const char *start;
  const char *name;
} openings[] = {
  { "# callgrind format", "a callgrind profile" },
  { "--- heap", "a legacy pprof heap profile (text)" },
  { "heap profile:", "a legacy pprof heap profile (text)" },
  { "--- contention", "a legacy pprof contention profile (text)" },
  { "--- growth", "a legacy pprof heap growth profile (text)" },
  { "--- threadz", "a legacy pprof thread profile (text)" },
  { "growthz", "a legacy pprof heap growth profile (text)" },
  { "goroutine profile:", "a list of goroutines (Go), not a profile over time" },
  { "Statistical profiling result from", "a summary of V8's --prof, without stacks" },
  { "Running Time\tSelf", "a call tree copied out of Instruments" },
  { "Weight\tSelf Weight", "a call tree copied out of Instruments" },
  { "# austin:", "an Austin recording" },
  { "<?xml", "an XML document" },
  { "<svg", "an SVG image" },
  { "<!DOCTYPE", "an HTML document" },
  { "<html", "an HTML document" },
  { "# captured on", "a text of perf script" },
  { "#!", "a script" },
};

static const char *
recognize_lines (Span head)
{
  guint n_lines = 0;
  guint n_map = 0;
  guint n_frames = 0;
  guint n_events = 0;
  Span rest = head;
  Span line;

  while (next_line (&rest, &line) && n_lines < 2000)
    {
      if (line.length == 0 || *line.bytes == '#')
        continue;
      n_lines++;
      n_map += is_perf_map_line (line);
      n_frames += is_perf_frame (line);
      n_events += is_perf_event (line);
    }
  if ((n_events > 0 || n_frames > 1) && n_frames + n_events > n_lines / 2)
    return "a text of perf script";
  if (n_lines > 0 && n_map > n_lines / 2)
    return "a perf map (symbols of generated code, without samples)";
  return NULL;
}

static const char *
recognize_text (Span head)
{
  if (begins (head, "\xef\xbb\xbf"))
    {
      head.bytes += 3;
      head.length -= 3;
    }
  for (guint i = 0; i < G_N_ELEMENTS (openings); i++)
    if (begins (head, openings[i].start))
      return openings[i].name;
  if (begins (head, "go 1.") && has ((Span){ head.bytes, MIN (head.length, 32) }, " trace"))
    return "an execution trace of Go";
  if (begins (head, "# ====") && has (head, "# captured on"))
    return "a text of perf script";
  if (has (head, "\nfn=") && has (head, "events:"))
    return "a callgrind profile";
  if (begins (head, "Process ") && has (head, "\nThread "))
    return "a dump of threads by py-spy, not a profile over time";
  if (begins (head, "@ ") && has (head, " samples]"))
    return "a call graph of pmcstat";
  if (begins (head, "Stack_") && has (head, " log opened"))
    return "a log of Papyrus";
  return recognize_lines (head);
}

const char *
prof_recognize (const char *bytes, gsize length)
{
  Span all = { bytes, length };
  Span head = { bytes, MIN (length, WINDOW) };
  const char *name = recognize_binary (all);
  gsize blanks = 0;

  if (name != NULL)
    return name;
  while (blanks < head.length && g_ascii_isspace (head.bytes[blanks]))
    blanks++;
  if (blanks < head.length && (head.bytes[blanks] == '{' || head.bytes[blanks] == '['))
    {
      Span json = { head.bytes + blanks, head.length - blanks };

      name = recognize_json (json);
      /* A folded line may begin with a bracket too: "[kernel];read 4". */
      if (name == NULL && json.length > 1 &&
          (json.bytes[0] == '{' || !g_ascii_isalpha (json.bytes[1])))
        name = "a JSON document of no profile format";
      if (name != NULL)
        return name;
    }
  return recognize_text (head);
}

const char *
prof_describe_content (const char *bytes, gsize length)
{
  const gsize window = MIN (length, 4096);
  gsize n_controls = 0;
  gsize n_zeros = 0;

  for (gsize i = 0; i < window; i++)
    {
      n_zeros += bytes[i] == 0;
      n_controls += (guint8) bytes[i] < 0x20 && !g_ascii_isspace (bytes[i]) && bytes[i] != 0x1b;
    }
  if (n_zeros == window)
    return "nothing but zero bytes";
  if (n_controls > 0)
    return "binary data of no known format";
  return "a text of no profile format";
}
