import type { Glyphs, ReportGlyphs } from '../text/style.ts';

/** From the lowest value to the highest. */
const LEVELS: Readonly<Record<Glyphs, string>> = { unicode: '▁▂▃▄▅▆▇█', ascii: '_.-~=+*#' };

/**
 * A series in one line, one character a value, between its own lowest and highest value. A gap is a space. A series that
 * never moves stands in the middle: nothing says whether it is low or high.
 */
export function sparkline(values: readonly (number | null)[], glyphs: Glyphs): string {
  const levels = LEVELS[glyphs];
  return scaleSeries(values)
    .map((height) => (height === null ? ' ' : levels.charAt(Math.round(height * (levels.length - 1)))))
    .join('');
}

/** More characters than this make a long line, and no better picture. */
const MOST_VALUES = 24;

/** The latest of the values as a sparkline; null when fewer than two are known: one value is no course of things. */
export function drawCourse(values: readonly (number | null)[], glyphs: ReportGlyphs): string | null {
  if (glyphs === 'words') return null;
  const latest = values.slice(-MOST_VALUES);
  return latest.filter(isKnown).length < 2 ? null : sparkline(latest, glyphs);
}

/** Values as shares (0 to 1) of the way from the lowest to the highest; one half when all are equal; null for a gap. */
export function scaleSeries(values: readonly (number | null)[]): readonly (number | null)[] {
  const known = values.filter(isKnown);
  const lowest = known.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const highest = known.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
  // Halves: the distance between two finite numbers may itself be beyond the largest one.
  const span = highest / 2 - lowest / 2;
  return values.map((value) => {
    if (!isKnown(value)) return null;
    return span > 0 ? (value / 2 - lowest / 2) / span : 0.5;
  });
}

function isKnown(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}
