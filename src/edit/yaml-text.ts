import { resolveScalar } from '../config/yaml/node.ts';
import { rankAt } from './key-order.ts';

export type YamlScalar = string | number | boolean | null;

/** A list of values, which replaces another one. */
export type YamlList = readonly YamlItem[];
export type YamlItem = YamlScalar | YamlList | { readonly [key: string]: YamlItem };

/** The new value of a key: a scalar or a list, or a map to merge. */
export type Edit = YamlScalar | YamlList | Edits;
export type Edits = Map<string, Edit>;

/** Text that needs no quotes, in block and in flow. */
const PLAIN = /^[A-Za-z0-9_./~+][^\s,[\]{}:#&*!|>'"%@`\\$\p{C}\p{Z}]*$/u;

/** Text that YAML 1.1 parsers read as a boolean, a date or a number. */
const OTHERWISE_IN_OLD_YAML = /^(?:y|n|yes|no|on|off|\d{4}-\d\d?-\d\d?.*|0[bo]?[\d_]+|\d+_[\d_]*(?:\.[\d_]*)?)$/i;

/** Invisible characters and those that YAML does not allow; JSON does not escape them. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A scalar as YAML, with the quotes of a `Scalar.type` of the `yaml` library if they fit. */
export function writeScalar(value: YamlScalar, style: string | null = null): string {
  if (typeof value !== 'string') return String(value);
  const isPlain = PLAIN.test(value) && !OTHERWISE_IN_OLD_YAML.test(value) && typeof resolveScalar(value) === 'string';
  if (!isPlain || style === 'QUOTE_DOUBLE') return quote(value);
  return style === 'QUOTE_SINGLE' ? `'${value}'` : value;
}

function quote(text: string): string {
  const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(UNSEEN, (character) => character.split('').map(toEscape).join(''));
}

/** Sorts known keys; user-defined names keep their order. */
export function orderEntries(entries: Edits, path: readonly string[]): Edits {
  const rankOf = rankAt(path);
  return new Map([...entries].sort(([a], [b]) => rankOf(a) - rankOf(b)));
}

/** The lines of each entry of a block map, sorted. `step` is the indentation of a level. */
export function writeBlock(entries: Edits, path: readonly string[], step: number): readonly (readonly string[])[] {
  return [...orderEntries(entries, path)].map(([key, edit]) => {
    const within = [...path, key];
    if (isList(edit)) return [`${writeScalar(key)}:`, ...writeItems(edit, step)];
    if (!(edit instanceof Map) || edit.size === 0 || isBand(edit)) return [writePair(key, edit, path)];
    const each = writeBlock(edit, within, step);
    const lines = isSpread(within) ? spread(each) : each.flat();
    return [`${writeScalar(key)}:`, ...indent(lines, ' '.repeat(step))];
  });
}

/** Whether new entries are separated by blank lines by default: the sections of a document, and pipes. */
export function isSpread(path: readonly string[]): boolean {
  return path.length === 0 || path.at(-1) === 'pipes';
}

export function spread(entries: readonly (readonly string[])[]): readonly string[] {
  return entries.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

export function writeFlowMap(entries: Edits, path: readonly string[]): string {
  return entries.size === 0 ? '{}' : `{ ${writeFlow(entries, path)} }`;
}

export function writeFlow(entries: Edits, path: readonly string[]): string {
  return [...orderEntries(entries, path)].map(([key, edit]) => writePair(key, edit, path)).join(', ');
}

function writePair(key: string, edit: Edit, path: readonly string[]): string {
  if (isList(edit)) return `${writeScalar(key)}: ${writeFlowItem(edit)}`;
  return `${writeScalar(key)}: ${edit instanceof Map ? writeFlowMap(edit, [...path, key]) : writeScalar(edit)}`;
}

export function isList(edit: Edit | YamlItem): edit is YamlList {
  return Array.isArray(edit);
}

/** The lines of a block list, indented by a level: one for each item. */
export function writeItems(list: YamlList, step: number): readonly string[] {
  return indent(
    list.map((item) => `- ${writeFlowItem(item)}`),
    ' '.repeat(step),
  );
}

export function writeFlowItem(item: YamlItem): string {
  if (isList(item)) return `[${item.map(writeFlowItem).join(', ')}]`;
  if (typeof item !== 'object' || item === null) return writeScalar(item);
  return `{ ${Object.entries(item)
    .map(([key, value]) => `${writeScalar(key)}: ${writeFlowItem(value)}`)
    .join(', ')} }`;
}

/** Blank lines stay empty. */
export function indent(lines: readonly string[], by: string): readonly string[] {
  return lines.map((line) => (line === '' ? '' : by + line));
}

/** A band is one value, so it is written on one line. */
export function isBand(edits: Edits): boolean {
  return edits.has('min') && edits.has('max');
}
