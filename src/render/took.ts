import { formatDuration } from '../model/units.ts';

const SECOND_MS = 1_000;

/** Tenths of a second up to ten, then whole seconds: what something took. */
export function formatTook(milliseconds: number): string {
  const step = milliseconds < 10 * SECOND_MS ? 100 : SECOND_MS;
  return formatDuration(Math.max(0, Math.round(milliseconds / step) * step));
}
