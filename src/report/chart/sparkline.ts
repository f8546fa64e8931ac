import type { Glyphs, ReportGlyphs } from '../text/style.ts';

/** From the lowest value to the highest. */
const LEVELS: Readonly<Record<Glyphs, string>> = { unicode: '▁▂▃▄▅▆▇█', ascii: '_.-~=+*#' };

const MAX_VALUES = 24;

/** One character per value; a gap is a space. Then the limit on the same scale, where there is one: `▁▂▃▅ limit █`. */
export function sparkline(values: readonly (number | null)[], glyphs: Glyphs, limit: number | null = null): string {
  const scaled = scaleSeries(values, limit);
  const end = scaled.limit === null ? '' : ` limit ${drawHeights([scaled.limit], glyphs)}`;
  return `${drawHeights(scaled.heights, glyphs)}${end}`;
}

/** One character per height, from 0 to 1. */
export function drawHeights(heights: readonly (number | null)[], glyphs: Glyphs): string {
  const levels = LEVELS[glyphs];
  return heights
    .map((height) => (height === null ? ' ' : levels.charAt(Math.round(height * (levels.length - 1)))))
    .join('');
}

/** A sparkline of the latest values; empty for a screen reader or fewer than two known values. */
export function drawSparkline(values: readonly (number | null)[], glyphs: ReportGlyphs, limit: number | null): string {
  const latest = values.slice(-MAX_VALUES);
  return glyphs === 'words' || latest.filter(isKnown).length < 2 ? '' : sparkline(latest, glyphs, limit);
}

/** Scales values and a limit to 0 (lowest of all) to 1 (highest); 0.5 when all are equal, null for a gap or no limit. */
export function scaleSeries(values: readonly (number | null)[], limit: number | null) {
  const known = [...values, limit].filter(isKnown);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  // Halves, because the distance of two finite numbers may overflow.
  const span = highest / 2 - lowest / 2;
  const scale = (value: number | null): number | null =>
    isKnown(value) ? (span > 0 ? (value / 2 - lowest / 2) / span : 0.5) : null;
  return { heights: values.map(scale), limit: scale(limit) };
}

function isKnown(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}
