import { resolveScalar } from '../config/yaml/node.ts';
import { rankAt } from './key-order.ts';

export type YamlScalar = string | number | boolean | null;

/** Operations laid over one another: what each key of a map is to become. */
export type Edit = { readonly scalar: YamlScalar } | { readonly entries: Map<string, Edit> };

/** Texts that read the same without quotes, in block and in flow. */
const PLAIN = /^[A-Za-z0-9_./~+][^\s,[\]{}:#&*!|>'"%@`\\$\p{C}\p{Z}]*$/u;

/** What older readers of YAML take for true, false, a date or a number; only some tools beside an editor still do. */
const OTHERWISE_IN_OLD_YAML = /^(?:y|n|yes|no|on|off|\d{4}-\d\d?-\d\d?.*|0[bo]?[\d_]+|\d[\d_]*_[\d_]*(?:\.[\d_]*)?)$/i;

/** JSON leaves these as they are; a reader of the file could not see them, or YAML does not allow them. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A scalar as YAML, in the quotes that the old text has where they still fit. */
export function writeScalar(value: YamlScalar, quotes: 'single' | 'double' | 'none' = 'none'): string {
  if (typeof value !== 'string') return String(value);
  const isPlain = PLAIN.test(value) && !OTHERWISE_IN_OLD_YAML.test(value) && typeof resolveScalar(value) === 'string';
  if (quotes === 'single' && isPlain) return `'${value}'`;
  return quotes === 'none' && isPlain ? value : quote(value);
}

function quote(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** New entries of one map, in the order in which they are to stand. */
export type NewEntries = readonly (readonly [string, Edit])[];

/** Known keys in their order; names stay as they were given. */
export function orderEntries(entries: Iterable<readonly [string, Edit]>, path: readonly string[]): NewEntries {
  const rankOf = rankAt(path);
  return [...entries].sort(([a], [b]) => rankOf(a) - rankOf(b));
}

/** Entries as lines of a block map that starts in a column. `step` is how far each level is indented. */
export function writeBlock(
  entries: NewEntries,
  path: readonly string[],
  { column, step }: { readonly column: number; readonly step: number },
): readonly string[] {
  const each = entries.map(([key, edit]) => {
    const head = `${' '.repeat(column)}${writeScalar(key)}:`;
    if ('scalar' in edit) return [`${head} ${writeScalar(edit.scalar)}`];
    if (edit.entries.size === 0 || isBand(edit)) return [`${head} ${writeFlowMap(edit.entries, [...path, key])}`];
    const within = [...path, key];
    return [head, ...writeBlock(orderEntries(edit.entries, within), within, { column: column + step, step })];
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
export function writeFlowMap(entries: Iterable<readonly [string, Edit]>, path: readonly string[]): string {
  const text = writeFlow(orderEntries(entries, path), path);
  return text === '' ? '{}' : `{ ${text} }`;
}

/** Entries between the braces of a flow map. */
export function writeFlow(entries: NewEntries, path: readonly string[]): string {
  return entries
    .map(([key, edit]) => {
      const value = 'scalar' in edit ? writeScalar(edit.scalar) : writeFlowMap(edit.entries, [...path, key]);
      return `${writeScalar(key)}: ${value}`;
    })
    .join(', ');
}

/** The configuration's bands are written on one line: they are one value. */
export function isBand(edit: Edit): boolean {
  return 'entries' in edit && edit.entries.has('min') && edit.entries.has('max');
}
