import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import type { Run } from '../../src/model/run.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { createLatch, openGate, type Visit } from './gate.ts';
import { openWorkspace, pipe, readDocument, type Workspace } from './harness.ts';

const LIMITED = { status: 429, headers: { 'retry-after': '30' }, body: '{"status":429,"error":"TOO_MANY: slow down"}' };
const fleet = createQuickstartFleet();
const document = {
  pipes: {
    clicks: pipe(fleet, 'clickstream-prod', { settings: { db_max_threads: 16 } }),
    orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } }),
  },
};

/** A service that answers 429 to each request that `isLimited`. */
function openLimited(isLimited: (visit: Visit) => boolean): Promise<Workspace> {
  return openWorkspace({
    document,
    address: ({ url }) => openGate(url, async (visit, pass) => (isLimited(visit) ? LIMITED : pass())),
  });
}

/** The document of the last event of an apply. */
function readRun(stdout: string): Run {
  const last: { readonly run: Run } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  return last.run;
}

describe.concurrent('--deadline ends a command whose service answers 429 to everything', () => {
  test.each<readonly [line: string, code: number]>([
    ['plan', 1],
    ['drift', 1],
    ['apply --auto-approve', 1],
    ['pull', 1],
  ])('%s: exit code %i, with the pipes that were not read', async (line, code) => {
    const { run, writes } = await openLimited(() => true);
    const ended = await run(`${line} --deadline 500ms`);
    expect(ended.code).toBe(code);
    expect(ended.stdout + ended.stderr).toMatch(/the deadline (of the command )?passed/i);
    expect(ended.stdout + ended.stderr).not.toContain('nterrupted');
    expect(writes()).toEqual([]);
  });

  test('the document has each pipe as an error, and the variable is the same option', async () => {
    const { run } = await openLimited(() => true);
    const { code, stdout } = await run('plan --format json', { PIPEFORM_DEADLINE: '500ms' });
    const plan = readDocument<Plan>(stdout);
    expect(findFaults('plan', plan)).toEqual([]);
    expect(code).toBe(1);
    expect(plan.pipes).toMatchObject([
      { status: 'error', diagnostics: [{ code: 'deadline-exceeded' }] },
      { status: 'error', diagnostics: [{ code: 'deadline-exceeded' }] },
    ]);
  });

  test('what is waited for, and until when, is said before that', async () => {
    const { run } = await openLimited(() => true);
    const { stderr } = await run('plan --deadline 1s');
    expect(stderr).toMatch(/^the service limits requests, waiting 30 s, until \d\d:\d\d:\d\d UTC$/m);
  });
});

describe.concurrent('--deadline during an apply', () => {
  test('what was sent and cannot be confirmed is unknown, what was not started is skipped, and the code is 3', async () => {
    let hasWritten = false;
    const { run, writes, folder } = await openLimited(({ method }) => {
      const isLimited = hasWritten;
      hasWritten ||= method === 'PUT';
      return isLimited;
    });
    const line = 'apply --auto-approve --parallelism 1 --deadline 3s --format json';
    const { code, stdout } = await run(line);
    const done = readRun(stdout);
    expect(findFaults('run', done)).toEqual([]);
    expect(writes()).toHaveLength(1);
    expect(done).toMatchObject({
      interrupted: null,
      summary: { unknown: 1, skipped: 1 },
      pipes: [
        { name: 'clicks', status: 'unknown' },
        { name: 'orders', status: 'skipped', diagnostics: [{ code: 'deadline-exceeded' }] },
      ],
    });
    expect(done.diagnostics.map(({ code }) => code)).toContain('deadline-exceeded');
    expect(code).toBe(3);
    const journal = await readFile(join(folder, '.pipeform/runs', `${done.id}.jsonl`), 'utf8');
    expect(journal).toContain('"type":"end"');
  });

  test('a pipe in flight is confirmed, and no more are started', async () => {
    const held = createLatch();
    const workspace = await openWorkspace({
      document,
      address: ({ url }) =>
        openGate(url, async ({ method }, pass) => {
          if (method === 'PUT') await held.passed;
          return pass();
        }),
    });
    const running = workspace.start('apply --auto-approve --parallelism 1 --deadline 4s --format json');
    await running.says(/"code":"deadline-exceeded"/);
    held.open();
    const { code, stdout } = await running.ended;
    const done = readRun(stdout);
    expect(done.summary).toMatchObject({ applied: 1, skipped: 1 });
    expect(code).toBe(3);
  });
});
