import { splitGraphemes } from '../text/graphemes.ts';
import type { Style } from '../text/style.ts';

/** Shorter texts are told apart at a glance; marking parts of them would only be noise. */
const LONG = 8;

export interface MarkedChange {
  readonly before: string;
  readonly after: string;
}

/**
 * The two sides of a change; of long values that are mostly the same, the one stretch that is not is emphasised. Without colour
 * the texts stay as they are.
 */
export function markChange(before: string, after: string, style: Style): MarkedChange {
  if (before.length < LONG || after.length < LONG) return { before, after };
  const [left, right] = [before, after].map((text) => Array.from(splitGraphemes(text), ({ segment }) => segment));
  if (left === undefined || right === undefined) return { before, after };
  const most = Math.min(left.length, right.length);
  const start = countEqual(most, (index) => left[index] === right[index]);
  const end = countEqual(most - start, (index) => left.at(-1 - index) === right.at(-1 - index));
  if ((start + end) * 2 < most) return { before, after };
  const mark = (parts: readonly string[]): string => {
    const middle = parts.slice(start, parts.length - end).join('');
    const marked = middle === '' ? '' : style.bold(style.underline(middle));
    return parts.slice(0, start).join('') + marked + parts.slice(parts.length - end).join('');
  };
  return { before: mark(left), after: mark(right) };
}

/** How many in a row hold, from the first on. */
function countEqual(most: number, holds: (index: number) => boolean): number {
  let number = 0;
  while (number < most && holds(number)) number += 1;
  return number;
}
