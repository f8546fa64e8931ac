import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/model/json/json.ts';
import { kindOf } from '../../src/sandbox/fleet/pipe.ts';
import { generateFleet } from '../../src/sandbox/index.ts';
import { createWireNames, type KeyRule, SCALING_RULES, SETTING_RULES } from '../../src/sandbox/pipes-api/contract.ts';
import { updateScaling, updateSettings } from '../../src/sandbox/pipes-api/updates.ts';
import { createPipeView } from '../../src/sandbox/pipes-api/view.ts';
import { DEFAULT_SWITCHES, type Switches } from '../../src/sandbox/switches.ts';

const PIPES = generateFleet(40, 2).pipes.filter((pipe) => kindOf(pipe) !== 'postgres');
const pipes = fc.constantFrom(...PIPES);

function acceptable({ type, range: [min, max] = [0, 1] }: KeyRule): fc.Arbitrary<JsonValue> {
  if (type === 'boolean') return fc.boolean();
  return type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
}

function bodies(rules: Readonly<Record<string, KeyRule>>): fc.Arbitrary<JsonObject> {
  const values = Object.entries(rules).map(([key, rule]) => [key, fc.option(acceptable(rule))] as const);
  const record: fc.Arbitrary<Partial<Record<string, JsonValue>>> = fc.record(Object.fromEntries(values), {
    requiredKeys: [],
  });
  return record as fc.Arbitrary<JsonObject>;
}

const switches: fc.Arbitrary<Switches> = fc
  .record({
    put: fc.constantFrom('merge', 'replace'),
    null: fc.constantFrom('reset', 'ignore'),
    unset: fc.constantFrom('null', 'absent', 'default'),
    scaling: fc.constantFrom('sync', 'async'),
    quantities: fc.constantFrom('number', 'kubernetes'),
  })
  .map((chosen) => ({ ...DEFAULT_SWITCHES, ...chosen }));

describe('with any switches', () => {
  test('a settings update sets the given keys, and handles missing ones as --put defines', () => {
    fc.assert(
      fc.property(pipes, bodies(SETTING_RULES), switches, (pipe, body, chosen) => {
        const { settings, ...rest } = updateSettings(pipe, body, chosen, createWireNames(chosen), 0);
        for (const key of Object.keys(SETTING_RULES)) {
          const asked = body[key];
          const left = chosen.put === 'merge' ? pipe.settings[key] : undefined;
          const nulled = chosen.null === 'reset' ? undefined : left;
          expect(settings[key]).toBe(asked === undefined ? left : asked === null ? nulled : asked);
        }
        expect({ ...rest, updatedAt: '' }).toEqual({ ...pipe, settings: undefined, updatedAt: '' });
        expect(rest.updatedAt > pipe.updatedAt).toBe(true);
      }),
    );
  });

  test('a scaling update settles when its time has passed, and shows nothing new before', () => {
    const scaled = fc.record({ pipe: pipes, body: bodies(SCALING_RULES), switches });
    fc.assert(
      fc.property(scaled, ({ pipe, body, switches: chosen }) => {
        const rules = Object.entries(SCALING_RULES).filter(([, rule]) =>
          rule.kinds.some((kind) => kind === kindOf(pipe)),
        );
        const applicable = Object.fromEntries(
          rules.flatMap(([key]) => (key in body ? [[key, body[key] ?? null]] : [])),
        );
        const { renderPipe } = createPipeView(chosen, createWireNames(chosen));
        const read = (at: typeof pipe, now: number) => JSON.parse(renderPipe(at, now));
        const updated = updateScaling(pipe, applicable, chosen, 0);
        const { settling, ...settled } = updated;
        expect(read(updated, DEFAULT_SWITCHES.settleMs)).toEqual(read(settled, 0));
        if (chosen.scaling === 'sync') return;
        expect(read(updated, DEFAULT_SWITCHES.settleMs - 1)).toEqual({
          ...read(pipe, 0),
          state: 'Modifying',
          updatedAt: updated.updatedAt,
        });
      }),
    );
  });
});
