import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/model/json/json.ts';
import { checkProperty, countCases } from '../effort.ts';
import { pairs, turned } from './arbitraries.ts';
import { answered, liveSettings, NOW, pair, planOf, planOne, valuesOf } from './samples.ts';

const RUNS = { numRuns: 250 };

function withoutNulls(settings: Readonly<Record<string, JsonValue>>): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

describe('for any pipe', () => {
  it('a settings update has every live value and the desired ones, and null only where a value is unset', () => {
    const seen = countCases();
    checkProperty(
      fc.property(pairs('orders'), ({ desired, live }) => {
        const pipe = planOne({ ...desired, protect: false }, live);
        const body = pipe.requests.find(({ method }) => method === 'PUT')?.body;
        if (body === undefined) return;
        seen.add();
        const expected = new Map(Object.entries(withoutNulls(valuesOf(live))));
        for (const [key, { value }] of Object.entries(desired.settings)) {
          if (value !== null || expected.has(key)) expected.set(key, value);
        }
        expect(new Map(Object.entries(body))).toEqual(expected);
      }),
      RUNS,
    );
    seen.expectSome();
  });

  it('there is at most one PUT and one PATCH, never an empty one, and each only with a change of its section', () => {
    checkProperty(
      fc.property(pairs('orders', ['Running', 'Modifying', 'Degraded']), ({ desired, live }) => {
        const pipe = planOne(desired, live);
        const methods = pipe.requests.map(({ method }) => method);
        expect(new Set(methods).size).toBe(methods.length);
        for (const { body } of pipe.requests) expect(Object.keys(body)).not.toEqual([]);
        const changes = (section: string) => pipe.changes.some(({ path }) => path.startsWith(section));
        const may = pipe.status === 'update';
        expect(methods.includes('PUT')).toBe(may && changes('settings.'));
        expect(methods.includes('PATCH')).toBe(may && changes('scaling.'));
      }),
      RUNS,
    );
  });

  it('capacity grows before the settings change, and shrinks after them', () => {
    const [growing, shrinking] = [countCases(), countCases()];
    checkProperty(
      fc.property(pairs('orders'), ({ desired, live }) => {
        const { requests, changes } = planOne({ ...desired, protect: false }, live);
        const sizes = changes.filter(({ path }) => path.startsWith('scaling.'));
        if (requests.length < 2 || sizes.some(({ before, after }) => before === null || after === null)) return;
        const grows = sizes.map(({ before, after }) => Number(after) > Number(before));
        if (new Set(grows).size > 1) return;
        (grows[0] ? growing : shrinking).add();
        expect(requests[0]?.method).toBe(grows[0] ? 'PATCH' : 'PUT');
      }),
      RUNS,
    );
    growing.expectSome();
    shrinking.expectSome();
  });

  it('the requests hold the changes, and otherwise live values', () => {
    checkProperty(
      fc.property(pairs('orders'), ({ desired, live }) => {
        const pipe = planOne({ ...desired, protect: false }, live);
        const sent = new Map<string, JsonValue>();
        for (const { method, body } of pipe.requests) {
          for (const [key, value] of Object.entries(body))
            sent.set(`${method === 'PUT' ? 'settings' : 'scaling'}.${key}`, value);
        }
        for (const { path, after } of pipe.changes) {
          expect(sent.get(path)).toBe(after);
          sent.delete(path);
        }
        for (const [path, value] of sent) {
          const [section, key] = path.split(/\.(.*)/) as ['settings' | 'scaling', string];
          const shown: Readonly<Record<string, JsonValue>> = section === 'settings' ? valuesOf(live) : live.scaling;
          expect(value).toEqual(shown[key]);
        }
      }),
      RUNS,
    );
  });
});

describe('for any fleet', () => {
  const fleets = fc.tuple(pairs('a'), pairs('b'), pairs('c'));

  it('the plan is the same bytes for any order of reads and live keys', () => {
    checkProperty(
      fc.property(fleets, (fleet) => {
        const plan = JSON.stringify(planOf(fleet));
        expect(JSON.stringify(planOf(structuredClone(fleet)))).toBe(plan);
        const other = [...fleet].reverse().map(({ desired, live }) => {
          const settings = liveSettings(Object.fromEntries(Object.entries(valuesOf(live)).reverse()));
          return { desired, read: answered({ ...live, settings, scaling: turned(live.scaling) }) };
        });
        expect(JSON.stringify(planOf(other))).toBe(plan);
      }),
      { numRuns: 150 },
    );
  });

  it('the plan of a pipe is the same alone and in a fleet', () => {
    checkProperty(
      fc.property(fleets, (fleet) => {
        const alone = fleet.map(({ desired, live }) => planOne(desired, live));
        expect(planOf(fleet).pipes).toEqual(alone);
      }),
      { numRuns: 100 },
    );
  });

  it('the time of planning matters only while something is settling', () => {
    checkProperty(
      fc.property(pairs('a'), fc.integer({ min: 0, max: 10_000_000 }), ({ desired, live }, later) => {
        const plan = (now: Date) => planOf([pair(desired, live)], { now }).pipes;
        expect(plan(new Date(NOW.getTime() + later))).toEqual(plan(NOW));
      }),
      { numRuns: 100 },
    );
  });
});
