import { scaleLinear, scaleUtc } from 'd3-scale';
import { DAY_MS, MINUTE_MS } from '../../model/clock.ts';
import { formatMeasured } from '../../model/number.ts';
import type { Axis, Tick } from '../block.ts';

/** Values are drawn within these magnitudes (or as zero), because sums and steps overflow beyond them. */
const MIN_DRAWN = 1e-290;
const MAX_DRAWN = 1e300;

/** Values that differ by less than this share of their size are drawn as one. */
const FLAT_SHARE = 1e-9;

const INTERVALS = 4;

/** An axis from one round number to another. It includes zero unless the values are far from it. */
export function scaleValues(lowest: number, highest: number): Axis {
  const ends = chooseEnds(clampValue(lowest), clampValue(highest));
  const values = scaleLinear().domain(ends).nice(INTERVALS).ticks(INTERVALS);
  const labels = formatValues(values);
  return {
    ...{ from: values[0] ?? ends[0], to: values.at(-1) ?? ends[1] },
    ticks: values.map((at, index) => ({ at, label: labels[index] ?? '' })),
  };
}

/** A value as it is drawn. */
export function clampValue(value: number): number {
  if (Math.abs(value) < MIN_DRAWN) return 0;
  return Math.min(MAX_DRAWN, Math.max(-MAX_DRAWN, value));
}

function chooseEnds(low: number, high: number): readonly [number, number] {
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size === 0) return [0, 1];
  const isFlat = high - low <= size * FLAT_SHARE;
  return isFlat || (high - low) * 2 >= size ? [Math.min(0, low), Math.max(0, high)] : [low, high];
}

/** An axis that reaches this value has only compact ticks: `12.5K` above `7.5K`, not above `7,500`. */
const MIN_COMPACT = 10_000;
const MAX_COMPACT = 1e15;

function formatValues(values: readonly number[]): readonly string[] {
  const largest = Math.max(...values.map(Math.abs));
  const isLarge = largest >= MIN_COMPACT && largest < MAX_COMPACT;
  const forms = [...(isLarge ? [formatCompact] : []), formatMeasured, String].map((form) => values.map(form));
  return forms.find((words) => new Set(words).size === words.length) ?? values.map(String);
}

function formatCompact(value: number): string {
  return value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 2 });
}

/** A time axis in UTC with at most so many columns. `days`: where another day begins. */
export function scaleTimes(startMs: number, endMs: number, columns: number): Axis & { readonly days: readonly Tick[] } {
  const scale = scaleUtc().domain([startMs, endMs]);
  const fits = ({ length }: readonly Tick[], width: number) => length * (width + COLUMNS_BETWEEN) <= columns;
  for (let most = Math.floor(columns / SHORTEST_LABEL); ; most -= 1) {
    const times = scale
      .ticks(most)
      .map(Number)
      .filter((at) => at < endMs);
    const unit = [DAY_MS, MINUTE_MS].find((one) => times.every((at) => at % one === 0)) ?? 1;
    const ticks = times.map((at) => ({ at, label: formatTime(at, unit) }));
    if (most > 1 && !fits(ticks, ticks[0]?.label.length ?? 0)) continue;
    const days = ticks
      .map(({ at }) => ({ at, label: formatTime(at, DAY_MS) }))
      .filter(({ label }, index, all) => label !== all[index - 1]?.label);
    return { from: startMs, to: endMs, ticks, days: unit === DAY_MS || days.length < 2 ? [] : days };
  }
}

const COLUMNS_BETWEEN = 3;
const SHORTEST_LABEL = '10:00'.length + COLUMNS_BETWEEN;

/** A day, `10:00` or `10:00:30`, as precise as the unit requires. */
export function formatTime(timeMs: number, unitMs: number): string {
  const [day = '', time = ''] = new Date(timeMs).toISOString().split('T');
  return unitMs >= DAY_MS ? day : time.slice(0, unitMs < MINUTE_MS ? 'HH:MM:SS'.length : 'HH:MM'.length);
}

/** `2026-11-20 10:00 to 11:00 UTC`, with the second day only where it differs. */
export function formatRange(startMs: number, endMs: number): string {
  const unit = startMs % MINUTE_MS === 0 && endMs % MINUTE_MS === 0 ? MINUTE_MS : 1;
  const [from, to] = [formatTime(startMs, DAY_MS), formatTime(endMs, DAY_MS)];
  return `${from} ${formatTime(startMs, unit)} to ${from === to ? '' : `${to} `}${formatTime(endMs, unit)} UTC`;
}
