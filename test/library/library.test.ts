import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import {
  apply,
  type Drift,
  drift,
  ListenerError,
  loadFleet,
  type Plan,
  plan,
  type Report,
  type RunEvent,
  renderDiagnostics,
  renderReport,
  stateOf,
} from '../../src/index.ts';
import { makeFolder } from '../e2e/folder.ts';
import { createLatch, openGate } from '../e2e/gate.ts';
import { pipe, fleet as quickstart, readDocument, type WorkspaceOptions } from '../e2e/harness.ts';
import { FASTER, openProgram } from './open-program.ts';

const codesOf = ({ diagnostics }: Pick<Report, 'diagnostics'>) => diagnostics.map(({ code }) => code);

/** Without the values that differ between runs. */
function timeless<T extends { createdAt: string }>({ createdAt: _, ...rest }: T & { digest?: string }) {
  const { digest: __, ...document } = rest;
  return document;
}

describe.concurrent('a program', () => {
  test('plans, applies and plans again without changes, with the output of its choice', async () => {
    const { workspace, variables, fleet } = await openProgram();
    const proposed = await plan(fleet, { variables });
    expect(proposed.summary).toMatchObject({ total: 5, update: 3, error: 0 });
    expect(workspace.writes()).toEqual([]);

    const events: RunEvent[] = [];
    const run = await apply(proposed, fleet, { variables, onEvent: (event) => events.push(event) });
    expect(run.summary).toMatchObject({ applied: 3, unchanged: 2, failed: 0 });
    expect(stateOf(run)).toBe('differences');
    expect(workspace.writes()).toHaveLength(5);
    expect(events[0]).toMatchObject({ type: 'run_start', run: run.id, pipes: 3 });
    expect(events.at(-1)).toEqual({ type: 'run_done', at: expect.any(String), run });

    expect(stateOf(await plan(fleet, { variables }))).toBe('clean');
    expect(stateOf(await drift(fleet, { variables }))).toBe('clean');
    expect(await renderReport(run, { format: 'text' })).toContain('Applied 3 pipes');
    // The commands know the run, and the lock is released.
    expect((await workspace.run(`runs show ${run.id}`)).stdout).toContain('Applied 3 pipes');
    expect((await workspace.run('apply --auto-approve')).code).toBe(0);
  });

  test('reads credentials from files, or takes them as options', async () => {
    const { workspace, variables: own, fleet } = await openProgram();
    await workspace.write({ key: 'sandbox\n' });
    const { PIPEFORM_KEY_SECRET: _, ...rest } = own;
    const variables = { ...rest, PIPEFORM_KEY_SECRET_FILE: join(workspace.folder, 'key') };
    expect((await plan(fleet, { variables })).summary).toMatchObject({ total: 5, error: 0 });
    const missing = { ...variables, PIPEFORM_KEY_SECRET_FILE: join(workspace.folder, 'none') };
    expect(codesOf(await plan(fleet, { variables: missing }))).toEqual(['credentials-missing']);
    const credentials = { keySecret: 'sandbox' };
    expect((await drift(fleet, { variables: missing, credentials })).summary).toMatchObject({ total: 5, error: 0 });
  });

  test('receives the documents of the commands', async () => {
    const { workspace, variables, fleet } = await openProgram();
    const planned = await workspace.run('plan --format json');
    expect(timeless(readDocument<Plan>(planned.stdout))).toEqual(timeless(await plan(fleet, { variables })));
    const drifted = await workspace.run('drift --format json');
    expect(timeless(readDocument<Drift>(drifted.stdout))).toEqual(timeless(await drift(fleet, { variables })));
    const one = await plan(fleet, { variables, target: ['orders'], exclude: ['payments'] });
    expect(one.pipes.map(({ name }) => name)).toEqual(['orders']);
  });

  test('saves a plan that the command applies, and applies one that the command saved', async () => {
    const { workspace, variables, fleet } = await openProgram();
    const text = await renderReport(await plan(fleet, { variables }), { format: 'json' });
    await workspace.write({ 'plan.json': text });
    expect((await workspace.run('show plan.json')).code).toBe(0);
    const saved = JSON.parse(text) as Plan;
    const [link, filesUrl] = ['https://ci.test/7', 'https://git.test/blob/1a2b3c'];
    const markdown = (detail: { requests?: boolean; summary?: boolean }) =>
      renderReport(saved, { format: 'markdown', link, filesUrl, ...detail });
    expect(await markdown({ requests: true })).toMatch(
      /\(https:\/\/ci\.test\/7\)[\s\S]*\(https:\/\/git\.test\/blob\/1a2b3c\/[\s\S]*PUT settings \{/,
    );
    expect(await markdown({ summary: true })).not.toContain('<details>');
    expect((await apply(saved, fleet, { variables })).summary.applied).toBe(3);
    // Every value is there: nothing is written again.
    workspace.takeRequests();
    expect(await workspace.run('apply plan.json')).toMatchObject({ code: 0 });
    expect(workspace.writes()).toEqual([]);
  });

  test('rejects an edited plan with a digest, and a value that is not a plan', async () => {
    const { workspace, variables, fleet } = await openProgram({ document: { pipes: FASTER } });
    const proposed = await plan(fleet, { variables });
    const saved = JSON.parse(await renderReport(proposed, { format: 'json' })) as Plan;
    const edited = { ...saved, environment: 'elsewhere' };
    expect(codesOf(await apply(edited, fleet, { variables }))).toEqual(['report-edited']);
    const other = { ...proposed, environment: 'elsewhere' };
    expect(codesOf(await apply(other, fleet, { variables }))).toEqual(['report-for-another']);
    const none = (await drift(fleet, { variables })) as unknown as Plan;
    expect(codesOf(await apply(none, fleet, { variables }))).toEqual(['report-unreadable']);
    expect(workspace.writes()).toEqual([]);
  });

  test('returns all problems as diagnostics, and does not throw', async () => {
    const { workspace, variables, fleet } = await openProgram();
    const nobody = { variables: { PIPEFORM_API_URL: variables.PIPEFORM_API_URL } };
    const proposed = await plan(fleet, nobody);
    expect(proposed).toMatchObject({ kind: 'plan', api: null, pipes: [] });
    expect(codesOf(proposed)).toEqual(['credentials-missing']);
    expect(stateOf(proposed)).toBe('incomplete');
    expect(codesOf(await drift(fleet, { ...nobody, target: ['nowhere'] }))).toEqual([
      'target-no-match',
      'credentials-missing',
    ]);
    const events: RunEvent[] = [];
    const run = await apply(await plan(fleet, { variables }), fleet, {
      ...nobody,
      allowances: { protectedPipes: ['nobody'] },
      onEvent: (event) => events.push(event),
    });
    expect(run).toMatchObject({ kind: 'run', api: null, pipes: [] });
    expect(codesOf(run)).toEqual(['target-no-match', 'credentials-missing']);
    expect(events.at(-1)).toMatchObject({ type: 'run_done', run: { id: run.id } });
    expect(workspace.writes()).toEqual([]);
  });

  test('describes problems without options of the command line', async () => {
    const { variables, fleet } = await openProgram();
    const allowances = { protectedPipes: ['nope'] };
    const { diagnostics } = await plan(fleet, { variables, target: ['zzz*'], exclude: ['yyy'], allowances });
    expect(diagnostics.map(({ summary }) => summary)).toEqual([
      'The target `zzz*` matches no pipe of the configuration.',
      'The exclusion `yyy` matches no pipe of the configuration.',
      'The allowance for the protected pipe `nope` matches no pipe of the configuration.',
    ]);
  });

  test('passes credentials that appear in no result', async () => {
    const credentials = { keyId: 'canary-id', keySecret: 'canary-secret' };
    const { fleet } = await openProgram({ credentials, document: { pipes: FASTER } });
    const attempts: unknown[] = [];
    const options = { credentials, variables: {}, onRequest: (attempt: unknown) => attempts.push(attempt) };
    const proposed = await plan(fleet, options);
    const run = await apply(proposed, fleet, options);
    expect(run.summary.applied).toBe(1);
    expect(attempts.length).toBeGreaterThan(3);
    expect(JSON.stringify([proposed, run, attempts])).not.toContain('canary');
    const refused = await plan(fleet, { ...options, credentials: { ...credentials, keySecret: 'canary-wrong' } });
    expect(refused.summary.error).toBe(1);
    expect(JSON.stringify(refused)).not.toContain('canary');
  });

  test('counts as a run of the project: one at a time, wherever the journal is', async () => {
    const [asked, released] = [createLatch(), createLatch()];
    let isHeld = false;
    const address: WorkspaceOptions['address'] = ({ url }) =>
      openGate(url, async (_, pass) => {
        if (isHeld) {
          asked.open();
          await released.passed;
        }
        return pass();
      });
    const { variables, fleet } = await openProgram({ document: { pipes: FASTER }, address });
    const journal = { folder: await makeFolder() };
    const proposed = await plan(fleet, { variables });
    isHeld = true;
    const first = apply(proposed, fleet, { variables, journal });
    await asked.passed;
    expect(codesOf(await apply(proposed, fleet, { variables, journal }))).toEqual(['apply-locked']);
    released.open();
    const { id, summary } = await first;
    expect(summary.applied).toBe(1);
    expect(await readdir(join(journal.folder, '.pipeform/runs'))).toEqual([`${id}.jsonl`]);
    expect(await readFile(join(journal.folder, '.pipeform/runs', `${id}.jsonl`), 'utf8')).toContain('"intent"');
  });

  test('can be interrupted before it starts, and requires a rollout that can pass', async () => {
    const rollout = { waves: [1] };
    const { workspace, variables, fleet } = await openProgram({ document: { pipes: FASTER, rollout } });
    const proposed = await plan(fleet, { variables });
    const stopped = await apply(proposed, fleet, { variables, signal: AbortSignal.abort('SIGTERM') });
    expect(stopped).toMatchObject({ interrupted: 'SIGTERM', pipes: [{ status: 'skipped' }] });
    expect(codesOf(await apply(proposed, fleet, { variables, waitTimeoutMs: 0 }))).toEqual(['usage']);
    expect(workspace.writes()).toEqual([]);
    const cut = await plan(fleet, { variables, signal: AbortSignal.abort() });
    expect(cut.summary.error).toBe(1);
  });

  test('stops at once, also in a bake', async () => {
    const rollout = { waves: [1, '100%'], bake: '1h' };
    const others = pipe(quickstart, 'payments-prod', { settings: { db_max_threads: 16 } });
    const { variables, fleet } = await openProgram({
      document: { pipes: { ...FASTER, payments: others }, rollout },
    });
    const abort = new AbortController();
    const onEvent = ({ type }: RunEvent) => type === 'bake_start' && abort.abort();
    const run = await apply(await plan(fleet, { variables }), fleet, { variables, abort: abort.signal, onEvent });
    expect(run).toMatchObject({ summary: { applied: 1, skipped: 1 }, rollout: { status: 'interrupted' } });
  });

  test('is not affected by a listener that throws', async () => {
    const { variables, fleet } = await openProgram({ document: { pipes: FASTER } });
    let heard = 0;
    const mistake = new Error('a mistake of the program');
    const listener = (): never => {
      heard += 1;
      throw mistake;
    };
    const proposed = await plan(fleet, { variables });
    const thrown = await apply(proposed, fleet, { variables, onEvent: listener }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ListenerError);
    expect(thrown).toMatchObject({ cause: mistake, report: { kind: 'run', summary: { applied: 1 } } });
    expect(heard).toBe(1);
    await expect(plan(fleet, { variables, onProgress: listener })).rejects.toMatchObject({ report: { kind: 'plan' } });
  });
});

test('reports all configuration errors, with their lines', async () => {
  const folder = await makeFolder();
  const empty = await loadFleet({ cwd: folder, variables: {} });
  expect([empty.ok, codesOf(empty)]).toEqual([false, ['config-not-found']]);
  const broken = await loadFleet({ cwd: folder, file: join(import.meta.dirname, 'broken.yaml'), variables: {} });
  expect(broken.ok).toBe(false);
  expect(broken.diagnostics.length).toBeGreaterThan(1);
  expect(renderDiagnostics(broken.diagnostics, broken)).toMatch(/\d \| +replicas: -1/);
});

test('prints nothing', async () => {
  const written = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  const { variables, fleet } = await openProgram();
  const before = written.map(({ mock }) => mock.calls.length);
  await plan(fleet, { variables, shard: { index: 1, total: 2 } });
  await apply(await plan(fleet, { variables }), fleet, { variables, signal: AbortSignal.abort('SIGINT') });
  expect(written.map(({ mock }) => mock.calls.length)).toEqual(before);
  for (const spy of written) spy.mockRestore();
});
