import { Command, Option } from 'commander';
import { readToolVersion } from '../version.ts';
import {
  readApplyOptions,
  readBase,
  readDifferences,
  readOut,
  readRecommend,
  textOf,
  withBase,
  withRecommend,
  withRef,
  withRunOptions,
} from './command-options.ts';
import { REPORT_FORMATS, unknownFormat } from './command-table.ts';
import type { Context } from './context.ts';
import { type Format, type GlobalOptions, globalOptions, type Raw, readGlobalOptions } from './global-options.ts';
import { addJournalCommands } from './journal-commands.ts';
import { workingFolder } from './load-configuration.ts';
import { addObservabilityCommands } from './observability-commands.ts';
import { readPositive } from './option-values.ts';

/** Pull and merge requests are numbered from 1 with no end; this is what their services can count to. */
const MOST_REQUESTS = 2_147_483_647;

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

  const add = (name: string, description: string, examples: readonly string[], words = ''): Command =>
    program
      .command(`${name} ${words}`)
      .helpOption('-h, --help', 'print help')
      .description(description)
      .usage(`[options] ${words}`.trim())
      .allowExcessArguments(false)
      .addHelpText(
        'after',
        `\nGlobal options: see \`pipeform --help\`.\n\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`,
      );
  const run = (
    command: Command,
    formats: readonly Format[],
    start: (options: GlobalOptions, own: Raw, words: readonly string[]) => Promise<number>,
  ): void => {
    command.action(async () => {
      const options = readGlobalOptions(program.opts(), context);
      if (!formats.includes(options.format)) throw unknownFormat(command.name(), options.format, formats);
      progress.finish(await start(options, command.opts(), command.processedArgs.flat()));
    });
  };

  run(
    add('validate', 'check the configuration, all problems at once; no network', [
      'pipeform validate',
      'pipeform validate -e production --format json',
      'pipeform validate --format sarif > pipeform.sarif',
    ]),
    ['text', 'json', 'github', 'sarif'],
    async (options) => (await import('./validate.ts')).runValidate(options, context),
  );

  run(
    withRecommend(
      withBase(
        add('plan', 'read the live pipes and show what apply would do', [
          'pipeform plan',
          "pipeform plan --target 'orders-*' --detailed-exitcode",
          'pipeform plan --base origin/main... --out plan.json',
          'pipeform plan --recommend',
        ]),
      ),
    )
      .option('--out <file>', 'save the plan, to be applied exactly as it was reviewed')
      .option('--detailed-exitcode', 'exit with 2 when there is something to change (alias --expect-no-changes)')
      .addOption(new Option('--expect-no-changes').hideHelp()),
    REPORT_FORMATS,
    async (options, own) => {
      const { runPlan } = await import('./plan.ts');
      return runPlan(
        { ...options, ...readBase(own), ...readRecommend(own), ...readOut(own), differences: readDifferences(own) },
        context,
      );
    },
  );

  run(
    withRunOptions(
      withRecommend(
        withBase(
          add(
            'apply',
            'show the plan, ask, and carry it out; or carry out exactly a saved one',
            [
              'pipeform apply',
              'pipeform apply plan.json',
              'pipeform apply --auto-approve --format json',
              'pipeform apply --target orders --allow-protected orders',
            ],
            '[plan]',
          ),
        ),
      ),
    ).option('--no-rollout', 'apply in one go: without the waves and health checks of the configuration'),
    REPORT_FORMATS,
    async (options, own, [plan = null]) => {
      const { runApply } = await import('./apply.ts');
      const kind = plan === null ? 'fresh' : 'saved';
      const asked = { ...readBase(own, kind), ...readRecommend(own, kind) };
      return runApply({ ...options, ...asked, ...readApplyOptions(own), ...readOut(own), plan }, context);
    },
  );

  addJournalCommands({ add, run }, context);

  run(
    withRef(
      add('drift', 'say whether the live pipes are as declared; incapable of writing', [
        'pipeform drift',
        'pipeform drift --out drift.json --metrics /var/lib/node_exporter/pipeform.prom',
      ]),
    )
      .option('--out <file>', 'save the report')
      .option('--metrics <file>', 'write metrics in the text format of Prometheus'),
    REPORT_FORMATS,
    async (options, own) => {
      const { runDrift } = await import('./drift.ts');
      return runDrift({ ...options, ...readBase(own), ...readOut(own), metrics: textOf(own.metrics) }, context);
    },
  );

  run(
    add(
      'show',
      'render a saved plan, drift report or run, offline, in any format',
      ['pipeform show plan.json', 'pipeform show plan.json --format html > plan.html'],
      '<file>',
    ),
    REPORT_FORMATS,
    async (options, _own, [file = '']) => (await import('./show.ts')).runShow(file, options, context),
  );

  run(
    add(
      'publish',
      'post a saved plan, drift report or run where people look',
      ['pipeform publish plan.json --to github-pr', 'pipeform publish drift.json --to github-issue'],
      '<file>',
    )
      .requiredOption('--to <target>', 'github-pr, gitlab-mr, github-issue, slack or webhook')
      .option('--id <name>', 'tells reports of several projects or jobs apart on one page')
      .option('--number <n>', 'the pull or merge request (default: what the CI says)')
      .option('--label <name>', 'the label of the issue (default: pipeform)'),
    ['text', 'json'],
    async (options, own, [file = '']) => {
      const { runPublish } = await import('./publish.ts');
      const number = textOf(own.number);
      const asked = { to: textOf(own.to) ?? '', id: textOf(own.id), label: textOf(own.label) };
      return runPublish(
        {
          ...options,
          ...asked,
          file,
          number: number === null ? null : readPositive(MOST_REQUESTS)(number, '--number'),
        },
        context,
      );
    },
  );

  run(
    add(
      'merge',
      'join the reports of shards into the report of the whole',
      ['pipeform merge plan-1.json plan-2.json plan-3.json --out plan.json'],
      '<file...>',
    )
      .option('--out <file>', 'save the joined report')
      .option('--detailed-exitcode', 'for plans: exit with 2 when there is something to change')
      .addOption(new Option('--expect-no-changes').hideHelp()),
    REPORT_FORMATS,
    async (options, own, files) => {
      const { runMerge } = await import('./merge.ts');
      return runMerge({ ...options, files, ...readOut(own), differences: readDifferences(own) }, context);
    },
  );

  addObservabilityCommands({ add, run }, context);

  const sandbox = add('sandbox', 'serve both APIs on loopback, with a fleet under simulated load to try things on', [
    'pipeform sandbox',
    'pipeform sandbox --fleet 200 --seed 7 --write-config my-fleet',
    'pipeform sandbox --put replace --latency 50ms --rate-limit 10/10s',
  ]);
  // Its options are a table of the sandbox's; only a command line that names it needs them.
  if (args.includes('sandbox')) {
    const { runSandbox, sandboxOptions } = await import('./sandbox.ts');
    const { streamStyle } = await import('./terminal.ts');
    for (const { flags, description, default: standard } of sandboxOptions) {
      const told = standard === undefined ? description : `${description} (default: ${standard})`;
      sandbox.addOption(new Option(flags, told));
    }
    run(sandbox, ['text', 'json'], (options, own) =>
      runSandbox(own, {
        stdout: context.stdout,
        stderr: context.stderr,
        signal: context.interrupts.stop,
        format: options.format === 'json' ? 'json' : 'text',
        style: streamStyle(context.stderr, options, context),
        cwd: workingFolder(options, context),
      }),
    );
  }
  return program;
}

const FOOTER = `
Each global option has an environment variable: PIPEFORM_ and its long name, as in PIPEFORM_CONFIG.
Credentials come from PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET, for series, alerts and checks from PIPEFORM_ACCESS_TOKEN;
never from a file.

Exit codes: 0 done, 1 failed, 2 differences, 3 partly applied, 4 stale plan, 5 refused or unhealthy, 130 and 143 interrupted.`;
