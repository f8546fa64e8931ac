import pMap from 'p-map';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { Rollout, RolloutRecord, WaveRecord } from '../../model/rollout.ts';
import { mayHaveWritten, type RunPipe } from '../../model/run.ts';
import { type SkipReason, skipPipe } from '../update/leave-pipe.ts';
import type { UpdatePipe } from '../update/send-all.ts';
import { type Baked, bake } from './bake.ts';
import type { Guards } from './guards.ts';
import {
  type ClosedGate,
  describeClosed,
  explainClosed,
  type GateKey,
  type HealthGates,
  passOnce,
} from './health-gates.ts';
import type { PipeUpdater } from './pipe-updater.ts';
import { planWaves } from './plan-waves.ts';

/** What a guarded rollout came to. */
export interface RolledOut {
  readonly pipes: readonly RunPipe[];
  readonly record: RolloutRecord;
  /** Why it stopped, for the run as a whole. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Carries updates out wave by wave. `before` must pass or nothing is written; a wave passes when all that was sent was
 * confirmed and its checks let it while it bakes; a stale or refused pipe was not written to and fails no wave. The first wave
 * that fails stops the rollout and, with `onFailure: rollback`, what this run wrote is put back, the latest wave first. An
 * interrupt stops it where it stands and rolls nothing back: whoever interrupts wants to look.
 */
export async function rollOut(
  updates: readonly UpdatePipe[],
  rollout: Rollout,
  guards: Guards,
  healthGates: HealthGates,
  updater: PipeUpdater,
): Promise<RolledOut> {
  const { stop } = updater;
  const waves = planWaves(updates, rollout.waves);
  const before = rollout.before.map((name): GateKey => ({ name, moment: 'before', wave: null, pipe: null }));
  const closed = await passOnce(healthGates, before, stop);
  const idle = (
    status: RolloutRecord['status'],
    reason: SkipReason,
    diagnostics: readonly Diagnostic[],
  ): RolledOut => ({
    pipes: updates.map((pipe) => skipPipe(pipe, reason)),
    record: { status, onFailure: rollout.onFailure, waves: waves.map(notStarted) },
    diagnostics,
  });
  if (stop.aborted) return idle('interrupted', 'interrupted', []);
  if (closed.length > 0) return idle('blocked', 'rollout-stopped', [blocked(closed)]);

  const done = new Map<string, RunPipe>();
  const records: WaveRecord[] = [];
  const own = updates.flatMap(({ name }) => guards.ofPipe.get(name) ?? []);
  await healthGates.learn([...new Set([...rollout.after, ...own])], stop);
  for (const [index, wave] of waves.entries()) {
    const number = index + 1;
    updater.emit({
      type: 'wave_start',
      at: updater.at(),
      wave: number,
      waves: waves.length,
      pipes: wave.map(({ name }) => name),
    });
    const worked = await pMap(wave, (pipe) => updater.update(pipe, { wave: number, after: 'wave' }), {
      concurrency: updater.parallelism,
    });
    for (const pipe of worked) done.set(pipe.name, pipe);
    const { verdict, reason, bakedMs } = await judgeWave(number, worked, rollout, guards, healthGates, updater);
    records.push({ wave: number, pipes: wave.map(({ name }) => name), verdict, reason, bakedMs });
    updater.emit({ type: 'wave_done', at: updater.at(), wave: number, verdict, reason });
    if (verdict === 'passed') continue;
    return stopAt(verdict, { waves, records, done, updates, rollout, updater });
  }
  const pipes = updates.map((pipe) => done.get(pipe.name) ?? skipPipe(pipe, 'rollout-stopped'));
  return { pipes, record: { status: 'passed', onFailure: rollout.onFailure, waves: records }, diagnostics: [] };
}

async function judgeWave(
  wave: number,
  worked: readonly RunPipe[],
  rollout: Rollout,
  guards: Guards,
  healthGates: HealthGates,
  updater: PipeUpdater,
): Promise<Baked> {
  if (updater.stop.aborted) return { verdict: 'interrupted', reason: null, bakedMs: 0 };
  const failed = worked.filter(({ status }) => status === 'failed' || status === 'unknown');
  if (failed.length > 0) return { verdict: 'failed', reason: describeFailed(failed), bakedMs: 0 };
  const left = worked.filter(({ status }) => status === 'skipped').length;
  // --fail-fast after a stale or refused pipe, or nothing could be asked: a wave that was not carried out has not passed.
  if (left > 0) {
    const reason = `${left} of ${worked.length} pipes were not attempted`;
    return { verdict: 'failed', reason, bakedMs: 0 };
  }
  const written = worked.filter(mayHaveWritten);
  // Nothing was written: every pipe was stale or refused, so there is nothing to watch.
  if (written.length === 0) return { verdict: 'passed', reason: null, bakedMs: 0 };
  const watched = listWatched(wave, written, rollout, guards);
  return bake({ wave, rollout, watched, healthGates, clock: updater.clock, emit: updater.emit, stop: updater.stop });
}

/** The rollout's checks, and those of the wave's own pipes that are not among them. */
function listWatched(wave: number, written: readonly RunPipe[], rollout: Rollout, guards: Guards): readonly GateKey[] {
  const keys = new Map<string, GateKey>();
  for (const name of rollout.after) keys.set(name, { name, moment: 'after', wave, pipe: null });
  for (const { name: pipe } of written) {
    for (const name of guards.ofPipe.get(pipe) ?? []) {
      if (!keys.has(name)) keys.set(name, { name, moment: 'after', wave, pipe });
    }
  }
  return [...keys.values()];
}

interface Stopped {
  readonly waves: readonly (readonly UpdatePipe[])[];
  readonly records: readonly WaveRecord[];
  readonly done: ReadonlyMap<string, RunPipe>;
  readonly updates: readonly UpdatePipe[];
  readonly rollout: Rollout;
  readonly updater: PipeUpdater;
}

async function stopAt(verdict: Exclude<Baked['verdict'], 'passed'>, stopped: Stopped): Promise<RolledOut> {
  const { waves, records, done, updates, rollout, updater } = stopped;
  const { onFailure } = rollout;
  const isFailed = verdict === 'failed';
  const after = isFailed && onFailure === 'rollback' ? await rollBack(waves, done, updater) : done;
  const reason: SkipReason = isFailed ? 'rollout-stopped' : 'interrupted';
  const rest = waves.slice(records.length).map((wave, index) => notStarted(wave, records.length + index));
  const last = records.at(-1);
  return {
    pipes: updates.map((pipe) => after.get(pipe.name) ?? skipPipe(pipe, reason)),
    record: { status: isFailed ? 'failed' : 'interrupted', onFailure, waves: [...records, ...rest] },
    diagnostics: isFailed && last !== undefined ? [waveFailed(last, waves.length, describeRest(after, onFailure))] : [],
  };
}

/** Puts back what was written, the latest wave first, and within a wave the last pipe first. */
async function rollBack(
  waves: Stopped['waves'],
  done: ReadonlyMap<string, RunPipe>,
  updater: PipeUpdater,
): Promise<ReadonlyMap<string, RunPipe>> {
  const written = waves
    .flat()
    .reverse()
    .flatMap(({ name }) => done.get(name) ?? [])
    .filter(mayHaveWritten);
  if (written.length === 0) return done;
  updater.emit({ type: 'rollback_start', at: updater.at(), pipes: written.map(({ name }) => name) });
  const restored = await pMap(written, (pipe) => updater.restore(pipe), { concurrency: updater.parallelism });
  return new Map([...done, ...restored.map((pipe) => [pipe.name, pipe] as const)]);
}

function notStarted(wave: readonly UpdatePipe[], index: number): WaveRecord {
  const pipes = wave.map(({ name }) => name);
  return { wave: index + 1, pipes, verdict: 'not-started', reason: null, bakedMs: 0 };
}

function describeFailed(failed: readonly RunPipe[]): string {
  const [first] = failed;
  if (failed.length === 1 && first !== undefined) {
    return first.status === 'unknown' ? `pipe ${first.name} is unknown` : `pipe ${first.name} failed`;
  }
  return `${failed.length} pipes failed or are unknown`;
}

function blocked(closed: readonly ClosedGate[]): Diagnostic {
  return diagnose('error', {
    code: 'check-not-passed',
    summary: `Nothing was written: the ${describeClosed(closed)} before the first wave.`,
    detail: explainClosed(closed).join('\n'),
    hint: 'See `pipeform check`; apply again when it passes, or with --no-rollout to go without checks.',
  });
}

function waveFailed({ wave, reason }: WaveRecord, waves: number, rest: string): Diagnostic {
  return diagnose('error', {
    code: 'wave-failed',
    summary: `Wave ${wave} of ${waves} failed and the rollout stopped there; ${rest}.`,
    detail: reason,
    hint: 'Look at the pipes of the wave; apply goes on from what is live.',
  });
}

/** What became of what was written. */
function describeRest(done: ReadonlyMap<string, RunPipe>, onFailure: Rollout['onFailure']): string {
  const written = [...done.values()].filter(mayHaveWritten);
  if (written.length === 0) return 'nothing was written';
  if (onFailure === 'stop') return 'what was written stays';
  const stayed = written.filter(({ status }) => status !== 'rolled-back').length;
  const count = written.length === 1 ? '1 pipe' : `${written.length} pipes`;
  return stayed === 0 ? 'what this run wrote was put back' : `${stayed} of ${count} could not be put back`;
}
