import { MINUTE_MS, SECOND_MS } from '../model/clock.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { formatDuration } from '../model/field/units.ts';
import { count, formatMeasured, formatNumber } from '../model/number.ts';
import type { WaveVerdict } from '../model/rollout.ts';
import type { RunStatus } from '../model/run.ts';
import { capitalize, safeText } from '../model/text.ts';
import { formatRate, formatTook } from '../report/view-model/format.ts';
import { isHalt, summarizeRollout } from '../report/view-model/rollout.ts';
import { STATUS_STYLES, stylesOfRun } from '../report/view-model/status.ts';
import {
  type ApplyState,
  type BakingPhase,
  countDone,
  countMeasurements,
  isUpdated,
  listRows,
  type PaceMark,
  type ReadState,
  rateOf,
  type WatchedCheck,
} from './state.ts';

// The words of the picture and of the plain lines.

/** What is counted now, such as the pipes of an apply. */
export interface Stage {
  readonly title: string;
  readonly done: number;
  readonly total: number;
  /** `96/s` and `about 18s left`, where they are known. */
  readonly pace: readonly string[];
}

const READS = {
  pipe: { title: 'Reading pipes', done: 'Read', noun: 'pipe' },
  day: { title: 'Reading days', done: 'Read', noun: 'day' },
  replay: { title: 'Replaying pipes', done: 'Replayed', noun: 'pipe' },
} as const;

/** The reading, and how many pipes failed. */
export function stageOfRead({ paceFrom, done, total, failed, unit = 'pipe' }: ReadState, now: number): Stage {
  const unreadable = failed > 0 ? [`${formatNumber(failed)} could not be read`] : [];
  return {
    title: READS[unit].title,
    done,
    total,
    pace: [...describePace(paceFrom, done, total - done, now), ...unreadable],
  };
}

/** The rollback or the apply, with the pace of the wave where there is one. A bake has no pace. */
export function stageOfApply(state: ApplyState, now: number): Stage {
  const { phase, total } = state;
  if (phase.name === 'rolling-back') {
    const left = listRows(state, ({ isToRestore }) => isToRestore).length;
    const restored = phase.total - left;
    const pace = describePace(state.paceFrom, restored, left, now);
    return { title: 'Rolling back', done: restored, total: phase.total, pace };
  }
  const done = countDone(state);
  const stage = { title: describeRunName(state), done, total };
  const wave = state.waves.at(-1);
  if (phase.name !== 'updating' || (wave !== undefined && wave.verdict !== null)) return { ...stage, pace: [] };
  const left =
    wave === undefined
      ? total - done - state.counts.skipped
      : wave.pipes - listRows(state, (row) => row.wave === wave.wave && isUpdated(row)).length;
  return { ...stage, pace: describePace(state.paceFrom, done, left, now, wave === undefined ? '' : ' in this wave') };
}

export function describeRunName({ isRollback }: Pick<ApplyState, 'isRollback'>): string {
  return isRollback ? 'Rolling back' : 'Applying';
}

function describePace(from: PaceMark, done: number, left: number, now: number, where = ''): readonly string[] {
  const rate = rateOf(from, { at: now, done });
  if (rate === null) return [];
  return [formatRate(rate), ...(left > 0 ? [`${formatTimeLeft((left / rate) * SECOND_MS)}${where}`] : [])];
}

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

/** `error: The journal is gone` */
export function describeRemark({ severity, summary }: Diagnostic): string {
  return `${severity}: ${summary}`;
}

/** `Apply finished in 9s.`, `Rollback interrupted after 2s.` */
export function describeEnd({ isRollback, startedAt, ended }: ApplyState, now: number): string {
  const name = isRollback ? 'Rollback' : 'Apply';
  const took = formatTook((ended?.at ?? now) - startedAt);
  if (ended === null) return `${name} stopped after ${took}.`;
  const { interrupted, rollout } = ended.run;
  if (interrupted !== null) return `${name} interrupted after ${took}.`;
  const isHalted = rollout?.status === 'failed' || rollout?.status === 'blocked';
  return isHalted ? `${name} stopped after ${took}.` : `${name} finished in ${took}.`;
}

/** `Read 1,998 of 2,000 pipes in 20s.` null for a reading that takes less than `quietMs`. The report has the failures. */
export function describeReadEnd(
  { done, total, failed, unit = 'pipe', startedAt }: ReadState,
  now: number,
  quietMs: number,
): string | null {
  const tookMs = now - startedAt;
  if (tookMs < quietMs) return null;
  const read = done - failed;
  const part = read === total ? '' : `${formatNumber(read)} of `;
  const { done: verb, noun } = READS[unit];
  return `${verb} ${part}${count(total, noun)} in ${formatTook(tookMs)}.`;
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

/** `Wave 2 failed` */
export function describeWaveEnd({ wave, verdict }: { readonly wave: number; readonly verdict: WaveVerdict }): string {
  return `Wave ${wave} ${STATUS_STYLES.wave[verdict].label}`;
}

/** How much of a bake has passed, from 0 to 1, and `3m40s left`. */
export function measureBake({ startedAt, bakeMs }: BakingPhase, now: number) {
  const leftMs = Math.min(bakeMs, Math.max(0, startedAt + bakeMs - now));
  const left = leftMs === 0 ? 'last checks' : `${formatDuration(Math.ceil(leftMs / SECOND_MS) * SECOND_MS)} left`;
  return { share: bakeMs === 0 ? 1 : 1 - leftMs / bakeMs, left };
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

/** `Wave 2 of 3 failed: orders-lag failed. Rolled back 4 pipes.`; null without a rollout, or before its end. */
export function describeRolloutEnd({ ended, counts }: ApplyState): string | null {
  const run = ended?.run;
  if (!run?.rollout) return null;
  const reason = run.rollout.waves.find(isHalt)?.reason ?? null;
  const stopped = `${capitalize(summarizeRollout(run))}${reason === null ? '' : `: ${safeText(reason)}`}`;
  const restored = counts['rolled-back'] === 0 ? '' : ` Rolled back ${count(counts['rolled-back'], 'pipe')}.`;
  return `${stopped}${/[.!?]$/.test(stopped) ? '' : '.'}${restored}`;
}
