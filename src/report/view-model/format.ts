import type { Location } from '../../model/location.ts';
import { safeText } from '../../model/safe-text.ts';
import { readTimeMs } from '../../model/time.ts';
import { formatDuration } from '../../model/units.ts';

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

const SECOND_MS = 1_000;

/** What something took: tenths of a second up to ten, then whole seconds; of less than a tenth, hundredths, so that it is not none. */
export function formatTook(milliseconds: number): string {
  const step = milliseconds < 100 ? 10 : milliseconds < 10 * SECOND_MS ? 100 : SECOND_MS;
  return formatDuration(Math.max(0, Math.round(milliseconds / step) * step));
}

const DIGITS = 12;

/** The first digits of a commit's id, which are unique in a repository. */
export function shortCommit(commit: string): string {
  return commit.slice(0, DIGITS);
}

/** `pipes/orders.yaml:3:5`: what terminals and editors make a link of. */
export function formatPlace({ file, line, column }: Location): string {
  return `${safeText(file)}:${line}:${column}`;
}

/** A part of a sentence: words, or what stood between single backticks with the punctuation around it. */
export type SentencePart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'code'; readonly open: string; readonly code: string; readonly close: string };

const SPAN = /(^| )(\(?)`([^` ](?:[^`]*[^` ])?)`([.,;:?!)]*)(?= |$)/g;

/**
 * The parts of one of our sentences, each one blank from the next. Our texts write names as `name`; whatever else has
 * backticks in it, such as quoted live text, stays words.
 */
export function splitCode(text: string): readonly SentencePart[] {
  const parts: SentencePart[] = [];
  let at = 0;
  for (const { 0: whole, 1: blank = '', 2: open = '', 3: code = '', 4: close = '', index } of text.matchAll(SPAN)) {
    if (blank !== '' && index >= at) parts.push({ kind: 'words', text: text.slice(at, index) });
    parts.push({ kind: 'code', open, code, close });
    at = index + whole.length + 1;
  }
  if (at <= text.length) parts.push({ kind: 'words', text: text.slice(at) });
  return parts;
}
