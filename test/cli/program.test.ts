import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../src/cli/options/environment.ts';
import { readOptions } from '../../src/cli/options/global-options.ts';
import { makeFolder } from '../e2e/folder.ts';
import { type Environment, giveOptions, type Raw, runLine } from './fake-context.ts';

const EMPTY = await makeFolder();

const run = (args: readonly string[], environment: Environment = {}) => runLine(args, { cwd: EMPTY, environment });

const ANY_COMMAND = { name: 'plan', formats: ['text', 'json'], options: {} } as const;

describe('global options', () => {
  const read = (given: Raw, environment: Environment = {}) =>
    readOptions(ANY_COMMAND, giveOptions(given), { environment }).options;

  it('have defaults', () => {
    expect(read({})).toEqual({
      chdir: null,
      config: null,
      env: null,
      format: 'text',
      target: [],
      exclude: [],
      shard: null,
      parallelism: null,
      timeoutMs: 30_000,
      color: 'auto',
      noPager: false,
      logLevel: 'info',
    });
  });

  it('the command line takes precedence over the environment', () => {
    const environment = {
      PIPEFORM_CHDIR: '/elsewhere',
      PIPEFORM_CONFIG: 'other.yaml',
      PIPEFORM_ENV: 'staging',
      PIPEFORM_FORMAT: 'json',
      PIPEFORM_TARGET: 'a*, b ,,c',
      PIPEFORM_EXCLUDE: 'x',
      PIPEFORM_SHARD: '2/4',
      PIPEFORM_PARALLELISM: '3',
      PIPEFORM_TIMEOUT: '5s',
      PIPEFORM_NO_COLOR: '1',
      PIPEFORM_LOG_LEVEL: 'quiet',
    };
    expect(read({}, environment)).toEqual({
      chdir: '/elsewhere',
      config: 'other.yaml',
      env: 'staging',
      format: 'json',
      target: ['a*', 'b', 'c'],
      exclude: ['x'],
      shard: { index: 2, total: 4 },
      parallelism: 3,
      timeoutMs: 5_000,
      color: 'off',
      noPager: false,
      logLevel: 'quiet',
    });
    const given = { env: 'production', format: 'text', target: ['orders'], parallelism: '8', timeout: '250ms' };
    expect(read(given, environment)).toMatchObject({
      env: 'production',
      format: 'text',
      target: ['orders'],
      parallelism: 8,
      timeoutMs: 250,
    });
  });

  it('an empty variable counts as unset, and 0 and false as off', () => {
    const empty = { PIPEFORM_FORMAT: '', PIPEFORM_TIMEOUT: '', PIPEFORM_PARALLELISM: '' };
    expect(read({}, empty)).toEqual(read({}));
    for (const off of ['', '0', 'false']) {
      expect(read({}, { PIPEFORM_NO_COLOR: off }).color).toBe('auto');
    }
    expect(read({ noColor: true }).color).toBe('off');
  });
});

it.each([
  ...['CHDIR', 'CONFIG', 'ENV', 'TARGET', 'EXCLUDE', 'SHARD'].map((name) => [name, ''] as const),
  ['TARGET', ' , '] as const,
])('an empty PIPEFORM_%s is refused unless the line has the option: %j', async (name, value) => {
  const environment = { [`PIPEFORM_${name}`]: value };
  const { code, stderr } = await run(['validate'], environment);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`error[usage]: PIPEFORM_${name} is set, but empty.`)]);
  const given = await run(['validate', `--${name.toLowerCase()}=1/1`], environment);
  expect(given.stderr).not.toContain('is set, but empty');
});

describe('an invalid value is reported', () => {
  it.each<[readonly string[], Environment]>([
    [['--no-color'], {}],
    [[], { PIPEFORM_NO_COLOR: '1' }],
  ])('without color for %j with %j', async (args, environment) => {
    const { stderr } = await run(['validate', '--format', 'xml', ...args], { ...environment, FORCE_COLOR: '1' });
    expect(stderr).toContain('error[usage]: "xml" is not a valid value for --format.');
  });

  it('in color when PIPEFORM_NO_COLOR is off', async () => {
    const { stderr } = await run(['validate', '--format', 'xml'], { FORCE_COLOR: '1', PIPEFORM_NO_COLOR: '0' });
    expect(stderr).toContain('\u001b[');
  });

  it.each<[readonly string[], Environment, string]>([
    [['--format', 'xml'], {}, '"xml" is not a valid value for --format.'],
    [[], { PIPEFORM_FORMAT: 'xml' }, '"xml" is not a valid value for PIPEFORM_FORMAT.'],
    [['--parallelism', '0'], {}, '--parallelism takes a whole number from 1 to 1000, not "0".'],
    [['--parallelism', '1e3'], {}, '--parallelism takes a whole number'],
    [['--parallelism', '1001'], {}, '--parallelism takes a whole number'],
    [['--timeout', '30'], {}, '--timeout takes a duration greater than 0, up to 24h, not "30".'],
    [['--timeout', '0s'], {}, '--timeout takes a duration greater than 0, up to 24h, not "0s".'],
    [['--log-level', 'loud'], {}, '"loud" is not a valid value for --log-level.'],
    [[], { PIPEFORM_TIMEOUT: 'soon' }, 'PIPEFORM_TIMEOUT takes a duration greater than 0, up to 24h, not "soon".'],
  ])('%j with %j', async (args, environment, message) => {
    const { code, stdout, stderr } = await run(['validate', ...args], environment);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('error[usage]');
    expect(stderr).toContain(message);
    expect(stderr).toContain('help: ');
  });

  it('together with all others, of global options and of the command', async () => {
    const line = ['apply', '--only-origin', 'foo', '--parallelism', '0', '--wait-timeout', 'soon'];
    const { stderr } = await run(line, { PIPEFORM_LOG_LEVEL: 'loud' });
    const summaries = stderr.match(/(?<=error\[usage\]: ).+/g) ?? [];
    const named = summaries.map((summary) => summary.match(/--[\w-]+|PIPEFORM_\w+/)?.[0]);
    expect(named).toEqual(['--parallelism', 'PIPEFORM_LOG_LEVEL', '--only-origin', '--wait-timeout']);
  });

  it('accepts the default of --lock-timeout', async () => {
    const { stderr } = await run(['apply', '--auto-approve', '--lock-timeout', '0s']);
    expect(stderr).toContain('error[config-not-found]');
    const tooLong = await run(['apply', '--auto-approve', '--lock-timeout', '25h']);
    expect(tooLong.stderr).toContain('--lock-timeout takes a duration up to 24h, not "25h".');
  });
});

const ID = '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001';

/** The message and the hint for an invalid command line, in a folder without a configuration: nothing is read before. */
const MISTAKES: readonly (readonly [string, string, string])[] = [
  ['plna', 'There is no command `plna`.', 'Did you mean plan? See `pipeform --help` for all commands.'],
  ['xyzzy', 'There is no command `xyzzy`.', 'See `pipeform --help` for all commands.'],
  ['help plna', 'There is no command `plna`.', 'Did you mean plan?'],
  ['plna --help', 'There is no command `plna`.', 'Did you mean plan?'],
  ['-e staging plna', 'There is no command `plna`.', 'Did you mean plan?'],
  [
    'plan --traget orders',
    '`pipeform plan` has no option --traget.',
    'Did you mean --target? See `pipeform plan --help`.',
  ],
  ['plan --traget=orders', '`pipeform plan` has no option --traget.', 'Did you mean --target?'],
  ['--traget orders plan', 'pipeform has no option --traget.', 'Did you mean --target? See `pipeform --help`.'],
  ['plan -target orders', '`pipeform plan` has no option -target.', 'Did you mean --target?'],
  ['plan -x', '`pipeform plan` has no option -x.', 'See `pipeform plan --help`.'],
  ['fmt --chekc', '`pipeform fmt` has no option --chekc.', 'Did you mean --check?'],
  ['apply --yes --forse', '`pipeform apply` has no option --forse.', 'Did you mean --force?'],
  ['validate --metrics m', '`pipeform validate` has no option --metrics.', 'It is an option of drift.'],
  ['plan --format', '--format needs a value.', 'It takes text, json, markdown, html, github.'],
  ['plan --base', '--base needs a value.', 'Write it as --base REF. See `pipeform plan --help`.'],
  ['plan --target=', '--target needs a value.', 'Write it as --target PATTERN. See `pipeform plan --help`.'],
  ['plan --target ', '--target needs a value.', 'Write it as --target PATTERN.'],
  ['show', '`pipeform show` needs a file.', 'For example: `pipeform show plan.json`. See `pipeform show --help`.'],
  ['completion', '`pipeform completion` needs a shell: bash, zsh, fish.', 'See `pipeform completion --help`.'],
  ['publish plan.json', '`pipeform publish` needs --to <target>.', 'It takes github-pr, gitlab-mr,'],
  ['plan orders', '`pipeform plan` takes no arguments, but got `orders`.', 'Select pipes with --target.'],
  [
    'apply a.json b.json',
    '`pipeform apply` takes at most one argument, but got `b.json` too.',
    'See `pipeform apply --help`.',
  ],
  ['apply --auto-approve=false', '--auto-approve takes no value.', 'Write it as --auto-approve, or leave it out.'],
  ['--no-color=1 plan', '--no-color takes no value.', 'Write it as --no-color, or leave it out.'],
  ['alert', '`pipeform alert` needs an id.', 'For example: `pipeform alert '],
  ['plan -e -c x', '`pipeform plan` takes no arguments, but got `x`.', 'Select pipes with --target.'],
  ['fmt pipes', '`pipeform fmt` takes no arguments, but got `pipes`.', 'help: See `pipeform fmt --help`.'],
  ['plan --format xml', '"xml" is not a valid value for --format.', 'It takes text, json, markdown, html, github.\n'],
  ['plan --only-origin drift', '--only-origin needs --base REF.', 'Name the commit to compare with, as in --base main'],
  ['plan --only-origin schedule', '--only-origin schedule needs --base REF.', 'Name the commit that was applied last'],
  ['-C nowhere plan', 'there is no folder nowhere', '-C or PIPEFORM_CHDIR'],
  [
    'plan -auto-approve',
    '`pipeform plan` has no option -auto-approve.',
    '--auto-approve is an option of apply, rollback.',
  ],
  ['apply -auto-approve', '`pipeform apply` has no option -auto-approve.', 'Did you mean --auto-approve?'],
  ['plan --format jsn', '"jsn" is not a valid value for --format.', 'Did you mean json?'],
  ['schema cofig', '"cofig" is not a valid value for schema.', 'Did you mean config?'],
  // Options that do not go together.
  ['apply --remediate', '--remediate needs --base REF.', 'Name the commit that was applied last'],
  ['apply --remediate --base x a.json', 'A saved plan cannot be used with --remediate.', 'Leave it out'],
  ['apply --remediate --base x --only-origin config', '--only-origin cannot be used with --remediate.', 'Leave it out'],
  ['apply --remediate --base x --shard 1/2', '--shard cannot be used with --remediate.', 'Leave it out'],
  ['apply --remediate --base x --reviewed a.json', '--reviewed cannot be used with --remediate.', 'Leave it out'],
  ['apply a.json --reviewed b.json', '--reviewed cannot be used with a saved plan', '`pipeform plan --reviewed FILE'],
  ['plan --behind refuse', '--behind refuse needs --base REF.', 'as in --base main'],
  ...['--target orders', '--exclude x', '--shard 1/2'].map((option): [string, string, string] => [
    `drift --history a.jsonl ${option}`,
    '--history cannot be used with --target, --exclude or --shard.',
    'Leave them out',
  ]),
  ...['--history a.jsonl', '--metrics a.prom'].map((option): [string, string, string] => [
    `drift --at 2026-11-20 ${option}`,
    '--at cannot be used with --history or --metrics.',
    'Leave it out',
  ]),
  ...['--write', '--detailed-exitcode'].map((option): [string, string, string] => [
    `recommend --backtest 35d ${option}`,
    `--backtest cannot be used with ${option}.`,
    'leave it out for advice',
  ]),
  ['pull --accept theirs', '"theirs" is not a valid value for --accept.', 'It takes live, git.'],
  ['pull orders --service a', '"orders" is not the id of a pipe.', 'Ids are UUIDs'],
  ['pull --service a', '--service is for new pipes, but no id is given.', 'Name the ids'],
  [`pull ${ID} --accept live`, '--accept is for pipes that are in the configuration', 'Leave it out'],
  [`pull --all ${ID}`, 'An id cannot be used with --all', 'Leave out one of the two.'],
  ['explain replicas --at 2026-11-20', '--at does not apply to a field, only to a pipe.', 'Omit it'],
  ['explain policy.freeze --at 2026-11-20', '--at does not apply to a section, only to a pipe.', 'Omit it'],
  ['explain frozen --at 2026-11-20', '--at does not apply to a diagnostic code, only to a pipe.', 'Omit it'],
  ['explain --live', '--live needs a pipe.', '`pipeform explain orders --live`'],
  ['explain orders --base x', '--base needs --live.', 'Only the live values of a pipe have an origin.'],
  ['publish a.json --to slack --on transition', '--on transition needs --history FILE.', 'records what was posted'],
  ['publish a.json --to slack --history b.jsonl', '--history needs --on transition.', 'every report is posted'],
  ['init --install pipeform@1.2.3', '--install is for workflows.', 'Add --ci github or --ci gitlab.'],
  ['plan --skip-promotion=', '--skip-promotion needs a value.', 'Write it as --skip-promotion REASON.'],
  ['rollback latest --dry-run --out a.json', '--out cannot be used with --dry-run', 'Leave out --out.'],
  ['history a.jsonl --since 2h --from 2026-11-20', '--since cannot be used with --from and --to.', 'one or the other'],
  ['history a.jsonl --from 2026-11-21 --to 2026-11-20', '--to must be after --from.', '--from is the beginning'],
  ['runs forget', 'Use `runs`, `runs show RUN` or `runs forget RUN`.', 'Try `pipeform runs show latest`.'],
  [
    'runs show --format csv',
    '`pipeform runs show` does not print csv.',
    'It prints text, json, markdown, html, github.',
  ],
  ['validate --format html', '`pipeform validate` does not print html.', 'It prints text, json, github, sarif.'],
  // The words of other tools.
  ['diff', 'There is no command `diff`.', '`pipeform plan` shows what apply would change'],
  ['sync', 'There is no command `sync`.', '`pipeform apply` changes the live pipes'],
  ['import x', 'There is no command `import`.', '`pipeform pull ID --service NAME` adds live pipes'],
  ['list', 'There is no command `list`.', '`pipeform explain NAME` shows one'],
  ['status', 'There is no command `status`.', '`pipeform drift` reports whether the live pipes match'],
  ['destroy', 'There is no command `destroy`.', 'Pipeform never deletes a pipe'],
  ['version', 'There is no command `version`.', '`pipeform --version` prints the version.'],
  ['apply --dry-run', '`pipeform apply` has no option --dry-run.', '`pipeform plan` shows what apply would do.'],
  [
    'plan -dry-run',
    '`pipeform plan` has no option -dry-run.',
    '`pipeform rollback RUN --dry-run` shows what a rollback would do.',
  ],
  ['--dry-run apply', 'pipeform has no option --dry-run.', '`pipeform plan` shows what apply would do.'],
  ['plan --json', '`pipeform plan` has no option --json.', '`--format json` prints JSON'],
  ['plan -o json', '`pipeform plan` has no option -o.', '`--format json` prints JSON'],
  ['-o json plan', 'pipeform has no option -o.', '`--format json` prints JSON'],
  ['apply -var x=1', '`pipeform apply` has no option -var.', 'takes values from the environment'],
  ['plan -v', '`pipeform plan` has no option -v.', '`--log-level debug` shows each request.'],
  ...['-5', '1.5', '1,000'].map((size): [string, string, string] => [
    `sandbox --fleet ${size}`,
    `--fleet takes a whole number from 1 to 100000, not "${size}".`,
    'Write digits only',
  ]),
];

describe('an unknown variable', () => {
  it.each([
    ['PIPEFORM_ENVIRONMENT', 'PIPEFORM_ENV'],
    ['PIPEFORM_LOGLEVEL', 'PIPEFORM_LOG_LEVEL'],
    ['PIPEFORM_KEYID', 'PIPEFORM_KEY_ID'],
    ['PIPEFORM_API_KEY_ID', 'PIPEFORM_KEY_ID'],
    ['PIPEFORM_TOKEN', 'PIPEFORM_ACCESS_TOKEN'],
    ['PIPEFORM_WEBHOOK_SECRETS', 'PIPEFORM_WEBHOOK_SECRET'],
    ['PIPEFORM_SECRET_FILE', 'PIPEFORM_KEY_SECRET_FILE'],
  ])('%s is reported with a suggestion', async (name, meant) => {
    const { stdout, stderr } = await run(['validate', '--format', 'json'], { [name]: 'hidden' });
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'validation' });
    expect(stderr).toContain(`warning[usage]: ${name} is set, but Pipeform has no such variable.`);
    expect(stderr).toContain(`Did you mean ${meant}?`);
    expect(stderr).not.toContain('hidden');
  });

  it.each([
    'PIPEFORM_API_URL',
    'PIPEFORM_ORGANIZATION',
    'PIPEFORM_REPLICAS',
    'PIPEFORM_STAGE_FILE',
    'PIPEFORM_',
    'PIPEFORM',
  ])('%s may be in the configuration', async (name) => {
    expect((await run(['validate', '--format', 'json'], { [name]: '1' })).stderr).toBe('');
  });

  it('is not reported when the variable is empty, or with quiet', async () => {
    expect((await run(['validate', '--format', 'json'], { PIPEFORM_FORMT: '' })).stderr).toBe('');
    expect((await run(['validate', '--format', 'json', '--log-level', 'quiet'], { PIPEFORM_FORMT: '1' })).stderr).toBe(
      '',
    );
  });

  it('excludes every variable that help lists', async () => {
    const documented = VARIABLES.map(({ name }) => name);
    const environment = Object.fromEntries(
      documented.filter((name) => name.startsWith('PIPEFORM_')).map((name) => [name, '1']),
    );
    expect((await run(['validate', '--format', 'json'], environment)).stderr).toBe('');
  });
});

describe('the command line', () => {
  it.each(MISTAKES)('%s', async (line, message, hint) => {
    const { code, stdout, stderr } = await run(line.split(' '));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('error[usage]');
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/help: ./);
    expect(stderr).toContain(hint);
  });

  it('accepts an empty --where, which includes everything', async () => {
    const { stderr } = await run(['series', '--source', 's', '--agg', 'max', '--where', '']);
    expect(stderr).toContain('error[config-not-found]');
  });

  it('never shows the value after the = of an unknown option', async () => {
    expect((await run(['plan', '--access-token=hidden'])).stderr).not.toContain('hidden');
  });

  it.each(['--yes', '--auto-approve'])('accepts %s as approval', async (option) => {
    expect((await run(['apply', option])).stderr).not.toContain('not-approved');
  });

  it.each([
    ['of a failure', ['check', 'lag', '--format', 'json']],
    ['of a report', ['drift', '--format', 'json']],
  ])('reports an internal error while the document %s is printed', async (_, args) => {
    let isFirst = true;
    const onStdout = (): void => {
      if (!isFirst) return;
      isFirst = false;
      throw new TypeError('a bug of the test');
    };
    const { code, stdout } = await runLine(args, { cwd: EMPTY, onStdout });
    expect(code).toBe(1);
    expect(stdout).toContain('"code": "internal"');
    expect(stdout).toContain('TypeError: a bug of the test');
  });

  it('prints help and version on stdout', async () => {
    for (const args of [
      ['--help'],
      ['help'],
      ['plan', '--help'],
      ['--help', 'plan'],
      ['help', 'apply'],
      ['--version'],
    ]) {
      const { code, stdout, stderr } = await run(args);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout.trim()).not.toBe('');
    }
    expect((await run(['-V'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
