import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROGRAM } from '../../src/cli/options/commands.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { makeFolder } from './folder.ts';
import { openGate } from './gate.ts';
import { openWorkspace, pipe, readDocument } from './harness.ts';
import { runHere } from './process.ts';

const fleet = createQuickstartFleet();
const orders = (threads: number) => pipe(fleet, 'orders-prod', { settings: { db_max_threads: threads } });
const VERSION = /^\d+\.\d+\.\d+\n$/;

describe.concurrent('each global option works before or after the command, or from the environment', () => {
  test.each([
    ['before', '--format json validate', {}],
    ['after', 'validate --format json', {}],
    ['with an equals sign', 'validate --format=json', {}],
    ['PIPEFORM_FORMAT', 'validate', { PIPEFORM_FORMAT: 'json' }],
    ['the command line wins', 'validate --format json', { PIPEFORM_FORMAT: 'text' }],
  ])('--format: %s', async (_, line, env: Record<string, string>) => {
    const { run } = await openWorkspace();
    expect(readDocument((await run(line, env)).stdout)).toMatchObject({ kind: 'validation' });
  });

  test.each([
    ['-C before', (folder: string) => `-C ${folder} validate`, false],
    ['--chdir after', (folder: string) => `validate --chdir ${folder}`, false],
    ['PIPEFORM_CHDIR', () => 'validate', true],
  ])('--chdir: %s', async (_, line, fromEnvironment) => {
    const { folder } = await openWorkspace();
    const env = fromEnvironment ? { PIPEFORM_CHDIR: folder } : {};
    const { code, stdout } = await runHere(line(folder).split(' '), { cwd: await makeFolder(), env });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('5 pipes in 3 files') });
  });

  test.each([
    ['-c before', '-c other/fleet.yaml validate', {}],
    ['--config after', 'validate --config other/fleet.yaml', {}],
    ['PIPEFORM_CONFIG', 'validate', { PIPEFORM_CONFIG: 'other/fleet.yaml' }],
  ])('--config: %s', async (_, line, env: Record<string, string>) => {
    const { run, write, sandbox } = await openWorkspace({ document: { pipes: { orders: orders(4) } } });
    const api = { url: sandbox.url, organization: fleet.organization };
    const document = {
      version: 1,
      api,
      services: fleet.services,
      pipes: { orders: orders(64), payments: pipe(fleet, 'payments-prod', { protect: true }) },
    };
    await write({ 'other/fleet.yaml': JSON.stringify(document) });
    expect((await run(line, env)).stdout).toContain('2 pipes in 1 file');
  });

  test('finds the configuration from a subfolder', async () => {
    const { run, write } = await openWorkspace();
    await write({ 'deep/down/note.txt': '' });
    expect((await run('validate -C deep/down')).code).toBe(0);
  });

  test.each([
    ['-e before', '-e production validate', {}],
    ['--env after', 'validate --env production', {}],
    ['PIPEFORM_ENV', 'validate', { PIPEFORM_ENV: 'production' }],
  ])('--env: %s', async (_, line, env: Record<string, string>) => {
    const { run } = await openWorkspace({
      document: {
        pipes: { orders: orders(4) },
        environments: { production: { pipes: { orders: { settings: { db_max_threads: 64 } } } } },
      },
    });
    expect((await run(line, env)).stdout).toContain('for environment production');
  });

  test.each([
    ['--target before', '--target orders --target payments plan', {}],
    ['--exclude after', 'plan --exclude clickstream --exclude {invoices,partner-uploads}', {}],
    ['PIPEFORM_TARGET, with commas', 'plan', { PIPEFORM_TARGET: 'orders, payments' }],
    ['PIPEFORM_TARGET, with commas in braces', 'plan', { PIPEFORM_TARGET: '{orders,payments}' }],
    ['PIPEFORM_EXCLUDE', 'plan', { PIPEFORM_EXCLUDE: 'clickstream,*r-*,inv*,' }],
  ])('a selection of pipes: %s', async (_, line, env: Record<string, string>) => {
    const { run, takeRequests } = await openWorkspace();
    expect((await run(line, env)).code).toBe(0);
    expect(Object.keys(takeRequests()).sort()).toEqual(['orders-prod', 'payments-prod']);
  });

  test.each([
    ['before', '--parallelism 1 plan', {}],
    ['PIPEFORM_PARALLELISM', 'plan', { PIPEFORM_PARALLELISM: '1' }],
  ])('--parallelism: %s', async (_, line, env: Record<string, string>) => {
    let underWay = 0;
    const { run } = await openWorkspace({
      address: ({ url }) =>
        openGate(url, async (_, pass) => {
          underWay += 1;
          const reply = underWay === 1 ? await pass() : { status: 400, body: 'more than one at once' };
          underWay -= 1;
          return reply;
        }),
    });
    expect((await run(line, env)).code).toBe(0);
  });

  test.each([
    ['--log-level debug', '--log-level debug plan', {}],
    ['PIPEFORM_LOG_LEVEL', 'plan', { PIPEFORM_LOG_LEVEL: 'debug' }],
  ])('requests on stderr: %s', async (_, line, env: Record<string, string>) => {
    const { run } = await openWorkspace();
    expect((await run(line, env)).stderr).toMatch(/^debug: GET http:\/\/127\.0\.0\.1:\d+\/v1\//);
  });

  test('PIPEFORM_NO_COLOR', async () => {
    const { run } = await openWorkspace();
    const { stdout } = await run('plan', { FORCE_COLOR: '1', PIPEFORM_NO_COLOR: '1' });
    expect(stdout).not.toContain('\u001b');
  });
});

describe.concurrent('help and usage errors', () => {
  test.each([
    ['plan --target ordres', 'Did you mean orders?'],
    ['plan -c pipform.yaml', 'pipform.yaml'],
    ['apply --auto-approve --allow-protected ordres', 'Did you mean orders?'],
  ])('%s: %s', async (line, hint) => {
    const { run, takeRequests } = await openWorkspace();
    const { code, stdout, stderr } = await run(line);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(hint);
    expect(takeRequests()).toEqual({});
  });

  test.each(['--version', '-V'])('%s', async (option) => {
    const ended = await runHere([option], { cwd: await makeFolder() });
    expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(VERSION), stderr: '' });
  });

  test('without arguments prints a short help, examples first', async () => {
    const { code, stdout, stderr } = await runHere([], { cwd: await makeFolder() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(22);
    expect(lines.slice(2, 4)).toEqual(['Start:', expect.stringMatching(/^ {2}pipeform init {2,}\w/)]);
    expect(lines.at(-1)).toMatch(/^Documentation: /);
    const commands = stdout.match(/(?<=^ {2}pipeform )[a-z]+/gm) ?? [];
    for (const name of commands) expect(PROGRAM.commands.map((command) => command.name)).toContain(name);
  });

  test('a folder that does not exist', async () => {
    const folder = await makeFolder();
    const { code, stderr } = await runHere(['plan', '-C', join(folder, 'nowhere')], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain('nowhere');
  });
});
