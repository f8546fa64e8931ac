import { beforeAll, describe, expect, test } from 'vitest';
import { type Export, readSurface } from './public-surface.ts';

let surface: Awaited<ReturnType<typeof readSurface>>;
beforeAll(async () => {
  surface = await readSurface();
});

const withFault = (isFault: (one: Export) => boolean) => surface.exports.filter(isFault).map(({ name }) => name);

describe('the public surface', () => {
  test('compiles alone in strict mode', () => {
    expect(surface.problems).toEqual([]);
  });

  test('has a docstring on each export', () => {
    expect(surface.exports.length).toBeGreaterThan(100);
    expect(withFault(({ text }) => text.trim().length < 10)).toEqual([]);
  });

  test('has an example and the thrown errors on the main functions', () => {
    for (const name of ['loadFleet', 'plan', 'apply', 'drift']) {
      const tags = surface.exports.find((one) => one.name === name)?.tags;
      expect([name, tags]).toEqual([name, expect.arrayContaining(['example'])]);
      if (name !== 'loadFleet') expect([name, tags]).toEqual([name, expect.arrayContaining(['throws'])]);
    }
  });

  test('exports every type that it refers to', () => {
    expect(
      Object.fromEntries(
        surface.exports.filter(({ unnamed }) => unnamed.length > 0).map(({ name, unnamed }) => [name, unnamed]),
      ),
    ).toEqual({});
  });

  test('exports only these values', async () => {
    const library: object = await import(new URL('../../dist/index.js', import.meta.url).href);
    expect(Object.keys(library).sort()).toEqual([
      'ListenerError',
      'NO_ALLOWANCES',
      'NO_GUARDS',
      'WHOLE_FLEET',
      'apply',
      'applyPlan',
      'createBaseState',
      'drift',
      'findDrift',
      'hasWork',
      'loadFleet',
      'mergeReports',
      'plan',
      'planFleet',
      'readReport',
      'renderDiagnostics',
      'renderReport',
      'reviewPlan',
      'seal',
      'stateOf',
    ]);
  });
});
