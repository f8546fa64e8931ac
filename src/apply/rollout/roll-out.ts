import pMap from 'p-map';
import { assess, conclude } from '../../health/count-verdicts.ts';
import { timestamp } from '../../model/clock.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { RunStop } from '../../model/failure-kinds.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { GateKey, Rollout, RolloutRecord, WaveRecord } from '../../model/rollout.ts';
import { mayHaveWritten, type Run, type RunPipe } from '../../model/run.ts';
import { type ActiveFreeze, freezeProblem } from '../../plan/policy/freeze.ts';
import { restorePipe } from '../rollback/restore-pipe.ts';
import type { RunContext } from '../run-context.ts';
import type { UpdatePipe } from '../update/send-requests.ts';
import { skipPipe } from '../update/skip-pipe.ts';
import { updatePipes } from '../update/update-pipe.ts';
import { type ClosedGate, describeBug, describeClosed, explainClosed, passOnce } from './health-gates.ts';
import { planMeasurements, planWaves } from './plan-waves.ts';

/** The outcome of all updates. `diagnostics`: those of the run, not of a pipe. */
export type UpdateResult = Pick<Run, 'pipes' | 'rollout' | 'diagnostics'>;

/**
 * Carries out updates wave by wave. Nothing is written unless the `before` checks pass. A wave passes when all its writes are
 * confirmed and its checks pass during the bake; stale and refused pipes were not written to and do not fail it. The first
 * failed wave stops the rollout, and a freeze that begins stops it before its next wave and restores nothing; with `onFailure: rollback`, everything this run wrote is restored, the latest wave first. An
 * interrupt stops the rollout and restores nothing.
 */
export async function rollOut(
  updates: readonly UpdatePipe[],
  rollout: Rollout,
  run: RunContext,
): Promise<UpdateResult> {
  const { stop, guards, emit, rollsBack } = run.options;
  const { clock } = run.ports;
  const { onFailure } = rollout;
  const waves = planWaves(updates, rollout.waves);
  const records = waves.map((wave, index): WaveRecord => {
    const pipes = wave.map(({ name }) => name);
    return { wave: index + 1, pipes, verdict: 'not-started', reason: null, bakedMs: 0 };
  });
  const done = new Map<string, RunPipe>();
  const end = (status: RolloutRecord['status'], rest: RunStop, diagnostics: readonly Diagnostic[]) => ({
    pipes: updates.map((pipe) => done.get(pipe.name) ?? skipPipe(pipe, rest, rollsBack)),
    rollout: { status, onFailure, waves: records },
    diagnostics,
  });
  const fail = async (wave: number, reason: string | null) => {
    if (onFailure === 'rollback') await rollBack(done, run);
    const rest = describeRest([...done.values()], onFailure);
    return end('failed', 'rollout-stopped', [waveProblem(wave, waves.length, reason, rest)]);
  };
  const before = rollout.before.map((name): GateKey => ({ name, moment: 'before', wave: null, pipe: null }));
  const closed = await passOnce(run.gates, before, stop);
  if (stop.aborted) return end('interrupted', 'interrupted', []);
  if (closed.length > 0) return end('blocked', 'rollout-stopped', [blockedProblem(closed)]);

  const ofPipes = updates.flatMap(({ name }) => guards.ofPipe.get(name) ?? []);
  await run.gates.learn([...new Set([...rollout.after, ...ofPipes])], stop);
  for (const [index, wave] of waves.entries()) {
    const number = index + 1;
    const pipes = wave.map(({ name }) => name);
    let frozen: ActiveFreeze | null;
    try {
      frozen = run.options.writePolicies.findFreeze();
    } catch (error) {
      const reason = describeBug(run.ports.reportBug(error));
      records[index] = { wave: number, pipes, verdict: 'failed', reason, bakedMs: 0 };
      return fail(number, reason);
    }
    if (frozen !== null) {
      const effect = `wave ${number} of ${waves.length} was not started`;
      return end('interrupted', 'rollout-stopped', [freezeProblem(frozen, effect)]);
    }
    emit({ type: 'wave_start', at: timestamp(clock), wave: number, waves: waves.length, pipes });
    const worked = await updatePipes(wave, number, run);
    for (const pipe of worked) done.set(pipe.name, pipe);
    const baked = await concludeWave(number, worked, rollout, run);
    records[index] = { wave: number, pipes, ...baked };
    const { verdict, reason } = baked;
    emit({ type: 'wave_done', at: timestamp(clock), wave: number, verdict, reason });
    if (verdict === 'passed') continue;
    if (verdict === 'interrupted') return end('interrupted', 'interrupted', []);
    return fail(number, reason);
  }
  return end('passed', 'rollout-stopped', []);
}

type Baked = Pick<WaveRecord, 'verdict' | 'reason' | 'bakedMs'>;

async function concludeWave(
  wave: number,
  worked: readonly RunPipe[],
  rollout: Rollout,
  run: RunContext,
): Promise<Baked> {
  const end = (verdict: Baked['verdict'], reason: string | null): Baked => ({ verdict, reason, bakedMs: 0 });
  if (run.options.stop.aborted) return end('interrupted', null);
  const failed = worked.filter(({ status }) => status === 'failed' || status === 'unknown');
  if (failed.length > 0) return end('failed', describeFailed(failed));
  const left = worked.filter(({ status }) => status === 'skipped').length;
  // With --fail-fast after a stale or refused pipe, or when no pipe could be read: an incomplete wave has not passed.
  if (left > 0) return end('failed', `${left} of ${worked.length} pipes were not attempted`);
  // An earlier run of the plan may have written to an unchanged pipe, and ended before the wave passed.
  const updated = worked.filter((pipe) => mayHaveWritten(pipe) || pipe.status === 'unchanged');
  // Every pipe was stale or refused.
  if (updated.length === 0) return end('passed', null);
  return bake(wave, listWatched(wave, updated, rollout, run), rollout, run);
}

/** The checks of the rollout, then those of the updated pipes, each once. */
function listWatched(
  wave: number,
  updated: readonly RunPipe[],
  rollout: Rollout,
  { options: { guards } }: RunContext,
): readonly GateKey[] {
  const ofPipes = updated.flatMap(({ name: pipe }) => (guards.ofPipe.get(pipe) ?? []).map((name) => ({ name, pipe })));
  const keys = new Map<string, GateKey>();
  for (const { name, pipe } of [...rollout.after.map((name) => ({ name, pipe: null })), ...ofPipes]) {
    if (!keys.has(name)) keys.set(name, { name, moment: 'after', wave, pipe });
  }
  return [...keys.values()];
}

/**
 * Waits after a wave, and measures the watched checks at each interval. Ends early when a gate closes or at an interrupt. A wave
 * without checks waits too.
 */
async function bake(
  wave: number,
  watched: readonly GateKey[],
  rollout: Rollout,
  { ports: { clock }, options: { emit, stop }, gates }: RunContext,
): Promise<Baked> {
  const { offsetsMs, measurements, bakeMs } = planMeasurements(rollout);
  const startedMs = clock.monotonicMs();
  const end = (closed: readonly ClosedGate[]): Baked => {
    const bakedMs = Math.round(clock.monotonicMs() - startedMs);
    if (stop.aborted) return { verdict: 'interrupted', reason: null, bakedMs };
    if (closed.length === 0) return { verdict: 'passed', reason: null, bakedMs };
    return { verdict: 'failed', reason: explainClosed(closed).join('; '), bakedMs };
  };
  const waitUntil = async (offsetMs: number): Promise<void> => {
    const leftMs = startedMs + offsetMs - clock.monotonicMs();
    if (leftMs > 0 && !stop.aborted) await clock.sleep(leftMs, stop);
  };
  const checks = watched.map(({ name }) => name);
  const isWatched = watched.length > 0;
  emit({ type: 'bake_start', at: timestamp(clock), wave, bakeMs, checks, measurements: isWatched ? measurements : 0 });
  for (const offsetMs of isWatched ? offsetsMs : []) {
    await waitUntil(offsetMs);
    if (!stop.aborted) await gates.measure(watched, stop);
    if (stop.aborted) return end([]);
    const closed = gates.findClosed(watched, (tally) => assess(tally, rollout));
    if (closed.length > 0) return end(closed);
  }
  await waitUntil(bakeMs);
  return end(stop.aborted ? [] : gates.findClosed(watched, (tally) => conclude(tally, rollout)));
}

/** Restores what was written, the latest wave first, and within a wave the last pipe first. `done` is in wave order. */
async function rollBack(done: Map<string, RunPipe>, run: RunContext): Promise<void> {
  const written = [...done.values()].reverse().filter(mayHaveWritten);
  if (written.length === 0) return;
  const { emit, parallelism } = run.options;
  emit({ type: 'rollback_start', at: timestamp(run.ports.clock), pipes: written.map(({ name }) => name) });
  const restored = await pMap(written, (pipe) => restorePipe(pipe, run), { concurrency: parallelism });
  for (const pipe of restored) done.set(pipe.name, pipe);
}

function describeFailed(failed: readonly RunPipe[]): string {
  const [first] = failed;
  if (failed.length > 1 || first === undefined) return `${failed.length} pipes failed or have an unknown result`;
  return first.status === 'unknown' ? `the result of pipe ${first.name} is unknown` : `pipe ${first.name} failed`;
}

function blockedProblem(closed: readonly ClosedGate[]): Diagnostic {
  const summary = `Nothing was written: the ${describeClosed(closed)} before the first wave.`;
  return diagnoseCode('check-not-passed', summary, explainClosed(closed).join('\n'));
}

function waveProblem(wave: number, waves: number, detail: string | null, rest: string): Diagnostic {
  const summary = `Wave ${wave} of ${waves} failed and stopped the rollout; ${rest}.`;
  return diagnoseCode('wave-failed', summary, detail);
}

function describeRest(done: readonly RunPipe[], onFailure: Rollout['onFailure']): string {
  const written = done.filter(mayHaveWritten);
  if (written.length === 0) return 'nothing was written';
  if (onFailure === 'stop') return 'what was written stays';
  const stayed = written.filter(({ status }) => status !== 'rolled-back').length;
  return stayed === 0
    ? 'earlier values were restored'
    : `${formatNumber(stayed)} of ${count(written.length, 'pipe')} could not be restored`;
}
