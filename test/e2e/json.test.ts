import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { RunEvent } from '../../src/model/run.ts';
import { findFaults } from '../apply/schemas.ts';
import { fleet, openHeld, openWorkspace, pipe, readDocument, readEvents, type WorkspaceOptions } from './harness.ts';

const orders = pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } });
const WRONG: JsonObject = { ...orders, settings: { db_max_threads: 65 } };

interface Case {
  readonly options?: string;
  readonly workspace?: WorkspaceOptions;
  readonly env?: Record<string, string>;
  readonly code: number;
  readonly found?: string;
}

/** Failures before or during the reading of pipes, in any command. */
const FAILURES: Readonly<Record<string, Case>> = {
  'a usage error': { options: '--timeout soon', code: 1, found: 'usage' },
  'a configuration error': { workspace: { document: { pipes: { orders: WRONG } } }, code: 1, found: 'out-of-range' },
  'no configuration': { options: '-c nowhere.yaml', code: 1, found: 'config-not-found' },
  'no credentials': { env: { PIPEFORM_KEY_ID: '' }, code: 1, found: 'credentials-missing' },
  'an idle service': { workspace: { switches: { idleServices: ['analytics'] } }, code: 1, found: 'service-idle' },
  'a refused plan': {
    workspace: { document: { policy: { maxChangedPipes: 0, minPipes: 0 }, pipes: { orders } } },
    code: 5,
    found: 'too-many-changes',
  },
};

interface ShownDocument {
  readonly diagnostics: readonly Diagnostic[];
  readonly pipes?: readonly { readonly diagnostics: readonly Diagnostic[] }[];
}

const codesOf = ({ diagnostics, pipes = [] }: ShownDocument): readonly string[] =>
  [...diagnostics, ...pipes.flatMap((pipe) => pipe.diagnostics)].map(({ code }) => code);

describe.concurrent('plan --format json always prints one document', () => {
  test.each(Object.entries(FAILURES))('%s', async (_, { options = '', workspace, env, code: expected, found }) => {
    const { run } = await openWorkspace(workspace);
    const { code, stdout, stderr } = await run(`plan --format json ${options}`, env);
    expect({ code, stderr }).toEqual({ code: expected, stderr: '' });
    const document = readDocument<ShownDocument & { kind: string }>(stdout);
    expect(codesOf(document)).toContain(found);
    expect(findFaults(found === 'usage' ? 'error' : 'plan', document)).toEqual([]);
  });
});

describe.concurrent('validate --format json prints one document', () => {
  test.each([
    ['all is well', orders, 0, []],
    ['a configuration error', WRONG, 1, ['out-of-range']],
  ] as const)('%s', async (_, pipe, expected, found) => {
    const { run } = await openWorkspace({ document: { pipes: { orders: pipe } } });
    const { code, stdout, stderr } = await run('validate --format json');
    expect({ code, stderr }).toEqual({ code: expected, stderr: '' });
    const document = readDocument<ShownDocument>(stdout);
    expect(findFaults('validation', document)).toEqual([]);
    expect(codesOf(document)).toEqual(found);
  });
});

describe.concurrent('apply --format json prints one event per line and always ends with run_done', () => {
  test.each(Object.entries(FAILURES))('%s', async (_, { options = '', workspace, env, code: expected, found }) => {
    const { run, writes } = await openWorkspace(workspace);
    const { code, stdout, stderr } = await run(`apply --auto-approve --format json ${options}`, env);
    expect({ code, stderr }).toEqual({ code: expected, stderr: '' });
    const events = readEvents<RunEvent>(stdout);
    expect(events.flatMap((event) => findFaults('events', event))).toEqual([]);
    const last = events.at(-1);
    if (last?.type !== 'run_done') throw new Error(`the last event is ${last?.type}`);
    expect(codesOf(last.run)).toContain(found);
    expect(writes()).toEqual([]);
  });

  test('a successful apply', async () => {
    const { run } = await openWorkspace({ document: { pipes: { orders } } });
    const { code, stdout, stderr } = await run('apply --auto-approve --format json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const events = readEvents<RunEvent>(stdout);
    expect(events.flatMap((event) => findFaults('events', event))).toEqual([]);
    const brief = events.map((event) => (event.type === 'request' ? event.method : event.type));
    expect(brief).toEqual(['run_start', 'pipe_start', 'GET', 'PUT', 'GET', 'pipe_done', 'run_done']);
    const last = events.at(-1);
    expect(last).toMatchObject({
      run: {
        kind: 'run',
        formatVersion: 1,
        interrupted: null,
        summary: { total: 1, applied: 1, failed: 0, requests: 1 },
        pipes: [
          { status: 'applied', requests: [{ method: 'PUT', outcome: 'accepted', httpStatus: 200, attempts: 1 }] },
        ],
      },
    });
  });

  test('prints events as they happen, not at the end', async () => {
    const { start, release } = await openHeld('PUT', { document: { pipes: { orders } } });
    const running = start('apply --auto-approve --format json');
    await running.says(/"type":"pipe_start"[^\n]*\n\{"type":"request"[^\n]*"method":"GET"/);
    release();
    expect((await running.ended).code).toBe(0);
  });
});

test.concurrent.each([
  ['an unknown command', 'pln'],
  ['no command', '--no-color'],
])('prints one document for %s', async (_, line) => {
  const { run } = await openWorkspace();
  const { code, stdout, stderr } = await run(line, { PIPEFORM_FORMAT: 'json' });
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(codesOf(readDocument<ShownDocument>(stdout))).toEqual(['usage']);
});
