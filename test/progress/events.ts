import { type Diagnostic, diagnose } from '../../src/model/diagnostic.ts';
import type { WaveVerdict } from '../../src/model/rollout.ts';
import type { Run, RunEvent, RunStatus } from '../../src/model/run.ts';
import { type ApplyState, reduceApply } from '../../src/progress/state.ts';
import { planOf } from '../plan/samples.ts';
import { runOf } from '../report/forged-run.ts';

/** The start of every story: epoch milliseconds. */
export const START = Date.parse('2026-11-20T10:00:00.000Z');

export function pipeNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => pipeName(index));
}

export function pipeName(index: number): string {
  const topics = ['orders', 'clickstream', 'billing-events', 'inventory', 'sessions'];
  return `${topics[index % topics.length]}-${String(index).padStart(4, '0')}`;
}

function stamp(milliseconds: number): string {
  return new Date(START + milliseconds).toISOString();
}

/** Events at the given milliseconds after the start. */
export function runStart(at: number, pipes: number): RunEvent {
  return { type: 'run_start', at: stamp(at), run: 'run-1', pipes, requests: pipes };
}

export function pipeStart(at: number, pipe: string): RunEvent {
  return { type: 'pipe_start', at: stamp(at), pipe };
}

export function request(at: number, pipe: string, method: 'GET' | 'PUT' | 'PATCH', status: number | null): RunEvent {
  return { type: 'request', at: stamp(at), pipe, method, path: '/v1/pipes', status, attempt: 1 };
}

export function pipeDone(at: number, pipe: string, status: RunStatus): RunEvent {
  return { type: 'pipe_done', at: stamp(at), pipe, status };
}

export function waveStart(at: number, wave: number, waves: number, pipes: readonly string[]): RunEvent {
  return { type: 'wave_start', at: stamp(at), wave, waves, pipes };
}

export function bakeStart(
  at: number,
  wave: number,
  bakeMs: number,
  checks: readonly string[],
  measurements: number,
): RunEvent {
  return { type: 'bake_start', at: stamp(at), wave, bakeMs, checks, measurements };
}

export function waveDone(at: number, wave: number, verdict: WaveVerdict, reason: string | null = null): RunEvent {
  return { type: 'wave_done', at: stamp(at), wave, verdict, reason };
}

export function rollbackStart(at: number, pipes: readonly string[]): RunEvent {
  return { type: 'rollback_start', at: stamp(at), pipes };
}

export type CheckEvent = Extract<RunEvent, { type: 'check' }>;

/** A check that passes while wave 1 bakes, with optional changes. */
export function checked(at: number, name: string, differing: Partial<CheckEvent> = {}): CheckEvent {
  return {
    type: 'check',
    at: stamp(at),
    moment: 'after',
    wave: 1,
    pipe: null,
    name,
    verdict: 'pass',
    value: null,
    reason: '',
    samples: 0,
    newest: null,
    groups: [],
    asOf: stamp(at),
    ...differing,
  };
}

export function problem(
  at: number,
  pipe: string | null,
  summary: string,
  severity: Diagnostic['severity'] = 'error',
): RunEvent {
  return { type: 'diagnostic', at: stamp(at), pipe, diagnostic: diagnose(severity, { code: 'internal', summary }) };
}

export function runDone(
  at: number,
  counts: Partial<Record<RunStatus, number>>,
  interrupted: Run['interrupted'] = null,
  guarded: Pick<Run, 'rollout' | 'checks'> = { rollout: null, checks: [] },
): RunEvent {
  const none = { applied: 0, unchanged: 0, failed: 0, unknown: 0, stale: 0, refused: 0, skipped: 0, 'rolled-back': 0 };
  const run: Run = {
    ...runOf(planOf([]), interrupted),
    id: 'run-1',
    startedAt: stamp(0),
    finishedAt: stamp(at),
    summary: { ...none, ...counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0), requests: 0 },
    ...guarded,
  };
  return { type: 'run_done', at: stamp(at), run };
}

/** The state after these events, each received at its own time. */
export function reduceEvents(events: readonly RunEvent[], state: ApplyState): ApplyState {
  for (const event of events) reduceApply(state, event, Date.parse(event.at));
  return state;
}
