import type { Glyphs, ReportGlyphs } from '../text/style.ts';

/** From the lowest value to the highest. */
const LEVELS: Readonly<Record<Glyphs, string>> = { unicode: '▁▂▃▄▅▆▇█', ascii: '_.-~=+*#' };

/** More characters than this make a long line, and no better picture. */
const MOST_VALUES = 24;

/** A series in one line, one character a value, between its own lowest and highest value. A gap is a space. */
export function sparkline(values: readonly (number | null)[], glyphs: Glyphs): string {
  const levels = LEVELS[glyphs];
  return scaleSeries(values)
    .map((height) => (height === null ? ' ' : levels.charAt(Math.round(height * (levels.length - 1)))))
    .join('');
}

/** The latest of the values as a sparkline; empty for a screen reader, and when fewer than two are known. */
export function drawCourse(values: readonly (number | null)[], glyphs: ReportGlyphs): string {
  const latest = values.slice(-MOST_VALUES);
  return glyphs === 'words' || latest.filter(isKnown).length < 2 ? '' : sparkline(latest, glyphs);
}

/** Values as shares (0 to 1) of the way from the lowest to the highest; one half when all are equal; null for a gap. */
export function scaleSeries(values: readonly (number | null)[]): readonly (number | null)[] {
  const known = values.filter(isKnown);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  // Halves: the distance between two finite numbers may itself be beyond the largest one.
  const span = highest / 2 - lowest / 2;
  return values.map((value) => (isKnown(value) ? (span > 0 ? (value / 2 - lowest / 2) / span : 0.5) : null));
}

function isKnown(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}
