import { keyOrder, rankOf } from './key-order.ts';
import { writeScalar } from './scalar-text.ts';
import type { Wish } from './yaml-operation.ts';

/** New entries of one map, in the order in which they are to stand. */
export type NewEntries = readonly (readonly [string, Wish])[];

/** Known keys in their order; names stay as they were given. */
export function orderEntries(entries: Iterable<readonly [string, Wish]>, path: readonly string[]): NewEntries {
  const order = keyOrder(path);
  return [...entries].sort(([a], [b]) => rankOf(a, order) - rankOf(b, order));
}

/** Entries as lines of a block map that starts in a column. `step` is how far each level is indented. */
export function writeBlock(
  entries: NewEntries,
  path: readonly string[],
  { column, step }: { readonly column: number; readonly step: number },
): readonly string[] {
  const each = entries.map(([key, wish]) => {
    const head = `${' '.repeat(column)}${writeScalar(key)}:`;
    if ('scalar' in wish) return [`${head} ${writeScalar(wish.scalar)}`];
    if (wish.entries.size === 0 || isBand(wish)) return [`${head} ${writeFlowMap(wish.entries, [...path, key])}`];
    const within = [...path, key];
    return [head, ...writeBlock(orderEntries(wish.entries, within), within, { column: column + step, step })];
  });
  return isSpread(path) ? spread(each) : each.flat();
}

/** Whether blank lines part the entries of a map where the file does not show otherwise: the keys of a document, and pipes. */
export function isSpread(path: readonly string[]): boolean {
  return path.length === 0 || path.at(-1) === 'pipes';
}

/** Entries with a blank line between them. */
export function spread(entries: readonly (readonly string[])[]): readonly string[] {
  return entries.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

/** `{ min: 2, max: 6 }` */
export function writeFlowMap(entries: Iterable<readonly [string, Wish]>, path: readonly string[]): string {
  const text = writeFlow(orderEntries(entries, path), path);
  return text === '' ? '{}' : `{ ${text} }`;
}

/** Entries between the braces of a flow map. */
export function writeFlow(entries: NewEntries, path: readonly string[]): string {
  return entries
    .map(([key, wish]) => {
      const value = 'scalar' in wish ? writeScalar(wish.scalar) : writeFlowMap(wish.entries, [...path, key]);
      return `${writeScalar(key)}: ${value}`;
    })
    .join(', ');
}

/** The configuration's bands are written on one line: they are one value. */
export function isBand(wish: Wish): boolean {
  return 'entries' in wish && wish.entries.has('min') && wish.entries.has('max');
}
