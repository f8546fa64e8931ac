import type { Glyphs, ReportGlyphs } from '../text/style.ts';

/** From the lowest value to the highest. */
const LEVELS: Readonly<Record<Glyphs, string>> = { unicode: '▁▂▃▄▅▆▇█', ascii: '_.-~=+*#' };

const MOST_VALUES = 24;

/** One character per value, scaled between the lowest and highest; a gap is a space. */
export function sparkline(values: readonly (number | null)[], glyphs: Glyphs): string {
  const levels = LEVELS[glyphs];
  return scaleSeries(values)
    .map((height) => (height === null ? ' ' : levels.charAt(Math.round(height * (levels.length - 1)))))
    .join('');
}

/** A sparkline of the latest values; empty for a screen reader or fewer than two known values. */
export function drawCourse(values: readonly (number | null)[], glyphs: ReportGlyphs): string {
  const latest = values.slice(-MOST_VALUES);
  return glyphs === 'words' || latest.filter(isKnown).length < 2 ? '' : sparkline(latest, glyphs);
}

/** Scales values to 0 (lowest) to 1 (highest); 0.5 when all are equal, null for a gap. */
export function scaleSeries(values: readonly (number | null)[]): readonly (number | null)[] {
  const known = values.filter(isKnown);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  // Halves, because the distance of two finite numbers may overflow.
  const span = highest / 2 - lowest / 2;
  return values.map((value) => (isKnown(value) ? (span > 0 ? (value / 2 - lowest / 2) / span : 0.5) : null));
}

function isKnown(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}
