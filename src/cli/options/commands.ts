import { REPORT_FORMATS } from '../../report/format.ts';
import {
  APPLY_OPTIONS,
  DRIFT_OPTIONS,
  EXPLAIN_OPTIONS,
  HISTORY_OPTIONS,
  MERGE_OPTIONS,
  PLAN_OPTIONS,
  PUBLISH_OPTIONS,
  PULL_OPTIONS,
  RECOMMEND_OPTIONS,
  ROLLBACK_OPTIONS,
  SERIES_OPTIONS,
  SHOW_OPTIONS,
} from './command-options.ts';
import { argument, type CommandSpec, command, type ProgramSpec, variadic } from './command-spec.ts';
import { columnsOf } from './context.ts';
import { INTERRUPT_CODES } from './exit-codes.ts';
import { GLOBAL_OPTIONS } from './global-options.ts';
import { INIT_OPTIONS } from './init-options.ts';
import { flag } from './option-spec.ts';
import { SANDBOX_OPTIONS } from './sandbox-options.ts';
import {
  ALERT_CHECK,
  CHECK,
  COMMAND,
  choice,
  EXPLAINED,
  FILE,
  FOLDER,
  PIPE,
  RUN,
  RUN_OR_FILE,
  SCHEMA,
  SERIES_CHECK,
  SHELL,
  TEXT,
} from './value-types.ts';

const CONFIGURATION = 'Configuration';
const PLAN_AND_APPLY = 'Plan and apply';
const REPORTS = 'Reports';
const HEALTH = 'Health';
const TOOLS = 'Sandbox, editor and shell';

const INTERRUPTED = Object.values(INTERRUPT_CODES);
const OFFLINE = [0, 1];
const READS = [0, 1, ...INTERRUPTED];
const WRITES = [0, 1, 3, 4, 5, ...INTERRUPTED];

const COMMANDS: readonly CommandSpec[] = [
  command({
    name: 'init',
    group: CONFIGURATION,
    summary: 'write a commented starter configuration and, with --ci, its workflows; never overwrites a file',
    arguments: [argument('dir', FOLDER)],
    options: INIT_OPTIONS,
    exitCodes: READS,
    examples: [
      'pipeform init',
      'pipeform init fleet --organization 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11 --service analytics=1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01',
      'pipeform init --ci github',
      'pipeform init --ci gitlab --install https://packages.example.com/pipeform-1.2.3.tgz',
    ],
    run: async (invocation) => (await import('../commands/init/init.ts')).runInit(invocation),
  }),
  command({
    name: 'pull',
    group: CONFIGURATION,
    summary:
      'add live pipes to the configuration by their ids; without ids, write live values that you accept to the files',
    arguments: [variadic('id', TEXT)],
    options: PULL_OPTIONS,
    credentials: ['pipes'],
    exitCodes: READS,
    examples: [
      'pipeform pull 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001 --service analytics',
      'pipeform pull --all --service analytics',
      'pipeform pull --dry-run',
      "pipeform pull --target 'orders-*' --accept live",
    ],
    run: async (invocation) => (await import('../commands/pull/pull.ts')).runPull(invocation),
  }),
  command({
    name: 'validate',
    group: CONFIGURATION,
    summary: 'check the configuration and report all problems at once; needs no network',
    formats: ['text', 'json', 'github', 'sarif'],
    exitCodes: OFFLINE,
    examples: [
      'pipeform validate',
      'pipeform validate -e production --format json',
      'pipeform validate --format sarif > pipeform.sarif',
    ],
    run: async (invocation) => (await import('../commands/validate.ts')).runValidate(invocation),
  }),
  command({
    name: 'explain',
    group: CONFIGURATION,
    summary:
      'explain a field, a section of the configuration, a diagnostic code, or a pipe: each effective value and where it comes from; without a name, list all fields',
    arguments: [argument('name', EXPLAINED)],
    options: EXPLAIN_OPTIONS,
    credentials: ['pipes'],
    exitCodes: READS,
    examples: [
      'pipeform explain orders',
      'pipeform explain rollout.bake',
      'pipeform explain settings.db_max_threads',
      'pipeform explain field-not-for-kind',
      'pipeform explain orders -e production --format json',
      'pipeform explain orders --live --base main...',
    ],
    run: async (invocation) => (await import('../commands/explain/explain.ts')).runExplain(invocation),
  }),
  command({
    name: 'doctor',
    group: CONFIGURATION,
    summary: 'check the setup: configuration, credentials, addresses, proxy, clock, Node and journal; read-only',
    credentials: ['pipes', 'observability'],
    exitCodes: READS,
    examples: ['pipeform doctor', 'pipeform doctor -e production --format json'],
    run: async (invocation) => (await import('../commands/doctor.ts')).runDoctor(invocation),
  }),
  command({
    name: 'fmt',
    group: CONFIGURATION,
    summary: 'rewrite the files in canonical order and form; comments are kept',
    options: {
      check: flag('--check', 'write nothing: print the difference and exit with 1 when there is one'),
    },
    exitCodes: OFFLINE,
    examples: ['pipeform fmt', 'pipeform fmt --check'],
    run: async (invocation) => (await import('../commands/fmt.ts')).runFmt(invocation),
  }),
  command({
    name: 'plan',
    group: PLAN_AND_APPLY,
    summary: 'read the live pipes and show what apply would do',
    options: PLAN_OPTIONS,
    credentials: ['pipes', 'observability'],
    formats: REPORT_FORMATS,
    exitCodes: [0, 1, 2, 5, ...INTERRUPTED],
    examples: [
      'pipeform plan',
      "pipeform plan --target 'orders-*' --detailed-exitcode",
      'pipeform plan --base origin/main... --out plan.json',
    ],
    run: async (invocation) => (await import('../commands/plan.ts')).runPlan(invocation),
  }),
  command({
    name: 'apply',
    group: PLAN_AND_APPLY,
    summary: 'show the plan, ask, and apply it; or apply a saved plan unchanged',
    arguments: [argument('plan', FILE)],
    options: APPLY_OPTIONS,
    credentials: ['pipes', 'observability'],
    formats: REPORT_FORMATS,
    exitCodes: WRITES,
    examples: [
      'pipeform apply',
      'pipeform apply plan.json',
      'pipeform apply --auto-approve --format json',
      'pipeform apply --target orders --allow-protected orders',
    ],
    run: async (invocation) => (await import('../commands/apply.ts')).runApply(invocation),
  }),
  command({
    name: 'drift',
    group: PLAN_AND_APPLY,
    summary: 'report whether the live pipes match the configuration; read-only',
    options: DRIFT_OPTIONS,
    credentials: ['pipes', 'observability'],
    formats: REPORT_FORMATS,
    exitCodes: [0, 1, 2, ...INTERRUPTED],
    examples: ['pipeform drift', 'pipeform drift --out drift.json --metrics /var/lib/node_exporter/pipeform.prom'],
    run: async (invocation) => (await import('../commands/drift.ts')).runDrift(invocation),
  }),
  command({
    name: 'rollback',
    group: PLAN_AND_APPLY,
    summary: 'restore the values that a run replaced, where the live value is still what it wrote',
    arguments: [argument('run', RUN_OR_FILE, true)],
    options: ROLLBACK_OPTIONS,
    credentials: ['pipes', 'observability'],
    formats: REPORT_FORMATS,
    exitCodes: WRITES,
    examples: [
      'pipeform rollback latest',
      'pipeform rollback latest --dry-run',
      'pipeform rollback 20261120T100000Z-1f4a2c --target orders',
      'pipeform rollback run.json --auto-approve',
    ],
    run: async (invocation) => (await import('../commands/rollback.ts')).runRollback(invocation),
  }),
  command({
    name: 'runs',
    group: PLAN_AND_APPLY,
    summary:
      'list the local journal of runs, newest first, as text or json; `runs show RUN` shows one in each format, `runs forget RUN` stops reporting an unfinished one',
    arguments: [argument('verb', choice(['show', 'forget'])), argument('run', RUN)],
    usage: '[show RUN | forget RUN]',
    formats: REPORT_FORMATS,
    // Only `runs show` shows a report.
    formattingOf: ([verb]) =>
      verb === 'show' ? { name: 'runs show', formats: REPORT_FORMATS } : { name: 'runs', formats: ['text', 'json'] },
    exitCodes: OFFLINE,
    examples: [
      'pipeform runs',
      'pipeform runs show latest',
      'pipeform runs show 20261120T100000Z-1f4a2c --format json',
      'pipeform runs forget 20261120T100000Z-1f4a2c',
    ],
    run: async (invocation) => (await import('../commands/runs.ts')).runRuns(invocation),
  }),
  command({
    name: 'history',
    group: REPORTS,
    summary:
      'report on the files of --history: share of checks in sync, time from drift to repair, who repaired, what drifts most',
    arguments: [variadic('file', FILE, true)],
    options: HISTORY_OPTIONS,
    formats: ['text', 'json', 'markdown', 'html'],
    exitCodes: OFFLINE,
    examples: [
      'pipeform history history.jsonl',
      'pipeform history history.jsonl --since 30d --format markdown',
      'pipeform history 2025.jsonl 2026.jsonl -e production --format html > history.html',
      'pipeform history history.jsonl --from 2026-10-01 --to 2026-11-01',
    ],
    run: async (invocation) => (await import('../commands/history.ts')).runHistory(invocation),
  }),
  command({
    name: 'show',
    group: REPORTS,
    summary: 'render a saved plan, drift report or run in any format; works offline',
    arguments: [argument('file', FILE, true)],
    options: SHOW_OPTIONS,
    formats: REPORT_FORMATS,
    exitCodes: OFFLINE,
    examples: [
      'pipeform show plan.json',
      'pipeform show plan.json --summary',
      'pipeform show plan.json --format html > plan.html',
    ],
    run: async (invocation) => (await import('../commands/show.ts')).runShow(invocation),
  }),
  command({
    name: 'publish',
    group: REPORTS,
    summary: 'post a saved plan, drift report or run to a pull request, an issue, Slack or a webhook',
    arguments: [argument('file', FILE, true)],
    options: PUBLISH_OPTIONS,
    credentials: ['publish'],
    exitCodes: READS,
    examples: ['pipeform publish plan.json --to github-pr', 'pipeform publish drift.json --to github-issue'],
    run: async (invocation) => (await import('../commands/publish.ts')).runPublish(invocation),
  }),
  command({
    name: 'merge',
    group: REPORTS,
    summary: 'join the reports of shards into the report of the whole fleet',
    arguments: [variadic('file', FILE, true)],
    options: MERGE_OPTIONS,
    formats: REPORT_FORMATS,
    exitCodes: [0, 1, 2, 3, 4, 5],
    examples: ['pipeform merge plan-1.json plan-2.json plan-3.json --out plan.json'],
    run: async (invocation) => (await import('../commands/merge.ts')).runMerge(invocation),
  }),
  command({
    name: 'check',
    group: HEALTH,
    summary: 'evaluate health checks now, the named ones or all; exits with 5 when one does not pass',
    arguments: [variadic('name', CHECK)],
    credentials: ['observability'],
    exitCodes: [0, 1, 5, ...INTERRUPTED],
    examples: ['pipeform check', 'pipeform check orders-lag orders-alert', 'pipeform check --format json'],
    run: async (invocation) => (await import('../commands/check.ts')).runCheck(invocation),
  }),
  command({
    name: 'recommend',
    group: HEALTH,
    summary: 'advise a size for each pipe, or the named ones, by what they used; read-only',
    arguments: [variadic('pipe', PIPE)],
    options: RECOMMEND_OPTIONS,
    credentials: ['pipes', 'observability'],
    formats: ['text', 'json', 'markdown', 'html'],
    exitCodes: [0, 1, 2, ...INTERRUPTED],
    examples: [
      'pipeform recommend',
      'pipeform recommend orders payments',
      'pipeform recommend --format html > sizes.html',
      'pipeform recommend --backtest 35d',
    ],
    run: async (invocation) => (await import('../commands/recommend/recommend.ts')).runRecommend(invocation),
  }),
  command({
    name: 'series',
    group: HEALTH,
    summary: 'query a time series, by check name or ad hoc',
    arguments: [variadic('name', SERIES_CHECK)],
    options: SERIES_OPTIONS,
    credentials: ['observability'],
    formats: ['text', 'table', 'csv', 'json'],
    exitCodes: READS,
    examples: [
      'pipeform series orders-lag --since 6h',
      "pipeform series --source 65f4000000000000000000a1 --agg max --where 'metric:lag' --group-by pipe",
      'pipeform series orders-lag --from 2026-11-20T10:00 --to 2026-11-20T12:00 --format csv > lag.csv',
    ],
    run: async (invocation) => (await import('../commands/series/series.ts')).runSeries(invocation),
  }),
  command({
    name: 'alert',
    group: HEALTH,
    summary: 'show an alert, by its id or the name of a check: its state, its age, and why it may not be trusted',
    arguments: [argument('id', ALERT_CHECK, true)],
    credentials: ['observability'],
    exitCodes: READS,
    examples: ['pipeform alert 65f4000000000000000000b2', 'pipeform alert orders-alert --format json'],
    run: async (invocation) => (await import('../commands/alert.ts')).runAlert(invocation),
  }),
  command({
    name: 'sandbox',
    group: TOOLS,
    summary: 'serve both APIs on loopback, with a fleet under simulated load to try things out',
    options: SANDBOX_OPTIONS,
    exitCodes: OFFLINE,
    examples: [
      'pipeform sandbox',
      'pipeform sandbox --fleet 200 --seed 7 --write-config my-fleet',
      'pipeform sandbox --state fleet.json --latency 50ms --rate-limit 10/10s',
    ],
    run: async (invocation) => (await import('../commands/sandbox/sandbox.ts')).runSandbox(invocation),
  }),
  command({
    name: 'schema',
    group: TOOLS,
    summary: 'print a JSON Schema: of the configuration, or of a document that Pipeform prints',
    arguments: [argument('name', SCHEMA)],
    exitCodes: OFFLINE,
    examples: ['pipeform schema > config.schema.json', 'pipeform schema plan'],
    run: async (invocation) => (await import('../commands/schema.ts')).runSchema(invocation),
  }),
  command({
    name: 'completion',
    group: TOOLS,
    summary:
      'print a completion script for bash, zsh or fish: commands, options, pipes, environments, checks and runs; with the words of a line, print what may follow',
    arguments: [argument('shell', SHELL, true), variadic('words', TEXT)],
    usage: '<shell> [-- words...]',
    formats: ['text'],
    exitCodes: OFFLINE,
    examples: [
      'source <(pipeform completion bash)',
      'pipeform completion fish > ~/.config/fish/completions/pipeform.fish',
    ],
    render: async ([shell = '', ...words], program, context) =>
      (await import('../commands/completion/completion.ts')).renderCompletion(shell, words, program, context),
  }),
  command({
    name: 'help',
    group: TOOLS,
    summary: 'print help for a command',
    arguments: [argument('command', COMMAND)],
    formats: ['text'],
    exitCodes: OFFLINE,
    examples: ['pipeform help', 'pipeform help apply'],
    render: async ([name = null], program, { stdout }) =>
      (await import('../commands/help.ts')).renderHelpOn(name, program, columnsOf(stdout)),
  }),
];

/** Every command, for the command line, help, completion, the manual and the reference. */
export const PROGRAM: ProgramSpec = {
  summary: 'Keeps a fleet of data-ingestion pipes in sync with YAML files in git.',
  options: GLOBAL_OPTIONS,
  commands: COMMANDS,
};
