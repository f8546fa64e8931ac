import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Run, RunEvent } from '../../src/model/run.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi } from '../effort.ts';
import { control } from './control.ts';
import { createLatch, openGate } from './gate.ts';
import { fleet, pipe, readEvents } from './harness.ts';
import { openRepository, type Repository } from './repository.ts';

const BOUNDS = { fields: ['settings.*'], maxPipes: 2 };

/** Three pipes as they are live. */
function documentWith(remediation: JsonObject | null = BOUNDS, more: JsonObject = {}): JsonObject {
  return {
    ...(remediation !== null && { remediation }),
    pipes: {
      clicks: pipe(fleet, 'clickstream-prod', { scaling: { replicas: 4 }, settings: { db_max_threads: null } }),
      orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 4, streaming_max_insert_wait_ms: 5000 } }),
      payments: pipe(fleet, 'payments-prod', { settings: { db_max_threads: 8 } }),
    },
    ...more,
  };
}

const open = (document = documentWith()): Promise<Repository> => openRepository(document);
const REMEDIATE = 'apply --remediate --base HEAD';

/** Changes the threads of so many pipes behind the back of git. */
async function drift({ editLive }: Repository, pipes: number): Promise<void> {
  for (const name of ['orders-prod', 'payments-prod', 'clickstream-prod'].slice(0, pipes))
    await editLive(name, { settings: { db_max_threads: 16 } });
}

function runOf(stdout: string): Run {
  const last = readEvents<RunEvent>(stdout).at(-1);
  if (last?.type !== 'run_done') throw new Error('the run has no end');
  expect(findFaults('run', last.run)).toEqual([]);
  return last.run;
}

describe('apply --remediate', () => {
  test('puts back what drifted of its fields without asking, and nothing else of the same pipe', async () => {
    const repository = await open();
    const { run, takeRequests, editLive, live } = repository;
    await drift(repository, 1);
    await editLive('clickstream-prod', { scaling: { replicas: 5 }, settings: { db_max_threads: 9 } });
    await repository.edit('streaming_max_insert_wait_ms: 5000', 'streaming_max_insert_wait_ms: 7000');
    takeRequests();
    const ended = await run(REMEDIATE);
    expect([ended.code, ended.stderr]).toEqual([0, expect.not.stringContaining('error')]);
    expect(takeRequests()).toEqual({
      'clickstream-prod': [
        ...['GET', 'GET'],
        'PUT settings {"streaming_max_insert_wait_ms":10000,"db_max_threads":null,"db_min_insert_block_size_bytes":268435456}',
        'GET',
      ],
      'orders-prod': [
        ...['GET', 'GET'],
        'PUT settings {"streaming_max_insert_wait_ms":5000,"db_max_threads":4,"db_max_insert_threads":2}',
        'GET',
      ],
      'payments-prod': ['GET'],
    });
    expect(live('clickstream-prod').scaling.replicas).toBe(5);
    expect(ended.stdout).toContain('Pipe clicks has differences that are not restored: scaling.replicas (drift).');
    expect(ended.stdout).toContain('are not restored: settings.streaming_max_insert_wait_ms (config).');

    expect(ended.stdout).toContain(', 2 changes not selected (1 config, 1 drift)');

    const again = await run(REMEDIATE);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain(
      'Nothing to restore: no field of `remediation.fields` drifted. 2 changes not selected (1 config, 1 drift).',
    );
    expect(takeRequests()).toEqual({ 'clickstream-prod': ['GET'], 'orders-prod': ['GET'], 'payments-prod': ['GET'] });
  });

  inCi('holds to freezes, limits and rules', async () => {
    const policies = {
      frozen: { freeze: [{ from: '2000-01-01', until: '2999-12-31', reason: 'audit' }] },
      'too-many-changes': { maxChangedPipes: 0 },
      'policy-rule': { rules: [{ name: 'no', when: 'true', level: 'refuse', message: 'No.' }] },
    };
    const environments = Object.fromEntries(Object.entries(policies).map(([code, policy]) => [code, { policy }]));
    const repository = await open(documentWith(BOUNDS, { environments }));
    await drift(repository, 1);
    repository.takeRequests();
    for (const code of Object.keys(policies)) {
      const ended = await repository.run(`${REMEDIATE} -e ${code}`);
      expect([ended.code, ended.stdout]).toEqual([5, expect.stringContaining(`error[${code}]`)]);
    }
    expect(repository.writes()).toEqual([]);
  });

  inCi('needs `remediation`, and a history to count by', async () => {
    const remediation = { ...BOUNDS, perPipe: { times: 2, per: '24h' } };
    const { run, takeRequests } = await open(documentWith(null, { environments: { production: { remediation } } }));
    const lines = [
      [REMEDIATE, 'error[missing-key]: The configuration has no `remediation`'],
      [
        `${REMEDIATE} -e production`,
        'error[usage]: remediation.perPipe counts how often a pipe was restored before, which needs a history file',
      ],
    ] as const;
    for (const [line, message] of lines)
      expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    expect(takeRequests()).toEqual({});
  });

  inCi('is in the history with its start and its end, and by this leaves a pipe alone the next time', async () => {
    const repository = await open(documentWith({ ...BOUNDS, perPipe: { times: 1, per: '24h' } }));
    const { run, writes, folder, takeRequests } = repository;
    const line = `${REMEDIATE} --history history.jsonl`;
    await drift(repository, 1);
    expect((await run(line)).code).toBe(0);
    const entries = (await readFile(join(folder, 'history.jsonl'), 'utf8')).trim().split('\n');
    const about = { command: 'apply', environment: null, remediation: true };
    expect(entries.map((entry) => JSON.parse(entry))).toMatchObject([
      { ...about, changed: [], unconfirmed: ['orders'] },
      { ...about, changed: [{ name: 'orders', fields: ['settings.db_max_threads'] }] },
    ]);
    await drift(repository, 2);
    takeRequests();
    const { code, stdout } = await run(line);
    expect([code, stdout]).toEqual([5, expect.stringContaining('error[drift-returns]: Pipe orders was restored once')]);
    expect(writes()).toEqual([expect.stringContaining('payments-prod PUT settings')]);
  });

  inCi('counts remediations that were killed before their end', async () => {
    let arrived = createLatch();
    let writes = 0;
    const repository = await openRepository(documentWith({ ...BOUNDS, perPipe: { times: 2, per: '24h' } }), {
      address: ({ url }) =>
        openGate(url, async ({ method }, pass) => {
          const reply = await pass();
          if (method !== 'PUT') return reply;
          writes += 1;
          arrived.open();
          return 'reset';
        }),
    });
    const line = `${REMEDIATE} --history history.jsonl`;
    for (const _ of ['first', 'second']) {
      await drift(repository, 1);
      arrived = createLatch();
      const running = repository.start(line);
      await running.reaches(arrived.passed);
      running.signal('SIGKILL');
      expect((await running.ended).code).toBe('SIGKILL');
    }
    await drift(repository, 1);
    const { code, stdout } = await repository.run(line);
    expect([code, writes, stdout]).toEqual([5, 2, expect.stringContaining('Pipe orders was restored 2 times')]);
  });

  inCi('writes nothing when the history cannot be written', async () => {
    const repository = await open();
    await drift(repository, 1);
    await mkdir(join(repository.folder, 'history.jsonl.lock'));
    repository.takeRequests();
    const { code, stderr } = await repository.run(`${REMEDIATE} --history history.jsonl`);
    expect([code, stderr]).toEqual([1, expect.stringContaining('--history: history.jsonl cannot be written.')]);
    expect(repository.writes()).toEqual([]);
  });

  inCi('restores a pipe as often as it may, and no more, when two runs of two clones overlap', async () => {
    const planned = createLatch();
    let reads = 0;
    const orders = fleet.pipes.find(({ name }) => name === 'orders-prod')?.id ?? '';
    const repository = await openRepository(documentWith({ ...BOUNDS, perPipe: { times: 1, per: '24h' } }), {
      address: ({ url }) =>
        openGate(url, async ({ method, path }, pass) => {
          const reply = await pass();
          if (method !== 'GET' || !path.endsWith(orders) || reads === 2) return reply;
          // Neither plans before both have read the history and the drift.
          reads += 1;
          if (reads === 2) planned.open();
          await planned.passed;
          return reply;
        }),
    });
    const { folder, git, shell, writes, takeRequests, sandbox } = repository;
    git('clone', '-q', folder, 'clone');
    await drift(repository, 2);
    // Otherwise the second would find the values of the first.
    await control(sandbox.url, 'PUT', 'faults', { faults: [{ operation: 'put', fault: 'ignored' }] });
    takeRequests();
    const line = `${REMEDIATE} --history ${join(folder, 'history.jsonl')} --wait-timeout 50ms --format json`;
    const ended = await Promise.all(['.', 'clone'].map((clone) => shell(`cd ${clone} && $PIPEFORM ${line}`)));
    expect(
      writes()
        .map((write) => write.split(' ')[0])
        .sort(),
    ).toEqual(['orders-prod', 'payments-prod']);
    expect(ended.map(({ code }) => code).sort()).toEqual([3, 5]);
    const refused = ended.flatMap(({ code, stdout }) => (code === 5 ? [runOf(stdout)] : []));
    const codes = { status: 'refused', diagnostics: [{ code: 'drift-returns', severity: 'error' }] };
    expect(refused).toMatchObject([{ pipes: [{ status: 'unchanged' }, codes, codes], summary: { requests: 0 } }]);
    const entries = (await readFile(join(folder, 'history.jsonl'), 'utf8')).trim().split('\n');
    const starts = entries.map((entry) => JSON.parse(entry)).filter(({ id }) => id.endsWith('start'));
    expect(starts).toMatchObject([{ unconfirmed: ['orders', 'payments'] }]);
  });

  inCi('refuses a history with damaged lines, but not the incomplete last line of a killed writer', async () => {
    const repository = await open(documentWith({ ...BOUNDS, perPipe: { times: 3, per: '24h' } }));
    const { run, folder, writes } = repository;
    const line = `${REMEDIATE} --history history.jsonl`;
    await drift(repository, 1);
    expect((await run(line)).code).toBe(0);
    await appendFile(join(folder, 'history.jsonl'), '{"formatVersion":1,"id":"2026');
    await drift(repository, 1);
    expect((await run(line)).code).toBe(0);
    await appendFile(join(folder, 'history.jsonl'), '{"formatVersion":1,"id":"2026\n');
    await drift(repository, 1);
    repository.takeRequests();
    const { code, stderr } = await run(line);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('error[history-unreadable]: history.jsonl has damaged lines: 5.'),
    ]);
    expect(stderr).toContain('Restore these lines from a copy, or remove them');
    expect(writes()).toEqual([]);
  });
});
