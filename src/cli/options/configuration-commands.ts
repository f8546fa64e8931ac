import { readBase } from './command-options.ts';
import type { CommandTable } from './command-table.ts';
import type { Context } from './context.ts';
import { collect } from './option-values.ts';

/** The commands that write and check the configuration. */
export function addConfigurationCommands({ add, run }: CommandTable, context: Context): void {
  run(
    add(
      'init',
      'write a commented starter configuration and, with --ci, the workflows for it; overwrites nothing',
      [
        'pipeform init',
        'pipeform init fleet --organization 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11 --service analytics=1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01',
        'pipeform init --ci github',
      ],
      '[dir]',
    )
      .option('--url <address>', 'base address of the pipes API (default: the sandbox, http://127.0.0.1:4010)')
      .option('--organization <id>', 'id of the organization (default: that of the sandbox)')
      .option('--service <name=id>', 'a service that owns pipes (repeatable; default: those of the sandbox)', collect)
      .option(
        '--observability <address>',
        'base address of the observability API (default: that of the sandbox, or none)',
      )
      .option('--ci <service>', 'write workflows too: github or gitlab')
      .option('--yes', 'ask nothing: what no option says is the default'),
    ['text', 'json'],
    async (options, own, [folder = null]) =>
      (await import('../commands/init/init.ts')).runInit(own, folder, options, context),
  );

  run(
    add(
      'pull',
      'read live pipes into the configuration; without an id, bring accepted live changes back into it',
      [
        'pipeform pull 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001 --service analytics',
        'pipeform pull --dry-run',
        "pipeform pull --target 'orders-*' --accept live",
      ],
      '[id...]',
    )
      .option(
        '--service <name>',
        'the service that owns the pipes of these ids, by its name in the configuration (default: the only one that it has)',
      )
      .option('--into <file>', 'the file to write new pipes to (default: the root document)')
      .option('--presets', 'move what several of the new pipes have in common into presets')
      .option('--accept <side>', 'live: take over every difference without asking; git: keep every declared value')
      .option('--dry-run', 'print the difference to the files and write nothing')
      .option('--base <ref>', 'say where each difference comes from; REF... is the merge base')
      .option(
        '--only-origin <origin>',
        'only differences of this origin: config, drift, conflict, adopt (needs --base)',
      ),
    ['text', 'json'],
    async (options, own, ids) =>
      (await import('../commands/pull/pull.ts')).runPull({ ...options, ...readBase(own) }, own, ids, context),
  );

  run(
    add('validate', 'check the configuration, all problems at once; no network', [
      'pipeform validate',
      'pipeform validate -e production --format json',
      'pipeform validate --format sarif > pipeform.sarif',
    ]),
    ['text', 'json', 'github', 'sarif'],
    async (options) => (await import('../commands/validate.ts')).runValidate(options, context),
  );

  run(
    add('fmt', 'put the files into canonical order and form; comments stay', [
      'pipeform fmt',
      'pipeform fmt --check',
    ]).option('--check', 'write nothing: print the difference and exit with 1 when there is one'),
    ['text', 'json'],
    async (options, own) =>
      (await import('../commands/fmt.ts')).runFmt({ check: own.check === true }, options, context),
  );
}
