import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { METRICS_SOURCE_ID } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi, sample } from '../effort.ts';
import { createLatch, openGate } from './gate.ts';
import { fleet, openHeld, openWorkspace, pipe, readDocument, readEvents } from './harness.ts';

const settings = { db_max_threads: 16 };
const document = {
  pipes: {
    'a-orders': pipe(fleet, 'orders-prod', { settings }),
    'b-payments': pipe(fleet, 'payments-prod', { settings }),
  },
};
const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

describe.concurrent.each(sample(SIGNALS))('%s', (signal, expected) => {
  test.each(sample(['plan', 'apply --auto-approve']))('while pipes are read: %s', async (line) => {
    const { start, held, takeRequests } = await openHeld('GET', { document });
    const running = start(line);
    await running.reaches(held);
    running.signal(signal);
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr).toContain('Interrupted');
    expect(stderr).toContain('Nothing was written');
    expect(takeRequests()).toEqual({});
  });

  test('while updates are written: finishes requests in flight, starts no more, and reports both', async () => {
    const { start, held, release, takeRequests, live } = await openHeld('PUT', { document });
    const running = start('apply --auto-approve --parallelism 1');
    await running.reaches(held);
    running.signal(signal);
    await running.complains(
      /Interrupted: pipes in flight are finished; no more are started\. Interrupt again to stop immediately\./,
    );
    // As from `npx`, which hands on what the terminal has sent to every process.
    running.signal(signal);
    release();
    const { code, stdout } = await running.ended;
    expect(code).toBe(expected);
    expect(stdout).toContain('Not attempted: b-payments.');
    expect(stdout).toContain(`Interrupted (${signal}). Applied 1 pipe, 1 not attempted: 1 update request in `);
    expect(live('orders-prod').settings.db_max_threads).toBe(16);
    expect(takeRequests()).toMatchObject({ 'payments-prod': ['GET'] });
  });

  inCi('twice while updates are written: ends immediately and reports what is unknown', async () => {
    const { start, held } = await openHeld('PUT', { document });
    const running = start('apply --auto-approve --parallelism 1');
    await running.reaches(held);
    running.signal(signal);
    await running.complains(/Interrupted/);
    running.signal(signal === 'SIGINT' ? 'SIGTERM' : 'SIGINT');
    const { code, stdout } = await running.ended;
    expect(code).toBe(expected);
    expect(stdout).toContain('write-unknown');
    expect(stdout).toContain('1 unknown, 1 not attempted');
  });
});

const WATCHED = {
  ...document,
  observability: { url: '${PIPEFORM_API_URL}' },
  checks: {
    lag: {
      series: { sourceId: METRICS_SOURCE_ID, aggFn: 'max', where: 'metric:lag', groupBy: [] },
      ...{ window: '5m', granularity: '1m', reduce: 'max', pass: '< 10' },
    },
  },
};

describe.concurrent('a signal ends a wait that the service requested', () => {
  test.each(sample(['plan', 'apply --auto-approve', 'drift', 'pull', 'check', 'series lag'], 2))(
    'of %s',
    async (line) => {
      const asked = createLatch();
      const { start, writes } = await openWorkspace({
        document: WATCHED,
        address: ({ url }) =>
          openGate(url, async () => {
            asked.open();
            return { status: 429, headers: { 'retry-after': '50' }, body: 'slow down' };
          }),
      });
      const running = start(`${line} --log-level debug`);
      await running.reaches(asked.passed);
      await running.complains(/429/);
      const begun = performance.now();
      running.signal('SIGTERM');
      expect((await running.ended).code).toBe(143);
      expect(performance.now() - begun).toBeLessThan(10_000);
      expect(writes()).toEqual([]);
    },
  );
});

describe.concurrent('as JSON', () => {
  inCi('a plan prints one document, and an apply before its first write ends with run_done', async () => {
    const interrupt = async (line: string) => {
      const { start, held } = await openHeld('GET', { document });
      const running = start(`${line} --format json`);
      await running.reaches(held);
      running.signal('SIGINT');
      const { code, stdout, stderr } = await running.ended;
      expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
      return stdout;
    };
    expect(findFaults('plan', readDocument(await interrupt('plan')))).toEqual([]);
    expect(readEvents<{ type: string; run: Run }>(await interrupt('apply --auto-approve')).at(-1)).toMatchObject({
      type: 'run_done',
      run: { interrupted: 'SIGINT', diagnostics: [{ code: 'interrupted' }] },
    });
  });
});
