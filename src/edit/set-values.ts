import { parseQuantity } from '../config/fleet/quantity.ts';
import type { ConfigNode } from '../config/yaml/node.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import {
  type FieldPath,
  type FieldSpec,
  fieldsOf,
  keyOf,
  SCALING_KEYS,
  scalingKeyOf,
  sectionOf,
} from '../model/field/field.ts';
import { humanForm } from '../model/field/units.ts';
import { type DesiredPipe, type Fleet, isBand, type ScheduledSize } from '../model/fleet.ts';
import type { FileEdit } from '../model/location.ts';
import { WEEKDAYS } from '../model/weekly-window.ts';
import {
  type EditableConfiguration,
  editFiles,
  type FileOperation,
  findEditMistake,
  type RefusedOperation,
} from './edit-files.ts';
import type { EditReason, YamlValue } from './edit-yaml.ts';
import { findHolder, type Layout, nodeAt } from './layout.ts';
import type { YamlItem, YamlScalar } from './yaml-text.ts';

type FieldValue = number | boolean | null;

/** Values of one pipe that are written together, or not at all. */
export interface PipeValues {
  readonly pipe: DesiredPipe;
  /** null is unset. A number outside of a declared band widens the band. */
  readonly values: ReadonlyMap<FieldPath, FieldValue>;
  /** Takes the place of the declared schedule; omitted to keep that. */
  readonly schedule?: readonly ScheduledSize[];
}

interface ValueEdits {
  /** The edits are not written yet. */
  readonly edits: readonly FileEdit[];
  readonly set: readonly PipeValues[];
  /** Values that the file cannot be edited for, and their first obstacle. */
  readonly refused: ReadonlyMap<PipeValues, RefusedOperation>;
  /** Why the edits must not be written, or null. */
  readonly mistake: Diagnostic | null;
}

/** Why the file is not edited, after a colon. */
export const EDIT_OBSTACLES: Readonly<Record<EditReason, string>> = {
  alias: 'an alias is in its place',
  anchor: 'it has an anchor, which aliases may refer to',
  'merge-key': 'it comes from a merge key',
  variable: 'it comes from a variable',
  tag: 'it has a tag',
  comments: 'its comments would be lost',
  'not-a-map': 'a value that is not a map is in its place',
  syntax: 'the file cannot be edited',
  'read-back': 'the file cannot be edited safely',
};

/**
 * Sets values in the entries of pipes, in the edited layer: presets and the root document apply to other pipes too. The edited
 * configuration is loaded again, and must be the fleet with exactly these values.
 */
export async function setValues(
  wanted: readonly PipeValues[],
  fleet: Fleet,
  configuration: EditableConfiguration,
): Promise<ValueEdits> {
  const { layout } = configuration;
  const operations = new Map(wanted.map((one) => [one, placeValues(one, fleet, layout)]));
  const refused = new Map<PipeValues, RefusedOperation>();
  // A file with an obstacle is not edited at all, so the values without one are tried again.
  for (;;) {
    const set = wanted.filter((one) => !refused.has(one));
    const edited = editFiles(
      layout.files,
      set.flatMap((one) => operations.get(one) ?? []),
    );
    const { edits } = edited;
    if (edited.refused.length === 0) {
      const mistake = set.length === 0 ? null : await findEditMistake(configuration, edits, withValues(fleet, set));
      return { edits, set, refused, mistake };
    }
    const obstacles = new Map(edited.refused.map((one) => [one.operation, one]));
    for (const one of set) {
      const [obstacle] = (operations.get(one) ?? []).flatMap((operation) => obstacles.get(operation) ?? []);
      if (obstacle !== undefined) refused.set(one, obstacle);
    }
  }
}

function placeValues({ pipe, values, schedule }: PipeValues, fleet: Fleet, layout: Layout): readonly FileOperation[] {
  const fields = fieldsOf(fleet.api);
  const operations = [...values].map(([path, value]): FileOperation => {
    const { written, ...place } = placeInEntry(pipe.name, [sectionOf(path), keyOf(path)], layout);
    return { ...place, value: chooseForm(value, path, pipe, written, fields.find(path)) };
  });
  if (schedule === undefined) return operations;
  const { file, path } = placeInEntry(pipe.name, ['scaling', 'schedule'], layout);
  return [...operations, { file, path, value: schedule.map(writeWindow) }];
}

/** Whether the entry of a pipe has a value, rather than a preset or another layer. */
export function isInEntry(pipe: string, path: FieldPath, layout: Layout): boolean {
  return placeInEntry(pipe, [sectionOf(path), keyOf(path)], layout).written !== undefined;
}

/** Where a value of a pipe is written: the file, the path, and the node that is there. */
function placeInEntry(pipe: string, keys: readonly string[], layout: Layout) {
  const { documents, layer } = layout;
  const pipes = [...layer, 'pipes'];
  const entry = [...pipes, pipe];
  const holders = [entry, pipes, layer].map((path) => findHolder(layout, path));
  const file = holders.find((holder) => holder !== null) ?? documents[0]?.source.path ?? '';
  const path = [...entry, ...keys];
  const document = documents.find(({ source }) => source.path === file);
  return { file, path, written: document === undefined ? undefined : nodeAt(document, path) };
}

/** A number replaces a number. Of a band, only the end that moves is written. */
function chooseForm(
  value: FieldValue,
  path: FieldPath,
  pipe: DesiredPipe,
  written: ConfigNode | undefined,
  spec: FieldSpec | undefined,
): YamlValue {
  const band = findBand(pipe, path);
  if (band === null || typeof value !== 'number') {
    const isNumber = written?.kind === 'scalar' && typeof written.value === 'number';
    return isNumber ? value : humanValue(spec, value);
  }
  const moved: YamlValue = value < band.min ? { min: value } : { max: value };
  return written?.kind === 'band' ? moved : { min: band.min, max: band.max, ...moved };
}

function findBand({ scaling }: DesiredPipe, path: FieldPath) {
  const key = scalingKeyOf(path);
  const declared = key === null ? null : (scaling[key]?.value ?? null);
  return isBand(declared) ? declared : null;
}

/** Durations from one second on are written in units only if they are multiples of this. */
const FINEST_MS = 100;

/** The value as a person writes it: a duration or a size with its unit, when that is exact and readable. */
export function humanValue(spec: FieldSpec | undefined, value: FieldValue): YamlScalar {
  if (spec === undefined || typeof value !== 'number') return value;
  const text = humanForm(spec, value);
  if (text === null) return value;
  if (spec.unit === 'milliseconds' && value >= 1000 && value % FINEST_MS !== 0) return value;
  const read = parseQuantity(spec.unit, text);
  return read?.ok === true && read.value === value ? text : value;
}

function writeWindow({ dates, days, hours, timezone, scaling }: ScheduledSize): YamlItem {
  const window: Record<string, YamlItem> = { ...dates };
  if (days.length < WEEKDAYS.length) window.days = days.map((day) => WEEKDAYS[day - 1] ?? '');
  if (hours !== null) window.hours = `${hours.from}-${hours.until}`;
  window.timezone = timezone;
  for (const key of SCALING_KEYS) {
    const value = scaling[key]?.value ?? null;
    if (value !== null) window[key] = isBand(value) ? { min: value.min, max: value.max } : value;
  }
  return window;
}

/** The fleet that the edited configuration declares. */
function withValues(fleet: Fleet, set: readonly PipeValues[]): Fleet {
  const pipes = new Map(fleet.pipes.map((pipe) => [pipe.name, pipe]));
  for (const { pipe, values, schedule } of set) {
    const edited = setFields(pipes.get(pipe.name) ?? pipe, values);
    pipes.set(pipe.name, schedule === undefined ? edited : { ...edited, schedule });
  }
  return { ...fleet, pipes: [...pipes.values()] };
}

function setFields(pipe: DesiredPipe, values: PipeValues['values']): DesiredPipe {
  const { location } = pipe;
  const settings = { ...pipe.settings };
  const scaling = { ...pipe.scaling };
  for (const [path, value] of values) {
    const key = scalingKeyOf(path);
    const band = findBand(pipe, path);
    if (key === null) settings[keyOf(path)] = { value, location };
    else if (typeof value === 'boolean') continue;
    else if (band === null || value === null) scaling[key] = { value, location };
    else scaling[key] = { value: { min: Math.min(band.min, value), max: Math.max(band.max, value) }, location };
  }
  return { ...pipe, settings, scaling };
}
