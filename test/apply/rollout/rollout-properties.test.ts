import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LivePipe } from '../../../src/model/live-pipe.ts';
import type { WaveSize } from '../../../src/model/rollout.ts';
import type { RunPipe } from '../../../src/model/run.ts';
import { checkProperty, countCases } from '../../effort.ts';
import { pairs } from '../../plan/arbitraries.ts';
import { setByPath } from '../../plan/samples.ts';
import type { FakeService, ReadFault, ServiceOptions, WriteFault } from '../fake-service.ts';
import { type GuardedTrial, interrupter, type LivePair, runGuarded, setValues } from '../guarded-run.ts';
import { keep } from '../run-plan.ts';
import type { Script, ScriptedResult } from '../scripted-checks.ts';

const NAMES = ['a', 'b', 'c', 'd'] as const;

const results = fc.array(
  fc.constantFrom<ScriptedResult>('pass', 'pass', 'pass', 'pass', 'fail', 'no-data', 'error', 'throw'),
  {
    maxLength: 8,
  },
);

const waves: fc.Arbitrary<readonly WaveSize[]> = fc.constantFrom<readonly WaveSize[]>(
  [{ pipes: 1 }, { share: 0.5 }, { share: 1 }],
  [{ pipes: 2 }],
  [{ share: 1 }],
);

const rollouts = fc.record({
  waves,
  before: fc.constantFrom([], ['alert-x']),
  after: fc.constantFrom([], ['lag'], ['lag', 'alert-x']),
  bakeMs: fc.constantFrom(0, 60_000),
  count: fc.constantFrom(null, 3),
  failureLimit: fc.constantFrom(0, 1),
  inconclusiveLimit: fc.constantFrom(0, 1),
  consecutiveErrorLimit: fc.constantFrom(0, 1),
  onFailure: fc.constantFrom('stop' as const, 'rollback' as const, 'rollback' as const),
});

const scripts: fc.Arbitrary<Script> = fc.record({ lag: results, own: results, 'alert-x': results });

const quiet: fc.Arbitrary<ServiceOptions> = fc.record({
  put: fc.constantFrom('replace', 'merge'),
  settling: fc.option(
    fc.record({ reads: fc.integer({ min: 0, max: 9 }), shows: fc.constantFrom('zero' as const, 'old' as const) }),
    { nil: undefined },
  ),
}) as fc.Arbitrary<ServiceOptions>;

// No old values after a write: combined with an ignored or lost write, no read could show the result.
const faulty: fc.Arbitrary<ServiceOptions> = fc.record({
  put: fc.constantFrom('replace', 'merge'),
  null: fc.constantFrom('reset', 'reset', 'ignore'),
  settling: fc.option(fc.record({ reads: fc.integer({ min: 0, max: 9 }), shows: fc.constant('zero' as const) }), {
    nil: undefined,
  }),
  writes: fc.array(
    fc.constantFrom<WriteFault>(
      'none',
      'none',
      'none',
      'lost-before-commit',
      'lost-after-commit',
      'reset-after-commit',
      'rejected',
      'ignored',
    ),
    { maxLength: 14 },
  ),
  reads: fc.array(fc.constantFrom<ReadFault>('none', 'none', 'none', 'none', 'lost'), { maxLength: 24 }),
}) as fc.Arbitrary<ServiceOptions>;

const step = fc.integer({ min: 1, max: 24 });

interface Given {
  readonly fleet: readonly LivePair[];
  readonly rollout: typeof rollouts extends fc.Arbitrary<infer T> ? T : never;
  readonly says: Script;
  readonly owners: readonly string[];
  readonly service: ServiceOptions;
  /** Someone else sets the threads of the current pipe at that step of the run. */
  readonly intrusion: { readonly at: number; readonly value: number } | null;
  readonly interrupt: { readonly at: number; readonly again: number | null } | null;
  readonly waitTimeoutMs: number;
  readonly parallelism: number;
  readonly failFast: boolean;
}

function givens(service: fc.Arbitrary<ServiceOptions>, nil: fc.Arbitrary<null> | null): fc.Arbitrary<Given> {
  const fleet = fc
    .tuple(...NAMES.map((name) => fc.tuple(pairs(name), fc.constantFrom('x', 'y'))))
    .map((members) =>
      members.map(([one, owner]) => ({ ...one, desired: { ...one.desired, service: owner, protect: false } })),
    );
  return fc.record({
    fleet,
    rollout: rollouts,
    says: scripts,
    owners: fc.subarray([...NAMES]),
    service,
    intrusion: nil ?? fc.option(fc.record({ at: step, value: fc.constantFrom(1, 2, 3) })),
    interrupt: nil ?? fc.option(fc.record({ at: step, again: fc.option(fc.integer({ min: 0, max: 6 })) })),
    waitTimeoutMs: nil === null ? fc.constantFrom(0, 5_000, 60_000) : fc.constant(60_000),
    parallelism: fc.constantFrom(1, 3),
    failFast: fc.boolean(),
  });
}

/** A run; its steps are requests, check queries and bake waits. `runGuarded` validates events and run. */
function tryOut(given: Given): Promise<GuardedTrial> {
  const { fleet, rollout, says, owners, intrusion, interrupt, waitTimeoutMs, parallelism, failFast } = given;
  const { signals, first, second } = interrupter();
  let steps = 0;
  const pass = (): void => {
    steps += 1;
    if (interrupt === null) return;
    if (steps === interrupt.at) first();
    if (interrupt.again !== null && steps === interrupt.at + interrupt.again) second();
  };
  const onRequest: ServiceOptions['onRequest'] = ({ id }, service: FakeService) => {
    pass();
    if (steps === intrusion?.at) service.edit(id, { db_max_threads: intrusion.value });
  };
  return runGuarded({
    pipes: fleet,
    rollout,
    says,
    ofPipe: Object.fromEntries(owners.map((name) => [name, ['own']])),
    service: { ...given.service, onRequest },
    onAsk: pass,
    onSleep: (milliseconds) => (milliseconds === 30_000 ? pass() : undefined),
    options: { ...signals, waitTimeoutMs, parallelism, failFast },
  });
}

function always(arbitrary: fc.Arbitrary<Given>, check: (trial: GuardedTrial, given: Given) => void, numRuns = 40) {
  return checkProperty(
    fc.asyncProperty(arbitrary, async (given) => check(await tryOut(given), given)),
    { numRuns },
  );
}

function liveBefore(given: Given, { name }: RunPipe): LivePipe {
  const found = given.fleet.find(({ live }) => live.name === name);
  if (found === undefined) throw new Error(`no pipe ${name}`);
  return found.live;
}

const anything = givens(faulty, null);
const undisturbed = givens(faulty, fc.constant(null));
const calm = givens(quiet, fc.constant(null));

const closedGates = countCases();
const ofRollouts = countCases();

/** What holds for every run, whatever happens in it. */
const PROMISES: Readonly<Record<string, (trial: GuardedTrial, given: Given) => void>> = {
  'writes nothing after a gate closed, except to roll back': ({ events, run }) => {
    const isClosed = (index: number) => {
      const event = events[index];
      return event?.type === 'wave_done' && event.verdict !== 'passed';
    };
    const closed = run.rollout?.status === 'blocked' ? 0 : events.findIndex((_, index) => isClosed(index));
    if (closed === -1) return;
    closedGates.add();
    const later = events.slice(closed);
    const started = later.findIndex(({ type }) => type === 'rollback_start');
    const written = later.findIndex((event) => event.type === 'request' && event.method !== 'GET');
    if (written >= 0) expect(started >= 0 && started < written).toBe(true);
    const rollback = later[started];
    const allowed = rollback?.type === 'rollback_start' ? rollback.pipes : [];
    for (const event of later) if (event.type === 'pipe_start') expect(allowed).toContain(event.pipe);
    expect(later.some(({ type }) => type === 'wave_start')).toBe(false);
  },

  'rolls nothing back after an interrupt, unless a wave had failed before': ({ run, deeds }) => {
    const isRolledBack = deeds.some((line) => line.startsWith('rollback_start'));
    if (isRolledBack) expect(run.rollout).toMatchObject({ status: 'failed', onFailure: 'rollback' });
    if (run.rollout?.status === 'interrupted') expect(run.interrupted).toBe('SIGINT');
  },

  'changes nothing that the plan does not change': ({ run, service }, given) => {
    for (const pipe of run.pipes) {
      const [was, is] = [liveBefore(given, pipe), service.truth(pipe.id)];
      const planned = new Set<string>(pipe.changes.map(({ path }) => path));
      if (given.intrusion !== null) planned.add('settings.db_max_threads');
      const othersOf = (live: LivePipe) =>
        Object.fromEntries(Object.entries(setByPath(live)).filter(([path]) => !planned.has(path)));
      expect(othersOf(is)).toEqual(othersOf(was));
      expect(is.name).toBe(was.name);
    }
  },

  'reports events, waves and gates that agree': ({ run, events, service }, { parallelism }) => {
    let working = 0;
    const last = new Map<string, string>();
    for (const event of events) {
      if (event.type === 'pipe_start') working += 1;
      if (event.type === 'pipe_done') {
        working -= 1;
        last.set(event.pipe, event.status);
      }
      if (working > parallelism) throw new Error(`${working} pipes at once`);
    }
    expect(working).toBe(0);
    for (const pipe of run.pipes) expect(last.get(pipe.name) ?? pipe.status).toBe(pipe.status);
    const updates = run.pipes.filter(({ status }) => status !== 'unchanged').map(({ name }) => name);
    const inWaves = run.rollout?.waves.flatMap(({ pipes }) => pipes) ?? [];
    if (run.rollout !== null) expect([...inWaves].sort()).toEqual(updates.sort());
    const measured = run.checks.flatMap(({ counts }) => Object.values(counts)).reduce((sum, one) => sum + one, 0);
    expect(events.filter(({ type }) => type === 'check')).toHaveLength(measured);
    expect(run.summary.requests).toBe(service.writes.length);
  },

  'skips nothing in a passed rollout, and gives a reason for a failed one': ({ run, code }) => {
    if (run.rollout === null) return;
    ofRollouts.add();
    const { status } = run.rollout;
    const verdicts = run.rollout.waves.map(({ verdict }) => verdict);
    if (status === 'passed') {
      expect(verdicts.every((verdict) => verdict === 'passed')).toBe(true);
      expect(run.pipes.map((pipe) => pipe.status)).not.toContain('skipped');
      expect(run.diagnostics).toEqual([]);
    } else if (status !== 'interrupted') {
      expect(run.diagnostics).toHaveLength(1);
      expect(code).not.toBe(0);
    }
    if (code === 0) expect(status).toBe('passed');
  },
};

describe('under any faults in a rollout', () => {
  it('keeps every promise', async () => {
    await always(
      anything,
      (trial, given) => {
        for (const [promise, check] of Object.entries(PROMISES)) keep(promise, () => check(trial, given));
      },
      80,
    );
    for (const cases of [closedGates, ofRollouts]) cases.expectSome();
  });

  it('reports rolled-back only for pipes that are', async () => {
    const rolledBack = countCases();
    await always(fc.noBias(undisturbed), ({ run, service }, given) => {
      for (const pipe of run.pipes.filter(({ status }) => status === 'rolled-back')) {
        rolledBack.add();
        expect(setValues(service.truth(pipe.id))).toEqual(setValues(liveBefore(given, pipe)));
      }
    });
    rolledBack.expectSome();
  });
});

describe('a run without faults', () => {
  it('rolls every pipe back to its previous values, or reports what it could not restore', async () => {
    const rolledBack = countCases();
    await always(calm, ({ run, service, deeds }, given) => {
      if (!deeds.some((line) => line.startsWith('rollback_start'))) return;
      rolledBack.add();
      for (const pipe of run.pipes) {
        const isLost = pipe.diagnostics.some(({ code }) => code === 'rollback-incomplete');
        if (isLost)
          expect(pipe.changes.some((one) => one.path.startsWith('scaling.') && one.before === null)).toBe(true);
        else expect(setValues(service.truth(pipe.id))).toEqual(setValues(liveBefore(given, pipe)));
        expect(pipe.status === 'rolled-back' && isLost).toBe(false);
      }
    });
    rolledBack.expectSome();
  });
});
