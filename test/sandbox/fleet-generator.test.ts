import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUuid } from '../../src/model/pipe-address.ts';
import { kindOf } from '../../src/sandbox/fleet/pipe.ts';
import { createQuickstartFleet, type FleetState, generateFleet } from '../../src/sandbox/index.ts';
import { findProblem, findScalingProblem, SETTING_RULES } from '../../src/sandbox/pipes-api/field-rules.ts';
import { checkProperty } from '../effort.ts';
import { HIDDEN_RANGES } from '../odd-service/oddities.ts';

const sizes = fc.integer({ min: 1, max: 300 });
const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

function findFaults({ organization, services, pipes }: FleetState): readonly unknown[] {
  const ids = [organization, ...Object.values(services), ...pipes.map(({ id }) => id)];
  return [
    ...ids.filter((id) => !isUuid(id)),
    ...pipes.filter(({ serviceId }) => !Object.values(services).includes(serviceId)),
    ...pipes.flatMap((pipe) => {
      const kind = kindOf(pipe);
      if (kind === undefined) return ['no kind'];
      if (kind === 'postgres') return Object.keys({ ...pipe.settings, ...pipe.scaling });
      return [
        ...Object.entries(pipe.settings).map(([key, value]) => {
          const rule = SETTING_RULES[key];
          if (!rule?.kinds.includes(kind)) return `${key} on ${kind}`;
          const range = HIDDEN_RANGES[key];
          return findProblem(key, value, range === undefined ? rule : { ...rule, range });
        }),
        ...Object.entries(pipe.scaling).map(([key, value]) => findScalingProblem(kind, key, value)),
      ].filter((problem) => problem !== undefined);
    }),
  ];
}

describe('a generated fleet', () => {
  test('depends on its size and seed alone, with unique ids and names, and values that are valid for the kind of pipe', () => {
    checkProperty(
      fc.property(sizes, seeds, (size, seed) => {
        const fleet = generateFleet(size, seed);
        expect(generateFleet(size, seed)).toEqual(fleet);
        expect(generateFleet(size, (seed + 1) % 2 ** 32)).not.toEqual(fleet);
        expect(fleet.pipes).toHaveLength(size);
        expect(new Set(fleet.pipes.map(({ id }) => id)).size).toBe(size);
        expect(new Set(fleet.pipes.map(({ name }) => name)).size).toBe(size);
        expect(findFaults(fleet)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  test('has all four kinds with every field of their sources, including secrets', () => {
    const { pipes } = generateFleet(8, 1);
    const fields = Object.fromEntries(
      pipes.flatMap(({ source }) =>
        Object.entries(source).map(([kind, value]) => [kind, Object.keys(value as object)]),
      ),
    );
    expect(Object.keys(fields).sort()).toEqual(['kafka', 'kinesis', 'objectStorage', 'postgres']);
    expect(fields.kafka).toEqual(expect.arrayContaining(['schemaRegistry', 'caCertificate', 'offset']));
    expect(fields.objectStorage).toHaveLength(9);
    expect(fields.objectStorage).toContain('connectionString');
    expect(fields.kinesis).toHaveLength(5);
    expect(fields.postgres).toEqual(['host', 'port', 'database', 'settings', 'tableMappings']);
  });
});

test('the quickstart fleet has only valid values', () => {
  expect(findFaults(createQuickstartFleet())).toEqual([]);
});
