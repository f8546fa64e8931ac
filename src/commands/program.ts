import { Command, Option } from 'commander';
import { isOn } from '../ui/choose-view.ts';
import { readToolVersion } from '../version.ts';
import type { Context } from './context.ts';
import { DEFAULT_TIMEOUT_MS, type GlobalOptions } from './global-options.ts';
import { workingFolder } from './load-configuration.ts';
import { type ReadValue, readChoice, readDuration, readPositive } from './option-values.ts';
import { streamStyle } from './terminal.ts';

/** How long apply reads for until a written value shows. */
const DEFAULT_WAIT_TIMEOUT_MS = 120_000;

/** A comma within braces belongs to a glob such as `{orders,payments}`. */
const COMMA_BETWEEN_PATTERNS = /,(?![^{]*\})/;

type Raw = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** How far a command line has come. */
export interface Progress {
  /** The command that it names, before its own options are read. */
  choose(command: string): void;
  finish(exitCode: number): void;
}

/** The command table. A command's module is imported when it runs, so that `--help` loads none of them. */
export async function createProgram(args: readonly string[], context: Context, progress: Progress): Promise<Command> {
  const program = new Command('pipeform');
  program
    .description('Keeps a fleet of data-ingestion pipes the way its YAML files say.')
    .version(readToolVersion().version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [COMMAND]', 'print help for a command')
    .usage('COMMAND [options]')
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: () => {},
      getOutHelpWidth: () => context.stdout.columns ?? 100,
    })
    .exitOverride()
    .hook('preSubcommand', (_program, command) => progress.choose(command.name()))
    .showSuggestionAfterError()
    .addHelpText('after', FOOTER);
  for (const option of globalOptions()) program.addOption(option);

  const add = (name: string, description: string, examples: readonly string[]): Command =>
    program
      .command(name)
      .helpOption('-h, --help', 'print help')
      .description(description)
      .usage('[options]')
      .allowExcessArguments(false)
      .addHelpText(
        'after',
        `\nGlobal options: see \`pipeform --help\`.\n\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`,
      );
  const run = (command: Command, start: (options: GlobalOptions, own: Raw) => Promise<number>): void => {
    command.action(async () =>
      progress.finish(await start(readGlobalOptions(program.opts(), context), command.opts())),
    );
  };

  run(
    add('validate', 'check the configuration, all problems at once; no network', [
      'pipeform validate',
      'pipeform validate -e production --format json',
    ]),
    async (options) => (await import('./validate.ts')).runValidate(options, context),
  );

  run(
    add('plan', 'read the live pipes and show what apply would do', [
      'pipeform plan',
      "pipeform plan --target 'orders-*' --detailed-exitcode",
    ])
      .option('--detailed-exitcode', 'exit with 2 when there is something to change (alias --expect-no-changes)')
      .addOption(new Option('--expect-no-changes').hideHelp()),
    async (options, own) => {
      const { runPlan } = await import('./plan.ts');
      const reported = own.detailedExitcode === true || own.expectNoChanges === true;
      return runPlan({ ...options, differences: reported ? 'reported' : 'ignored' }, context);
    },
  );

  run(
    add('apply', 'show the plan, ask, and carry it out', [
      'pipeform apply',
      'pipeform apply --auto-approve --format json',
      'pipeform apply --target orders --allow-protected orders',
    ])
      .option('--auto-approve', 'do not ask (alias --yes)')
      .addOption(new Option('--yes').hideHelp())
      .option('--force', 'override policy (maxChangedPipes, maxReplicaFactor); never protection')
      .option('--allow-protected <name>', 'let a protected pipe change (repeatable)', collect)
      .option('--no-wait', 'read once after the writes instead of until every value shows')
      .option('--wait-timeout <duration>', 'how long to read until every value shows (default: 2m)')
      .addOption(new Option('--continue-on-error', 'go on with the other pipes (default)').conflicts('failFast'))
      .option('--fail-fast', 'start no more pipes after one that fails')
      .option('--no-rollout', 'apply in one go although the configuration describes a rollout'),
    async (options, own) => {
      const { runApply } = await import('./apply.ts');
      return runApply({ ...options, ...readApplyOptions(own) }, context);
    },
  );
  const sandbox = add('sandbox', 'serve the pipes API on loopback, with a fleet to try things on', [
    'pipeform sandbox',
    'pipeform sandbox --fleet 200 --seed 7 --write-config my-fleet',
    'pipeform sandbox --put replace --latency 50ms --rate-limit 10/10s',
  ]);
  // Its options are a table of the sandbox's; only a command line that names it needs them.
  if (args.includes('sandbox')) {
    const { runSandbox, sandboxOptions } = await import('./sandbox.ts');
    for (const { flags, description, default: standard } of sandboxOptions) {
      const told = standard === undefined ? description : `${description} (default: ${standard})`;
      sandbox.addOption(new Option(flags, told));
    }
    run(sandbox, (options, own) =>
      runSandbox(own, {
        stdout: context.stdout,
        stderr: context.stderr,
        signal: context.interrupts.stop,
        format: options.format,
        style: streamStyle(context.stderr, options, context),
        cwd: workingFolder(options, context),
      }),
    );
  }
  return program;
}

function globalOptions(): readonly Option[] {
  return [
    new Option('-C, --chdir <dir>', 'work in this folder'),
    new Option('-c, --config <file>', 'the root document (default: pipeform.yaml here or in a parent folder)'),
    new Option('-e, --env <name>', 'merge this environment over the configuration'),
    new Option('--format <format>', 'text or json (default: text)'),
    new Option(
      '--target <pattern>',
      'only pipes that match this glob, over name or service/name (repeatable)',
    ).argParser(collect),
    new Option('--exclude <pattern>', 'all but the pipes that match (repeatable)').argParser(collect),
    new Option('--parallelism <n>', 'pipes to work on at once (default: what the configuration says, or 8)'),
    new Option('--timeout <duration>', 'time for one attempt of one request (default: 30s)'),
    new Option('--no-color', 'plain text'),
    new Option('--log-level <level>', 'quiet, info or debug (default: info)'),
    new Option('--debug', 'show each request, without secrets, on stderr'),
  ];
}

const FOOTER = `
Each global option has an environment variable: PIPEFORM_ and its long name, as in PIPEFORM_CONFIG.
Credentials come from PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET, never from a file.

Exit codes: 0 done, 1 failed, 2 differences, 3 partly applied, 4 stale plan, 5 refused, 130 and 143 interrupted.`;

/** The command line first, then `PIPEFORM_…`, then the default. */
export function readGlobalOptions(given: Raw, context: Context): GlobalOptions {
  const { environment } = context;
  const text = (key: string, variable: string): string | null => {
    const value = given[key];
    if (typeof value === 'string') return value;
    const inherited = environment[variable];
    return inherited === undefined || inherited === '' ? null : inherited;
  };
  const read = <T>(key: string, variable: string, name: string, parse: ReadValue<T>): T | null => {
    const value = text(key, variable);
    if (value === null) return null;
    return parse(value, typeof given[key] === 'string' ? name : variable);
  };
  const list = (key: string, variable: string): readonly string[] => {
    const value = given[key];
    if (Array.isArray(value) && value.length > 0) return value;
    return (environment[variable] ?? '')
      .split(COMMA_BETWEEN_PATTERNS)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  };
  const isDebug = given.debug === true || isOn(environment.PIPEFORM_DEBUG);
  const level = read(
    'logLevel',
    'PIPEFORM_LOG_LEVEL',
    '--log-level',
    readChoice<GlobalOptions['logLevel']>(['quiet', 'info', 'debug']),
  );
  return {
    chdir: text('chdir', 'PIPEFORM_CHDIR'),
    config: text('config', 'PIPEFORM_CONFIG'),
    env: text('env', 'PIPEFORM_ENV'),
    format: read('format', 'PIPEFORM_FORMAT', '--format', readChoice(['text', 'json'])) ?? 'text',
    target: list('target', 'PIPEFORM_TARGET'),
    exclude: list('exclude', 'PIPEFORM_EXCLUDE'),
    parallelism: read('parallelism', 'PIPEFORM_PARALLELISM', '--parallelism', readPositive),
    timeoutMs: read('timeout', 'PIPEFORM_TIMEOUT', '--timeout', readDuration) ?? DEFAULT_TIMEOUT_MS,
    colour: given.color === false || isOn(environment.PIPEFORM_NO_COLOR) ? 'off' : 'auto',
    logLevel: isDebug ? 'debug' : (level ?? 'info'),
  };
}

function readApplyOptions(own: Raw) {
  const waitTimeoutMs =
    typeof own.waitTimeout === 'string' ? readDuration(own.waitTimeout, '--wait-timeout') : DEFAULT_WAIT_TIMEOUT_MS;
  return {
    approval: own.autoApprove === true || own.yes === true ? 'auto' : 'ask',
    allowances: {
      policy: own.force === true ? 'override' : 'enforce',
      protectedPipes: new Set(Array.isArray(own.allowProtected) ? own.allowProtected : []),
    },
    waitTimeoutMs: own.wait === false ? 0 : waitTimeoutMs,
    onFailure: own.failFast === true ? 'stop' : 'continue',
    rollout: own.rollout === false ? 'left-out' : 'wanted',
  } as const;
}

function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
