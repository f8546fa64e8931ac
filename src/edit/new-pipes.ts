import { REFUSED_KEYS } from '../config/yaml/refused-keys.ts';
import { type FieldPath, type FieldSection, keyOf, type SourceKind, sectionOf } from '../model/field/field.ts';
import type { YamlValue } from './edit-yaml.ts';
import type { YamlScalar } from './yaml-text.ts';

export type FieldValues = ReadonlyMap<FieldPath, YamlScalar>;

export interface NewPipe {
  readonly name: string;
  readonly service: string;
  readonly id: string;
  readonly liveName: string | null;
  readonly source: SourceKind | null;
  readonly values: FieldValues;
  /** The preset with its other values and its source, or null. */
  readonly preset: string | null;
}

export interface NewPreset {
  readonly name: string;
  readonly source: SourceKind;
  readonly values: FieldValues;
}

export function writePipe({ service, id, liveName, preset, source, values }: NewPipe): YamlValue {
  const pipe: Record<string, YamlValue> = { service, id };
  if (liveName !== null) pipe.name = escapeVariables(liveName);
  if (preset !== null) pipe.preset = preset;
  if (source !== null) pipe.source = source;
  return { ...pipe, ...writeValues(values) };
}

export function writePreset({ source, values }: NewPreset): YamlValue {
  return { source, ...writeValues(values) };
}

function writeValues(values: FieldValues): Partial<Record<FieldSection, Record<string, YamlScalar>>> {
  const sections: Partial<Record<FieldSection, Record<string, YamlScalar>>> = {};
  for (const [path, value] of values) {
    const section = sectionOf(path);
    sections[section] = { ...sections[section], [keyOf(path)]: value };
  }
  return sections;
}

/** Escapes a name that looks like a variable: `$$` is a dollar sign. */
function escapeVariables(text: string): string {
  return /\$[{$]/.test(text) ? text.replaceAll('$', '$$$$') : text;
}

const LONGEST = 128;

/** A free name from a live name: letters, digits, `.`, `_` and `-`. */
export function choosePipeName(liveName: string, taken: ReadonlySet<string>): string {
  const fitting = liveName
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9_]+|(?<!-)-+$/g, '')
    .slice(0, LONGEST);
  return chooseFreeName(fitting === '' ? 'pipe' : fitting, taken);
}

/** The name, with the lowest free number from 2 on if it is taken. */
export function chooseFreeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const candidate = name.slice(0, LONGEST - suffix.length) + suffix;
    if (!taken.has(candidate) && !REFUSED_KEYS.has(candidate)) return candidate;
  }
}
