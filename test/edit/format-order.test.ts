import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DOCUMENT, type Shape, sortKeys } from '../../src/edit/key-order.ts';
import { FIELDS } from '../../src/model/fields.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly definitions?: Readonly<Record<string, Schema>>;
}

const SCHEMA = JSON.parse(readFileSync(new URL('../../schema/config.schema.json', import.meta.url), 'utf8')) as Schema;

/** The schema of a place with everything that it refers to. */
function partsOf(schema: Schema): readonly Schema[] {
  const referred =
    schema.$ref === undefined ? [] : [SCHEMA.definitions?.[schema.$ref.replace('#/definitions/', '')] ?? {}];
  const inner = [...referred, ...(schema.allOf ?? []), ...(schema.anyOf ?? [])];
  return [schema, ...inner.flatMap(partsOf)];
}

interface Place {
  /** `*` stands for a name that people choose, `[]` for an item of a list. */
  readonly path: readonly string[];
  readonly keys: readonly string[];
}

/** The places whose keys the schema names. */
function listPlaces(schema: Schema, path: readonly string[] = []): readonly Place[] {
  const parts = partsOf(schema);
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const each = parts.flatMap((part) => [
    ...(typeof part.additionalProperties === 'object' ? [part.additionalProperties] : []),
    ...Object.values(part.patternProperties ?? {}),
  ]);
  return [
    { path, keys: properties.map(([name]) => name) },
    ...properties.flatMap(([name, part]) => listPlaces(part, [...path, name])),
    ...each.flatMap((part) => listPlaces(part, [...path, '*'])),
    ...parts.flatMap((part) => (part.items === undefined ? [] : listPlaces(part.items, [...path, '[]']))),
  ];
}

function shapeAt(path: readonly string[]): Shape {
  return path.reduce<Shape>((shape, step) => {
    if (step === '[]') return shape.items ?? {};
    return shape.keys?.get(step) ?? shape.each ?? {};
  }, DOCUMENT);
}

describe('the canonical order', () => {
  test('names every key that the schema names, wherever it stands', () => {
    const places = listPlaces(SCHEMA);
    expect(places.flatMap(({ keys }) => keys).length).toBeGreaterThan(150);
    const missing = places.flatMap(({ path, keys }) => {
      const known = shapeAt(path).keys;
      return keys.filter((key) => known?.has(key) !== true).map((key) => [...path, key].join(' > '));
    });
    expect(missing).toEqual([]);
  });

  test('begins with how to connect, and ends with what is merged over it', () => {
    expect([...(DOCUMENT.keys?.keys() ?? [])]).toEqual([
      'version',
      'api',
      'observability',
      'services',
      'include',
      'presets',
      'pipes',
      'policy',
      'checks',
      'rollout',
      'environments',
    ]);
  });

  test('is that of the field table for settings', () => {
    const settings = FIELDS.filter(({ section }) => section === 'settings').map(({ key }) => key);
    expect([...(shapeAt(['pipes', 'orders', 'settings']).keys?.keys() ?? [])]).toEqual(settings);
  });

  test('puts merge keys first and unknown keys last, as they stand', () => {
    const shape = shapeAt(['pipes', 'orders']);
    expect(sortKeys(shape, ['z', 'id', 'a', '<<', 'service'])).toEqual([3, 4, 1, 0, 2]);
  });
});
