/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "made-profile.h"

#include "profile/builder.h"

#define START_WALL "1767348000000000000"
#define FREQUENCY 99
#define BATCH_SAMPLES 65536

/* ---- what runs ---- */

typedef struct {
  const char *name;
  const char *command_line;
  guint share; /* of the samples, outside the spike */
  gboolean python, jit, inlined, kernel_thread;
  const char *module;
  const char *threads[4];
  const char *functions[12];
} Program;

static const Program programs[] = {
  { "postgres", "postgres: writer process", 26, .inlined = TRUE,
    .module = "/usr/lib/postgresql/15/bin/postgres", .threads = { "postgres", NULL },
    .functions = { "ExecProcNode", "ExecScan", "heap_getnextslot", "hash_search_with_hash_value",
                   "LWLockAcquire", "ReadBuffer_common", "btgettuple", "_bt_compare",
                   "tuplesort_performsort", "pg_qsort", "slot_deform_heap_tuple",
                   "ExecHashJoin" } },
  { "nginx", "nginx: worker process", 14, .module = "/usr/sbin/nginx", .threads = { "nginx", NULL },
    .functions = { "ngx_process_events_and_timers", "ngx_epoll_process_events",
                   "ngx_http_process_request", "ngx_http_core_run_phases", "ngx_http_write_filter",
                   "ngx_output_chain", "ngx_writev_chain", "ngx_palloc", "ngx_hash_find",
                   "ngx_http_parse_header_line", "ngx_event_expire_timers", "ngx_strlow" } },
  { "python3", "python3 manage.py runworker --threads 3", 18, .python = TRUE,
    .module = "/usr/bin/python3.11", .threads = { "python3", "worker-1", "worker-2", NULL },
    .functions = { "handle_request", "get_queryset", "render", "as_sql", "loads", "iterator",
                   "_resolve_lookup", "to_python", "execute", "compile", "__call__", "prepare" } },
  { "java", "java -Xmx4g -jar search-server.jar", 16, .jit = TRUE,
    .module = "/usr/lib/jvm/java-17/lib/server/libjvm.so",
    .threads = { "java", "C2 CompilerThre", "G1 Main Marker", NULL },
    .functions = { "org.example.search.Indexer.merge", "org.example.search.Query.score",
                   "java.util.HashMap.getNode", "java.lang.String.hashCode",
                   "java.util.TimSort.mergeLo", "org.example.search.Segment.read",
                   "java.util.zip.Inflater.inflate", "org.example.search.Postings.nextDoc",
                   "java.util.concurrent.ForkJoinTask.doExec", "java.lang.Math.fma",
                   "org.example.search.Analyzer.tokens", "java.nio.Buffer.checkIndex" } },
  { "node", "node server.js", 10, .jit = TRUE, .module = "/usr/bin/node",
    .threads = { "node", "libuv-worker", NULL },
    .functions = { "processTicksAndRejections", "parseHeaders", "renderToString", "diffChildren",
                   "JSON.stringify", "onread", "emit", "pipe", "resolve", "Array.map",
                   "createElement", "write" } },
  { "cc1plus", "cc1plus -O2 -std=c++20 tree.cc", 4, .inlined = TRUE,
    .module = "/usr/lib/gcc/x86_64-linux-gnu/12/cc1plus", .threads = { "cc1plus", NULL },
    .functions = { "execute_one_pass", "expand_expr_real_1", "fold_binary_loc", "walk_tree_1",
                   "instantiate_decl", "tsubst_expr", "lookup_name", "cp_parser_declaration",
                   "ggc_internal_alloc", "df_worklist_dataflow", "constrain_operands",
                   "bitmap_ior_into" } },
  { "kworker/0:1", "", 12, .kernel_thread = TRUE, .module = "[kernel]",
    .threads = { "kworker/0:1", NULL },
    .functions = { "process_one_work", "blk_mq_run_work_fn", "ext4_writepages",
                   "jbd2_journal_commit", "crypto_shash_update", "nvme_queue_rq", "wb_workfn",
                   "flush_to_ldisc", "kmem_cache_alloc", "dm_submit_bio", "copy_page",
                   "rcu_work_rcufn" } },
};

#define SPIKING 5 /* cc1plus */
#define SPIKE_NS (2 * G_GINT64_CONSTANT (1000000000))
#define SPIKE_DENSITY 4 /* samples a second in the spike, against elsewhere */

static const char *const system_calls[][4] = {
  { "entry_SYSCALL_64", "do_syscall_64", "ksys_read", "filemap_read" },
  { "entry_SYSCALL_64", "do_syscall_64", "__x64_sys_futex", "futex_wait_queue" },
  { "entry_SYSCALL_64", "do_syscall_64", "__sys_sendto", "tcp_sendmsg_locked" },
  { "asm_exc_page_fault", "exc_page_fault", "handle_mm_fault", "clear_page_erms" },
};

static const char *const inlined_names[] = { "std::vector<int>::push_back", "hash_combine",
                                             "pg_popcount64", "vec_safe_push" };

/* ---- a small generator of its own, so that a seed means the same everywhere ---- */

typedef struct {
  guint64 state;
} Random;

static guint64
random_next (Random *random)
{
  guint64 z = random->state += G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94D049BB133111EB);
  return z ^ (z >> 31);
}

static guint
random_below (Random *random, guint n)
{
  return random_next (random) % n;
}

/* Small results are likelier: a few stacks are hot. */
static guint
random_skewed (Random *random, guint n)
{
  guint64 a = random_below (random, n);
  guint64 b = random_below (random, n);

  return a * b / n;
}

/* ---- making ---- */

typedef struct {
  guint32 row;
  guint n_threads;
  guint32 threads[4];
  GArray *stacks; /* guint32 */
  guint share;
  gboolean spiking;
} Life;

typedef struct {
  const ProfMadeOptions *options;
  ProfBuilder *builder;
  Random random;
  Life *lives;
  guint32 event;
  guint32 faults;
  gint64 spike_start;
} Maker;

static guint32
add_frame (Maker *maker, guint32 parent, const char *name, const char *module, const char *file,
           guint line, ProfFrameKind kind, ProfFrameKind carrier, guint flags)
{
  ProfBuilder *b = maker->builder;
  ProfFunctionRow row = { .kind = kind, .carrier = carrier, .flags = flags };

  row.name = prof_builder_string (b, name, -1);
  row.module = prof_builder_string (b, module, -1);
  row.file = prof_builder_string (b, file, -1);
  row.line = file != NULL ? line - line % 50 + 1 : 0;
  return prof_builder_stack (
      b, parent, prof_builder_frame (b, prof_builder_function (b, &row), file != NULL ? line : 0));
}

static guint32
add_body (Maker *maker, const Program *program, guint32 stack)
{
  guint pick = random_skewed (&maker->random, 12);
  guint variant = random_below (&maker->random, 4);
  guint line = 10 + pick * 100 + random_below (&maker->random, 3);
  g_autofree char *name = NULL;

  /* A pool of a few dozen functions a program. */
  if (variant == 0 || program->python)
    name = g_strdup (program->functions[pick]);
  else
    name = g_strdup_printf ("%s_%u", program->functions[pick], variant);

  if (program->python && random_below (&maker->random, 4) > 0)
    return add_frame (maker, stack, name, NULL, "app/views.py", line, PROF_FRAME_PYTHON,
                      PROF_FRAME_PYTHON, 0);
  if (program->python)
    return add_frame (maker, stack, "_PyEval_EvalFrameDefault", program->module, "ceval.c", 1100,
                      PROF_FRAME_NATIVE, PROF_FRAME_NATIVE, 0);
  if (program->jit)
    return add_frame (maker, stack, name, "[jit]", NULL, 0, PROF_FRAME_JIT, PROF_FRAME_JIT, 0);
  if (program->kernel_thread)
    return add_frame (maker, stack, name, "[kernel]", NULL, 0, PROF_FRAME_KERNEL, PROF_FRAME_KERNEL,
                      0);
  stack = add_frame (maker, stack, name, program->module, "main.c", line, PROF_FRAME_NATIVE,
                     PROF_FRAME_NATIVE, 0);
  if (program->inlined && random_below (&maker->random, 8) == 0)
    stack = add_frame (maker, stack, inlined_names[random_below (&maker->random, 4)],
                       program->module, "inline.h", 20, PROF_FRAME_INLINED, PROF_FRAME_NATIVE, 0);
  return stack;
}

static guint32
add_root (Maker *maker, const Program *program)
{
  guint32 stack;

  if (program->kernel_thread)
    {
      stack = add_frame (maker, 0, "ret_from_fork", "[kernel]", NULL, 0, PROF_FRAME_KERNEL,
                         PROF_FRAME_KERNEL, 0);
      return add_frame (maker, stack, "kthread", "[kernel]", NULL, 0, PROF_FRAME_KERNEL,
                        PROF_FRAME_KERNEL, 0);
    }
  if (random_below (&maker->random, 200) == 0)
    return add_frame (maker, 0, "[truncated]", NULL, NULL, 0, PROF_FRAME_TRUNCATED,
                      PROF_FRAME_TRUNCATED, 0);
  stack = add_frame (maker, 0, "_start", program->module, NULL, 0, PROF_FRAME_NATIVE,
                     PROF_FRAME_NATIVE, 0);
  stack = add_frame (maker, stack, "__libc_start_main", "/usr/lib/x86_64-linux-gnu/libc.so.6", NULL,
                     0, PROF_FRAME_NATIVE, PROF_FRAME_NATIVE, 0);
  return add_frame (maker, stack, "main", program->module, "main.c", 12, PROF_FRAME_NATIVE,
                    PROF_FRAME_NATIVE, 0);
}

static guint32
add_stack (Maker *maker, const Program *program)
{
  guint depth = 2 + random_skewed (&maker->random, 30);
  guint32 stack = add_root (maker, program);

  while (depth-- > 0)
    stack = add_body (maker, program, stack);
  switch (random_below (&maker->random, 8))
    {
    case 0:
    case 1:
      {
        const char *const *call = system_calls[random_below (&maker->random, 4)];

        for (guint i = 0; i < 4 && !program->kernel_thread; i++)
          stack = add_frame (maker, stack, call[i], "[kernel]", NULL, 0, PROF_FRAME_KERNEL,
                             PROF_FRAME_KERNEL, 0);
        return stack;
      }
    case 2:
      {
        g_autofree char *address =
            g_strdup_printf ("0x7f00%04x", 0x1000 + random_below (&maker->random, 64) * 16);

        return add_frame (maker, stack, address, "/usr/lib/x86_64-linux-gnu/libstripped.so.1", NULL,
                          0, PROF_FRAME_NATIVE, PROF_FRAME_NATIVE, PROF_FUNCTION_UNNAMED);
      }
    default:
      return stack;
    }
}

static void
add_life (Maker *maker, guint index)
{
  const Program *program = &programs[index % G_N_ELEMENTS (programs)];
  const guint instance = index / G_N_ELEMENTS (programs);
  Life *life = &maker->lives[index];
  ProfProcessRow process = { PROF_TIME_UNKNOWN, PROF_TIME_UNKNOWN, 1000 + index * 100, 1 };
  ProfMappingRow mapping = { .start = 0x400000, .size = 0x200000 };

  life->spiking = index == SPIKING;
  process.name = prof_builder_string (maker->builder, program->name, -1);
  process.command_line = prof_builder_string (maker->builder, program->command_line, -1);
  process.flags = program->kernel_thread ? PROF_PROCESS_KERNEL : 0;
  if (program->kernel_thread)
    process.ppid = 2;
  life->row = prof_builder_process (maker->builder, &process);
  life->share = MAX (1, program->share >> instance);
  life->stacks = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (; program->threads[life->n_threads] != NULL; life->n_threads++)
    {
      ProfThreadRow thread = { PROF_TIME_UNKNOWN, PROF_TIME_UNKNOWN };

      thread.tid = process.pid + life->n_threads;
      thread.process = life->row;
      thread.name = prof_builder_string (maker->builder, program->threads[life->n_threads], -1);
      life->threads[life->n_threads] = prof_builder_thread (maker->builder, &thread);
    }
  if (program->kernel_thread)
    return;
  mapping.process = life->row;
  mapping.path = prof_builder_string (maker->builder, program->module, -1);
  mapping.build_id =
      prof_builder_string (maker->builder, "a0b1c2d3e4f5061728394a5b6c7d8e9f00112233", -1);
  prof_builder_mapping (maker->builder, &mapping);
}

static void
add_facts (Maker *maker)
{
  ProfBuilder *b = maker->builder;
  g_autofree char *end = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) maker->options->seconds *
                                                                   G_GINT64_CONSTANT (1000000000));
  ProfMarkerRow marker = { .time = maker->spike_start, .end = maker->spike_start };

  prof_builder_meta (b, PROF_META_START_WALL, START_WALL);
  prof_builder_meta (b, PROF_META_HOSTNAME, "example");
  prof_builder_meta (b, PROF_META_KERNEL, "6.1.0");
  prof_builder_meta (b, PROF_META_CPUS, "4");
  prof_builder_meta (b, PROF_META_FREQUENCY, G_STRINGIFY (FREQUENCY));
  prof_builder_meta (b, PROF_META_TARGET, "the whole system");
  prof_builder_meta (b, PROF_META_END, end);
  prof_builder_warning (b, 64, "No symbols for a module: it is stripped.",
                        "/usr/lib/x86_64-linux-gnu/libstripped.so.1");
  if (maker->options->n_processes > SPIKING)
    {
      marker.kind = PROF_MARKER_EXEC;
      marker.process = maker->lives[SPIKING].row;
      prof_builder_marker (b, &marker);
    }
  marker.kind = PROF_MARKER_LOST;
  marker.process = PROF_NO_ID;
  marker.value = 3;
  prof_builder_marker (b, &marker);
}

/* Where sample @i of @n lies in time: evenly, but denser in the spike. */
static gint64
time_of (Maker *maker, guint64 i, guint64 n)
{
  const gint64 length = maker->options->seconds * G_GINT64_CONSTANT (1000000000);
  const gint64 mass = length + (SPIKE_DENSITY - 1) * SPIKE_NS;
  gint64 at = (gint64) ((unsigned __int128) (i * 1000 + random_below (&maker->random, 1000)) *
                        mass / (n * 1000));

  if (at < maker->spike_start)
    return at;
  if (at < maker->spike_start + SPIKE_DENSITY * SPIKE_NS)
    return maker->spike_start + (at - maker->spike_start) / SPIKE_DENSITY;
  return at - (SPIKE_DENSITY - 1) * SPIKE_NS;
}

static Life *
choose_life (Maker *maker, gint64 time)
{
  gboolean spike = time >= maker->spike_start && time < maker->spike_start + SPIKE_NS;
  guint sum = 0;
  guint at;

  for (guint i = 0; i < maker->options->n_processes; i++)
    sum += maker->lives[i].share * (spike && maker->lives[i].spiking ? 100 : 1);
  at = random_below (&maker->random, sum);
  for (guint i = 0;; i++)
    {
      guint share = maker->lives[i].share * (spike && maker->lives[i].spiking ? 100 : 1);

      if (at < share)
        return &maker->lives[i];
      at -= share;
    }
}

static void
add_sample (Maker *maker, gint64 time)
{
  Life *life = choose_life (maker, time);
  guint32 thread = life->threads[random_skewed (&maker->random, life->n_threads)];
  guint32 stack =
      g_array_index (life->stacks, guint32, random_skewed (&maker->random, life->stacks->len));
  gboolean fault = random_below (&maker->random, 100) < maker->options->faults;

  prof_builder_sample (
      maker->builder, time,
      prof_builder_origin (maker->builder, thread, stack, fault ? maker->faults : maker->event),
      fault ? 1 : 1000000000 / FREQUENCY);
}

static gboolean
send (Maker *maker, ProfBatchFunc sink, gpointer sink_data, GError **error)
{
  ProfBatch *batch = prof_builder_take_batch (maker->builder);

  return batch == NULL || sink (batch, sink_data, error);
}

gboolean
prof_made_profile_send (const ProfMadeOptions *options, ProfBatchFunc sink, gpointer sink_data,
                        GError **error)
{
  g_autoptr (ProfBuilder) builder = prof_builder_new ();
  Maker maker = { .options = options, .builder = builder };
  gboolean sent = TRUE;

  g_assert (options->n_processes > 0 && options->seconds >= 3 && options->n_stacks > 0);
  maker.random.state = options->seed;
  maker.lives = g_new0 (Life, options->n_processes);
  maker.spike_start = options->seconds * G_GINT64_CONSTANT (400000000);
  maker.event = prof_builder_event (builder, "cpu-clock", "ns");
  if (options->faults > 0)
    maker.faults = prof_builder_event (builder, "page-faults", "faults");
  for (guint i = 0; i < options->n_processes; i++)
    add_life (&maker, i);
  for (guint i = 0; i < MAX (options->n_stacks, options->n_processes); i++)
    {
      guint life = i % options->n_processes;
      guint32 stack = add_stack (&maker, &programs[life % G_N_ELEMENTS (programs)]);

      g_array_append_val (maker.lives[life].stacks, stack);
    }
  add_facts (&maker);
  for (guint64 i = 0; i < options->n_samples && sent; i++)
    {
      add_sample (&maker, time_of (&maker, i, options->n_samples));
      if (prof_builder_get_n_pending (builder) >= BATCH_SAMPLES)
        sent = send (&maker, sink, sink_data, error);
    }
  sent = sent && send (&maker, sink, sink_data, error);
  for (guint i = 0; i < options->n_processes; i++)
    g_array_unref (maker.lives[i].stacks);
  g_free (maker.lives);
  return sent;
}
