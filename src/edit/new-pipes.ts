import { REFUSED_KEYS } from '../config/yaml/node.ts';
import { type Field, type FieldSection, SOURCE_KINDS, type SourceKind } from '../model/field/field.ts';
import type { YamlValue } from './edit-yaml.ts';
import type { YamlScalar } from './yaml-text.ts';

export type FieldValues = ReadonlyMap<Field, YamlScalar>;

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
  return {
    service,
    id,
    ...(liveName !== null && { name: escapeVariables(liveName) }),
    ...(preset !== null && { preset }),
    ...(source !== null && { source }),
    ...writeValues(values),
  };
}

export function writePreset({ source, values }: NewPreset): YamlValue {
  return { source, ...writeValues(values) };
}

function writeValues(values: FieldValues): Partial<Record<FieldSection, Record<string, YamlScalar>>> {
  const sections: Partial<Record<FieldSection, Record<string, YamlScalar>>> = {};
  for (const [{ section, key }, value] of values) sections[section] = { ...sections[section], [key]: value };
  return sections;
}

/** Escapes a name that looks like a variable: `$$` is a dollar sign. */
function escapeVariables(text: string): string {
  return /\$[{$]/.test(text) ? text.replaceAll('$', '$$$$') : text;
}

/** A preset needs at least this many pipes and this many shared values. */
const MIN_SHARED = 2;

/**
 * Moves shared values of new pipes of one kind into a preset. A preset manages its fields in every pipe that uses it,
 * so only pipes with all of these fields use it, and they override different values. Chooses the preset that saves most
 * lines; deterministic.
 */
export function groupPresets(
  pipes: readonly NewPipe[],
  taken: ReadonlySet<string>,
): { readonly pipes: readonly NewPipe[]; readonly presets: readonly NewPreset[] } {
  const presets: NewPreset[] = [];
  const moved = new Map<NewPipe, NewPipe>();
  for (const kind of SOURCE_KINDS) {
    const found = findCommon(pipes.filter(({ source }) => source === kind));
    if (found === null) continue;
    const name = chooseFreeName(`${kind}-common`, taken);
    presets.push({ name, source: kind, values: found.common });
    for (const pipe of found.takers) {
      const values = new Map([...pipe.values].filter(([field, value]) => found.common.get(field) !== value));
      moved.set(pipe, { ...pipe, preset: name, source: null, values });
    }
  }
  return { pipes: pipes.map((pipe) => moved.get(pipe) ?? pipe), presets };
}

function findCommon(pipes: readonly NewPipe[]) {
  const shared = listShared(pipes);
  let best: { readonly common: FieldValues; readonly takers: readonly NewPipe[] } | null = null;
  let most = 0;
  for (let length = MIN_SHARED; length <= shared.length; length += 1) {
    const candidate = new Map(shared.slice(0, length).map(({ field, value }) => [field, value] as const));
    const takers = pipes.filter((pipe) => isWorthIt(pipe, candidate));
    const isHeld = (field: Field, value: YamlScalar): boolean =>
      takers.filter(({ values }) => values.get(field) === value).length >= MIN_SHARED;
    const common = new Map([...candidate].filter(([field, value]) => isHeld(field, value)));
    const saved = takers.reduce((sum, pipe) => sum + countEqual(pipe, common), 0) - common.size;
    if (takers.length < MIN_SHARED || common.size < MIN_SHARED || saved <= most) continue;
    best = { common, takers };
    most = saved;
  }
  return best;
}

/** The most common value of each field, if several pipes have it; most common first. */
function listShared(pipes: readonly NewPipe[]) {
  const counts = new Map<Field, Map<YamlScalar, number>>();
  for (const [field, value] of pipes.flatMap(({ values }) => [...values])) {
    const ofField = counts.get(field) ?? new Map<YamlScalar, number>();
    counts.set(field, ofField.set(value, (ofField.get(value) ?? 0) + 1));
  }
  return [...counts]
    .map(([field, values]) => {
      const [value, count] = [...values].reduce((most, next) => (next[1] > most[1] ? next : most));
      return { field, value, count };
    })
    .filter(({ count }) => count >= MIN_SHARED)
    .sort((a, b) => b.count - a.count);
}

/** Whether a pipe has all fields of a preset, and enough of its values. */
function isWorthIt(pipe: NewPipe, candidate: FieldValues): boolean {
  return [...candidate.keys()].every((field) => pipe.values.has(field)) && countEqual(pipe, candidate) >= MIN_SHARED;
}

function countEqual({ values }: NewPipe, common: FieldValues): number {
  return [...values].filter(([field, value]) => common.get(field) === value).length;
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
function chooseFreeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const candidate = name.slice(0, LONGEST - suffix.length) + suffix;
    if (!taken.has(candidate) && !REFUSED_KEYS.has(candidate)) return candidate;
  }
}
