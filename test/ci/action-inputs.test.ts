import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { makeFolder, writeFiles } from '../e2e/folder.ts';
import { readCommands } from './runner-commands.ts';
import { ROOT, run } from './shell.ts';
import { readAction } from './workflow.ts';

vi.setConfig({ testTimeout: 120_000 });

/** What must not become an option, another argument, shell code, or a command to the runner. */
const HOSTILE = [
  '--auto-approve',
  '--out=x',
  '-C..',
  '-',
  '--',
  ' a  b ',
  `'"`,
  '*',
  '$(touch touched)`touch touched`',
  '::set-output name=has-changes::true',
  '##[set-output name=has-changes;]true',
  '%0A::error::x',
];

const HOSTILE_LINES = ['x\nhas-changes=true', 'x\r::set-output name=has-changes::true', '--out=x\n--auto-approve'];

/**
 * A stand-in for pipeform and npm: records its arguments, prints them, and writes the report of a plan without changes. npm itself
 * says what its settings are.
 */
const PROGRAM = `#!/usr/bin/env bash
if [ "$1" = config ]; then exec ${dirname(process.execPath)}/npm "$@"; fi
printf '%s\\0' "$#" "$@" >>"$CALLS"
printf '%s\\n' "$@" >&2
case "$*" in
  'show --format=github'* | 'validate --format=github'*) printf '::notice::shown\\n' ;;
  install*) mkdir -p "$3/node_modules/.bin" && cp "$0" "$3/node_modules/.bin/pipeform" ;;
  *) printf '%s\\n' "$@" ;;
esac
if [[ \${3-} == --out=/* ]]; then printf '{"kind":"plan","api":{},"summary":{"update":0}}' >"\${3#--out=}"; fi
`;

interface ActionEnd {
  readonly code: number;
  /** The lines that the runner takes for commands. */
  readonly commands: readonly string[];
  /** The arguments of each program that was started. */
  readonly calls: readonly (readonly string[])[];
  /** The lines that were added to the outputs of the job. */
  readonly outputs: readonly string[];
}

interface Job {
  /** Where the step runs. */
  readonly folder: string;
  /** The temporary folder of the runner. */
  readonly temp: string;
  /** `without`: variables of the runner that are not set. */
  run(given: Readonly<Record<string, string>>, without?: readonly string[]): Promise<ActionEnd>;
}

/** @param program what is on the path. */
async function openJob(
  program: 'pipeform' | 'npm' = 'pipeform',
  more: Readonly<Record<string, string>> = {},
): Promise<Job> {
  const machine = await makeFolder();
  const place = (name: string): string => join(machine, name);
  for (const name of ['tools', 'work', 'temp']) await mkdir(place(name));
  await writeFile(place(`tools/${program}`), PROGRAM, { mode: 0o755 });
  for (const name of ['calls', 'output', 'path', 'summary']) await writeFile(place(name), '');
  const variables = {
    PATH: `${place('tools')}:${process.env.PATH}`,
    LANG: 'C.UTF-8',
    HOME: machine,
    CALLS: place('calls'),
    GITHUB_OUTPUT: place('output'),
    GITHUB_PATH: place('path'),
    GITHUB_STEP_SUMMARY: place('summary'),
    GITHUB_WORKSPACE: place('work'),
    RUNNER_TEMP: place('temp'),
    ...more,
  };
  return {
    folder: place('work'),
    temp: place('temp'),
    async run(given, without = []) {
      const set = Object.entries(variables).filter(([name]) => !without.includes(name));
      const { code, stdout, stderr } = await run(['bash', join(ROOT, 'action.sh')], place('work'), {
        ...Object.fromEntries(set),
        ...inputVariables(given),
      });
      const words = (await readFile(place('calls'), 'utf8')).split('\0').slice(0, -1);
      const calls: string[][] = [];
      while (words.length > 0) calls.push(words.splice(0, Number(words.shift())));
      const outputs = (await readFile(place('output'), 'utf8')).split('\n').slice(0, -1);
      return { code, commands: readCommands(`${stdout}\n${stderr}`), calls, outputs };
    },
  };
}

/** With the defaults of action.yml. */
function inputVariables(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const inputs = Object.entries(readAction().inputs).map(([name, input]) => [
    `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
    given[name] ?? input.default ?? '',
  ]);
  return Object.fromEntries(inputs);
}

/** The programs that a job starts when the command writes its report, without the name of the program. */
function reporting(file: string, [command = '', ...words]: readonly string[]): readonly (readonly string[])[] {
  return [
    [command, '--format=text', `--out=${file}`, ...words],
    ['show', '--format=github', '--', file],
    ['show', '--format=markdown', '--', basename(file)],
  ];
}

function npmInstall({ temp }: Job, name: string, ignoresScripts = true): readonly string[] {
  const options = [`--ignore-scripts=${ignoresScripts}`, '--no-audit', '--no-fund', '--loglevel=error'];
  return ['install', '--prefix', `${temp}/pipeform-package`, ...options, '--', name];
}

function succeeds(file: string, calls: ActionEnd['calls']): ActionEnd {
  const outputs = ['exit-code=0', `report=${file}`, 'has-changes=false', 'summary={"update":0}'];
  return { code: 0, commands: ['::notice::shown'], calls, outputs };
}

function refuses(message: string): ActionEnd {
  return { code: 1, commands: [`::error title=Pipeform::${message}`], calls: [], outputs: [] };
}

function giveAll(names: readonly string[], value: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

const INPUTS = Object.keys(readAction().inputs);
/** Those that hold several values. */
const LISTS = ['files', 'args', 'accept-exit-codes'];
/** Those whose values are a fixed set. */
const CHOICES = ['command', 'accept-exit-codes', 'install'];
const PATHS = ['working-directory', 'out', 'run', 'files'];

describe.each(HOSTILE)('an input that is %j', (value) => {
  test('is one word of the command that it is for', async () => {
    const job = await openJob();
    const words = INPUTS.filter((name) => !CHOICES.includes(name) && !PATHS.includes(name));
    const end = await job.run({ ...giveAll(words, value), command: 'apply' });
    const file = `${job.temp}/pipeform/apply.json`;
    const named = ['config', 'env', 'base', 'only-origin', 'reviewed', 'shard', 'metrics'];
    const options = named.map((name) => `--${name}=${value}`);
    const [apply = []] = reporting(file, ['apply', `./${value}`, ...options, value]);
    const publish = ['publish', `--to=${value}`, `--id=${value}`, `--number=${value}`, '--', 'apply.json'];
    // Neither annotations nor the summary are asked for: the value is not true.
    expect(end).toEqual({ ...succeeds(file, [apply, publish]), commands: [] });
    expect(await readdir(job.folder)).toEqual([]);
  });

  test('is a path in the folder of the job', async () => {
    const job = await openJob();
    await writeFiles(job.folder, { [`${value}/${value}`]: '{}' });
    const end = await job.run({
      ...giveAll(['run', 'working-directory'], value),
      command: 'rollback',
      out: `${value}.`,
    });
    const file = `${job.folder}/${value}/${value}.`;
    // "./" stays in the name of the folder.
    const shown = JSON.parse(JSON.stringify(end).replaceAll('/work/./', '/work/'));
    expect(shown).toEqual(succeeds(file, reporting(file, ['rollback', `./${value}`])));
    expect(await readdir(job.folder)).toEqual([value]);
  });

  test('is a file to merge, and text in a message without one', async () => {
    const job = await openJob();
    expect(await job.run({ command: 'merge', files: value })).toEqual(
      refuses(`No file is there for ${value.replaceAll('%', '%25')}.`),
    );
    await writeFiles(job.folder, { [value]: '{}' });
    const end = await job.run({ command: 'merge', files: value });
    const file = `${job.temp}/pipeform/merge.json`;
    expect(end).toEqual(succeeds(file, reporting(file, ['merge', `./${value}`])));
  });

  test.each([
    ['command', 'be validate, plan, apply, rollback, drift or merge.'],
    ['accept-exit-codes', 'be numbers with blanks between them.'],
  ])('is refused where it is no choice: %s', async (name, words) => {
    const end = await (await openJob()).run({ command: 'plan', [name]: value });
    expect(end).toEqual(refuses(`The input ${name} must ${words}`));
  });

  test('is one package for npm, or none', async () => {
    const job = await openJob('npm');
    const end = await job.run({ command: 'validate', annotations: 'false', install: value });
    if (/^-|\s/.test(value)) {
      expect(end).toEqual(refuses('The input install must name one package, such as pipeform@1.2.3.'));
      return;
    }
    const calls = [npmInstall(job, value), ['validate', '--format=text']];
    expect(end).toEqual({ code: 0, commands: [], calls, outputs: ['exit-code=0'] });
  });

  test('names the configuration that is annotated without a report', async () => {
    const end = await (await openJob()).run({ command: 'validate', config: value, environment: value });
    const words = [`--config=${value}`, `--env=${value}`];
    const calls = ['text', 'github'].map((format) => ['validate', `--format=${format}`, ...words]);
    expect(end).toEqual({ code: 0, commands: ['::notice::shown'], calls, outputs: ['exit-code=0'] });
  });
});

describe('line breaks', () => {
  test.each(INPUTS.filter((name) => !LISTS.includes(name)))('are refused in the input %s', async (name) => {
    const job = await openJob();
    for (const lines of HOSTILE_LINES)
      expect(await job.run({ command: 'plan', [name]: lines })).toEqual(
        refuses(`The input ${name} has a line break or another control character.`),
      );
  });

  test('end an argument in args', async () => {
    const job = await openJob();
    const end = await job.run({ command: 'drift', args: HOSTILE_LINES.join('\n') });
    const file = `${job.temp}/pipeform/drift.json`;
    expect(end).toEqual(succeeds(file, reporting(file, ['drift', ...HOSTILE_LINES.join('\n').split('\n')])));
  });

  test('end a glob in files, and not the name of a file', async () => {
    const job = await openJob();
    const names = ['--auto-approve', '--out=x', '-', 'a  b', ...HOSTILE_LINES.slice(0, 2)].sort();
    await writeFiles(job.folder, Object.fromEntries(names.map((name) => [name, '{}'])));
    const end = await job.run({ command: 'merge', files: '-*\n\n[ax]*\n' });
    const file = `${job.temp}/pipeform/merge.json`;
    const { calls, ...rest } = end;
    const [[command, format, out, ...paths] = [], ...shown] = calls;
    expect({ ...rest, calls: [[command, format, out, ...paths.sort()], ...shown] }).toEqual(
      succeeds(file, reporting(file, ['merge', ...names.map((name) => `./${name}`)])),
    );
  });

  test('separate numbers in accept-exit-codes', async () => {
    const job = await openJob();
    const end = await job.run({ command: 'plan', 'accept-exit-codes': '2\n5\n' });
    const file = `${job.temp}/pipeform/plan.json`;
    expect(end).toEqual(succeeds(file, reporting(file, ['plan'])));
  });

  test('in a message about a file are text', async () => {
    const end = await (await openJob()).run({ command: 'merge', files: 'x\r::set-output name=has-changes::true' });
    expect(end).toEqual(refuses('No file is there for x%0D::set-output name=has-changes::true.'));
  });
});

test('a runner without a file for outputs, paths or the summary does not fail what was applied', async () => {
  const job = await openJob();
  const end = await job.run({ command: 'apply' }, ['GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY']);
  const calls = reporting(`${job.temp}/pipeform/apply.json`, ['apply']).slice(0, 2);
  expect(end).toEqual({ code: 0, commands: ['::notice::shown'], calls, outputs: [] });
});

test('a runner with Windows is refused by name', async () => {
  const end = await (await openJob('pipeform', { RUNNER_OS: 'Windows' })).run({ command: 'plan' });
  expect(end).toEqual(refuses('Runners with Windows are not supported. Use one with Linux or macOS.'));
});

test('several runs are all there before the first is rolled back, and each has its report', async () => {
  const job = await openJob();
  await writeFiles(job.folder, { 'new.json': '{}', 'old.json': '{}' });
  expect(await job.run({ command: 'rollback', files: 'new.json\ngone.json' })).toEqual(
    refuses('The input run must name the file of a saved run.'),
  );
  const { code, calls } = await job.run({
    command: 'rollback',
    files: 'new.json\nold.json',
    summary: 'false',
    annotations: 'false',
  });
  const [first, second] = ['', '-2'].map((part) => `--out=${job.temp}/pipeform/rollback${part}.json`);
  expect([code, calls]).toEqual([
    0,
    [
      ['rollback', '--format=text', first, './new.json'],
      ['rollback', '--format=text', second, './old.json'],
    ],
  ]);
});

describe('the package to install', () => {
  const given = { command: 'validate', annotations: 'false' };

  test.each([
    ['pipeform@0.1.0', true],
    // Only the sources of a git repository have to be built.
    ['git+https://example.com/x.git#v1', false],
  ])('is installed into a folder of the job that later steps can use: %s', async (install, ignoresScripts) => {
    const job = await openJob('npm');
    const calls = [npmInstall(job, install, ignoresScripts), ['validate', '--format=text']];
    expect(await job.run({ ...given, install })).toMatchObject({ code: 0, calls });
    const path = await readFile(join(dirname(job.temp), 'path'), 'utf8');
    expect(path).toBe(`${job.temp}/pipeform-package/node_modules/.bin\n`);
  });

  test('may be a tarball that is in the repository', async () => {
    const job = await openJob('npm');
    const install = './pipeform-0.1.0.tgz';
    const commands = [expect.stringContaining(`::There is no ${install} in the repository. `)];
    expect(await job.run({ ...given, install })).toMatchObject({ code: 1, commands, calls: [] });
    await writeFiles(job.folder, { [install]: '' });
    expect(await job.run({ ...given, install })).toMatchObject({ code: 0 });
  });

  test.each([
    ['@acme:registry=https://npm.example.com/', 0],
    ['registry=https://npm.example.com/', 0],
    ['save-exact=true', 1],
    [null, 1],
  ])('with a scope comes from the registry that the repository names: %j', async (npmrc, code) => {
    const job = await openJob('npm');
    if (npmrc !== null) await writeFiles(job.folder, { '.npmrc': npmrc });
    const end = await job.run({ ...given, install: '@acme/pipeform@^0.1.0' });
    expect([end.code, end.calls.length]).toEqual(code === 0 ? [0, 2] : [1, 0]);
    if (npmrc !== null) expect(await readFile(`${job.temp}/pipeform-package/.npmrc`, 'utf8')).toBe(npmrc);
    const refusal = '::The input install names a package of @acme, and no .npmrc says where it comes from.';
    expect(end.commands).toEqual(code === 0 ? [] : [expect.stringContaining(refusal)]);
  });

  test('is refused when none is named', async () => {
    const end = await (await openJob('npm')).run({ ...given, install: '' });
    expect(end).toEqual(refuses('The input install must name one package, such as pipeform@1.2.3.'));
  });
});
