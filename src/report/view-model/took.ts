import { formatDuration } from '../../model/units.ts';

const SECOND_MS = 1_000;

/** What something took: tenths of a second up to ten, then whole seconds; of less than a tenth, hundredths, so that it is not none. */
export function formatTook(milliseconds: number): string {
  const step = milliseconds < 100 ? 10 : milliseconds < 10 * SECOND_MS ? 100 : SECOND_MS;
  return formatDuration(Math.max(0, Math.round(milliseconds / step) * step));
}
