import { formatCondition, formatValue, VERDICTS } from '../../model/check.ts';
import { formatDuration } from '../../model/field/units.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { GateRecord, Rollout, RolloutRecord, WaveRecord, WaveVerdict } from '../../model/rollout.ts';
import { mayHaveWritten, type Run, type RunPipe } from '../../model/run.ts';
import { listWords, safeText } from '../../model/text.ts';
import { cutText, formatTook, joinParts, LONGEST_NAME } from './format.ts';
import { STATUS_STYLES } from './status.ts';

/** Whether a rollout stopped at the wave. */
export function isHalt({ verdict }: { readonly verdict: WaveVerdict | null }): boolean {
  return verdict === 'failed' || verdict === 'interrupted';
}

/** `wave 2 of 3 failed`, `3 waves passed`, `stopped by a freeze before wave 2 of 3`; empty without a rollout. */
export function summarizeRollout({ rollout, diagnostics }: Pick<Run, 'rollout' | 'diagnostics'>): string {
  if (rollout === null) return '';
  const { status, waves } = rollout;
  const name = ({ wave }: WaveRecord): string => `wave ${wave} of ${waves.length}`;
  const ended = waves.find(isHalt);
  const which = ended === undefined ? 'the rollout' : name(ended);
  const next = waves.find(({ verdict }) => verdict === 'not-started');
  const isFrozen = diagnostics.some(({ code, severity }) => code === 'frozen' && severity === 'error');
  switch (status) {
    case 'passed':
      return `${count(waves.length, 'wave')} passed`;
    case 'blocked':
      return 'blocked by a health check';
    case 'failed':
      return `${which} failed`;
    case 'interrupted':
      return isFrozen && next !== undefined ? `stopped by a freeze before ${name(next)}` : `${which} was interrupted`;
  }
}

/** The pipes that a rollback restored, and the written ones that it did not restore; empty without a rollback. */
export function sortRestored({ rollout, pipes }: Run): Readonly<Record<'restored' | 'kept', readonly RunPipe[]>> {
  const restored = pipes.filter(({ status }) => status === 'rolled-back');
  const isRollback = rollout?.status === 'failed' && rollout.onFailure === 'rollback';
  if (!isRollback && restored.length === 0) return { restored, kept: [] };
  return { restored, kept: pipes.filter((pipe) => pipe.status !== 'rolled-back' && mayHaveWritten(pipe)) };
}

/** `before the first wave`, `wave 2`, `before the update of orders`. */
export function formatMoment({ moment, wave, pipe }: Pick<GateRecord, 'moment' | 'wave' | 'pipe'>): string {
  switch (moment) {
    case 'before':
      return 'before the first wave';
    case 'after':
      return wave === null ? 'after the updates' : `wave ${wave}`;
    case 'pipe-before':
      return `before the update of ${pipe ?? 'a pipe'}`;
    case 'pipe-after':
      return `after the update of ${pipe ?? 'a pipe'}`;
  }
}

/** `9 pass, 1 fail`. */
export function formatVerdictCounts(counts: GateRecord['counts']): string {
  const given = VERDICTS.filter((verdict) => counts[verdict] > 0);
  return given.map((verdict) => `${formatNumber(counts[verdict])} ${STATUS_STYLES.check[verdict].label}`).join(', ');
}

/** The gates, closed ones first. Text of the service is unescaped. */
export function listGates(gates: readonly GateRecord[]) {
  const closed = gates.filter(({ gate }) => gate === 'closed');
  const ordered = [...closed, ...gates.filter(({ gate }) => gate === 'open')];
  return ordered.map((record) => {
    const { name, gate, last, counts, values, pass = null } = record;
    const { value, verdict, reason } = last;
    return {
      name,
      when: formatMoment(record),
      status: STATUS_STYLES.check[verdict],
      isClosed: gate === 'closed',
      value: typeof value === 'number' ? formatValue(value, pass) : value && cutText(value, LONGEST_NAME),
      condition: pass && formatCondition(pass),
      counts: formatVerdictCounts(counts),
      values,
      pass,
      reason,
    };
  });
}

const MAX_WAVES = 20;

/** The waves that did not pass and the first others; none for a blocked rollout. `bake`: null for a wave that never started. */
export function listWaves({ status, waves }: RolloutRecord) {
  const listed = status === 'blocked' ? [] : waves;
  const first = [...listed.filter(isHalt), ...listed.filter((wave) => !isHalt(wave))].slice(0, MAX_WAVES);
  const shown = first
    .sort((a, b) => a.wave - b.wave)
    .map(({ wave, pipes, reason, verdict, bakedMs }) => {
      const bake = verdict === 'not-started' ? null : formatTook(bakedMs);
      return { wave, pipes, reason, status: STATUS_STYLES.wave[verdict], bake };
    });
  return { shown, more: listed.length - shown.length };
}

const SIZES_SHOWN = 8;

/** What is shown before an apply is confirmed: wave sizes, checks, and what a failure does. */
export function describeRollout(rollout: Rollout, sizes: readonly number[]): string {
  const { before, after, bakeMs, intervalMs, count: times, onFailure } = rollout;
  const shown = sizes.slice(0, SIZES_SHOWN).map(formatNumber);
  const more = sizes.length > SIZES_SHOWN ? [count(sizes.length - SIZES_SHOWN, 'more wave')] : [];
  const noun = sizes.length === 1 && sizes[0] === 1 ? 'pipe' : 'pipes';
  const rhythm = bakeMs === 0 && times === null ? 'once' : describeRhythm(bakeMs, intervalMs, times);
  const wait = bakeMs === 0 ? 'no wait' : `a wait of ${formatDuration(bakeMs)}`;
  const checked = after.length === 0 ? `${wait}, no check` : `${after.map(safeText).join(', ')}, checked ${rhythm}`;
  const lines = [
    `Guarded rollout: ${count(sizes.length, 'wave')} of ${listWords([...shown, ...more])}${more.length > 0 ? '' : ` ${noun}`}`,
    before.length === 0 ? '' : `  before the first wave: ${before.map(safeText).join(', ')}`,
    `  after each wave: ${checked}`,
    `  if a wave fails: the rollout stops${onFailure === 'rollback' ? ' and earlier values are restored' : ''}`,
  ];
  return `${joinParts(lines, '\n')}\n`;
}

function describeRhythm(bakeMs: number, intervalMs: number, times: number | null): string {
  const every = `every ${formatDuration(intervalMs)}`;
  if (times === null) return `${every} for ${formatDuration(bakeMs)}`;
  const bake = bakeMs > times * intervalMs ? `, in a bake of ${formatDuration(bakeMs)}` : '';
  return `${every}, ${count(times, 'time')}${bake}`;
}
