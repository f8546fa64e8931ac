import { type FieldPath, SOURCE_KINDS } from '../model/field/field.ts';
import { groupBy } from '../model/group-by.ts';
import { chooseFreeName, type FieldValues, type NewPipe, type NewPreset } from './new-pipes.ts';
import type { YamlScalar } from './yaml-text.ts';

/** A preset needs at least this many pipes, and this many values that several of them have. */
const MIN_SHARED = 2;

/**
 * Moves values that new pipes of one kind share into a preset. A preset manages its fields in every pipe that uses it, so
 * only pipes with all of these fields use it; a pipe keeps the values that differ. Chooses the preset that saves most
 * lines; deterministic.
 */
export function groupPresets(
  pipes: readonly NewPipe[],
  taken: ReadonlySet<string>,
): { readonly pipes: readonly NewPipe[]; readonly presets: readonly NewPreset[] } {
  const presets: NewPreset[] = [];
  const presetOf = new Map<NewPipe, NewPreset>();
  for (const source of SOURCE_KINDS) {
    const draft = chooseDraft(pipes.filter((pipe) => pipe.source === source));
    if (draft === undefined) continue;
    const preset = { name: chooseFreeName(`${source}-common`, taken), source, values: draft.values };
    presets.push(preset);
    for (const pipe of draft.users) presetOf.set(pipe, preset);
  }
  return { presets, pipes: pipes.map((pipe) => usePreset(pipe, presetOf.get(pipe))) };
}

function usePreset(pipe: NewPipe, preset: NewPreset | undefined): NewPipe {
  if (preset === undefined) return pipe;
  const different = [...pipe.values].filter(([field, value]) => preset.values.get(field) !== value);
  return { ...pipe, preset: preset.name, source: null, values: new Map(different) };
}

interface Draft {
  readonly values: FieldValues;
  readonly users: readonly NewPipe[];
  readonly savedLines: number;
}

/** Each value more, from the most common one on, leaves fewer pipes that have all of the fields. */
function chooseDraft(pipes: readonly NewPipe[]): Draft | undefined {
  const common = listCommonValues(pipes);
  const [best] = common
    .map((_, index) => draftPreset(pipes, new Map(common.slice(0, index + 1))))
    .filter(({ values, users, savedLines }) => Math.min(values.size, users.length) >= MIN_SHARED && savedLines > 0)
    .sort((a, b) => b.savedLines - a.savedLines);
  return best;
}

/** The most common value of each field, if several pipes have it; the most common of all first. */
function listCommonValues(pipes: readonly NewPipe[]): readonly (readonly [FieldPath, YamlScalar])[] {
  const byField = groupBy(
    pipes.flatMap(({ values }) => [...values]),
    ([field]) => field,
  );
  return [...byField.values()]
    .flatMap((entries) => {
      const [most = []] = [...groupBy(entries, ([, value]) => value).values()].sort((a, b) => b.length - a.length);
      return most.length < MIN_SHARED ? [] : [most];
    })
    .sort((a, b) => b.length - a.length)
    .flatMap(([entry]) => (entry === undefined ? [] : [entry]));
}

function draftPreset(pipes: readonly NewPipe[], common: FieldValues): Draft {
  const users = pipes.filter(
    (pipe) => [...common.keys()].every((field) => pipe.values.has(field)) && countEqual(pipe, common) >= MIN_SHARED,
  );
  const isShared = ([field, value]: readonly [FieldPath, YamlScalar]) =>
    users.filter(({ values }) => values.get(field) === value).length >= MIN_SHARED;
  const values = new Map([...common].filter(isShared));
  return { values, users, savedLines: users.reduce((sum, pipe) => sum + countEqual(pipe, values), 0) - values.size };
}

function countEqual({ values }: NewPipe, common: FieldValues): number {
  return [...values].filter(([field, value]) => common.get(field) === value).length;
}
