import { SECOND_MS } from '../../model/clock.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { formatDuration, readTimeMs } from '../../model/field/units.ts';
import type { Location } from '../../model/location.ts';
import { count, formatNumber } from '../../model/number.ts';
import { capitalize, listWords, safeText } from '../../model/text.ts';

/** `2026-11-20 10:00:00 UTC` of an ISO 8601 time; null for any other text. */
export function formatInstant(text: string): string | null {
  const at = new Date(readTimeMs(text));
  if (Number.isNaN(at.getTime())) return null;
  const [day = '', time = ''] = at.toISOString().split('T');
  return `${day} ${time.slice(0, 'HH:MM:SS'.length)} UTC`;
}

/** A time taken, in seconds from 10s on, tenths below that, and hundredths below 0.1s. */
export function formatTook(milliseconds: number): string {
  const step = milliseconds < 100 ? 10 : milliseconds < 10 * SECOND_MS ? 100 : SECOND_MS;
  return formatDuration(Math.max(0, Math.round(milliseconds / step) * step));
}

/** `96/s`, `4.2/s`, `1/s`, `18/min`, `5/h`. */
export function formatRate(perSecond: number): string {
  if (perSecond >= 0.95) return `${perSecond >= 10 ? Math.round(perSecond) : Number(perSecond.toFixed(1))}/s`;
  const perMinute = perSecond * 60;
  return perMinute >= 1 ? `${Math.round(perMinute)}/min` : `${Math.max(1, Math.round(perMinute * 60))}/h`;
}

/** Cuts a long text and adds how long it was. Live text may have any length. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const isHalved = /[\ud800-\udbff]/.test(text.charAt(limit - 1));
  return `${text.slice(0, isHalved ? limit - 1 : limit)}… (${formatNumber(text.length)} characters)`;
}

/** Limits for text of others in a report: a paragraph, and a name or value. */
export const LONGEST_LINE = 600;
export const LONGEST_NAME = 80;

/** Text of others, made safe for one line of a terminal and cut. */
export function shorten(text: string, limit: number = LONGEST_LINE): string {
  return safeText(cutText(text, limit));
}

/** Joins the parts that are not empty. */
export function joinParts(parts: readonly (string | null)[], separator: string): string {
  return parts.filter((part) => part !== null && part !== '').join(separator);
}

/** `pipes/orders.yaml:3:5`, which terminals and editors turn into a link. */
export function formatPlace({ file, line, column }: Pick<Location, 'file' | 'line' | 'column'>): string {
  return `${safeText(file)}:${line}:${column}`;
}

/** A part of a sentence: words, or code between single backticks with the punctuation around it. */
export type SentencePart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'code'; readonly open: string; readonly code: string; readonly close: string };

const SPAN = /(^| )(\(?)`([^` ](?:[^`]*[^` ])?)`([.,;:?!)]*)(?= |$)/g;

/** Splits one of our sentences, which write names as `name`. Other backticks stay words. */
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

/** The lines of a problem: what happened, why, and what to do. */
export function listLines({ summary, detail, hint }: Diagnostic): readonly string[] {
  return [summary, ...(detail ? detail.split('\n') : []), ...(hint === null ? [] : [`Help: ${hint}`])];
}

/** `and 3 more waves`; empty for none. */
export function countMore(number: number, noun: string): string {
  return number > 0 ? `and ${count(number, `more ${noun}`)}` : '';
}

/** Says where the rows are that a table leaves out; empty for none. */
export function describeLeftOut(number: number, noun: string): string {
  return number > 0 ? `${countMore(number, noun)}; --format json has all` : '';
}

/** `2 pipes to scale, 3 to hold`: the noun follows the first number, and zeros are omitted. */
export function countWords(
  noun: string,
  parts: readonly { readonly number: number; readonly words: string }[],
): string {
  const some = parts.filter(({ number }) => number > 0);
  return listWords(
    some.map(({ number, words }, index) => `${index === 0 ? count(number, noun) : formatNumber(number)} ${words}`),
  );
}

/** Words as a sentence; empty for no words. */
export function sentence(words: string): string {
  return words === '' ? '' : `${capitalize(words)}.`;
}
