import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FIELDS } from '../../src/model/fields.ts';

const SCHEMA = fileURLToPath(new URL('../../schema/config.schema.json', import.meta.url));

/** What an editor is told of a range, apart from its form: the edges that it may not pass. */
interface RangeSchema {
  readonly allOf: readonly [{ $ref: string }, { then: { properties: Readonly<Record<string, Edge>> } }];
}
interface Edge {
  readonly type: readonly string[];
  readonly minimum: number;
  readonly maximum: number;
}

test('an editor knows a range for every field that is a number, no wider than the contract’s', async () => {
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
