import { DEFAULT_WAIT_TIMEOUT_MS } from '../../engine/default-options.ts';
import { ORIGINS } from '../../model/plan.ts';
import { GRANULARITIES } from '../../model/series.ts';
import type { Target } from '../../publish/index.ts';
import { SWITCH_TABLE, type SwitchRow } from '../../sandbox/switches.ts';
import type { Output } from '../output/check-outputs.ts';
import { argument, type CommandSpec, command, type ProgramSpec, variadic } from './command-spec.ts';
import { type Format, GLOBAL_OPTIONS, unsupportedFormat } from './global-options.ts';
import {
  flag,
  type OptionSpec,
  type OptionSpecs,
  type OptionValues,
  option,
  optionWithDefault,
  repeatable,
  requiredOption,
} from './option-spec.ts';
import { sandboxOptions } from './sandbox-options.ts';
import {
  ALERT_CHECK,
  CHECK,
  COMMAND,
  choice,
  choices,
  countTo,
  DURATION,
  FILE,
  FOLDER,
  PIPE,
  RUN,
  SCHEMA,
  SERIES_CHECK,
  SERVICE,
  SHELL,
  SPAN,
  TEXT,
  TIME,
  UsageError,
  unchecked,
} from './value-types.ts';

/** The formats of a plan, a drift report or a run. */
const REPORT_FORMATS: readonly Format[] = ['text', 'json', 'markdown', 'html', 'github'];
const TEXT_OR_JSON: readonly Format[] = ['text', 'json'];

const CONFIGURATION = 'Configuration';
const PLAN_AND_APPLY = 'Plan and apply';
const REPORTS = 'Reports';
const HEALTH = 'Health';
const TOOLS = 'Sandbox, editor and shell';

const INTERRUPTED = [130, 143];
const OFFLINE = [0, 1];
const READS = [0, 1, ...INTERRUPTED];
const WRITES = [0, 1, 3, 4, 5, ...INTERRUPTED];

const OUT = option('--out <file>', FILE, 'save the report');

const BASE = option(
  '--base <ref>',
  TEXT,
  'say of each difference whether it comes from this branch; REF... is the merge base',
);

const ATTRIBUTION = {
  base: BASE,
  onlyOrigin: option(
    '--only-origin <origin>',
    choices(ORIGINS),
    'only differences of this origin: config, drift, conflict, adopt, or several with commas (needs --base)',
  ),
};

const RECOMMEND = flag('--recommend', 'set replicas to the targets of their bands, from the series as they are now');

const DETAILED_EXIT_CODE = { alias: '--expect-no-changes' };

/** The options of every command that writes to pipes. */
const RUN_OPTIONS = {
  autoApprove: flag('--auto-approve', 'do not ask', { alias: '--yes' }),
  out: option('--out <file>', FILE, 'save the report of the run'),
  force: flag('--force', 'override policy (maxChangedPipes, maxReplicaFactor); never protection'),
  allowProtected: repeatable('--allow-protected <name>', PIPE, 'let a protected pipe change (repeatable)'),
  noWait: flag('--no-wait', 'read once after the writes instead of until every value shows; not with a rollout'),
  waitTimeout: optionWithDefault(
    '--wait-timeout <duration>',
    DURATION,
    'how long to read until every value shows',
    DEFAULT_WAIT_TIMEOUT_MS,
  ),
  continueOnError: flag('--continue-on-error', 'continue with the other pipes (default)', {
    conflictsWith: 'failFast',
  }),
  failFast: flag('--fail-fast', 'start no more pipes after one that fails'),
  lockTimeout: optionWithDefault(
    '--lock-timeout <duration>',
    DURATION,
    'how long to wait for another apply of this project',
    0,
  ),
};

function readRunOptions(own: OptionValues<typeof RUN_OPTIONS>) {
  return {
    approval: own.autoApprove ? 'auto' : 'ask',
    allowances: {
      policy: own.force ? 'override' : 'enforce',
      protectedPipes: new Set(own.allowProtected),
    },
    lockTimeoutMs: own.lockTimeout,
    waitTimeoutMs: own.noWait ? 0 : own.waitTimeout,
    onFailure: own.failFast ? 'stop' : 'continue',
    ...readOutputs(own),
  } as const;
}

function readOutputs({ out, metrics = null }: { readonly out: string | null; readonly metrics?: string | null }) {
  const outputs: readonly Output[] = [
    ...(out === null ? [] : [{ option: '--out', file: out } as const]),
    ...(metrics === null ? [] : [{ option: '--metrics', file: metrics } as const]),
  ];
  return { out, outputs };
}

type PlanInputs = OptionValues<typeof ATTRIBUTION> & { readonly recommend?: boolean };

/** What a plan is made with. A saved plan was made with it already. */
function readPlanInputs({ base, onlyOrigin, recommend = false }: PlanInputs, plan: 'fresh' | 'saved' = 'fresh') {
  if (plan === 'saved' && base !== null) {
    throw new UsageError(
      '--base cannot be used with a saved plan.',
      'Leave it out: the plan says what it was compared with.',
    );
  }
  if (plan === 'fresh' && onlyOrigin !== null && base === null) {
    throw new UsageError(
      '--only-origin needs --base REF.',
      'Name the commit to compare with, as in --base main: without it, the origin of a difference is unknown.',
    );
  }
  if (plan === 'saved' && recommend) {
    throw new UsageError(
      '--recommend cannot be used with a saved plan.',
      'Leave it out: the plan holds what was recommended when it was made.',
    );
  }
  return { base, onlyOrigin, recommend };
}

const CI_SERVICES = ['github', 'gitlab'] as const;
const PUBLISH_TARGETS: readonly Target['kind'][] = ['github-pr', 'gitlab-mr', 'github-issue', 'slack', 'webhook'];

/** Numbers of pull and merge requests have no limit; this is the largest that their services can count to. */
const MOST_REQUESTS = 2_147_483_647;

export const SERIES_OPTIONS = {
  source: repeatable('--source <id>', TEXT, 'the source to query, once for all series or once for each (repeatable)'),
  agg: repeatable('--agg <fn>', TEXT, 'add a series of this function: avg, count, max, min, sum, … (repeatable)'),
  where: repeatable('--where <filter>', TEXT, 'what to count, once for all series or once for each (repeatable)'),
  groupBy: repeatable('--group-by <columns>', TEXT, 'a line for each value of these columns'),
  unit: repeatable(
    '--unit <text>',
    TEXT,
    'what the values count, such as ms; once for all series or once for each (repeatable)',
  ),
  since: option(
    '--since <duration>',
    SPAN,
    'how far back from now (default: 1h, or the window of the check if that is longer)',
  ),
  from: option('--from <time>', TIME, 'start at this time: ISO 8601, UTC unless it has a zone'),
  to: option('--to <time>', TIME, 'end at this time (default: now)'),
  granularity: option(
    '--granularity <size>',
    choice(GRANULARITIES),
    'the size of a bucket, 30s to 30d, or auto (default: the check’s, or auto)',
  ),
  maxBuckets: optionWithDefault('--max-buckets <n>', countTo(100_000), 'query at most this many buckets', 1_000),
  watch: flag('--watch', 'query again and again until interrupted'),
  every: option('--every <duration>', DURATION, 'with --watch: how often (default: 10s)'),
};

/** The table of the sandbox's options gives flags and descriptions; the sandbox checks all values at once. */
const SANDBOX_OPTIONS: OptionSpecs = Object.fromEntries(
  sandboxOptions.map(({ flags, description, default: standard }) => {
    const told = standard === undefined ? description : `${description} (default: ${standard})`;
    return [flags, sandboxOption(flags, told)];
  }),
);

function sandboxOption(flags: string, description: string): OptionSpec {
  if (!flags.includes('<')) return flag(flags, description);
  const row = Object.values<SwitchRow>(SWITCH_TABLE).find((one) => one.flags === flags);
  if (row?.choices !== undefined) return option(flags, unchecked(choice(Object.keys(row.choices))), description);
  if (flags.endsWith('...>')) return repeatable(flags, TEXT, description);
  const isFile = flags === '--fleet <fleet>' || flags.endsWith(' <file>');
  return option(flags, isFile ? FILE : flags.endsWith(' <dir>') ? FOLDER : TEXT, description);
}

const COMMANDS: readonly CommandSpec[] = [
  command({
    name: 'init',
    group: CONFIGURATION,
    summary: 'write a commented starter configuration and, with --ci, its workflows; never overwrites a file',
    arguments: [argument('dir', FOLDER)],
    options: {
      url: option(
        '--url <address>',
        TEXT,
        'base address of the pipes API (default: the sandbox, http://127.0.0.1:4010)',
      ),
      organization: option('--organization <id>', TEXT, 'id of the organization (default: that of the sandbox)'),
      service: repeatable(
        '--service <name=id>',
        TEXT,
        'a service that owns pipes (repeatable; default: those of the sandbox)',
      ),
      observability: option(
        '--observability <address>',
        TEXT,
        'base address of the observability API (default: that of the sandbox, or none)',
      ),
      ci: option('--ci <service>', unchecked(choice(CI_SERVICES)), 'write workflows too: github or gitlab'),
      yes: flag('--yes', 'ask nothing: use the default for each option that is not given'),
    },
    formats: TEXT_OR_JSON,
    exitCodes: READS,
    examples: [
      'pipeform init',
      'pipeform init fleet --organization 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11 --service analytics=1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01',
      'pipeform init --ci github',
    ],
    run: async ({ own, words: [folder = null], options, context }) =>
      (await import('../commands/init/init.ts')).runInit(own, folder, options, context),
  }),
  command({
    name: 'pull',
    group: CONFIGURATION,
    summary: 'read live pipes into the configuration; without an id, take over the live changes that you accept',
    arguments: [variadic('id', TEXT)],
    options: {
      service: option(
        '--service <name>',
        SERVICE,
        'the service that owns the pipes of these ids, by its name in the configuration (default: the only one that it has)',
      ),
      into: option('--into <file>', FILE, 'the file to write new pipes to (default: the root document)'),
      presets: flag('--presets', 'move what several of the new pipes have in common into presets'),
      accept: option(
        '--accept <side>',
        choice(['live', 'git'] as const),
        'live: take over every difference without asking; git: keep every declared value',
      ),
      dryRun: flag('--dry-run', 'print the difference to the files and write nothing'),
      ...ATTRIBUTION,
    },
    formats: TEXT_OR_JSON,
    exitCodes: READS,
    examples: [
      'pipeform pull 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001 --service analytics',
      'pipeform pull --dry-run',
      "pipeform pull --target 'orders-*' --accept live",
    ],
    run: async ({ own, words, options, context }) => {
      const { base, onlyOrigin } = readPlanInputs(own);
      const { runPull } = await import('../commands/pull/pull.ts');
      return runPull({ ...options, base, onlyOrigin }, own, words, context);
    },
  }),
  command({
    name: 'validate',
    group: CONFIGURATION,
    summary: 'check the configuration and report all problems at once; needs no network',
    arguments: [],
    options: {},
    formats: ['text', 'json', 'github', 'sarif'],
    exitCodes: OFFLINE,
    examples: [
      'pipeform validate',
      'pipeform validate -e production --format json',
      'pipeform validate --format sarif > pipeform.sarif',
    ],
    run: async ({ options, context }) => (await import('../commands/validate.ts')).runValidate(options, context),
  }),
  command({
    name: 'fmt',
    group: CONFIGURATION,
    summary: 'put the files into canonical order and form; comments are kept',
    arguments: [],
    options: {
      check: flag('--check', 'write nothing: print the difference and exit with 1 when there is one'),
    },
    formats: TEXT_OR_JSON,
    exitCodes: OFFLINE,
    examples: ['pipeform fmt', 'pipeform fmt --check'],
    run: async ({ own, options, context }) => (await import('../commands/fmt.ts')).runFmt(own, options, context),
  }),
  command({
    name: 'plan',
    group: PLAN_AND_APPLY,
    summary: 'read the live pipes and show what apply would do',
    arguments: [],
    options: {
      ...ATTRIBUTION,
      recommend: RECOMMEND,
      out: option('--out <file>', FILE, 'save the plan, to be applied exactly as it was reviewed'),
      detailedExitcode: flag(
        '--detailed-exitcode',
        'exit with 2 when there is something to change',
        DETAILED_EXIT_CODE,
      ),
    },
    formats: REPORT_FORMATS,
    exitCodes: [0, 1, 2, 5, ...INTERRUPTED],
    examples: [
      'pipeform plan',
      "pipeform plan --target 'orders-*' --detailed-exitcode",
      'pipeform plan --base origin/main... --out plan.json',
      'pipeform plan --recommend',
    ],
    run: async ({ own, options, context }) => {
      const { runPlan } = await import('../commands/plan.ts');
      const asked = { ...readPlanInputs(own), ...readOutputs(own), detailedExitCode: own.detailedExitcode };
      return runPlan({ ...options, ...asked }, context);
    },
  }),
  command({
    name: 'apply',
    group: PLAN_AND_APPLY,
    summary: 'show the plan, ask, and carry it out; or carry out exactly a saved plan',
    arguments: [argument('plan', FILE)],
    options: {
      ...ATTRIBUTION,
      recommend: RECOMMEND,
      ...RUN_OPTIONS,
      noRollout: flag('--no-rollout', 'apply in one go, without the waves and health checks of the configuration'),
    },
    formats: REPORT_FORMATS,
    exitCodes: WRITES,
    examples: [
      'pipeform apply',
      'pipeform apply plan.json',
      'pipeform apply --auto-approve --format json',
      'pipeform apply --target orders --allow-protected orders',
    ],
    run: async ({ own, words: [plan = null], options, context }) => {
      const { runApply } = await import('../commands/apply.ts');
      const asked = readPlanInputs(own, plan === null ? 'fresh' : 'saved');
      return runApply({ ...options, ...asked, ...readRunOptions(own), rollout: !own.noRollout, plan }, context);
    },
  }),
  command({
    name: 'drift',
    group: PLAN_AND_APPLY,
    summary: 'report whether the live pipes are as declared; read-only',
    arguments: [],
    options: {
      base: BASE,
      out: OUT,
      metrics: option('--metrics <file>', FILE, 'write metrics in the text format of Prometheus'),
    },
    formats: REPORT_FORMATS,
    exitCodes: [0, 1, 2, ...INTERRUPTED],
    examples: ['pipeform drift', 'pipeform drift --out drift.json --metrics /var/lib/node_exporter/pipeform.prom'],
    run: async ({ own, options, context }) => {
      const { runDrift } = await import('../commands/drift.ts');
      const { base, metrics } = own;
      return runDrift({ ...options, base, onlyOrigin: null, ...readOutputs(own), metrics }, context);
    },
  }),
  command({
    name: 'rollback',
    group: PLAN_AND_APPLY,
    summary: 'plan and apply the values that a run replaced, where the live value is still what it wrote',
    arguments: [argument('run', RUN, true)],
    options: RUN_OPTIONS,
    formats: REPORT_FORMATS,
    exitCodes: WRITES,
    examples: ['pipeform rollback latest', 'pipeform rollback 20261120T100000Z-1f4a2c --target orders'],
    run: async ({ own, words: [run = ''], options, context }) => {
      const { runRollback } = await import('../commands/rollback.ts');
      const asked = { base: null, onlyOrigin: null, run };
      return runRollback({ ...options, ...asked, ...readRunOptions(own) }, context);
    },
  }),
  command({
    name: 'runs',
    group: PLAN_AND_APPLY,
    summary:
      'list the local journal of runs, newest first; `runs show RUN` shows one, `runs forget RUN` ends the report of one that was cut off',
    arguments: [argument('verb', choice(['show', 'forget'])), argument('run', RUN)],
    usage: '[show RUN | forget RUN]',
    options: {},
    formats: REPORT_FORMATS,
    exitCodes: OFFLINE,
    examples: [
      'pipeform runs',
      'pipeform runs show latest',
      'pipeform runs show 20261120T100000Z-1f4a2c --format json',
      'pipeform runs forget 20261120T100000Z-1f4a2c',
    ],
    run: async ({ words: [verb, run], options, context }) => {
      const { runRuns, runRunsForget, runRunsShow } = await import('../commands/runs.ts');
      if (verb === 'show' && run !== undefined) return runRunsShow(run, options, context);
      const forgets = verb === 'forget' && run !== undefined;
      if (verb !== undefined && !forgets) {
        const message = 'runs takes no argument, or `show` or `forget` and a run.';
        throw new UsageError(message, 'Try `pipeform runs show latest`.');
      }
      // A list of runs is not a report.
      if (!TEXT_OR_JSON.includes(options.format)) throw unsupportedFormat('runs', options.format, TEXT_OR_JSON);
      if (!forgets) return runRuns(options, context);
      return runRunsForget(run, options, context);
    },
  }),
  command({
    name: 'show',
    group: REPORTS,
    summary: 'render a saved plan, drift report or run in any format; works offline',
    arguments: [argument('file', FILE, true)],
    options: {},
    formats: REPORT_FORMATS,
    exitCodes: OFFLINE,
    examples: ['pipeform show plan.json', 'pipeform show plan.json --format html > plan.html'],
    run: async ({ words: [file = ''], options, context }) =>
      (await import('../commands/show.ts')).runShow(file, options, context),
  }),
  command({
    name: 'publish',
    group: REPORTS,
    summary: 'post a saved plan, drift report or run to a pull request, an issue, Slack or a webhook',
    arguments: [argument('file', FILE, true)],
    options: {
      to: requiredOption('--to <target>', choice(PUBLISH_TARGETS), PUBLISH_TARGETS.join(', ')),
      id: option('--id <name>', TEXT, 'tells the reports of several projects or jobs apart on one page'),
      number: option('--number <n>', countTo(MOST_REQUESTS), 'the pull or merge request (default: from the CI)'),
      label: option('--label <name>', TEXT, 'the label of the issue (default: pipeform)'),
    },
    formats: TEXT_OR_JSON,
    exitCodes: READS,
    examples: ['pipeform publish plan.json --to github-pr', 'pipeform publish drift.json --to github-issue'],
    run: async ({ own, words: [file = ''], options, context }) =>
      (await import('../commands/publish.ts')).runPublish({ ...options, ...own, file }, context),
  }),
  command({
    name: 'merge',
    group: REPORTS,
    summary: 'join the reports of shards into the report of the whole fleet',
    arguments: [variadic('file', FILE, true)],
    options: {
      out: option('--out <file>', FILE, 'save the joined report'),
      detailedExitcode: flag(
        '--detailed-exitcode',
        'for plans: exit with 2 when there is something to change',
        DETAILED_EXIT_CODE,
      ),
    },
    formats: REPORT_FORMATS,
    exitCodes: [0, 1, 2, 3, 4, 5],
    examples: ['pipeform merge plan-1.json plan-2.json plan-3.json --out plan.json'],
    run: async ({ own, words: files, options, context }) => {
      const { runMerge } = await import('../commands/merge.ts');
      return runMerge({ ...options, files, ...readOutputs(own), detailedExitCode: own.detailedExitcode }, context);
    },
  }),
  command({
    name: 'check',
    group: HEALTH,
    summary: 'evaluate health checks now, the named ones or all; exits with 5 when one does not pass',
    arguments: [variadic('name', CHECK)],
    options: {},
    formats: TEXT_OR_JSON,
    exitCodes: [0, 1, 5, ...INTERRUPTED],
    examples: ['pipeform check', 'pipeform check orders-lag orders-alert', 'pipeform check --format json'],
    run: async ({ words, options, context }) =>
      (await import('../commands/check.ts')).runCheck(words, options, context),
  }),
  command({
    name: 'series',
    group: HEALTH,
    summary: 'show series of the observability API: by the names of checks, or ad hoc',
    arguments: [variadic('name', SERIES_CHECK)],
    options: SERIES_OPTIONS,
    formats: ['text', 'table', 'csv', 'json'],
    exitCodes: READS,
    examples: [
      'pipeform series orders-lag --since 6h',
      "pipeform series --source 65f4000000000000000000a1 --agg max --where 'metric:lag' --group-by pipe",
      'pipeform series orders-lag --watch --every 5s',
      'pipeform series orders-lag --from 2026-11-20T10:00 --to 2026-11-20T12:00 --format csv > lag.csv',
    ],
    run: async ({ own, words, options, context }) => {
      const { readSeriesOptions } = await import('../commands/series/series-options.ts');
      const wanted = readSeriesOptions(words, own);
      return (await import('../commands/series.ts')).runSeries(wanted, options, context);
    },
  }),
  command({
    name: 'alert',
    group: HEALTH,
    summary: 'show an alert, by its id or the name of a check: its state, its age, and why it may not be trusted',
    arguments: [argument('id', ALERT_CHECK, true)],
    options: {},
    formats: TEXT_OR_JSON,
    exitCodes: READS,
    examples: ['pipeform alert 65f4000000000000000000b2', 'pipeform alert orders-alert --format json'],
    run: async ({ words: [id = ''], options, context }) =>
      (await import('../commands/alert.ts')).runAlert(id, options, context),
  }),
  command({
    name: 'sandbox',
    group: TOOLS,
    summary: 'serve both APIs on loopback, with a fleet under simulated load to try things on',
    arguments: [],
    options: SANDBOX_OPTIONS,
    formats: TEXT_OR_JSON,
    exitCodes: OFFLINE,
    examples: [
      'pipeform sandbox',
      'pipeform sandbox --fleet 200 --seed 7 --write-config my-fleet',
      'pipeform sandbox --put replace --latency 50ms --rate-limit 10/10s',
    ],
    run: async ({ raw, options, context }) => {
      const { runSandbox } = await import('../commands/sandbox.ts');
      const { streamColumns, streamStyle } = await import('../output/terminal.ts');
      const { workingFolder } = await import('./load-configuration.ts');
      return runSandbox(raw, {
        stdout: context.stdout,
        stderr: context.stderr,
        signal: context.interrupts.stop,
        format: options.format === 'json' ? 'json' : 'text',
        columns: streamColumns(context.stdout),
        style: streamStyle(context.stderr, options, context),
        cwd: workingFolder(options, context),
      });
    },
  }),
  command({
    name: 'schema',
    group: TOOLS,
    summary: 'print a JSON Schema: of the configuration, or of a document that Pipeform prints',
    arguments: [argument('name', SCHEMA)],
    options: {},
    formats: TEXT_OR_JSON,
    exitCodes: OFFLINE,
    examples: ['pipeform schema > config.schema.json', 'pipeform schema plan'],
    run: async ({ words: [name = 'config'], context }) =>
      (await import('../commands/schema.ts')).runSchema(name, context),
  }),
  command({
    name: 'completion',
    group: TOOLS,
    summary: 'print a completion script for bash, zsh or fish: commands, options, pipes, environments, checks and runs',
    arguments: [argument('shell', SHELL, true)],
    options: {},
    formats: ['text'],
    exitCodes: OFFLINE,
    examples: [
      'source <(pipeform completion bash)',
      'pipeform completion fish > ~/.config/fish/completions/pipeform.fish',
    ],
    notes: [
      {
        heading: 'Install',
        lines: [
          { text: 'bash, in ~/.bashrc:', command: 'source <(pipeform completion bash)' },
          { text: 'zsh, in ~/.zshrc, after compinit:', command: 'source <(pipeform completion zsh)' },
          { text: 'fish, once:', command: 'pipeform completion fish > ~/.config/fish/completions/pipeform.fish' },
          {
            text:
              'The scripts ask the command itself, so they stay right after an update. Names come from the configuration ' +
              'that -C, -c and -e of the line point to; nothing is sent over the network.',
            command: null,
          },
        ],
      },
    ],
    print: async ([shell = ''], _program, context) =>
      (await import('../commands/completion/completion.ts')).runCompletion(shell, context),
  }),
  command({
    name: 'help',
    group: TOOLS,
    summary: 'print help for a command',
    arguments: [argument('command', COMMAND)],
    options: {},
    formats: ['text'],
    exitCodes: OFFLINE,
    examples: ['pipeform help', 'pipeform help apply'],
    print: async ([name = null], program, context) =>
      (await import('../commands/help.ts')).runHelp(name, program, context),
  }),
];

/** What only scripts call. */
const HIDDEN = { group: TOOLS, options: {}, formats: ['text'], exitCodes: OFFLINE, examples: [] } as const;

const HIDDEN_COMMANDS: readonly CommandSpec[] = [
  command({
    ...HIDDEN,
    name: 'complete',
    summary: 'print what may follow these words; for the scripts of `completion`',
    arguments: [variadic('words', TEXT)],
    print: async (words, program, context) =>
      (await import('../commands/complete.ts')).runComplete(words, program, context),
  }),
  command({
    ...HIDDEN,
    name: 'manual',
    summary: 'print the manual page in roff',
    arguments: [],
    print: async (_words, _program, context) => (await import('../commands/manual.ts')).runManual(context),
  }),
];

/** Every command with its options: the one table that commander, help, completion, the manual and the reference are made from. */
export const PROGRAM: ProgramSpec = {
  summary: 'Keeps a fleet of data-ingestion pipes in sync with YAML files in git.',
  options: GLOBAL_OPTIONS,
  commands: COMMANDS,
  hiddenCommands: HIDDEN_COMMANDS,
};
