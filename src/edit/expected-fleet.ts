import { type FieldPath, isScalingKey } from '../model/field.ts';
import { type DesiredPipe, type Fleet, isBand } from '../model/fleet.ts';
import { canonicalJson, isJsonObject, type JsonValue } from '../model/json.ts';
import type { LiveValue } from './live-value.ts';

/** What must be desired once live values are taken over: all else as it was. */
export function takeOver(fleet: Fleet, values: readonly LiveValue[]): Fleet {
  const pipes = new Map(fleet.pipes.map((pipe) => [pipe.name, pipe]));
  for (const value of values) {
    const pipe = pipes.get(value.pipe);
    if (pipe !== undefined) pipes.set(value.pipe, takeOne(pipe, value));
  }
  return { ...fleet, pipes: [...pipes.values()] };
}

function takeOne(pipe: DesiredPipe, { path, live }: LiveValue): DesiredPipe {
  const key = keyOf(path);
  if (path.startsWith('settings.')) {
    const { location } = pipe.settings[key] ?? pipe;
    return { ...pipe, settings: { ...pipe.settings, [key]: { value: live, location } } };
  }
  if (!isScalingKey(key) || typeof live === 'boolean') return pipe;
  const { [key]: was, ...others } = pipe.scaling;
  const { location } = was ?? pipe;
  if (was === undefined || !isBand(was.value) || live === null) {
    return { ...pipe, scaling: { ...others, [key]: { value: live, location } } };
  }
  const value = { min: Math.min(was.value.min, live), max: Math.max(was.value.max, live) };
  return { ...pipe, scaling: { ...others, [key]: { ...was, value } } };
}

function keyOf(path: FieldPath): string {
  return path.slice(path.indexOf('.') + 1);
}

/** Whether two fleets ask for the same, wherever in the files it stands. */
export function isSameFleet(a: Fleet, b: Fleet): boolean {
  return describeFleet(a) === describeFleet(b);
}

function describeFleet(fleet: Fleet): string {
  const text = JSON.stringify(fleet, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
  return canonicalJson(withoutPlaces(JSON.parse(text) as JsonValue));
}

function withoutPlaces(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (!isJsonObject(value)) return value;
  const isPlace = 'file' in value && 'line' in value && 'endColumn' in value;
  if (isPlace) return null;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutPlaces(part)]));
}
