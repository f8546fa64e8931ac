import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/model/json/json.ts';
import { kindOf, type Pipe } from '../../src/sandbox/fleet/pipe.ts';
import { generateFleet } from '../../src/sandbox/index.ts';
import {
  createWireNames,
  type KeyRule,
  SCALING_RULES,
  SETTING_RULES,
} from '../../src/sandbox/pipes-api/field-rules.ts';
import { updateScaling, updateSettings } from '../../src/sandbox/pipes-api/updates.ts';
import { createPipeView } from '../../src/sandbox/pipes-api/view.ts';
import { DEFAULT_SWITCHES } from '../../src/sandbox/switches.ts';
import { checkProperty, countCases } from '../effort.ts';

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

const NAMES = createWireNames(DEFAULT_SWITCHES);
const SETTLE_MS = 300;

describe('any update', () => {
  test('of settings sets the given keys, and keeps the others', () => {
    checkProperty(
      fc.property(pipes, bodies(SETTING_RULES), (pipe, body) => {
        const { settings, ...rest } = updateSettings(pipe, body, NAMES);
        for (const key of Object.keys(SETTING_RULES)) {
          const asked = body[key];
          expect(settings[key]).toBe(asked === undefined ? pipe.settings[key] : (asked ?? undefined));
        }
        expect(rest).toEqual({ ...pipe, settings: undefined });
      }),
    );
  });

  test('of scaling settles when its time has passed, and shows nothing new before', () => {
    const { renderPipe } = createPipeView(NAMES);
    const read = (at: Pipe, now: number) => JSON.parse(renderPipe(at, now));
    const settling = countCases();
    checkProperty(
      fc.property(pipes, bodies(SCALING_RULES), fc.constantFrom(0, SETTLE_MS), (pipe, body, settleMs) => {
        const rules = Object.entries(SCALING_RULES).filter(([, rule]) =>
          rule.kinds.some((kind) => kind === kindOf(pipe)),
        );
        const applicable = Object.fromEntries(
          rules.flatMap(([key]) => (key in body ? [[key, body[key] ?? null]] : [])),
        );
        const updated = updateScaling(pipe, applicable, settleMs, 0);
        const { settling: _, ...settled } = updated;
        expect(read(updated, settleMs)).toEqual(read(settled, 0));
        if (settleMs === 0) return;
        settling.add();
        expect(read(updated, settleMs - 1)).toEqual({
          ...read(pipe, 0),
          state: 'Modifying',
          updatedAt: updated.updatedAt,
        });
      }),
    );
    settling.expectSome();
  });
});
