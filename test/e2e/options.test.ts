import { describe, expect, test } from 'vitest';
import { PROGRAM } from '../../src/cli/options/commands.ts';
import { makeFolder } from './folder.ts';
import { fleet, openWorkspace, pipe, readDocument } from './harness.ts';
import { runHere } from './process.ts';

describe.concurrent('global options', () => {
  test('may be before or after the command, or in a variable', async () => {
    const { run } = await openWorkspace();
    for (const [line, env] of [
      ['--format json validate', {}],
      ['validate --format=json', {}],
      ['validate', { PIPEFORM_FORMAT: 'json' }],
    ] as const) {
      expect(readDocument((await run(line, env)).stdout)).toMatchObject({ kind: 'validation' });
    }
  });

  test('--chdir and --config name the configuration, which is also found from a subfolder', async () => {
    const { folder, run, write } = await openWorkspace();
    const { code, stdout } = await runHere(['-C', folder, 'validate'], { cwd: await makeFolder() });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('5 pipes in 3 files') });
    const document = {
      version: 1,
      api: { url: 'http://127.0.0.1:9', organization: fleet.organization },
      services: fleet.services,
      pipes: { orders: pipe(fleet, 'orders-prod') },
    };
    await write({ 'other/fleet.yaml': JSON.stringify(document), 'deep/down/note.txt': '' });
    expect((await run('validate --config other/fleet.yaml')).stdout).toContain('1 pipe in 1 file');
    expect((await run('validate -C deep/down')).stdout).toContain('5 pipes in 3 files');
  });

  test('--env chooses the environment', async () => {
    const { run } = await openWorkspace({ document: { environments: { production: {} } } });
    expect((await run('validate', { PIPEFORM_ENV: 'production' })).stdout).toContain('for environment production');
  });

  test('a selection of pipes comes from the line, or from variables with commas', async () => {
    const { run, takeRequests } = await openWorkspace();
    for (const [line, env] of [
      ['--target orders --target payments plan', {}],
      ['plan --exclude clickstream --exclude {invoices,partner-uploads}', {}],
      ['plan', { PIPEFORM_TARGET: '{orders,payments}' }],
      ['plan', { PIPEFORM_EXCLUDE: 'clickstream,*r-*,inv*,' }],
    ] as const) {
      expect((await run(line, env)).code).toBe(0);
      expect(Object.keys(takeRequests()).sort()).toEqual(['orders-prod', 'payments-prod']);
    }
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
