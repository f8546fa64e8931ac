import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder, writeFiles } from '../../e2e/folder.ts';
import { type Environment, runLine } from '../fake-context.ts';

const CONFIGURATION = `
version: 1
api: { url: '\${NOWHERE}', organization: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11 }
services: { analytics: 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01 }
include: [pipes/*.yaml]
presets: { small: { service: analytics } }
pipes: { orders: { preset: small } }
checks: { lag: { series: {} }, alarm: { alert: 65f4000000000000000000b2 } }
environments: { staging: { pipes: { trial: { service: analytics } } }, production: {} }
`;

async function write(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await makeFolder();
  await writeFiles(folder, files);
  return folder;
}

const FOLDER = await makeFolder();
const PROJECT = await write({
  'pipeform.yaml': CONFIGURATION,
  'pipes/more.yaml': 'pipes: { payments: { service: billing } }',
  'deep/down/note.txt': '',
  '.pipeform/runs/20261120T100000Z-1f4a2c.jsonl': 'not looked into',
});

async function complete(line: string, cwd: string, environment: Environment = {}): Promise<string> {
  const { code, stdout, stderr } = await runLine(['completion', 'bash', '--', ...line.split(' ')], {
    cwd,
    environment,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

describe('names', () => {
  test('come from an unfinished configuration', async () => {
    expect(await complete('plan --target ', PROJECT)).toBe('orders\tanalytics\npayments\tbilling\n');
    expect(await complete('pull --service ', PROJECT)).toBe('analytics\t\n');
    expect(await complete('-e ', PROJECT)).toBe('staging\t\nproduction\t\n');
    expect(await complete('check ', PROJECT)).toBe('lag\tseries\nalarm\talert\n');
    expect(await complete('rollback 2', PROJECT)).toBe('20261120T100000Z-1f4a2c\t\n');
    expect(await complete('schema conf', PROJECT)).toBe('config\t\n');
  });

  test.each([
    ['plan -e staging --target t', {}],
    ['-estaging plan --target t', {}],
    ['plan --target t', { PIPEFORM_ENV: 'staging' }],
    ['--env=production plan --env=staging --target t', { PIPEFORM_ENV: 'production' }],
  ])('come from the environment: %s %j', async (line, environment: Environment) => {
    expect(await complete(line, PROJECT, environment)).toBe('trial\tanalytics\n');
  });

  test.each([
    ['-C', `-C ${PROJECT} plan --target pay`, FOLDER, {}],
    ['-c', `plan -c ${PROJECT}/pipeform.yaml --target pay`, FOLDER, {}],
    ['PIPEFORM_CHDIR', 'plan --target pay', FOLDER, { PIPEFORM_CHDIR: PROJECT }],
    ['PIPEFORM_CONFIG', 'plan --target pay', FOLDER, { PIPEFORM_CONFIG: join(PROJECT, 'pipeform.yaml') }],
    ['the home folder', 'plan -C ~/ --target pay', FOLDER, { HOME: PROJECT }],
    ['a folder above', 'plan --target pay', join(PROJECT, 'deep/down'), {}],
  ])('are found through %s', async (_, line, cwd, environment: Environment) => {
    expect(await complete(line, cwd, environment)).toBe('payments\tbilling\n');
  });
});

describe('completion prints only candidates', () => {
  test.each([
    ['no configuration', {}, ''],
    ['a configuration that is not YAML', { 'pipeform.yaml': 'pipes: [}' }, ''],
    ['a configuration that is not a map', { 'pipeform.yaml': '- 1' }, ''],
    ['a configuration that is not text', { 'pipeform.yaml': '\u0000\uffff\u0000' }, ''],
    [
      'an included file that cannot be read',
      { 'pipeform.yaml': 'include: [x/*.yaml]\npipes: { a: {} }', 'x/y.yaml': '{' },
      'a\t\n',
    ],
    ['pipes that are not a map', { 'pipeform.yaml': 'pipes: [a]\nservices: 1' }, ''],
  ])('%s', async (_, files: Readonly<Record<string, string>>, expected) => {
    const folder = await write(files);
    expect(await complete(`plan -C ${folder} --target `, FOLDER)).toBe(expected);
    expect(await complete('runs show l', folder)).toBe('latest\tthe newest run\n');
  });

  test('a missing folder or environment', async () => {
    expect(await complete('plan -C nowhere --target ', PROJECT)).toBe('');
    expect(await complete('plan -e nowhere --target ord', PROJECT)).toBe('orders\tanalytics\n');
  });

  test('variables that any other command would refuse', async () => {
    const environment = { PIPEFORM_FORMAT: 'xml', PIPEFORM_TIMEOUT: 'soon', PIPEFORM_PARALLELISM: '0' };
    expect(await complete('pla', PROJECT, environment)).toBe(
      'plan\tread the live pipes and show what apply would do\n',
    );
    expect((await runLine(['completion', 'bash'], { environment })).code).toBe(0);
    expect((await runLine(['help', 'plan'], { environment })).code).toBe(0);
  });
});

test.each(['bash', 'zsh', 'fish'])('the script for %s calls the command', async (shell) => {
  const { code, stdout, stderr } = await runLine(['completion', shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`completion ${shell} -- `);
});
