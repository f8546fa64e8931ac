import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateJournalLine } from '../../generated/validate-report.js';
import type { Run } from '../../src/model/run.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi } from '../effort.ts';
import { fleet, type Moment, openHeld, pipe, readEvents, type Workspace } from './harness.ts';

const settings = { db_max_threads: 16 };
const document = {
  pipes: {
    'a-clicks': pipe(fleet, 'clickstream-prod', { settings }),
    'b-orders': pipe(fleet, 'orders-prod', { settings, scaling: { replicas: 3 } }),
    'c-payments': pipe(fleet, 'payments-prod', { settings }),
  },
};

/** Starts an apply and kills it while the nth write is in flight. */
async function crash(nth: number, moment: Moment): Promise<Workspace & { readonly runId: string }> {
  const workspace = await openHeld('write', { document, nth, moment });
  const running = workspace.start('apply --auto-approve --parallelism 1');
  await running.reaches(workspace.held);
  running.signal('SIGKILL');
  expect((await running.ended).code).toBe('SIGKILL');
  const [runId = ''] = await listRuns(workspace);
  workspace.takeRequests();
  return { ...workspace, runId };
}

async function listRuns({ folder }: Workspace): Promise<readonly string[]> {
  const names = await readdir(join(folder, '.pipeform', 'runs'));
  return names.map((name) => name.replace('.jsonl', '')).sort();
}

/** The live names of the pipes in the order in which they were read first. */
function firstReads({ sandbox }: Workspace, from: number): readonly string[] {
  const names = sandbox
    .requests()
    .slice(from)
    .filter(({ method }) => method === 'GET')
    .map(({ pipeId }) => sandbox.pipes().find(({ id }) => id === pipeId)?.name ?? '');
  return [...new Set(names)];
}

describe.concurrent('an apply that was killed', () => {
  test('is reported by later runs, which read its unfinished pipes, run one at a time, and settle it', async () => {
    const workspace = await crash(2, 'after');
    const { run, runBuilt, runId, live, sandbox } = workspace;
    expect(live('orders-prod').scaling.replicas).toBe(3);

    const from = sandbox.requests().length;
    const planned = await run('plan --parallelism 1');
    expect(planned.code).toBe(0);
    expect(planned.stdout).toContain(`The run ${runId} did not finish.`);
    expect(planned.stdout).toContain('1 updated and confirmed, 1 open, 1 not attempted');
    expect(planned.stdout).toContain('b-orders: has the values that the run wrote');
    expect(firstReads(workspace, from)).toEqual(['orders-prod', 'clickstream-prod', 'payments-prod']);

    // Both find the lock of the killed run; only one can take it.
    const ended = await Promise.all(
      ['a', 'b'].map(() => runBuilt('apply --auto-approve --format json --lock-timeout 30s')),
    );
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    const events = ended.map(({ stdout }) =>
      readEvents<{ type: string; run: Run; diagnostic?: { code: string } }>(stdout),
    );
    expect(events.flat().flatMap((event) => findFaults('events', event))).toEqual([]);
    expect(events.flat().flatMap(({ diagnostic }) => diagnostic?.code ?? [])).toEqual(['unfinished-run']);
    expect(live('orders-prod')).toMatchObject({ scaling: { replicas: 3 }, settings });
    expect(live('payments-prod')).toMatchObject({ settings });
    expect(workspace.writes().map((line) => line.split(' ', 2).join(' '))).toEqual([
      'orders-prod PUT',
      'payments-prod PUT',
    ]);

    const journal = await readFile(join(workspace.folder, '.pipeform', 'runs', `${runId}.jsonl`), 'utf8');
    const lines = journal.trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.filter((entry) => !validateJournalLine(entry))).toEqual([]);
    expect(entries.at(-1)).toMatchObject({ type: 'settled', pipes: [{ pipe: 'b-orders', found: 'written' }] });
  });

  inCi('is checked before a saved plan writes anything', async () => {
    const workspace = await openHeld('write', { document, nth: 1, moment: 'after' });
    await workspace.run('plan --out plan.json');
    const running = workspace.start('apply --auto-approve --parallelism 1');
    await running.reaches(workspace.held);
    running.signal('SIGKILL');
    await running.ended;
    const from = workspace.sandbox.requests().length;
    const { code, stdout } = await workspace.run('apply plan.json --parallelism 1');
    // The killed apply gave the first pipe its planned values, so the plan is not applied to it again.
    expect(code).toBe(0);
    expect(stdout).toContain('a-clicks: has the values that the run wrote');
    const later = workspace.sandbox.requests().slice(from);
    const clicks = workspace.live('clickstream-prod').id;
    expect(later[0]).toMatchObject({ method: 'GET', pipeId: clicks });
    expect(later.some(({ method, pipeId }) => method !== 'GET' && pipeId === clicks)).toBe(false);
    expect((await readdir(join(workspace.folder, '.pipeform'))).sort()).toEqual(['.gitignore', 'runs']);
  });
});
