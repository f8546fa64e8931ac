import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FIELDS } from '../../src/model/field/field.ts';

const SCHEMA = fileURLToPath(new URL('../../schema/config.schema.json', import.meta.url));

/** The limits of a range in the schema. */
interface RangeSchema {
  readonly allOf: readonly [{ $ref: string }, { then: { properties: Readonly<Record<string, Edge>> } }];
}
interface Edge {
  readonly type: readonly string[];
  readonly minimum: number;
  readonly maximum: number;
}

test('the schema has a range for every number, within the range of the contract', async () => {
  const { definitions } = JSON.parse(await readFile(SCHEMA, 'utf8'));
  const ranges: Readonly<Record<string, RangeSchema>> = definitions.ranges.properties;
  const numbers = FIELDS.filter(({ type }) => type !== 'boolean');
  expect(Object.keys(ranges)).toEqual(numbers.map(({ section, key }) => `${section}.${key}`));
  for (const { section, key, type, minimum, maximum, unit } of numbers) {
    const [form, condition] = ranges[`${section}.${key}`]?.allOf ?? [];
    const edge = { type: [type, 'string'], minimum, maximum };
    expect([key, condition?.then.properties]).toEqual([key, { min: edge, max: edge }]);
    const { properties } = definitions[form?.$ref.split('/').at(-1) ?? ''];
    const units = unit === 'milliseconds' || unit === 'bytes' || unit === 'gigabytes' ? unit : 'count';
    expect([key, properties.min['x-unit'], properties.max['x-unit']]).toEqual([key, units, units]);
  }
});
