import { describe, expect, it } from 'vitest';
import { chooseExitCode } from '../../src/cli/output/choose-exit-code.ts';
import type { PipeReader } from '../../src/model/client.ts';
import { desiredPipe, failure, livePipe, pair, planOf } from '../plan/samples.ts';
import { FakeService, type ServiceOptions, type WriteFault } from './fake-service.ts';
import { runPlan } from './run-plan.ts';

const REASON = 'the circuit opened after 8 requests in a row failed: status 401';
const NAMES = ['a', 'b', 'c', 'd'];

/** Every request fails from the read with the number `opensAt` on. */
async function applyUntil(opensAt: number, options: ServiceOptions = {}) {
  const plan = planOf(
    NAMES.map((name) => pair(desiredPipe({ name, settings: { db_max_threads: 8 } }), livePipe({ name }))),
  );
  const service = new FakeService(
    NAMES.map((name) => livePipe({ name })),
    options,
  );
  let reads = 0;
  const read = service.readPipe.bind(service);
  const readPipe: PipeReader['readPipe'] = async (...request) => {
    reads += 1;
    if (reads < opensAt) return read(...request);
    return { ok: false, failure: failure('circuit-open', { attempts: 0, message: REASON }) };
  };
  const { run, clock } = await runPlan(plan, Object.assign(service, { readPipe }), {
    waitTimeoutMs: 600_000,
  });
  return { run, service, slept: clock.slept.reduce((sum, ms) => sum + ms, 0) };
}

const SETTINGS = { settings: { db_max_threads: 8 } };

it.each<
  [
    string,
    number,
    Parameters<typeof desiredPipe>[0],
    (index: number) => readonly WriteFault[],
    object,
    readonly string[],
  ]
>([
  [
    'stops when the service refuses settings again and again, although it accepts scaling',
    14,
    { ...SETTINGS, scaling: { replicas: 3 } },
    () => ['none', 'rejected'],
    { failed: 10, skipped: 4 },
    ['4 of 14 pipes were not updated: stopped after 10 consecutive refusals (400).'],
  ],
  [
    'stops when updates get the same server error again and again, although reads succeed',
    14,
    SETTINGS,
    () => Array(7).fill('lost-before-commit'),
    { unknown: 10, skipped: 4 },
    ['4 of 14 pipes were not updated: stopped after 10 consecutive failures (502).'],
  ],
  [
    'goes on while other pipes are updated',
    30,
    SETTINGS,
    (index) => [index % 10 === 9 ? 'none' : 'rejected'],
    { applied: 3, failed: 27, skipped: 0 },
    [],
  ],
  [
    'goes on while pipes have no settings endpoint, as some kinds have none',
    14,
    SETTINGS,
    () => ['missing'],
    { failed: 14, skipped: 0 },
    [],
  ],
  [
    'goes on while the answers differ',
    14,
    SETTINGS,
    (index) => (index % 2 === 0 ? ['rejected'] : Array(3).fill('lost-before-commit')),
    { failed: 7, unknown: 7, skipped: 0 },
    [],
  ],
])('%s', async (_, count, wanted, writesOf, summary, said) => {
  const names = Array.from({ length: count }, (_unused, index) => `pipe-${index + 10}`);
  const plan = planOf(names.map((name) => pair(desiredPipe({ name, ...wanted }), livePipe({ name }))));
  const service = new FakeService(
    names.map((name) => livePipe({ name })),
    { writes: names.flatMap((_unused, index) => writesOf(index)) },
  );
  const { run } = await runPlan(plan, service);
  expect(run.summary).toMatchObject(summary);
  expect(run.diagnostics.map((one) => one.summary)).toEqual(said);
});

describe('when every request fails', () => {
  it('does not attempt the remaining pipes, and one diagnostic reports how many and why', async () => {
    const { run, service } = await applyUntil(3);
    expect(run.pipes.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'a applied',
      'b skipped',
      'c skipped',
      'd skipped',
    ]);
    expect(service.writes.map(({ id }) => id)).toHaveLength(1);
    expect(run.diagnostics.map(({ code, summary }) => `${code}: ${summary}`)).toEqual([
      `circuit-open: 3 of 4 pipes were not updated: ${REASON}.`,
    ]);
    expect(run.pipes[1]?.diagnostics[0]?.hint).toBe('Run the command again to continue.');
    expect(chooseExitCode({ kind: 'report', report: run })).toBe(3);
  });

  it('does not treat a value missing in an early read as a failure: only the last read decides', async () => {
    const { run } = await applyUntil(3, { writes: ['ignored'] });
    expect(run.pipes[0]).toMatchObject({ status: 'unknown', requests: [{ outcome: 'accepted' }] });
    expect(run.pipes[0]?.diagnostics.map(({ code }) => code)).toEqual(['circuit-open']);
  });

  it('does not wait for a write to show', async () => {
    const { run, slept } = await applyUntil(2);
    expect(run.pipes[0]).toMatchObject({ status: 'unknown', requests: [{ outcome: 'accepted' }] });
    expect(slept).toBe(0);
  });
});
