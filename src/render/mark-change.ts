import { diffChars } from 'diff';
import type { Style } from './style.ts';

/** Shorter texts are told apart at a glance; marking parts of them would only be noise. */
const LONG = 8;

export interface MarkedChange {
  readonly before: string;
  readonly after: string;
}

/** The two sides of a change with what differs inside long values emphasised. Without colour the texts stay as they are. */
export function markChange(before: string, after: string, style: Style): MarkedChange {
  if (before.length < LONG || after.length < LONG) return { before, after };
  const parts = diffChars(before, after);
  const kept = parts.filter((part) => !part.added && !part.removed).reduce((sum, part) => sum + part.value.length, 0);
  if (kept * 2 < Math.min(before.length, after.length)) return { before, after };
  const emphasise = (text: string): string => style.bold(style.underline(text));
  return {
    before: parts.flatMap((part) => (part.added ? [] : [part.removed ? emphasise(part.value) : part.value])).join(''),
    after: parts.flatMap((part) => (part.removed ? [] : [part.added ? emphasise(part.value) : part.value])).join(''),
  };
}
