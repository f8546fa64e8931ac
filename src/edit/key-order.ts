import { fieldPath } from '../model/field.ts';
import { FIELDS } from '../model/fields.ts';

/** The canonical order of the keys below one place of the configuration. */
export interface Shape {
  /** The keys of a map that the configuration names, in order. Keys that it does not name come after them, as they stand. */
  readonly keys?: ReadonlyMap<string, Shape>;
  /** What stands under every key of a map whose names people choose; their order is theirs. */
  readonly each?: Shape;
  /** What stands in every item of a list. */
  readonly items?: Shape;
}

/** A place below which nothing is put in order. */
export const AS_WRITTEN: Shape = {};

type Keys = Readonly<Record<string, Shape>>;

const SETTINGS = keys(...fieldKeys('settings'));
const TARGET = keys('check', 'value', 'tolerance', 'stabilizationWindow');
const BAND: Shape = { keys: new Map(Object.entries({ min: AS_WRITTEN, max: AS_WRITTEN, target: TARGET })) };
const SCALING: Shape = { keys: new Map(fieldKeys('scaling').map((key) => [key, BAND] as const)) };
const PIPE = shape({
  service: AS_WRITTEN,
  id: AS_WRITTEN,
  name: AS_WRITTEN,
  preset: AS_WRITTEN,
  source: AS_WRITTEN,
  settings: SETTINGS,
  scaling: SCALING,
  ignore: AS_WRITTEN,
  protect: AS_WRITTEN,
  acknowledge: { items: keys('path', 'reason', 'until') },
  checks: AS_WRITTEN,
});
const CHECK = shape({
  series: keys('sourceId', 'aggFn', 'where', 'groupBy'),
  window: AS_WRITTEN,
  granularity: AS_WRITTEN,
  reduce: AS_WRITTEN,
  pass: AS_WRITTEN,
  unit: AS_WRITTEN,
  alert: AS_WRITTEN,
  state: AS_WRITTEN,
  definition: keys('threshold', 'thresholdType', 'interval'),
});
const API = shape({
  url: AS_WRITTEN,
  organization: AS_WRITTEN,
  naming: keys('resource', 'settingPrefix'),
  rateLimit: keys('requests', 'per'),
  parallelism: AS_WRITTEN,
});
const CONNECTION: Keys = {
  version: AS_WRITTEN,
  api: API,
  observability: keys('url'),
  services: AS_WRITTEN,
};
const FLEET: Keys = {
  presets: { each: PIPE },
  pipes: { each: PIPE },
  policy: shape({
    maxChangedPipes: AS_WRITTEN,
    minPipes: AS_WRITTEN,
    maxReplicaFactor: AS_WRITTEN,
    ranges: { keys: new Map(FIELDS.map(({ section, key }) => [fieldPath(section, key), keys('min', 'max')] as const)) },
  }),
  checks: { each: CHECK },
  rollout: keys(
    'waves',
    'before',
    'after',
    'bake',
    'interval',
    'count',
    'failureLimit',
    'inconclusiveLimit',
    'consecutiveErrorLimit',
    'onFailure',
  ),
};

/** The canonical order of a configuration file: that of `schema/config.schema.json`, and of the field table in it. */
export const DOCUMENT: Shape = shape({
  ...CONNECTION,
  include: AS_WRITTEN,
  ...FLEET,
  environments: { each: shape({ ...CONNECTION, ...FLEET }) },
});

/** The shape of what stands under a key. */
export function shapeUnder({ keys: known, each }: Shape, key: string): Shape {
  return known?.get(key) ?? each ?? AS_WRITTEN;
}

/** The indices of keys in canonical order. Merge keys come first, keys that are not known last; null is no key at all. */
export function sortKeys({ keys: known }: Shape, names: readonly (string | null)[]): readonly number[] {
  const indices = names.map((_, index) => index);
  if (known === undefined) return indices;
  const ranks = new Map([...known.keys()].map((key, rank) => [key, rank] as const));
  const rankOf = (index: number): number => {
    const name = names[index] ?? null;
    if (name === null) return known.size;
    return name === '<<' ? -1 : (ranks.get(name) ?? known.size);
  };
  return indices.sort((a, b) => rankOf(a) - rankOf(b));
}

function shape(known: Keys): Shape {
  return { keys: new Map(Object.entries(known)) };
}

function keys(...names: readonly string[]): Shape {
  return { keys: new Map(names.map((name) => [name, AS_WRITTEN] as const)) };
}

function fieldKeys(section: 'settings' | 'scaling'): readonly string[] {
  return FIELDS.filter((field) => field.section === section).map(({ key }) => key);
}

/** Where each key of the map at a path belongs among the others; a name that people choose has no place. */
type KeyOrder = ReadonlyMap<string, number>;

/** The canonical order of the keys of the map at a path. */
export function keyOrder(path: readonly string[]): KeyOrder {
  const { keys } = path.reduce(shapeUnder, DOCUMENT);
  return new Map([...(keys?.keys() ?? [])].map((key, rank) => [key, rank] as const));
}

/** The last for a key that has no place. */
export function rankOf(key: string, order: KeyOrder): number {
  return order.get(key) ?? Number.MAX_SAFE_INTEGER;
}
