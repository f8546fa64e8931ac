import { listWords } from '../../model/list-words.ts';
import { formatNumber } from '../../model/number.ts';

/** `1 pipe`, `2 pipes`, `1,204 pipes`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(number)} ${number === 1 ? noun : plural}`;
}

/** A number of things of which `words` are true. */
export interface Counted {
  readonly number: number;
  readonly words: string;
}

/** `2 pipes to scale, 3 to hold`: the noun stands with the first number; what there is none of is left out. */
export function countWords(noun: string, parts: readonly Counted[]): string {
  const some = parts.filter(({ number }) => number > 0);
  return listWords(
    some.map(({ number, words }, index) => `${index === 0 ? count(number, noun) : formatNumber(number)} ${words}`),
  );
}

/** `All 3 pipes are`, `The pipe is`: how a sentence about a whole fleet begins. */
export function everyPipe(total: number, noun = 'pipe'): string {
  return total === 1 ? `The ${noun} is` : `All ${count(total, noun)} are`;
}
