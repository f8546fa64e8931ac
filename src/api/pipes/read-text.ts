import type { Redact } from '../../model/redact.ts';

const LONGEST_TEXT = 2_000;
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** A text of a service as it came, but for the credentials in it and a bound on its length. */
export function readText(text: string, redact: Redact): string {
  // Credentials go first: cut short they would not be found.
  const shown = redact(text);
  return shown.length <= LONGEST_TEXT ? shown : `${shown.slice(0, LONGEST_TEXT - 1).replace(HALF_CHARACTER, '')}…`;
}
