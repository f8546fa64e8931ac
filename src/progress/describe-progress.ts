import type { Diagnostic } from '../model/diagnostic.ts';
import { formatNumber } from '../model/number.ts';
import type { RunStatus } from '../model/run.ts';
import { safeText } from '../model/safe-text.ts';
import { formatDuration } from '../model/units.ts';
import { count } from '../report/view-model/count.ts';
import { formatTook } from '../report/view-model/format.ts';
import { STATUS_STYLES } from '../report/view-model/status.ts';
import type { ApplyState, Problem, RunningPipe } from './apply-state.ts';
import { type Pace, type ReadState, rateOf } from './pace.ts';
import { currentWave } from './rollout-state.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** The outcomes that are counted, in the order in which they are shown; `unchanged` is no work. */
const COUNTED: readonly RunStatus[] = ['applied', 'failed', 'unknown', 'stale', 'refused', 'skipped', 'rolled-back'];

const ALWAYS_COUNTED: ReadonlySet<RunStatus> = new Set(['applied', 'failed']);

export interface Count {
  readonly status: RunStatus;
  readonly count: number;
}

/** The counts worth a word: applied and failed always, the others when there are any. */
export function countsToShow(counts: ApplyState['counts']): readonly Count[] {
  return COUNTED.map((status) => ({ status, count: counts[status] })).filter(
    ({ status, count: number }) => number > 0 || ALWAYS_COUNTED.has(status),
  );
}

export function describeCounts(counts: ApplyState['counts']): string {
  return countsToShow(counts)
    .map(({ status, count: number }) => `${formatNumber(number)} ${STATUS_STYLES.run[status].label}`)
    .join(', ');
}

/** `96/s`, `4.2/s`, `18/min`, `5/h`: the unit that gives a readable number. */
export function formatRate(perSecond: number): string {
  if (perSecond >= 10) return `${Math.round(perSecond)}/s`;
  if (perSecond >= 1) return `${perSecond.toFixed(1)}/s`;
  const perMinute = perSecond * 60;
  return perMinute >= 1 ? `${Math.round(perMinute)}/min` : `${Math.max(1, Math.round(perMinute * 60))}/h`;
}

/** Whole seconds: what a running clock shows. */
export function formatElapsed(milliseconds: number): string {
  return formatDuration(Math.floor(Math.max(0, milliseconds) / SECOND_MS) * SECOND_MS);
}

/** Rounded up, the coarser the longer: an estimate must not look exact. */
export function formatTimeLeft(milliseconds: number): string {
  const step = milliseconds < MINUTE_MS ? SECOND_MS : milliseconds < 10 * MINUTE_MS ? 5 * SECOND_MS : MINUTE_MS;
  return `about ${formatDuration(Math.max(step, Math.ceil(milliseconds / step) * step))} left`;
}

/** The share that is done, rounded down so that 100 % means all. */
export function percentOf(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((done * 100) / total);
}

/** `96/s` and `about 18s left`, as far as they are known. */
function describePace(pace: Pace, done: number, remaining: number, now: number): readonly string[] {
  const rate = rateOf(pace, { at: now, done });
  if (rate === null) return [];
  const left = remaining > 0 ? [formatTimeLeft((remaining / rate) * SECOND_MS)] : [];
  return [formatRate(rate), ...left];
}

/** The pace of what is done now: of the wave in a rollout, of the rollback while there is one; while it bakes nothing is. */
export function describeApplyPace(state: ApplyState, now: number): readonly string[] {
  const { phase } = state.rollout;
  const wave = currentWave(state.rollout);
  if (phase.name === 'rolling-back') {
    return describePace(phase.pace, phase.total - phase.left.size, phase.left.size, now);
  }
  if (phase.name !== 'updating' || (wave !== null && wave.verdict !== null)) return [];
  if (wave === null) return describePace(state.pace, state.done, state.total - state.done - state.counts.skipped, now);
  const [rate, left] = describePace(state.pace, state.done, wave.pipes - wave.done, now);
  return [rate, left === undefined ? left : `${left} in this wave`].filter((part) => part !== undefined);
}

/** For more things than this, progress is announced in steps of a tenth. */
const FEW = 20;

/** `Applying: 1 of 3 done.`, `Applying: 40% of 2,000 done.`: progress for a screen reader. */
export function describeProgress(title: string, done: number, total: number): string {
  const share = total > FEW ? `${Math.floor((done * 10) / total) * 10}%` : formatNumber(done);
  return `${title}: ${share} of ${formatNumber(total)} done.`;
}

/** `orders-eu failed: The service refused the settings.` */
export function describeProblem({ name, status, reason }: Problem): string {
  return `${safeText(name)} ${STATUS_STYLES.run[status].label}${reason === null ? '' : `: ${safeText(reason)}`}`;
}

export function describeReadPace({ pace, done, total }: ReadState, now: number): readonly string[] {
  return describePace(pace, done, total - done, now);
}

export function describeActivity(pipe: RunningPipe): string {
  if (pipe.check !== null) return `${STATUS_STYLES.check[pipe.check.verdict].label}: ${safeText(pipe.check.name)}`;
  switch (pipe.activity) {
    case 'reading':
      return 'reading';
    case 'sending':
      return pipe.writes[0] === 'PATCH' ? 'sending PATCH scaling' : 'sending PUT settings';
    case 'looking':
      return 'no answer, reading again';
    case 'waiting':
      return 'confirming';
    case 'restoring':
      return 'rolling back';
  }
}

/** A problem of the run as a whole, as one sentence; null when there is none. */
export function describeRemark(remark: Diagnostic | null): string | null {
  return remark === null ? null : `${remark.severity}: ${remark.summary}`;
}

/** How an apply ended, as one sentence. */
export function describeEnd(state: ApplyState, now: number): string {
  const took = formatTook((state.finishedAt ?? now) - state.startedAt);
  const status = state.rollout.outcome?.status;
  const isHalted = status === 'failed' || status === 'blocked';
  if (state.finishedAt === null || (isHalted && state.interrupted === null)) return `Apply stopped after ${took}.`;
  return state.interrupted === null ? `Apply finished in ${took}.` : `Apply interrupted after ${took}.`;
}

/** How a reading ended, as one sentence. */
export function describeReadEnd(done: number, total: number, failed: number, tookMs: number): string {
  const whole =
    done === total ? `Read ${count(total, 'pipe')}` : `Read ${formatNumber(done)} of ${count(total, 'pipe')}`;
  return `${whole} in ${formatTook(tookMs)}${failed > 0 ? `; ${formatNumber(failed)} could not be read` : ''}.`;
}
