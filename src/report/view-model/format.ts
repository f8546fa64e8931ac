import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Location } from '../../model/location.ts';
import { formatNumber } from '../../model/number.ts';
import { safeText } from '../../model/text.ts';
import { formatDuration, readTimeMs } from '../../model/units.ts';

/** `2026-11-20 10:00:00 UTC`: a moment in ISO 8601 to the second; null for any other text. */
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

/** The first characters of a text that is longer, and how long it is: live text may be of any length, a screen is not. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const isHalved = /[\ud800-\udbff]/.test(text.charAt(limit - 1));
  return `${text.slice(0, isHalved ? limit - 1 : limit)}… (${formatNumber(text.length)} characters)`;
}

/** The longest paragraph, and the longest name or value, of other people's text in a report. */
export const LONGEST_LINE = 600;
export const LONGEST_NAME = 80;

/** Text of others on one line of a terminal, cut to its first characters. */
export function shorten(text: string, limit: number = LONGEST_LINE): string {
  return safeText(cutText(text, limit));
}

/** Joins the parts that say something. */
export function joinParts(parts: readonly (string | null)[], separator: string): string {
  return parts.filter((part) => part !== null && part !== '').join(separator);
}

/** `a, b and 3 more`: the first items of a list of any length. */
export function listFirst(items: readonly string[], most: number): string {
  const shown = items.slice(0, most).join(', ');
  return items.length > most ? `${shown} and ${formatNumber(items.length - most)} more` : shown;
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

/** The parts of one of our sentences, one blank apart: our texts write names as `name`; other backticks stay words. */
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

/** A problem in lines of text: what happened, why, and what to do. */
export function listLines({ summary, detail, hint }: Diagnostic): readonly string[] {
  return [summary, ...(detail ? detail.split('\n') : []), ...(hint === null ? [] : [`Help: ${hint}`])];
}
