import { describe, expect, test } from 'vitest';
import { PROGRAM } from '../../src/cli/options/commands.ts';
import { makeFolder } from './folder.ts';
import { fleet, openWorkspace, pipe, readDocument } from './harness.ts';
import { runHere } from './process.ts';

describe.concurrent('global options', () => {
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

  test('--chdir changes the folder', async () => {
    const { folder } = await openWorkspace();
    const { code, stdout } = await runHere(['-C', folder, 'validate'], { cwd: await makeFolder() });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('5 pipes in 3 files') });
  });

  test('--config names the configuration', async () => {
    const { run, write } = await openWorkspace();
    const document = {
      version: 1,
      api: { url: 'http://127.0.0.1:9', organization: fleet.organization },
      services: fleet.services,
      pipes: { orders: pipe(fleet, 'orders-prod') },
    };
    await write({ 'other/fleet.yaml': JSON.stringify(document) });
    expect((await run('validate --config other/fleet.yaml')).stdout).toContain('1 pipe in 1 file');
  });

  test('finds the configuration from a subfolder', async () => {
    const { run, write } = await openWorkspace();
    await write({ 'deep/down/note.txt': '' });
    expect((await run('validate -C deep/down')).code).toBe(0);
  });

  test('--env chooses the environment', async () => {
    const { run } = await openWorkspace({ document: { environments: { production: {} } } });
    expect((await run('validate', { PIPEFORM_ENV: 'production' })).stdout).toContain('for environment production');
  });

  test.each([
    ['--target before', '--target orders --target payments plan', {}],
    ['--exclude after', 'plan --exclude clickstream --exclude {invoices,partner-uploads}', {}],
    ['PIPEFORM_TARGET, with commas in braces', 'plan', { PIPEFORM_TARGET: '{orders,payments}' }],
    ['PIPEFORM_EXCLUDE', 'plan', { PIPEFORM_EXCLUDE: 'clickstream,*r-*,inv*,' }],
  ])('a selection of pipes: %s', async (_, line, env: Record<string, string>) => {
    const { run, takeRequests } = await openWorkspace();
    expect((await run(line, env)).code).toBe(0);
    expect(Object.keys(takeRequests()).sort()).toEqual(['orders-prod', 'payments-prod']);
  });
});

describe.concurrent('help and usage errors', () => {
  test.each([
    ['plan --target ordres', 'Did you mean orders?'],
    ['apply --auto-approve --allow-protected ordres', 'Did you mean orders?'],
  ])('%s: %s', async (line, hint) => {
    const { run, takeRequests } = await openWorkspace();
    const { code, stdout, stderr } = await run(line);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(hint);
    expect(takeRequests()).toEqual({});
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
});
