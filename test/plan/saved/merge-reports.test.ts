import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notSent } from '../../../src/apply/update/skip-pipe.ts';
import type { CheckResult } from '../../../src/model/check.ts';
import { diagnose } from '../../../src/model/diagnostic.ts';
import type { Fleet } from '../../../src/model/fleet.ts';
import { addDigest } from '../../../src/model/json/document.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { Report } from '../../../src/model/report.ts';
import type { GateRecord, RolloutRecord } from '../../../src/model/rollout.ts';
import { type Run, type RunPipe, type RunStatus, summarizeRun } from '../../../src/model/run.ts';
import type { Shard } from '../../../src/model/shard.ts';
import { findDrift } from '../../../src/plan/find-drift.ts';
import { planFleet } from '../../../src/plan/plan-fleet.ts';
import { NO_ALLOWANCES } from '../../../src/plan/policy/plan-policy.ts';
import { isInShard } from '../../../src/plan/policy/scope.ts';
import { type Merged, mergeReports } from '../../../src/plan/saved/merge-reports.ts';
import { readReport } from '../../../src/plan/saved/read-report.ts';
import { scheduleFleet } from '../../../src/plan/schedule-fleet.ts';
import { checkProperty } from '../../effort.ts';
import { fleets } from '../arbitraries.ts';
import {
  baseOf,
  changingPipes,
  desiredPipe,
  finding,
  fleetOf,
  livePipe,
  NOW,
  type Pair,
  PRICING,
  pair,
  place,
  selectionOf,
  TOOL,
} from '../samples.ts';

const LAST: Omit<CheckResult, 'asOf'> = {
  ...{ name: 'lag', verdict: 'pass', value: 1, reason: '1 is < 10', samples: 1, newest: null, groups: [] },
};

const WARNING = diagnose('warning', { code: 'unusual-size', summary: 'An odd size.' }, place(7));

/** The report of a command over the fleet or one shard. */
function report(kind: 'plan' | 'drift', fleet: Fleet, pairs: readonly Pair[], shard: Shard | null, about = {}): Report {
  const reads = pairs.filter(({ desired }) => shard === null || isInShard(desired.id, shard));
  const options = { now: NOW, tool: TOOL, selection: selectionOf({ shard }), ...about };
  const document =
    kind === 'plan'
      ? planFleet(fleet, reads, { ...options, allowances: NO_ALLOWANCES })
      : findDrift(fleet, reads, options);
  return { ...document, diagnostics: [WARNING, ...document.diagnostics] } as Report;
}

function shardsOf(kind: 'plan' | 'drift', fleet: Fleet, pairs: readonly Pair[], total: number, about = {}): Report[] {
  return Array.from({ length: total }, (_, i) => report(kind, fleet, pairs, { index: i + 1, total }, about));
}

/** As `merge` gets them: from files. */
function merge(reports: readonly Report[]): Merged {
  return mergeReports(
    reports.map((one, index) => {
      const name = `shard-${index + 1}.json`;
      const read = readReport(JSON.stringify(addDigest(one)), name);
      if (!read.ok) throw new Error(read.diagnostic.summary);
      return { name, report: read.report };
    }),
  );
}

function bytes(merged: Merged): string {
  if (!merged.ok) throw new Error(merged.diagnostics.map(({ summary, detail }) => `${summary}\n${detail}`).join('\n'));
  return JSON.stringify(merged.report, null, 2);
}

describe('merged plans of shards', () => {
  const policies = fc.record({
    maxChangedPipes: fc.constantFrom(null, { count: 0 }, { count: 1 }, { count: 3 }, { share: 0.3 }),
    minPipes: fc.constantFrom(0, 4),
    maxReplicaFactor: fc.constantFrom(null, 2),
    maxMonthlyIncrease: fc.constantFrom(null, 0, 100, 10_000),
  });
  const pricings = fc.constantFrom(null, PRICING, { ...PRICING, cpuHour: 0.0333, memoryGbHour: 1 / 3 });

  it('are byte-identical to one run for any fleet, policy, number of shards and order of files', () => {
    checkProperty(
      fc.property(
        fleets(8),
        policies,
        pricings,
        fc.integer({ min: 1, max: 5 }).chain((total) =>
          fc.shuffledSubarray(
            Array.from({ length: total }, (_, i) => i),
            { minLength: total },
          ),
        ),
        fc.constantFrom('plan' as const, 'drift' as const),
        fc.boolean(),
        (pairs, policy, pricing, order, kind, hasBase) => {
          const desired = pairs.map((one) => one.desired);
          const fleet = { ...fleetOf(desired, policy), pricing };
          const base = hasBase ? baseOf([...desired.slice(1), desiredPipe({ name: 'gone' })]) : null;
          const checks = [finding(), finding({ name: 'another-alert', status: 'drifted' })];
          const about = base === null ? { checks } : { base, checks };
          const shards = shardsOf(kind, fleet, pairs, order.length, about);
          const shuffled = order.flatMap((index) => shards[index] ?? []);
          expect(bytes(merge(shuffled))).toBe(JSON.stringify(report(kind, fleet, pairs, null, about), null, 2));
        },
      ),
      { numRuns: 200 },
    );
  });

  const pairs = changingPipes(12);
  const all = pairs.map(({ desired }) => desired);
  const fleet = fleetOf(all, { maxChangedPipes: { count: 11 } });

  it('have the time of the oldest', () => {
    const [first, second] = shardsOf('plan', fleet, pairs, 2) as Plan[];
    if (first === undefined || second === undefined) throw new Error('two shards');
    const older = { ...second, createdAt: '2026-11-20T09:00:00.000Z' };
    expect(merge([first, older])).toMatchObject({ ok: true, report: { createdAt: '2026-11-20T09:00:00.000Z' } });
  });

  it('of both sides of a scheduled change have the sizes of their own times, and name the first', () => {
    const window = { timezone: 'UTC', days: [1, 2, 3, 4, 5], hours: { from: '07:00', until: '19:00' } };
    const { scaling } = desiredPipe({ scaling: { replicas: 6 } });
    const sized = fleetOf(
      all.map(({ name }) =>
        desiredPipe({ name, scaling: { replicas: 2 }, schedule: [{ ...window, scaling, location: place(9) }] }),
      ),
    );
    const shardAt = (time: string, index: number) => {
      const { pipes, ...rest } = scheduleFleet(sized, Date.parse(time));
      const reads = pipes.map((desired) => pair(desired, livePipe({ name: desired.name, scaling: { replicas: 2 } })));
      return report('plan', { pipes, ...rest }, reads, { index, total: 2 });
    };
    const [before, after] = [shardAt('2026-11-20T06:59:50Z', 1), shardAt('2026-11-20T07:00:10Z', 2)];
    const next = { at: '2026-11-20T07:00:00.000Z', pipes: before.pipes.length };
    for (const shards of [
      [before, after],
      [after, before],
    ]) {
      expect(merge(shards)).toMatchObject({
        report: { schedule: { at: '2026-11-20T06:59:50.000Z', next }, summary: { update: after.pipes.length } },
      });
    }
  });

  describe('merging refuses', () => {
    const [one, two, three] = shardsOf('plan', fleet, pairs, 3) as [Plan, Plan, Plan];
    const reasonsOf = (reports: readonly Report[]): string => {
      const merged = merge(reports);
      expect(merged).toMatchObject({ ok: false, diagnostics: [{ severity: 'error', code: 'shards-do-not-fit' }] });
      return merged.ok ? '' : `${merged.diagnostics[0]?.summary}\n${merged.diagnostics[0]?.detail ?? ''}`;
    };
    const API = { url: two.api?.url ?? '', organization: two.api?.organization ?? '' };
    const scoped = ({ scope }: Plan, about: object) => ({ scope: scope && { ...scope, ...about } });

    it.each<[string, readonly Report[], readonly string[]]>([
      ['no reports', [], []],
      ['one is missing', [one, three], ['Of 3 shards, these are missing: 2']],
      ['a duplicate shard', [one, two, two, three], ['Shard 2 is given 2 times: shard-2.json, shard-3.json']],
      ['a duplicate and a missing shard', [one, one], ['Shard 1', 'Of 3 shards, these are missing: 2 and 3']],
      [
        'a report that is not of a shard',
        [report('plan', fleet, pairs, null)],
        ['shard-1.json is not the report of a shard'],
      ],
      [
        'a whole report among shards',
        [one, report('plan', fleet, pairs, null), three],
        ['shard-2.json is not the report of a shard'],
      ],
      [
        'another kind',
        [one, ...shardsOf('drift', fleet, pairs, 3).slice(1)],
        ['shard-2.json has another kind', 'shard-3.json has another kind'],
      ],
      [
        'all reasons at once',
        [one, { ...two, environment: 'production', tool: { ...TOOL, version: '9' } }],
        ['another environment', 'another version', 'Of 3 shards, these are missing: 3'],
      ],
    ])('%s', (_, reports, words) => {
      const said = reasonsOf(reports);
      for (const word of words) expect(said).toContain(word);
    });

    it.each<[string, Partial<Plan>]>([
      ['another version of Pipeform', { tool: { ...TOOL, version: '0.2.0' } }],
      ['another environment', { environment: 'production' }],
      ['another API address', { api: { url: 'http://x', organization: 'y' } }],
      [
        'another API address, organization or naming',
        { api: { ...API, naming: { resource: 'clickstreams', settingPrefix: 'db_' } } },
      ],
      ['another base commit', { base: { ref: 'main', commit: '0'.repeat(40) } }],
      ['another number of shards', scoped(two, { shard: { index: 2, total: 4 } })],
      ['another selection', scoped(two, { target: ['x'] })],
      ['another selection', scoped(two, { onlyOrigin: ['drift'] })],
      ['another limit of changed pipes', scoped(two, { changeLimit: null })],
    ])('%s: %j', (words, about) => {
      expect(reasonsOf([one, { ...two, ...about }, three])).toContain(words);
    });

    it('another configuration, for any changed value', () => {
      const others: readonly Fleet[] = [
        { ...fleet, policy: { ...fleet.policy, minPipes: 11 } },
        { ...fleet, policy: { ...fleet.policy, maxMonthlyIncrease: 500 } },
        { ...fleet, pricing: PRICING },
        { ...fleet, pipes: fleet.pipes.slice(1) },
        {
          ...fleet,
          pipes: [...fleet.pipes.slice(1), desiredPipe({ name: 'pipe-00', settings: { db_max_threads: 9 } })],
        },
        { ...fleet, pipes: fleet.pipes.map((pipe) => ({ ...pipe, protect: true })) },
      ];
      for (const other of others) {
        expect(reasonsOf([one, report('plan', other, pairs, { index: 2, total: 3 }), three])).toContain(
          'another configuration',
        );
      }
    });

    it('another size of a window of a schedule', () => {
      const window = { timezone: 'UTC', days: [1], hours: null, location: place(9) };
      const sized = (replicas: number) =>
        fleetOf([desiredPipe({ schedule: [{ ...window, scaling: desiredPipe({ scaling: { replicas } }).scaling }] })]);
      const shards = [6, 5].map((replicas, at) => report('plan', sized(replicas), [], { index: at + 1, total: 2 }));
      expect(reasonsOf(shards)).toContain('another configuration');
    });

    it('another base commit, where each has one', () => {
      const based = (digit: string) => ({ base: { ref: 'main', commit: digit.repeat(40) } });
      const [first, second] = [one, two].map((plan, index) => ({ ...plan, ...based(`${index}`) })) as [Plan, Plan];
      expect(reasonsOf([first, second])).toContain('shard-2.json has another base commit');
    });

    it('missing shards, with a short list of them', () => {
      const many = [report('plan', fleet, [], { index: 1, total: 5_000 })];
      expect(reasonsOf(many)).toMatch(/2, 3, .* and 4,979 more/);
    });
  });

  it('nothing when only source positions or the order of pipes differ', () => {
    const moved = { ...fleet, pipes: [...fleet.pipes].reverse().map((pipe) => ({ ...pipe, location: place(99) })) };
    const shards = [1, 2].map((index) => report('plan', index === 1 ? fleet : moved, pairs, { index, total: 2 }));
    expect(merge(shards).ok).toBe(true);
  });
});

describe('merged runs of shards', () => {
  const pairs = changingPipes(9);
  const fleet = fleetOf(pairs.map(({ desired }) => desired));
  const STATUSES: readonly RunStatus[] = ['applied', 'failed', 'stale'];

  function runOf(shard: Shard | null, about: Partial<Run> = {}): Run {
    const {
      capacity: _,
      createdAt: __,
      summary: ___,
      coverage: ____,
      ...plan
    } = report('plan', fleet, pairs, shard) as Plan;
    const pipes = plan.pipes.map((pipe): RunPipe => {
      const status = STATUSES[Number(pipe.name.slice(-1)) % 3] ?? 'applied';
      const sent = { outcome: 'accepted', attempts: 1 } as const;
      const requests = notSent(pipe.requests).map((record) => (status === 'applied' ? { ...record, ...sent } : record));
      return { ...pipe, status, requests };
    });
    const time = NOW.toISOString();
    const id = `run-${shard?.index ?? 0}`;
    const ends = {
      id,
      startedAt: time,
      finishedAt: time,
      commit: null,
      author: null,
      interrupted: null,
      rollsBack: null,
      summary: summarizeRun(pipes),
      pipes,
    };
    const { kind: _kind, ...frame } = plan;
    return { kind: 'run', ...frame, ...ends, rollout: null, checks: [], ...about };
  }

  function rolloutOf(status: RolloutRecord['status'], waves = 1): RolloutRecord {
    const wave = { pipes: ['pipe-0'], verdict: 'passed', reason: null, bakedMs: 0 } as const;
    return { status, onFailure: 'stop', waves: Array.from({ length: waves }, (_, i) => ({ wave: i + 1, ...wave })) };
  }

  /** The runs of as many shards as there are parts. */
  function mergeParts(...parts: readonly Partial<Run>[]): Run {
    const merged = merge(parts.map((about, i) => runOf({ index: i + 1, total: parts.length }, about)));
    if (!merged.ok || merged.report.kind !== 'run') throw new Error('the runs were not merged');
    return merged.report;
  }

  function gateOf(wave: number | null): GateRecord {
    const counts = { pass: 1, fail: 0, 'no-data': 0, error: 0 };
    const moment = wave === null ? 'before' : 'after';
    const last = { ...LAST, asOf: NOW.toISOString() };
    return { name: 'lag', moment, wave, pipe: null, gate: 'open', counts, last, values: [1] };
  }

  it.each([
    [['passed', 'passed'], 'passed'],
    [['passed', 'interrupted'], 'interrupted'],
    [['interrupted', 'failed', 'passed'], 'failed'],
    // What another shard wrote stays.
    [['passed', 'blocked'], 'failed'],
    [['interrupted', 'blocked'], 'failed'],
  ] as const)('merge rollouts that are %j to %s', (statuses, expected) => {
    expect(mergeParts(...statuses.map((status) => ({ rollout: rolloutOf(status) }))).rollout?.status).toBe(expected);
  });

  it('that wrote nothing stay blocked, and have no rollout when no shard had one', () => {
    const nothing = { pipes: [] };
    const blocked = { ...nothing, rollout: rolloutOf('blocked') };
    expect(mergeParts(blocked, nothing).rollout?.status).toBe('blocked');
    expect(mergeParts(blocked, { ...nothing, rollout: rolloutOf('interrupted') }).rollout?.status).toBe('blocked');
    expect(mergeParts(blocked, {}).rollout?.status).toBe('failed');
    expect(mergeParts(nothing, nothing).rollout).toBeNull();
  });

  it('list the waves and gates of one shard after the other, and roll back when one of them does', () => {
    const checks = [gateOf(null), gateOf(1), gateOf(2)];
    const undoing = { ...rolloutOf('failed', 2), onFailure: 'rollback' } as const;
    const run = mergeParts({ rollout: rolloutOf('passed', 2), checks }, {}, { rollout: undoing, checks });
    expect(run.rollout?.waves.map(({ wave }) => wave)).toEqual([1, 2, 3, 4]);
    expect(run.checks.map(({ wave }) => wave)).toEqual([null, 1, 2, null, 3, 4]);
    expect(run.rollout?.onFailure).toBe('rollback');
  });

  it('add up to one run, from the first start to the last end', () => {
    const runs = [
      runOf(
        { index: 2, total: 2 },
        { startedAt: '2026-11-20T09:59:00.000Z', interrupted: 'SIGTERM', rollout: rolloutOf('interrupted') },
      ),
      runOf({ index: 1, total: 2 }, { finishedAt: '2026-11-20T10:07:00.000Z', rollout: rolloutOf('passed') }),
    ];
    const merged = merge(runs);
    const whole = runOf(null);
    expect(merged).toMatchObject({
      ok: true,
      report: {
        kind: 'run',
        id: 'run-1+run-2',
        startedAt: '2026-11-20T09:59:00.000Z',
        finishedAt: '2026-11-20T10:07:00.000Z',
        interrupted: 'SIGTERM',
        summary: whole.summary,
        rollout: { status: 'interrupted', waves: [{ wave: 1 }, { wave: 2 }] },
        scope: { shard: null },
      },
    });
    expect(merged.ok && merged.report.pipes).toEqual(whole.pipes);
  });
});
