import { MINUTE_MS, SECOND_MS } from '../model/clock.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { formatDuration } from '../model/field/units.ts';
import { groupBy } from '../model/group-by.ts';
import { count, cutList, formatMeasured, formatNumber } from '../model/number.ts';
import type { RunEvent, RunStatus } from '../model/run.ts';
import { capitalize, listWords, safeText } from '../model/text.ts';
import { describeRateLimit } from '../report/view-model/count.ts';
import { formatRate, formatTook } from '../report/view-model/format.ts';
import { formatVerdictCounts, isHalt, summarizeRollout } from '../report/view-model/rollout.ts';
import { STATUS_STYLES, stylesOfRun } from '../report/view-model/status.ts';
import {
  type ApplyState,
  type BakingPhase,
  countMeasurements,
  type Pace,
  type ReadState,
  type RunningPipe,
  rateOf,
  type WatchedCheck,
} from './state.ts';

/** The counted statuses, in display order. */
const COUNTED: readonly RunStatus[] = ['applied', 'failed', 'unknown', 'stale', 'refused', 'skipped', 'rolled-back'];

/** `812 applied`, `3 failed`: these two always, the others unless they are 0. */
export function listCounts({
  counts,
  isRollback,
}: Pick<ApplyState, 'counts' | 'isRollback'>): readonly { readonly status: RunStatus; readonly text: string }[] {
  const styles = stylesOfRun(isRollback);
  return COUNTED.filter((status) => status === 'applied' || status === 'failed' || counts[status] > 0).map(
    (status) => ({ status, text: `${formatNumber(counts[status])} ${styles[status].label}` }),
  );
}

export function describeCounts(state: Pick<ApplyState, 'counts' | 'isRollback'>): string {
  return listCounts(state)
    .map(({ text }) => text)
    .join(', ');
}

/** Whole seconds, for a running clock. */
export function formatElapsed(milliseconds: number): string {
  return formatDuration(Math.floor(Math.max(0, milliseconds) / SECOND_MS) * SECOND_MS);
}

/** Rounded up, and coarser when longer, because an estimate must not look exact. */
export function formatTimeLeft(milliseconds: number): string {
  const step = milliseconds < MINUTE_MS ? SECOND_MS : milliseconds < 10 * MINUTE_MS ? 5 * SECOND_MS : MINUTE_MS;
  return `about ${formatDuration(Math.max(step, Math.ceil(milliseconds / step) * step))} left`;
}

/** Rounded down, so that 100% means all. */
export function percentOf(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((done * 100) / total);
}

/** `96/s` and `about 18s left`, where they are known. */
function describePace(pace: Pace, done: number, remaining: number, now: number): readonly string[] {
  const rate = rateOf(pace, { at: now, done });
  if (rate === null) return [];
  return [formatRate(rate), ...(remaining > 0 ? [formatTimeLeft((remaining / rate) * SECOND_MS)] : [])];
}

/** The pace of the rollback, the wave or the apply; empty during a bake. */
export function describeApplyPace(state: ApplyState, now: number): readonly string[] {
  const { phase, pace, done } = state;
  if (phase.name === 'rolling-back') {
    return describePace(phase.pace, phase.total - phase.left.size, phase.left.size, now);
  }
  const wave = state.waves.at(-1);
  if (phase.name !== 'updating' || (wave !== undefined && wave.verdict !== null)) return [];
  if (wave === undefined) return describePace(pace, done, state.total - done - state.counts.skipped, now);
  const [rate, left] = describePace(pace, done, wave.pipes - wave.done, now);
  return [...(rate === undefined ? [] : [rate]), ...(left === undefined ? [] : [`${left} in this wave`])];
}

/** The pace of a reading, and how many pipes failed. */
export function describeReading({ pace, done, total, failed }: ReadState, now: number): readonly string[] {
  const unreadable = failed > 0 ? [`${formatNumber(failed)} could not be read`] : [];
  return [...describePace(pace, done, total - done, now), ...unreadable];
}

export function describeActivity({ check, activity, writes }: RunningPipe): string {
  if (check !== null) return `${STATUS_STYLES.check[check.verdict].label}: ${safeText(check.name)}`;
  if (activity === 'sending') return writes[0] === 'PATCH' ? 'sending PATCH scaling' : 'sending PUT settings';
  if (activity === 'rereading') return 'unconfirmed, reading again';
  return activity === 'rolling-back' ? 'rolling back' : activity;
}

/** A limit that still holds requests back is reported again within this time after a wait. */
const THROTTLE_KEPT_MS = 11_000;

/** `rate limit about 1/s (learned), waiting 7 s`, with the remaining wait; null when no request waits. */
export function describeThrottle({ throttle }: Pick<ApplyState, 'throttle'>, now: number): string | null {
  if (throttle === null) return null;
  const waitMs = throttle.at + throttle.waitMs - now;
  return waitMs < -THROTTLE_KEPT_MS ? null : describeRateLimit({ ...throttle, waitMs });
}

/** `orders failed: The service refused the settings`; null for no problem. */
export function describeLatestProblem({ problems }: Pick<ApplyState, 'problems'>): string | null {
  const latest = [...problems.values()].at(-1);
  if (latest === undefined) return null;
  const { name, status, reason } = latest;
  return `${name} ${STATUS_STYLES.run[status].label}${reason === null ? '' : `: ${reason}`}`;
}

/** `error: The journal is gone` */
export function describeRemark({ severity, summary }: Diagnostic): string {
  return `${severity}: ${summary}`;
}

/** What an apply does now, as a title. */
export function nameWork({ isRollback, phase }: Pick<ApplyState, 'isRollback' | 'phase'>): string {
  return isRollback || phase.name === 'rolling-back' ? 'Rolling back' : 'Applying';
}

/** `Apply finished in 9s.`, `Rollback interrupted after 2s.` */
export function describeEnd({ isRollback, startedAt, ended }: ApplyState, now: number): string {
  const name = isRollback ? 'Rollback' : 'Apply';
  const took = formatTook((ended?.at ?? now) - startedAt);
  if (ended === null) return `${name} stopped after ${took}.`;
  const { interrupted, rollout, diagnostics } = ended.run;
  if (interrupted !== null) return `${name} interrupted after ${took}.`;
  const isLate = diagnostics.some(({ code }) => code === 'deadline-exceeded');
  const isHalted = isLate || rollout?.status === 'failed' || rollout?.status === 'blocked';
  return isHalted ? `${name} stopped after ${took}.` : `${name} finished in ${took}.`;
}

/** `Read 1,998 of 2,000 pipes in 20s.` null for a reading that takes less than `quietMs`. The report has the failures. */
export function describeReadEnd(
  { done, total, failed, startedAt }: ReadState,
  now: number,
  quietMs: number,
): string | null {
  const tookMs = now - startedAt;
  if (tookMs < quietMs) return null;
  const read = done - failed;
  const part = read === total ? '' : `${formatNumber(read)} of `;
  return `Read ${part}${count(total, 'pipe')} in ${formatTook(tookMs)}.`;
}

/** `Wave 2 of 3`; null without a rollout. */
export function describePosition({ waves, waveCount, phase }: ApplyState): string | null {
  if (waveCount > 0) return `Wave ${waves.at(-1)?.wave ?? 1} of ${waveCount}`;
  return phase.name === 'checking' ? 'Checking before the first wave' : null;
}

interface WaveShare {
  readonly color: 'green' | 'red' | 'cyan' | 'dim';
  /** `✓ 4 pipes passed` */
  readonly text: string;
}

/** The pipes of a rollout by progress. */
export function listWaveShares({ waves, phase, total }: ApplyState): readonly WaveShare[] {
  const sum = (chosen: typeof waves): number => chosen.reduce((pipes, wave) => pipes + wave.pipes, 0);
  const of = (verdict: (typeof waves)[number]['verdict']): number =>
    sum(waves.filter((wave) => wave.verdict === verdict));
  const shares = [
    { symbol: '✓', color: 'green', pipes: of('passed'), label: 'passed' },
    { symbol: '✗', color: 'red', pipes: of('failed'), label: 'not passed' },
    { symbol: '✗', color: 'red', pipes: of('interrupted'), label: 'interrupted' },
    { symbol: '●', color: 'cyan', pipes: of(null), label: phase.name === 'baking' ? 'baking' : 'updating' },
    { symbol: '○', color: 'dim', pipes: total - sum(waves), label: waves.some(isHalt) ? 'untouched' : 'to come' },
  ] as const;
  return shares
    .filter(({ pipes }) => pipes > 0)
    .map(({ symbol, color, pipes, label }) => ({ color, text: `${symbol} ${count(pipes, 'pipe')} ${label}` }));
}

/** Milliseconds until the end of a bake. */
export function bakeLeft({ startedAt, bakeMs }: BakingPhase, now: number): number {
  return Math.min(bakeMs, Math.max(0, startedAt + bakeMs - now));
}

/** `3m40s left` */
export function formatBakeLeft(milliseconds: number): string {
  if (milliseconds <= 0) return 'last checks';
  return `${formatDuration(Math.ceil(milliseconds / SECOND_MS) * SECOND_MS)} left`;
}

/** The last value of a check. An alert state is text of the service. */
export function formatValue({ last }: WatchedCheck): string {
  const value = last?.value ?? null;
  if (value === null) return '';
  return typeof value === 'number' ? formatMeasured(value) : safeText(value);
}

/** `3/10`; empty for a check that is measured once. */
export function formatMeasurements(check: WatchedCheck): string {
  return check.measurements === null ? '' : `${countMeasurements(check)}/${check.measurements}`;
}

export function isFailing({ last }: WatchedCheck): boolean {
  return last !== null && last.verdict !== 'pass';
}

/** Why checks do not pass: the first check of each reason, and at most `MAX_NAMES`. */
export function describeFailing({ checks }: Pick<ApplyState, 'checks'>): readonly string[] {
  const byReason = groupBy(checks.filter(isFailing), ({ last }) => last?.reason);
  return [...byReason.values()].slice(0, MAX_NAMES).flatMap((alike) => alike.slice(0, 1).map(describeCheck));
}

/** How often a check that passes now did not pass before; empty when it always passed. */
export function describeEarlierFailures({ last, counts }: WatchedCheck): string {
  if (last === null || last.verdict !== 'pass') return '';
  const earlier = formatVerdictCounts({ ...counts, pass: 0 });
  return earlier === '' ? '' : `earlier: ${earlier}`;
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** `Wave 2 failed: orders-lag failed.` */
export function describeWaveEnd({
  wave,
  verdict,
  reason,
}: Pick<EventOf<'wave_done'>, 'wave' | 'verdict' | 'reason'>): string {
  return `Wave ${wave} ${STATUS_STYLES.wave[verdict].label}${reason === null ? '' : `: ${safeText(reason)}`}`;
}

/** Why no further wave starts, or null. */
export function describeHalt({ waves }: ApplyState): string | null {
  const { wave = 0, verdict = null, reason = null } = waves.find(isHalt) ?? {};
  return verdict === null ? null : describeWaveEnd({ wave, verdict, reason });
}

/** More names than this are counted instead. */
const MAX_NAMES = 3;

/** `Wave 1: baking 5m, 10 measurements of orders-alert` */
export function describeBakeStart({ wave, bakeMs, checks, measurements }: EventOf<'bake_start'>): string {
  const each = checks.length > 1 ? ' each' : '';
  const names = checks.length > MAX_NAMES ? `${checks.length} checks` : listWords(checks.map(safeText));
  const watched = checks.length === 0 ? '' : `, ${count(measurements, 'measurement')}${each} of ${names}`;
  return `Wave ${wave}: baking ${formatDuration(bakeMs)}${watched}`;
}

/** `orders-lag: fail, 12,400 (3/10): 12,400 is not < 10,000` */
export function describeCheck(check: WatchedCheck): string {
  const { name, last, measurements } = check;
  if (last === null) return `${safeText(name)}: not measured yet`;
  const value = last.value === null ? '' : `, ${formatValue(check)}`;
  const measured = measurements === null ? '' : ` (${formatMeasurements(check)})`;
  const reason = last.verdict === 'pass' ? '' : `: ${safeText(last.reason)}`;
  return `${safeText(name)}: ${STATUS_STYLES.check[last.verdict].label}${value}${measured}${reason}`;
}

/** `Wave 1: baking, 3m40s left; orders-alert pass, orders-lag fail` */
export function describeBake({ checks }: ApplyState, phase: BakingPhase, now: number): string {
  const verdicts = checks.map(({ name, last }) => {
    return `${safeText(name)} ${last === null ? 'not measured yet' : STATUS_STYLES.check[last.verdict].label}`;
  });
  const left = `Wave ${phase.wave}: baking, ${formatBakeLeft(bakeLeft(phase, now))}`;
  return checks.length === 0 ? left : `${left}; ${cutList(verdicts, MAX_NAMES).join(', ')}`;
}

/** `Wave 2 of 3 failed: orders-lag failed. Rolled back 4 pipes.`; null without a rollout, or before its end. */
export function describeRolloutEnd({ ended, counts }: ApplyState): string | null {
  const run = ended?.run;
  if (!run?.rollout) return null;
  const reason = run.rollout.waves.find(isHalt)?.reason ?? null;
  const stopped = `${capitalize(summarizeRollout(run))}${reason === null ? '' : `: ${safeText(reason)}`}`;
  const restored = counts['rolled-back'] === 0 ? '' : ` Rolled back ${count(counts['rolled-back'], 'pipe')}.`;
  return `${stopped}${/[.!?]$/.test(stopped) ? '' : '.'}${restored}`;
}
