import { count } from '../../model/number.ts';
import type { BlockOf, Entry, Line, Problem } from '../block.ts';
import { countMore, LONGEST_NAME } from './format.ts';
import { listSpans } from './problem.ts';

/** The first problems with their first lines, and how many more there are; `more` is empty for none. */
export function limitProblems(
  { problems, noun }: BlockOf<'problems'>,
  most: { readonly problems: number; readonly lines: number },
): { readonly shown: readonly Problem[]; readonly more: string } {
  const shown = problems.slice(0, most.problems).map((problem): Problem => {
    if (problem.lines.length <= most.lines) return problem;
    return { ...problem, lines: [...problem.lines.slice(0, most.lines), ['and more']] };
  });
  return { shown, more: countMore(problems.length - shown.length, noun) };
}

const MAX_NAMES = 20;

/** The first entries, and the names of the others: `12 more pipes with errors: orders, returns and 10 more`. `more` is empty for none. */
export function limitEntries(
  { entries, rest }: BlockOf<'entries'>,
  most: number,
): { readonly shown: readonly Entry[]; readonly more: Line } {
  if (rest === undefined || entries.length <= most) return { shown: entries, more: [] };
  const left = entries.slice(most);
  const names = left.flatMap(({ title }): Line => {
    return title === null ? [] : [{ kind: 'code', text: `${title.service}/${title.name}`, limit: LONGEST_NAME }];
  });
  const words = `${count(left.length, 'more pipe')}${rest}: `;
  return { shown: entries.slice(0, most), more: [words, ...listSpans(names, MAX_NAMES), '; --format json has all'] };
}
