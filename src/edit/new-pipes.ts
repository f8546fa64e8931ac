import { REFUSED_KEYS } from '../config/yaml/node.ts';
import { SOURCE_KINDS, type SourceKind } from '../model/field.ts';
import type { YamlValue } from './edit-yaml.ts';
import type { YamlScalar } from './yaml-text.ts';

export type Values = Readonly<Record<string, YamlScalar>>;

/** A pipe as it is to stand in the configuration for the first time; values as they are written. */
export interface NewPipe {
  readonly name: string;
  readonly service: string;
  readonly id: string;
  /** null when the service shows none. */
  readonly liveName: string | null;
  readonly source: SourceKind | null;
  readonly settings: Values;
  readonly scaling: Values;
  /** The preset that holds what is not in `source`, `settings` and `scaling` any more, or null. */
  readonly preset: string | null;
}

/** A preset with what several new pipes have in common. */
export interface NewPreset {
  readonly name: string;
  readonly source: SourceKind;
  readonly settings: Values;
  readonly scaling: Values;
}

export function writePipe(pipe: NewPipe): YamlValue {
  const { service, id, liveName, preset, source, settings, scaling } = pipe;
  return {
    service,
    id,
    ...(liveName !== null && { name: escapeVariables(liveName) }),
    ...(preset !== null && { preset }),
    ...(source !== null && { source }),
    ...writeSections({ settings, scaling }),
  };
}

export function writePreset({ source, settings, scaling }: NewPreset): YamlValue {
  return { source, ...writeSections({ settings, scaling }) };
}

function writeSections({ settings, scaling }: Pick<NewPipe, 'settings' | 'scaling'>) {
  return {
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(Object.keys(scaling).length > 0 && { scaling }),
  };
}

/** A name that looks like a variable is no variable: `$$` stands for a dollar sign (config.md). */
function escapeVariables(text: string): string {
  return /\$[{$]/.test(text) ? text.replaceAll('$', '$$$$') : text;
}

/** A preset is worth its lines when this many pipes have this many values in common. */
const LEAST_SHARED = 2;

interface Grouped {
  readonly pipes: readonly NewPipe[];
  readonly presets: readonly NewPreset[];
}

/**
 * Moves what new pipes of one kind have in common into a preset of that kind. A preset manages its keys in every pipe that
 * takes it, so only pipes take it that have each of them, and say themselves where they differ. Of all such presets it is the
 * one that saves the most lines; equal input gives equal output.
 */
export function groupPresets(pipes: readonly NewPipe[], taken: ReadonlySet<string>): Grouped {
  const presets: NewPreset[] = [];
  const moved = new Map<NewPipe, NewPipe>();
  for (const kind of SOURCE_KINDS) {
    const found = findCommon(pipes.filter(({ source }) => source === kind));
    if (found === null) continue;
    const preset = describePreset(chooseFreeName(`${kind}-common`, taken), kind, found.common);
    presets.push(preset);
    for (const pipe of found.takers) moved.set(pipe, withoutCommon(pipe, preset));
  }
  return { pipes: pipes.map((pipe) => moved.get(pipe) ?? pipe), presets };
}

interface Common {
  /** By `section.key`, in the order of the field table. */
  readonly common: ReadonlyMap<string, YamlScalar>;
  readonly takers: readonly NewPipe[];
}

function findCommon(pipes: readonly NewPipe[]): Common | null {
  const shared = [...listShared(pipes)].sort((a, b) => b[1].count - a[1].count);
  let best: Common | null = null;
  let most = 0;
  for (let length = LEAST_SHARED; length <= shared.length; length += 1) {
    const candidate = new Map(shared.slice(0, length).map(([path, { value }]) => [path, value]));
    const takers = pipes.filter((pipe) => isWorthIt(pipe, candidate));
    const common = new Map([...candidate].filter(([path, value]) => countHolders(takers, path, value) >= LEAST_SHARED));
    const saved = takers.reduce((sum, pipe) => sum + countEqual(pipe, common), 0) - common.size;
    if (takers.length < LEAST_SHARED || common.size < LEAST_SHARED || saved <= most) continue;
    best = { common, takers };
    most = saved;
  }
  return best;
}

/** Of each field the value that most pipes have, where several do; the first of equally common ones. */
function listShared(pipes: readonly NewPipe[]) {
  const counts = new Map<string, Map<YamlScalar, number>>();
  for (const pipe of pipes) {
    for (const [path, value] of valuesOf(pipe)) {
      const ofPath = counts.get(path) ?? new Map<YamlScalar, number>();
      counts.set(path, ofPath.set(value, (ofPath.get(value) ?? 0) + 1));
    }
  }
  const shared = new Map<string, { readonly value: YamlScalar; readonly count: number }>();
  for (const [path, values] of counts) {
    const [value, count] = [...values].reduce((most, next) => (next[1] > most[1] ? next : most));
    if (count >= LEAST_SHARED) shared.set(path, { value, count });
  }
  return shared;
}

/** Whether a pipe manages each field of a preset, and has some of its values. */
function isWorthIt(pipe: NewPipe, candidate: ReadonlyMap<string, YamlScalar>): boolean {
  const values = valuesOf(pipe);
  return [...candidate.keys()].every((path) => values.has(path)) && countEqual(pipe, candidate) >= LEAST_SHARED;
}

function countEqual(pipe: NewPipe, common: ReadonlyMap<string, YamlScalar>): number {
  return [...valuesOf(pipe)].filter(([path, value]) => common.get(path) === value).length;
}

function countHolders(pipes: readonly NewPipe[], path: string, value: YamlScalar): number {
  return pipes.filter((pipe) => valuesOf(pipe).get(path) === value).length;
}

function valuesOf({ settings, scaling }: NewPipe): ReadonlyMap<string, YamlScalar> {
  const list = (section: string, values: Values) =>
    Object.entries(values).map(([key, value]) => [`${section}.${key}`, value] as const);
  return new Map([...list('settings', settings), ...list('scaling', scaling)]);
}

function describePreset(name: string, source: SourceKind, common: ReadonlyMap<string, YamlScalar>): NewPreset {
  const take = (section: string): Values =>
    Object.fromEntries(
      [...common]
        .filter(([path]) => path.startsWith(`${section}.`))
        .map(([path, value]) => [path.slice(section.length + 1), value]),
    );
  return { name, source, settings: take('settings'), scaling: take('scaling') };
}

function withoutCommon(pipe: NewPipe, preset: NewPreset): NewPipe {
  const rest = (values: Values, common: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([key, value]) => common[key] !== value));
  return {
    ...pipe,
    preset: preset.name,
    source: null,
    settings: rest(pipe.settings, preset.settings),
    scaling: rest(pipe.scaling, preset.scaling),
  };
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
