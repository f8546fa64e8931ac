import { readTimeMs } from '../../model/time.ts';

/**
 * A moment as a person reads it, to the second, in UTC and saying so: `2026-11-20 10:00:00 UTC`. null for a text that is no time
 * in ISO 8601: it is for the caller to show it as it came.
 */
export function formatInstant(text: string): string | null {
  const at = new Date(readTimeMs(text));
  if (Number.isNaN(at.getTime())) return null;
  const [day = '', time = ''] = at.toISOString().split('T');
  return `${day} ${time.slice(0, 'HH:MM:SS'.length)} UTC`;
}
