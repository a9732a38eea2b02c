/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The program as a script sees it: exit statuses, messages, and what it prints for a known file. */

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "run-cli.h"

static char *file;

static void
test_usage (void)
{
  static const char *const wrong[][6] = {
    { NULL },
    { "diff", "a", "b", NULL },
    { "alerts", "a", NULL },
    { "frobnicate", NULL },
    { "--frobnicate", NULL },
    { "top", NULL },
    { "top", "a", "b", NULL },
    { "top", "--frobnicate", "a", NULL },
    { "top", "-n", "x", "a", NULL },
    { "top", "FILE", "--from", "soon", NULL },
    { "top", "FILE", "--from", "2", "--to=1", NULL },
    { "top", "FILE", "--hide-type", "wood", NULL },
    { "top", "FILE", "--match", "(", NULL },
    { "top", "FILE", "--group", "cpu", NULL },
    { "tree", "FILE", "--min", "200", NULL },
    { "tree", "FILE", "--depth", "-1", NULL },
    { "heatmap", "FILE", "--column", "0", NULL },
    { "heatmap", "FILE", "--rows", "0", NULL },
    { "heatmap", "FILE", "--column", "0.00001", NULL },
    { "export", "FILE", NULL },
    { "export", "FILE", "-f", "gif", NULL },
    { "record", NULL },
    { "record", "-p", "one", NULL },
    { "record", "-p", "0", NULL },
    { "record", "-p", "1,,2", NULL },
    { "record", "-a", "-p", "1", NULL },
    { "record", "-a", "--", "true", NULL },
    { "record", "-a", "-F", "0", NULL },
    { "record", "-a", "-d", "-1", NULL },
    { "record", "-a", "--method", "ptrace", NULL },
    { "record", "-a", "--stacks", "dwarf", NULL },
    { "record", "-a", "--stream", "-o", "x", NULL },
    { "record", "true", NULL },
    { "info", "--csv", "FILE", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const char *arguments[6];
      g_autoptr (CliRun) run = NULL;

      for (guint k = 0; k < 6; k++)
        arguments[k] = wrong[i][k] && strcmp (wrong[i][k], "FILE") == 0 ? file : wrong[i][k];
      run = cli_run_v (arguments);
      if (run->status != 2)
        g_error ("case %u ended with %d: %s", i, run->status, run->err);
      g_assert_cmpstr (run->out, ==, "");
      cli_assert_one_line (run);
    }
}

static void
test_later (void)
{
  g_autoptr (CliRun) run = cli_run ("diff", file, file, NULL);

  g_assert_nonnull (strstr (run->err, "diff"));
  g_assert_nonnull (strstr (run->err, "not in this version")
                        ?: strstr (run->err, "in this version"));
}

static void
test_failures (void)
{
  static const char *const commands[] = { "info", "top", "tree", "heatmap" };
  g_autofree char *folder = g_dir_make_tmp ("profiler-cli-XXXXXX", NULL);
  g_autofree char *text = g_build_filename (folder, "text", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing", NULL);

  g_assert_true (g_file_set_contents (text, "This is a letter.\nDear reader,\n", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const char *const inputs[] = { missing, text, folder };

      for (guint k = 0; k < G_N_ELEMENTS (inputs); k++)
        {
          g_autoptr (CliRun) run = cli_run (commands[i], inputs[k], NULL);

          g_assert_cmpint (run->status, ==, 1);
          g_assert_cmpstr (run->out, ==, "");
          cli_assert_one_line (run);
          g_assert_nonnull (strstr (run->err, inputs[k]));
        }
    }
  {
    g_autoptr (CliRun) event = cli_run ("top", file, "--event", "no such", NULL);
    g_autoptr (CliRun) full = cli_run ("export", "-f", "csv", file, "-o", "/dev/full", NULL);
    g_autoptr (CliRun) process = cli_run ("record", "-p", "2147483647", "-o", missing, NULL);

    g_assert_cmpint (event->status, ==, 1);
    cli_assert_one_line (event);
    g_assert_cmpint (full->status, ==, 1);
    cli_assert_one_line (full);
    g_assert_cmpint (process->status, ==, 1);
    cli_assert_one_line (process);
    g_assert_false (g_file_test (missing, G_FILE_TEST_EXISTS));
  }
  g_unlink (text);
  g_rmdir (folder);
}

static void
test_help (void)
{
  static const char *const commands[] = { "record", "info", "export", "top", "tree", "heatmap" };
  g_autoptr (CliRun) help = cli_run ("--help", NULL);
  g_autoptr (CliRun) version = cli_run ("--version", NULL);

  g_assert_cmpint (help->status, ==, 0);
  g_assert_cmpint (version->status, ==, 0);
  g_assert_true (g_str_has_prefix (version->out, "profiler-cli "));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (CliRun) run = cli_run (commands[i], "--help", NULL);
      g_autofree char *usage = g_strdup_printf ("profiler-cli %s", commands[i]);

      g_assert_nonnull (strstr (help->out, commands[i]));
      g_assert_cmpint (run->status, ==, 0);
      g_assert_cmpstr (run->err, ==, "");
      g_assert_nonnull (strstr (run->out, usage));
      g_assert_nonnull (strstr (run->out, "--help"));
    }
}

static void
check_info (JsonObject *info)
{
  JsonArray *events = json_object_get_array_member (info, "events");
  JsonObject *clock = json_array_get_object_element (events, 0);
  JsonObject *faults = json_array_get_object_element (events, 1);
  JsonArray *warnings = json_object_get_array_member (info, "warnings");
  JsonObject *types = json_object_get_object_member (info, "frame_types");
  JsonObject *warning = json_array_get_object_element (warnings, 0);

  g_assert_cmpstr (json_object_get_string_member (info, "format"), ==, "capture");
  g_assert_cmpstr (json_object_get_string_member (info, "start_time"), ==,
                   "2026-01-02T10:00:00.000000000Z");
  g_assert_cmpint (json_object_get_int_member (info, "duration_ns"), ==, 12000000000);
  g_assert_cmpint (json_object_get_int_member (info, "samples"), ==, 3000);
  g_assert_cmpint (json_object_get_int_member (info, "weight"), ==, 28828282540);
  g_assert_cmpint (json_object_get_int_member (info, "lost"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (info, "truncated_stacks"), ==, 13);
  g_assert_cmpint (json_object_get_int_member (info, "unnamed_frames"), ==, 391);
  g_assert_cmpint (json_object_get_int_member (info, "processes"), ==, 7);
  g_assert_cmpint (json_object_get_int_member (info, "threads"), ==, 9);
  g_assert_cmpint (json_object_get_int_member (info, "stacks"), ==, 53);
  g_assert_cmpint (json_object_get_int_member (info, "frames"), ==, 209);
  g_assert_cmpuint (json_array_get_length (events), ==, 2);
  g_assert_cmpstr (json_object_get_string_member (clock, "name"), ==, "cpu-clock");
  g_assert_cmpstr (json_object_get_string_member (clock, "unit"), ==, "ns");
  g_assert_cmpint (json_object_get_int_member (clock, "samples"), ==, 2854);
  g_assert_cmpint (json_object_get_int_member (faults, "samples"), ==, 146);
  g_assert_cmpint (json_object_get_int_member (faults, "weight"), ==, 146);
  g_assert_cmpint (json_object_get_int_member (types, "truncated"), ==, 13);
  g_assert_cmpint (json_object_get_int_member (types, "python"), >, 1000);
  g_assert_cmpuint (json_array_get_length (warnings), ==, 1);
  g_assert_cmpint (json_object_get_int_member (warning, "count"), ==, 64);
}

static void
test_info (void)
{
  const char *by_pipe[] = { "/bin/sh",   "-c", "exec \"$0\" info --json - <\"$1\"",
                            cli_path (), file, NULL };
  g_autoptr (CliRun) json = cli_run ("info", "--json", file, NULL);
  g_autoptr (CliRun) text = cli_run ("info", file, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *piped = NULL;

  g_assert_cmpint (json->status, ==, 0);
  g_assert_true (json_parser_load_from_data (parser, json->out, -1, NULL));
  check_info (json_node_get_object (json_parser_get_root (parser)));
  g_assert_true (g_spawn_sync (NULL, (char **) by_pipe, NULL, G_SPAWN_DEFAULT, NULL, NULL, &piped,
                               NULL, NULL, NULL));
  g_assert_cmpstr (piped, ==, json->out);

  g_assert_nonnull (strstr (text->out, "2026-01-02 10:00:00"));
  g_assert_nonnull (strstr (text->out, "cpu-clock: 2,854 samples, 28.8 s"));
  g_assert_nonnull (strstr (text->out, "64 × No symbols for a module: it is stripped."));
}

static void
check_lines (const CliRun *run, const char *const *expected)
{
  g_auto (GStrv) lines = g_strsplit (run->out, "\n", -1);
  guint i;

  g_assert_cmpstr (run->err, ==, "");
  g_assert_cmpint (run->status, ==, 0);
  for (i = 0; expected[i] != NULL; i++)
    g_assert_cmpstr (lines[i], ==, expected[i]);
  g_assert_cmpstr (lines[i], ==, "");
  g_assert_null (lines[i + 1]);
}

static void
test_top (void)
{
  g_autoptr (CliRun) run = cli_run ("top", file, "-n", "3", "--from", "5", "--to", "6", NULL);

  check_lines (
      run, (const char *const[]){
               "cpu-clock: 635 samples, 6.41 s, from 10:00:05.000 to 10:00:06.000", "",
               "                SELF                 TOTAL  TYPE      FUNCTION",
               "  35.3 %      2.26 s    43.5 %      2.79 s  native    cp_parser_declaration"
               "  (/usr/lib/gcc/x86_64-linux-gnu/12/cc1plus)",
               "  17.8 %      1.14 s    17.8 %      1.14 s  kernel    clear_page_erms  ([kernel])",
               "   9.8 %      626 ms    22.7 %      1.45 s  native    execute_one_pass"
               "  (/usr/lib/gcc/x86_64-linux-gnu/12/cc1plus)",
               "… and 204 more functions", NULL });
}

static void
test_tree (void)
{
  g_autoptr (CliRun) upright = cli_run ("tree", file, "--depth", "3", "--group", "thread", "--from",
                                        "5", "--to", "6", "--min", "3.4", NULL);
  g_autoptr (CliRun) inverted =
      cli_run ("tree", file, "--inverted", "--depth", "2", "--min", "8", NULL);

  check_lines (upright,
               (const char *const[]){
                   "cpu-clock: 635 samples, 6.41 s, from 10:00:05.000 to 10:00:06.000", "",
                   "   TOTAL     SELF             FUNCTION", "   100 %      0 %     6.41 s  all",
                   "  79.8 %      0 %     5.12 s    cc1plus (1500)",
                   "  79.8 %      0 %     5.12 s      cc1plus (1500)",
                   "  79.8 %      0 %     5.12 s        _start",
                   "   4.4 %      0 %     283 ms    postgres (1000)",
                   "   4.4 %      0 %     283 ms      postgres (1000)",
                   "   4.4 %      0 %     283 ms        _start",
                   "   4.1 %      0 %     263 ms    python3 (1200)",
                   "   3.5 %      0 %     222 ms      python3 (1200)",
                   "   3.5 %      0 %     222 ms        _start", NULL });
  check_lines (inverted,
               (const char *const[]){
                   "cpu-clock: 2,854 samples, 28.8 s, from 10:00:00.002 to 10:00:11.995", "",
                   "   TOTAL     SELF             FUNCTION", "   100 %      0 %     28.8 s  all",
                   "  17.4 %      0 %     5.02 s    cp_parser_declaration",
                   "  17.4 %      0 %     5.02 s      fold_binary_loc_1",
                   "   8.7 %      0 %     2.51 s    0x7f001040",
                   "   8.7 %      0 %     2.51 s      ExecScan_1",
                   "   8.2 %      0 %     2.36 s    clear_page_erms",
                   "   8.2 %      0 %     2.36 s      handle_mm_fault", NULL });
}

static void
test_heatmap (void)
{
  g_autoptr (CliRun) run =
      cli_run ("heatmap", file, "--column", "4", "--rows", "2", "--process", "postgres", NULL);

  check_lines (run, (const char *const[]){ "column_start,row,samples,weight\r",
                                           "0,0,91,919191910\r", "0,1,91,919191910\r",
                                           "4,0,73,737373730\r", "4,1,71,717171710\r",
                                           "8,0,90,909090900\r", "8,1,79,797979790\r", NULL });
}

static void
test_export (void)
{
  g_autofree char *folder = g_dir_make_tmp ("profiler-cli-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "out", NULL);
  g_autofree char *content = NULL;
  g_autoptr (CliRun) folded =
      cli_run ("export", "-f", "folded", file, "--process", "node", "--hide-type", "jit", NULL);
  g_autoptr (CliRun) to_file = cli_run ("export", "-f", "folded", file, "--process", "node",
                                        "--hide-type", "jit", "-o", path, NULL);
  g_autoptr (CliRun) json = cli_run ("export", "-f", "json", file, "--process", "nginx", "--match",
                                     "ngx_hash_find_3", "--focus", "palloc", NULL);

  check_lines (
      folded, (const char *const[]){ "_start;__libc_start_main;main 535353530",
                                     "_start;__libc_start_main;main;0x7f0012d0 50505050",
                                     "_start;__libc_start_main;main;0x7f001340 181818180",
                                     "_start;__libc_start_main;main;entry_SYSCALL_64;do_syscall_64;"
                                     "__sys_sendto;tcp_sendmsg_locked 868686860",
                                     "_start;__libc_start_main;main;entry_SYSCALL_64;do_syscall_64;"
                                     "__x64_sys_futex;futex_wait_queue 282828280",
                                     NULL });
  g_assert_cmpint (to_file->status, ==, 0);
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, folded->out);
  check_lines (
      json,
      (const char *const[]){
          "{\"name\":\"all\",\"value\":282828280,\"children\":[{\"name\":\"nginx (1100)\","
          "\"value\":282828280,\"children\":[{\"name\":\"ngx_palloc_3\",\"value\":282828280,"
          "\"children\":[{\"name\":\"ngx_http_write_filter_1\",\"value\":282828280,\"children\":["
          "{\"name\":\"ngx_process_events_and_timers\",\"value\":282828280,\"children\":[{\"name\":"
          "\"ngx_output_chain\",\"value\":282828280,\"children\":[]}]}]}]}]}]}",
          NULL });
  g_unlink (path);
  g_rmdir (folder);
}

/* A slip in a name is said; the numbers are those of nothing. */
static void
test_unknown_process (void)
{
  g_autoptr (CliRun) run = cli_run ("top", "--csv", file, "--process", "postgers", NULL);

  g_assert_cmpint (run->status, ==, 0);
  cli_assert_one_line (run);
  g_assert_nonnull (strstr (run->err, "postgers"));
  g_assert_cmpstr (run->out, ==,
                   "function,module,type,file,line,self,total,self_share,total_share\r\n");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_setenv ("TZ", "UTC", TRUE);
  file = g_test_build_filename (G_TEST_DIST, "formats", "data", "version-1.profcap", NULL);
  g_test_add_func ("/cli/usage", test_usage);
  g_test_add_func ("/cli/later", test_later);
  g_test_add_func ("/cli/failures", test_failures);
  g_test_add_func ("/cli/help", test_help);
  g_test_add_func ("/cli/info", test_info);
  g_test_add_func ("/cli/top", test_top);
  g_test_add_func ("/cli/tree", test_tree);
  g_test_add_func ("/cli/heatmap", test_heatmap);
  g_test_add_func ("/cli/export", test_export);
  g_test_add_func ("/cli/unknown-process", test_unknown_process);
  status = g_test_run ();
  g_free (file);
  return status;
}
