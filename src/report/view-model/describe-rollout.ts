import { listWords } from '../../model/list-words.ts';
import { formatNumber } from '../../model/number.ts';
import type { Rollout } from '../../model/rollout.ts';
import { safeText } from '../../model/safe-text.ts';
import { formatDuration } from '../../model/units.ts';
import { count } from './count.ts';

const SIZES_SHOWN = 8;

/**
 * How an apply will go about it, for whoever is asked: the sizes of the waves, what is checked when, and what a failure
 * means. One line a fact, with a line break at its end.
 */
export function describeRollout(rollout: Rollout, sizes: readonly number[]): string {
  const { before, after, bakeMs, intervalMs, count: times, onFailure } = rollout;
  const shown = sizes.slice(0, SIZES_SHOWN).map(formatNumber);
  const more = sizes.length > SIZES_SHOWN ? [count(sizes.length - SIZES_SHOWN, 'wave more', 'waves more')] : [];
  const noun = sizes.length === 1 && sizes[0] === 1 ? 'pipe' : 'pipes';
  const rhythm = bakeMs === 0 && times === null ? 'once' : describeRhythm(bakeMs, intervalMs, times);
  const lines = [
    `Guarded rollout: ${count(sizes.length, 'wave')} of ${listWords([...shown, ...more])}${more.length > 0 ? '' : ` ${noun}`}`,
    ...(before.length === 0 ? [] : [`  before the first: ${before.map(safeText).join(', ')}`]),
    ...(after.length === 0
      ? [`  after each: ${bakeMs === 0 ? 'no wait' : `${formatDuration(bakeMs)} of baking`}, no check`]
      : [`  after each: ${after.map(safeText).join(', ')}, asked ${rhythm}`]),
    `  a wave that fails: ${onFailure === 'rollback' ? 'stops, and what this run wrote is put back' : 'stops the rollout'}`,
  ];
  return `${lines.join('\n')}\n`;
}

function describeRhythm(bakeMs: number, intervalMs: number, times: number | null): string {
  const every = `every ${formatDuration(intervalMs)}`;
  if (times === null) return `${every} for ${formatDuration(bakeMs)}`;
  const bake = bakeMs > times * intervalMs ? `, in a bake of ${formatDuration(bakeMs)}` : '';
  return `${every}, ${count(times, 'time')}${bake}`;
}
