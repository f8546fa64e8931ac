import { parseQuantity } from '../config/fleet/quantity.ts';
import type { ConfigNode } from '../config/yaml/node.ts';
import {
  type FieldPath,
  type FieldSpec,
  type FieldTable,
  keyOf,
  scalingKeyOf,
  sectionOf,
} from '../model/field/field.ts';
import { humanForm } from '../model/field/units.ts';
import { type Band, type DesiredPipe, type Fleet, isBand } from '../model/fleet.ts';
import { equalJson, type JsonValue } from '../model/json/json.ts';
import type { YamlOperation, YamlValue } from './edit-yaml.ts';
import { findHolder, type Layout, nodeAt } from './layout.ts';
import type { YamlScalar } from './yaml-text.ts';

export interface LiveValue {
  readonly pipe: string;
  readonly path: FieldPath;
  /** null is unset, and is written as null. */
  readonly live: number | boolean | null;
  /** The declared value if it is a band. */
  readonly band: Band | null;
}

export interface FileOperation {
  /** The name has the form of `Location.file`. */
  readonly file: string;
  readonly operation: YamlOperation;
}

/** Always the entry of the pipe in the edited layer: presets and the root document apply to other pipes too. */
export function placeLiveValue(value: LiveValue, layout: Layout, fields: FieldTable): FileOperation {
  const keys = [sectionOf(value.path), keyOf(value.path)];
  const { file, path, written } = placeInPipe(value.pipe, keys, layout);
  return { file, operation: { path, value: decideValue(value, written, fields.find(value.path)) } };
}

/** Where a value of a pipe is written: the file, the path, and the node that is there. */
export function placeInPipe(pipe: string, keys: readonly string[], layout: Layout) {
  const { documents, layer } = layout;
  const pipes = [...layer, 'pipes'];
  const entry = [...pipes, pipe];
  const holders = [entry, pipes, layer].map((path) => findHolder(layout, path));
  const file = holders.find((holder) => holder !== null) ?? documents[0]?.source.path ?? '';
  const path = [...entry, ...keys];
  const document = documents.find(({ source }) => source.path === file);
  return { file, path, written: document === undefined ? undefined : nodeAt(document, path) };
}

function decideValue(
  { live, band }: LiveValue,
  written: ConfigNode | undefined,
  spec: FieldSpec | undefined,
): YamlValue {
  const isNumber = written?.kind === 'scalar' && typeof written.value === 'number';
  const write = (value: LiveValue['live']): YamlScalar => writeFieldValue(spec, value, isNumber ? 'number' : 'human');
  if (band === null || typeof live !== 'number') return write(live);
  const moved: YamlValue = live < band.min ? { min: live } : { max: live };
  if (written?.kind === 'band') return moved;
  return { min: band.min, max: band.max, ...moved };
}

type FieldForm = 'human' | 'number';

/** Durations from one second on are written in units only if they are multiples of this. */
const FINEST_MS = 100;

/** A live value as it is written; durations and sizes with units when that is exact and readable. */
export function writeFieldValue(
  spec: FieldSpec | undefined,
  value: number | boolean | null,
  form: FieldForm,
): YamlScalar {
  if (form === 'number' || spec === undefined || typeof value !== 'number') return value;
  const text = humanForm(spec, value);
  if (text === null) return value;
  if (spec.unit === 'milliseconds' && value >= 1000 && value % FINEST_MS !== 0) return value;
  const read = parseQuantity(spec.unit, text);
  return read?.ok === true && read.value === value ? text : value;
}

/** The fleet after the values are accepted, for comparison. */
export function acceptValues(fleet: Fleet, values: readonly LiveValue[]): Fleet {
  const pipes = new Map(fleet.pipes.map((pipe) => [pipe.name, pipe]));
  for (const value of values) {
    const pipe = pipes.get(value.pipe);
    if (pipe !== undefined) pipes.set(value.pipe, acceptValue(pipe, value));
  }
  return { ...fleet, pipes: [...pipes.values()] };
}

function acceptValue(pipe: DesiredPipe, { path, live }: LiveValue): DesiredPipe {
  const { location } = pipe;
  if (sectionOf(path) === 'settings') {
    return { ...pipe, settings: { ...pipe.settings, [keyOf(path)]: { value: live, location } } };
  }
  const key = scalingKeyOf(path);
  if (key === null || typeof live === 'boolean') return pipe;
  const was = pipe.scaling[key];
  const band = was !== undefined && isBand(was.value) ? was.value : null;
  const isWidened = band !== null && live !== null;
  const value = isWidened ? { min: Math.min(band.min, live), max: Math.max(band.max, live) } : live;
  return {
    ...pipe,
    scaling: { ...pipe.scaling, [key]: { value, location } },
  };
}

/** Whether two fleets desire the same, ignoring locations. */
export function isSameFleet(a: Fleet, b: Fleet): boolean {
  const withoutLocation = (key: string, value: unknown) => {
    if (key === 'location' || key === 'places') return null;
    return value instanceof Map ? [...value] : value;
  };
  const [one, other] = [a, b].map((fleet) => JSON.parse(JSON.stringify(fleet, withoutLocation)) as JsonValue);
  return equalJson(one, other);
}
