import { REFUSED_KEYS } from '../config/yaml/node.ts';
import { type Field, type FieldSection, SOURCE_KINDS, type SourceKind } from '../model/field.ts';
import type { YamlValue } from './edit-yaml.ts';
import type { YamlScalar } from './yaml-text.ts';

/** By the rows of the field table; values as they are written. */
export type FieldValues = ReadonlyMap<Field, YamlScalar>;

/** A pipe as it is to stand in the configuration for the first time. */
export interface NewPipe {
  readonly name: string;
  readonly service: string;
  readonly id: string;
  /** null when the service shows none. */
  readonly liveName: string | null;
  readonly source: SourceKind | null;
  readonly values: FieldValues;
  /** The preset that has the rest of its values, and its source; or null. */
  readonly preset: string | null;
}

/** A preset with what several new pipes have in common. */
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

/** A name that looks like a variable is no variable: `$$` stands for a dollar sign (config.md). */
function escapeVariables(text: string): string {
  return /\$[{$]/.test(text) ? text.replaceAll('$', '$$$$') : text;
}

/** A preset is worth its lines when this many pipes have this many values in common. */
const LEAST_SHARED = 2;

/**
 * Moves what new pipes of one kind have in common into a preset of that kind. A preset manages its fields in every pipe that
 * takes it, so only pipes take it that have each of them, and they override what differs. Of all such presets it is the
 * one that saves the most lines; equal input gives equal output.
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
  for (let length = LEAST_SHARED; length <= shared.length; length += 1) {
    const candidate = new Map(shared.slice(0, length).map(({ field, value }) => [field, value] as const));
    const takers = pipes.filter((pipe) => isWorthIt(pipe, candidate));
    const isHeld = (field: Field, value: YamlScalar): boolean =>
      takers.filter(({ values }) => values.get(field) === value).length >= LEAST_SHARED;
    const common = new Map([...candidate].filter(([field, value]) => isHeld(field, value)));
    const saved = takers.reduce((sum, pipe) => sum + countEqual(pipe, common), 0) - common.size;
    if (takers.length < LEAST_SHARED || common.size < LEAST_SHARED || saved <= most) continue;
    best = { common, takers };
    most = saved;
  }
  return best;
}

/** Of each field the value that most pipes have, where several do; the most common one first. */
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
    .filter(({ count }) => count >= LEAST_SHARED)
    .sort((a, b) => b.count - a.count);
}

/** Whether a pipe manages each field of a preset, and has some of its values. */
function isWorthIt(pipe: NewPipe, candidate: FieldValues): boolean {
  return [...candidate.keys()].every((field) => pipe.values.has(field)) && countEqual(pipe, candidate) >= LEAST_SHARED;
}

function countEqual({ values }: NewPipe, common: FieldValues): number {
  return [...values].filter(([field, value]) => common.get(field) === value).length;
}

const LONGEST = 128;

/** A name for a live name in the configuration: letters, digits, `.`, `_` and `-` (config.md), and none that is taken. */
export function choosePipeName(liveName: string, taken: ReadonlySet<string>): string {
  const fitting = liveName
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9_]+|-+$/g, '')
    .slice(0, LONGEST);
  return chooseFreeName(fitting === '' ? 'pipe' : fitting, taken);
}

/** The name itself, or with the first number from 2 on that nothing has. */
function chooseFreeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const candidate = name.slice(0, LONGEST - suffix.length) + suffix;
    if (!taken.has(candidate) && !REFUSED_KEYS.has(candidate)) return candidate;
  }
}
