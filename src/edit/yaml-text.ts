import { resolveScalar } from '../config/yaml/node.ts';
import { rankAt } from './key-order.ts';

export type YamlScalar = string | number | boolean | null;

/** What a key is to become: a scalar, or a map with these keys. */
export type Edit = YamlScalar | Edits;
export type Edits = Map<string, Edit>;

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
  const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(UNSEEN, (character) => character.split('').map(toEscape).join(''));
}

/** Known keys in their order; names stay as they were given. */
export function orderEntries(entries: Edits, path: readonly string[]): Edits {
  const rankOf = rankAt(path);
  return new Map([...entries].sort(([a], [b]) => rankOf(a) - rankOf(b)));
}

/** Each entry as lines of a block map, with its keys in order. `step` is how far each level is indented. */
export function writeBlock(entries: Edits, path: readonly string[], step: number): readonly (readonly string[])[] {
  return [...orderEntries(entries, path)].map(([key, edit]) => {
    const within = [...path, key];
    if (!(edit instanceof Map) || edit.size === 0 || isBand(edit)) return [writePair(key, edit, path)];
    const each = writeBlock(edit, within, step);
    const lines = isSpread(within) ? spread(each) : each.flat();
    return [`${writeScalar(key)}:`, ...lines.map((line) => (line === '' ? '' : ' '.repeat(step) + line))];
  });
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
export function writeFlowMap(entries: Edits, path: readonly string[]): string {
  return entries.size === 0 ? '{}' : `{ ${writeFlow(entries, path)} }`;
}

/** Entries between the braces of a flow map. */
export function writeFlow(entries: Edits, path: readonly string[]): string {
  return [...orderEntries(entries, path)].map(([key, edit]) => writePair(key, edit, path)).join(', ');
}

function writePair(key: string, edit: Edit, path: readonly string[]): string {
  return `${writeScalar(key)}: ${edit instanceof Map ? writeFlowMap(edit, [...path, key]) : writeScalar(edit)}`;
}

/** The configuration's bands are written on one line: they are one value. */
export function isBand(edits: Edits): boolean {
  return edits.has('min') && edits.has('max');
}
