import type { GateRecord, RolloutRecord } from '../../model/rollout.ts';
import { mayHaveWritten, type Run } from '../../model/run.ts';

/** The worst first. */
const STATUSES: readonly RolloutRecord['status'][] = ['failed', 'blocked', 'interrupted', 'passed'];

/**
 * The rollouts of shards, as one record. Each was a rollout of its own, beside the others: their waves are told one shard
 * after the other and numbered through, so that a number names a wave and says nothing of when it was. The status is the
 * worst, but `blocked`, which says that nothing was written, is `failed` where another shard wrote. null when no shard had one.
 */
export function joinRollouts(runs: readonly Run[]): RolloutRecord | null {
  const rollouts = runs.flatMap(({ rollout }) => (rollout === null ? [] : [rollout]));
  if (rollouts.length === 0) return null;
  const worst = STATUSES.find((status) => rollouts.some((rollout) => rollout.status === status)) ?? 'failed';
  const hasWritten = runs.some(({ pipes }) => pipes.some(mayHaveWritten));
  return {
    status: worst === 'blocked' && hasWritten ? 'failed' : worst,
    onFailure: rollouts.some(({ onFailure }) => onFailure === 'rollback') ? 'rollback' : 'stop',
    waves: numberThrough(runs, (offset, { rollout }) =>
      (rollout?.waves ?? []).map((record) => ({ ...record, wave: offset + record.wave })),
    ),
  };
}

/** Every gate of every shard, one shard after the other, with the numbers that `joinRollouts` gives the waves. */
export function joinGates(runs: readonly Run[]): readonly GateRecord[] {
  return numberThrough(runs, (offset, { checks }) =>
    checks.map((gate) => ({ ...gate, wave: gate.wave === null ? null : offset + gate.wave })),
  );
}

/** What each run gives, joined; `offset` is the number of waves of the runs before it. */
function numberThrough<T>(runs: readonly Run[], give: (offset: number, run: Run) => readonly T[]): readonly T[] {
  const joined: T[] = [];
  let offset = 0;
  for (const run of runs) {
    joined.push(...give(offset, run));
    offset += run.rollout?.waves.length ?? 0;
  }
  return joined;
}
