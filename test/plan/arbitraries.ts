import fc from 'fast-check';
import type { FailureKind } from '../../src/model/failure-kinds.ts';
import {
  CONTRACT,
  FIELDS,
  type FieldSpec,
  SCALING_KEYS,
  SOURCE_KINDS,
  type SourceKind,
} from '../../src/model/field/field.ts';
import type { DesiredPipe } from '../../src/model/fleet.ts';
import type { JsonValue } from '../../src/model/json/json.ts';
import type { LivePipe } from '../../src/model/live-pipe.ts';
import { desiredPipe, failure, LONG_AGO, livePipe, type Pair, pair } from './samples.ts';

/** Few values a key, so that desired and live are often equal. */
function fieldValue(spec: FieldSpec): fc.Arbitrary<number | boolean> {
  if (spec.type === 'boolean') return fc.boolean();
  const low = spec.minimum ?? 0;
  const high = spec.maximum ?? 1;
  return fc.constantFrom(low, Math.min(low + 1, high), high);
}

/** Any subset of the keys, each with a value. */
function someOf<T>(keys: readonly (readonly [string, fc.Arbitrary<T>])[]): fc.Arbitrary<Record<string, T>> {
  return fc.record(Object.fromEntries(keys), { requiredKeys: [] }) as fc.Arbitrary<Record<string, T>>;
}

const unknownSettings = fc.dictionary(
  fc.constantFrom('future_switch', 'kafka_batch', 'zeta', 'constructor', '__proto__'),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
  { maxKeys: 3 },
);

function fieldsOf(kind: SourceKind, section: FieldSpec['section']): readonly FieldSpec[] {
  return FIELDS.filter((spec) => spec.section === section && spec.kinds.includes(kind));
}

function desiredOf(name: string, kind: SourceKind) {
  const settings = fieldsOf(kind, 'settings').map(
    (spec) => [spec.key, fc.option(fieldValue(spec), { freq: 4 })] as const,
  );
  const scaling = fieldsOf(kind, 'scaling').map((spec) => {
    const value = fieldValue(spec) as fc.Arbitrary<number>;
    const band = fc.tuple(value, value).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
    return [spec.key, fc.oneof({ weight: 4, arbitrary: value }, { weight: 2, arbitrary: band })] as const;
  });
  return fc
    .record({
      settings: someOf(settings),
      scaling: someOf(scaling),
      protect: fc.constantFrom(false, false, false, true),
    })
    .map((wanted) => desiredPipe({ name, ...wanted }));
}

function liveOf(name: string, kind: SourceKind, states: readonly string[]): fc.Arbitrary<LivePipe> {
  const known = FIELDS.filter(({ section }) => section === 'settings').map(
    (spec) => [spec.key, fc.option(fieldValue(spec), { freq: 4 })] as const,
  );
  const scaling = SCALING_KEYS.map((key) => {
    const spec = CONTRACT.find(`scaling.${key}`);
    const applies = spec?.kinds.includes(kind) === true;
    return [key, spec !== undefined && applies ? fc.option(fieldValue(spec), { freq: 6 }) : fc.constant(null)] as const;
  });
  return fc
    .record({
      settings: fc.tuple(someOf(known), unknownSettings).map(([a, b]) => ({ ...a, ...b })),
      scaling: someOf(scaling as unknown as readonly (readonly [string, fc.Arbitrary<number | null>])[]),
      state: fc.constantFrom(...states),
    })
    .map((shown) => livePipe({ name, source: kind, updatedAt: LONG_AGO, ...shown }));
}

/** A desired and a live pipe of any kind, with fields of that kind. */
export function pairs(
  name: string,
  states: readonly string[] = ['Running', 'Stopped', 'Odd'],
): fc.Arbitrary<Pair & { live: LivePipe }> {
  return fc
    .constantFrom(...SOURCE_KINDS)
    .chain((kind) => fc.tuple(desiredOf(name, kind), liveOf(name, kind, states)))
    .map(([desired, live]) => ({ ...pair(desired, live), live }));
}

/** The desired pipe, the desired pipe of the base, and the live pipe. */
export interface Triple extends Pair {
  readonly base: DesiredPipe;
  readonly live: LivePipe;
}

/** Of any kind, without protection. */
export function triples(name: string): fc.Arbitrary<Triple> {
  return fc
    .constantFrom(...SOURCE_KINDS)
    .chain((kind) => fc.tuple(desiredOf(name, kind), desiredOf(name, kind), liveOf(name, kind, ['Running', 'Odd'])))
    .map(([desired, base, live]) => ({
      ...pair({ ...desired, protect: false }, live),
      base: { ...base, protect: false },
      live,
    }));
}

/** One to `most` pipes with unique names, some of them unreadable. */
export function fleets(most: number): fc.Arbitrary<readonly Pair[]> {
  const names = Array.from({ length: most }, (_, index) => `pipe-${index}`);
  const unread = fc.constantFrom<FailureKind>('server', 'service-idle', 'not-found');
  const one = (name: string): fc.Arbitrary<Pair> =>
    fc.oneof(
      { weight: 8, arbitrary: pairs(name) },
      {
        weight: 1,
        arbitrary: fc.tuple(pairs(name), unread).map(([{ desired }, kind]) => pair(desired, failure(kind))),
      },
    );
  return fc.subarray(names, { minLength: 1 }).chain((chosen) => fc.tuple(...chosen.map(one)));
}

/** The same object with another key order at every depth. */
export function turned<T extends JsonValue>(value: T): T {
  if (Array.isArray(value)) return value.map(turned) as unknown as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, turned(inner as JsonValue)] as const);
  return Object.fromEntries(entries.reverse()) as T;
}
