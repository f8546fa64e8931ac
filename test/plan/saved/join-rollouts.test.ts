import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../../src/model/check.ts';
import type { GateRecord, RolloutRecord, WaveRecord } from '../../../src/model/rollout.ts';
import type { Run, RunPipe } from '../../../src/model/run.ts';
import { joinRollouts, numberWaves } from '../../../src/plan/saved/merge-reports.ts';

function wave(number: number, pipe: string): WaveRecord {
  return { wave: number, pipes: [pipe], verdict: 'passed', reason: null, bakedMs: 60_000 };
}

function rollout(status: RolloutRecord['status'], ...waves: readonly WaveRecord[]): RolloutRecord {
  return { status, onFailure: 'stop', waves };
}

const LAST: CheckResult = {
  name: 'lag',
  verdict: 'pass',
  value: 1,
  reason: '1 is < 10',
  samples: 1,
  newest: null,
  groups: [],
  asOf: '2026-11-20T10:00:00.000Z',
};

function gate(number: number | null): GateRecord {
  const counts = { pass: 1, fail: 0, 'no-data': 0, error: 0 };
  const moment = number === null ? 'before' : 'after';
  return { name: 'lag', moment, wave: number, pipe: null, gate: 'open', counts, last: LAST, values: [1] };
}

/** The parts of a run that a rollout is merged from. */
function run(record: RolloutRecord | null, checks: readonly GateRecord[] = [], outcome: 'accepted' | null = null): Run {
  const pipes = outcome === null ? [] : [{ requests: [{ outcome }] } as unknown as RunPipe];
  return { rollout: record, checks, pipes } as unknown as Run;
}

describe('the merged rollouts of shards', () => {
  it('are null when no shard had one', () => {
    expect(joinRollouts([run(null), run(null)])).toBeNull();
  });

  it('list one shard after the other and renumber waves and gates', () => {
    const runs = [
      run(rollout('passed', wave(1, 'a'), wave(2, 'b')), [gate(null), gate(1), gate(2)]),
      run(null),
      run(rollout('passed', wave(1, 'c'), wave(2, 'd')), [gate(null), gate(1), gate(2)]),
    ];
    expect(joinRollouts(runs)).toEqual(rollout('passed', wave(1, 'a'), wave(2, 'b'), wave(3, 'c'), wave(4, 'd')));
    expect(numberWaves(runs, ({ checks }) => checks).map((one) => one.wave)).toEqual([null, 1, 2, null, 3, 4]);
  });

  it.each([
    [['passed', 'passed'], 'passed'],
    [['passed', 'interrupted'], 'interrupted'],
    [['interrupted', 'failed', 'passed'], 'failed'],
    [['interrupted', 'blocked'], 'blocked'],
  ] as const)('merge %j to %s', (statuses, expected) => {
    expect(joinRollouts(statuses.map((status) => run(rollout(status))))?.status).toBe(expected);
  });

  it('do not report that nothing was written when another shard wrote', () => {
    const blocked = run(rollout('blocked'));
    expect(joinRollouts([blocked, run(rollout('passed'), [], 'accepted')])?.status).toBe('failed');
    expect(joinRollouts([blocked, run(null, [], 'accepted')])?.status).toBe('failed');
    expect(joinRollouts([blocked, run(null)])?.status).toBe('blocked');
  });

  it('report a possible rollback when one of them does', () => {
    const undoing: RolloutRecord = { ...rollout('failed'), onFailure: 'rollback' };
    expect(joinRollouts([run(rollout('passed')), run(undoing)])?.onFailure).toBe('rollback');
  });
});
