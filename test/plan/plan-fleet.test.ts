import { describe, expect, it } from 'vitest';
import { diagnoseCode } from '../../src/model/diagnose-code.ts';
import { isRefusedAsWhole } from '../../src/model/plan.ts';
import { emptyPlan } from '../../src/plan/plan-fleet.ts';
import type { PipeFindings } from '../../src/plan/policy/plan-policy.ts';
import { desiredPipe, failure, NOW, ORGANIZATION, pair, pairOf, place, planOf, TOOL } from './samples.ts';

const SIZE = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };

const FLEET = [
  pairOf('a', { settings: { db_max_threads: 8 } }, { scaling: SIZE }),
  pairOf('b', { settings: { db_max_threads: 8 } }, { settings: { db_max_threads: 8 } }),
  pairOf('c', { protect: true, scaling: { replicas: 4 } }, { scaling: SIZE }),
  pairOf('d', { scaling: { replicas: 4, replicaMemoryGb: 2 } }, { scaling: SIZE }),
  pair(desiredPipe({ name: 'e' }), failure('server')),
];

describe('the plan document', () => {
  it('has these properties besides pipes and capacity', () => {
    const { pipes: _, capacity: __, ...frame } = planOf(FLEET);
    expect(frame).toEqual({
      kind: 'plan',
      formatVersion: 1,
      createdAt: NOW.toISOString(),
      tool: TOOL,
      environment: null,
      api: { url: 'http://127.0.0.1:4010', organization: ORGANIZATION },
      base: null,
      coverage: [],
      overrides: [],
      scope: {
        fleet: 5,
        configuration: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        changeLimit: null,
        target: [],
        exclude: [],
        onlyOrigin: null,
        shard: null,
        run: null,
      },
      summary: { total: 5, unchanged: 1, update: 2, refused: 1, error: 1, changes: 3, requests: 2 },
      checks: [],
      diagnostics: [],
    });
  });

  it('is complete and empty when no pipe could be read', () => {
    const plan = emptyPlan('production', [], { now: NOW, tool: TOOL });
    expect(plan).toMatchObject({ kind: 'plan', environment: 'production', api: null, pipes: [] });
    expect(plan.summary).toMatchObject({ total: 0, update: 0, requests: 0 });
    expect(isRefusedAsWhole(plan)).toBe(false);
  });
});

describe('findings', () => {
  const refusal = diagnoseCode('protected-pipe', 'Not today.');
  const note = diagnoseCode('pipe-in-trouble', 'It is slow.', null, 'error');
  const planWith = (findings: PipeFindings) => planOf(FLEET.map((one) => ({ ...one, findings })));

  it('refuse a pipe, changed or not; a pipe that could not be compared stays an error', () => {
    const plan = planWith({ refusals: [refusal], notes: [note] });
    expect(plan.pipes.map(({ status }) => status)).toEqual(['refused', 'refused', 'refused', 'refused', 'error']);
    expect(plan.pipes[0]).toMatchObject({
      changes: [{ before: null, after: 8 }],
      requests: [],
      diagnostics: [refusal, note],
    });
    expect(plan.summary).toMatchObject({ update: 0, refused: 4, changes: 0, requests: 0 });
    expect(plan.capacity.after).toEqual(plan.capacity.before);
  });

  it('refuse nothing as notes, even as errors', () => {
    const plan = planWith({ refusals: [], notes: [note] });
    expect(plan.pipes.map(({ status }) => status)).toEqual(planOf(FLEET).pipes.map(({ status }) => status));
    expect(plan.pipes[0]?.diagnostics).toEqual([note]);
  });
});

describe('capacity', () => {
  it('counts what can be read; refused changes add nothing', () => {
    expect(planOf(FLEET).capacity).toEqual({
      before: { replicas: 6, cpuMillicores: 1500, memoryGb: 6 },
      after: { replicas: 8, cpuMillicores: 2000, memoryGb: 12 },
    });
  });

  it('leaves out a pipe that the service gives its default size', () => {
    const known = pairOf('a', {}, { scaling: SIZE });
    const unset = pairOf('b', { scaling: { replicas: null } }, { scaling: SIZE });
    const alone = { replicas: 2, cpuMillicores: 500, memoryGb: 2 };
    expect(planOf([known, unset]).capacity).toEqual({ before: alone, after: alone });
  });
});

describe('the time of a read', () => {
  it('decides whether an acknowledgement is in force, not the time of the plan', () => {
    const path = 'settings.db_max_threads' as const;
    const known = { path, until: NOW.toISOString().slice(0, 10), reason: 'tried by hand', location: place(9) };
    const drifted = pairOf(
      'a',
      { settings: { db_max_threads: 8 }, acknowledge: [known] },
      { settings: { db_max_threads: 4 } },
    );
    const changesAt = (readAtMs: number) => planOf([{ ...drifted, readAtMs }]).pipes[0]?.changes.length;
    const DAY_MS = 86_400_000;
    expect([changesAt(NOW.getTime()), changesAt(NOW.getTime() + DAY_MS)]).toEqual([0, 1]);
  });
});
