import type { RunEvent } from '../model/event.ts';
import { listWords } from '../model/list-words.ts';
import { formatMeasured } from '../model/number.ts';
import { safeText } from '../model/safe-text.ts';
import { formatDuration } from '../model/units.ts';
import { count } from '../report/view-model/count.ts';
import { formatVerdictCounts, isHalt } from '../report/view-model/rollout.ts';
import { STATUS_STYLES } from '../report/view-model/status.ts';
import type { ApplyState } from './apply-state.ts';
import {
  currentWave,
  measuredOf,
  type Phase,
  type RolloutState,
  type WatchedCheck,
  type Wave,
} from './rollout-state.ts';

const SECOND_MS = 1_000;

/** More names than this are counted instead. */
const MOST_NAMES = 3;

/** `Wave 2 of 3`, and before the first one that its checks are asked; null without a rollout. */
export function describePosition({ waves, waveCount, phase }: RolloutState): string | null {
  if (waveCount > 0) return `Wave ${waves.at(-1)?.wave ?? 1} of ${waveCount}`;
  return phase.name === 'checking' ? 'Checking before the first wave' : null;
}

/** Pipes of the rollout that are equally far. */
export interface WaveShare {
  readonly kind: 'passed' | 'failed' | 'now' | 'later';
  readonly pipes: number;
  readonly words: string;
}

/** How many pipes are behind, under way and to come, without those that are none. */
export function waveShares({ rollout, total }: ApplyState): readonly WaveShare[] {
  const sum = (isOne: (wave: Wave) => boolean): number =>
    rollout.waves.filter(isOne).reduce((pipes, wave) => pipes + wave.pipes, 0);
  const shares: readonly WaveShare[] = [
    { kind: 'passed', pipes: sum(({ verdict }) => verdict === 'passed'), words: 'passed' },
    { kind: 'failed', pipes: sum(({ verdict }) => verdict === 'failed'), words: 'not passed' },
    { kind: 'failed', pipes: sum(({ verdict }) => verdict === 'interrupted'), words: 'interrupted' },
    { kind: 'now', pipes: sum(({ verdict }) => verdict === null), words: activityOf(rollout.phase) },
    {
      kind: 'later',
      pipes: Math.max(0, total - sum(() => true)),
      words: isHalted(rollout) ? 'untouched' : 'to come',
    },
  ];
  return shares.filter(({ pipes }) => pipes > 0);
}

function activityOf({ name }: Phase): string {
  return name === 'baking' ? 'baking' : 'updating';
}

/** Milliseconds that a bake still takes. */
export function bakeLeft(phase: Extract<Phase, { name: 'baking' }>, now: number): number {
  return Math.min(phase.bakeMs, Math.max(0, phase.startedAt + phase.bakeMs - now));
}

/** `3m40s left`: whole seconds, and never none while it still bakes. */
export function formatBakeLeft(milliseconds: number): string {
  if (milliseconds <= 0) return 'last checks';
  return `${formatDuration(Math.ceil(milliseconds / SECOND_MS) * SECOND_MS)} left`;
}

/** A value of a check; a state is the service's word, made safe to print. */
export function formatValue(value: number | string | null): string {
  if (value === null) return '';
  return typeof value === 'number' ? formatMeasured(value) : safeText(value);
}

/** `3/10`, or nothing for a check that is asked once. */
export function formatAsked(check: WatchedCheck): string {
  return check.measurements === null ? '' : `${measuredOf(check)}/${check.measurements}`;
}

/** Why a check does not pass; once it does again, how often it did not; null when there is no trouble. */
export function describeFailure({ last, counts }: WatchedCheck): string | null {
  if (last !== null && last.verdict !== 'pass') return safeText(last.reason);
  const earlier = formatVerdictCounts({ ...counts, pass: 0 });
  return earlier === '' ? null : `earlier: ${earlier}`;
}

/** `Wave 2 failed: orders-lag failed.` without its full stop. */
export function describeWaveEnd({ wave, verdict, reason }: Pick<Wave, 'wave' | 'verdict' | 'reason'>): string {
  const words = `Wave ${wave} ${verdict === null ? 'is under way' : STATUS_STYLES.wave[verdict].label}`;
  return reason === null ? words : `${words}: ${safeText(reason)}`;
}

/** A wave that did not pass is the last one. */
function isHalted(rollout: RolloutState): boolean {
  const wave = currentWave(rollout);
  return wave !== null && isHalt(wave);
}

/** Why updates do not go on, or null while they do. */
export function describeHalt({ rollout }: ApplyState): string | null {
  const wave = currentWave(rollout);
  return wave !== null && isHalted(rollout) ? describeWaveEnd(wave) : null;
}

/** `Wave 1 of 3: 4 pipes`. */
export function describeWaveStart({ wave, waves, pipes }: Extract<RunEvent, { type: 'wave_start' }>): string {
  return `Wave ${wave} of ${waves}: ${count(pipes.length, 'pipe')}`;
}

/** `Wave 1: baking 5m, 10 measurements of orders-alert`. */
export function describeBakeStart({
  wave,
  bakeMs,
  checks,
  measurements,
}: Extract<RunEvent, { type: 'bake_start' }>): string {
  const each = checks.length > 1 ? ' each' : '';
  const names = checks.length > MOST_NAMES ? `${checks.length} checks` : listWords(checks.map(safeText));
  const watched = checks.length === 0 ? '' : `, ${count(measurements, 'measurement')}${each} of ${names}`;
  return `Wave ${wave}: baking ${formatDuration(bakeMs)}${watched}`;
}

/** `orders-lag: fail, 12,400 (3/10): 12,400 is not < 10,000`. */
export function describeCheck(check: WatchedCheck): string {
  const { last } = check;
  if (last === null) return `${safeText(check.name)}: not asked yet`;
  const value = last.value === null ? '' : `, ${formatValue(last.value)}`;
  const measured = check.measurements === null ? '' : ` (${formatAsked(check)})`;
  const reason = last.verdict === 'pass' ? '' : `: ${safeText(last.reason)}`;
  return `${safeText(check.name)}: ${STATUS_STYLES.check[last.verdict].label}${value}${measured}${reason}`;
}

/** `Wave 1: 3m40s left; orders-alert pass, orders-lag fail`: that a bake is alive. */
export function describeBake({ checks }: RolloutState, phase: Extract<Phase, { name: 'baking' }>, now: number): string {
  const words = checks.slice(0, MOST_NAMES).map(({ name, last }) => {
    return `${safeText(name)} ${last === null ? 'not asked yet' : STATUS_STYLES.check[last.verdict].label}`;
  });
  const more = checks.length > MOST_NAMES ? [`${checks.length - MOST_NAMES} more`] : [];
  const left = `Wave ${phase.wave}: baking, ${formatBakeLeft(bakeLeft(phase, now))}`;
  return words.length === 0 ? left : `${left}; ${[...words, ...more].join(', ')}`;
}

/** How a guarded rollout ended, as sentences; null without one, and when the run did not come to its end. */
export function describeRolloutEnd({ rollout, counts }: ApplyState): string | null {
  const { outcome, blockedBy, waveCount } = rollout;
  if (outcome === null) return null;
  const halted = outcome.waves.find(isHalt);
  const waves = outcome.waves.length || waveCount;
  switch (outcome.status) {
    case 'passed':
      return `${count(waves, 'wave')} passed.`;
    case 'blocked': {
      const names = blockedBy.length === 0 ? 'A check' : listWords(blockedBy.map(safeText));
      return `Nothing was written: ${names} did not pass before the first wave.`;
    }
    case 'failed':
    case 'interrupted': {
      const where =
        halted === undefined ? 'Stopped before the first wave' : `Stopped at wave ${halted.wave} of ${waves}`;
      const reason = halted?.reason ?? null;
      const stopped = reason === null ? `${where}.` : endSentence(`${where}: ${safeText(reason)}`);
      return counts['rolled-back'] === 0 ? stopped : `${stopped} Rolled back ${count(counts['rolled-back'], 'pipe')}.`;
    }
  }
}

function endSentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
