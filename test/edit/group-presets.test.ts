import { describe, expect, test } from 'vitest';
import { groupPresets } from '../../src/edit/group-presets.ts';
import type { NewPipe } from '../../src/edit/new-pipes.ts';

const FIELDS = {
  x: 'settings.x',
  y: 'settings.y',
  z: 'settings.z',
  X: 'scaling.x',
} as const;

type Values = Readonly<Partial<Record<keyof typeof FIELDS, number>>>;

function pipe(name: string, values: Values, rest: Partial<NewPipe> = {}): NewPipe {
  const own = Object.entries(FIELDS).flatMap(([key, one]) => {
    const value = values[key as keyof Values];
    return value === undefined ? [] : [[one, value] as const];
  });
  return { name, service: 's', id: name, liveName: name, source: 'kafka', values: new Map(own), preset: null, ...rest };
}

const show = (values: NewPipe['values']): object =>
  Object.fromEntries(Object.entries(FIELDS).flatMap(([key, one]) => (values.has(one) ? [[key, values.get(one)]] : [])));

const brief = (pipes: readonly NewPipe[], taken: readonly string[] = []) => {
  const { presets, pipes: moved } = groupPresets(pipes, new Set(taken));
  return {
    presets: presets.map(({ name, values }) => ({ name, ...show(values) })),
    pipes: moved.map(({ preset, values }) => ({ preset, ...show(values) })),
  };
};

describe('common values of pipes of a kind', () => {
  test('are moved to a preset; pipes keep their differences', () => {
    expect(brief([pipe('a', { x: 1, y: 2, z: 3 }), pipe('b', { x: 1, y: 2, z: 4 })])).toEqual({
      presets: [{ name: 'kafka-common', x: 1, y: 2 }],
      pipes: [
        { preset: 'kafka-common', z: 3 },
        { preset: 'kafka-common', z: 4 },
      ],
    });
  });

  test('are not given to a pipe that does not manage one of the fields, because it would then manage it', () => {
    const { pipes } = brief([pipe('a', { x: 1, y: 2 }), pipe('b', { x: 1, y: 2 }), pipe('c', { x: 1 })]);
    expect(pipes[2]).toEqual({ preset: null, x: 1 });
  });

  test('are overridden by a pipe with a different value', () => {
    const shared = { x: 1, y: 2, z: 3 };
    expect(brief([pipe('a', shared), pipe('b', shared), pipe('c', { ...shared, z: 9 })]).pipes[2]).toEqual({
      preset: 'kafka-common',
      z: 9,
    });
  });

  test.each([
    ['one value in common', [pipe('a', { x: 1, y: 2 }), pipe('b', { x: 1, y: 3 })]],
    ['one pipe', [pipe('a', { x: 1, y: 2 })]],
    ['two kinds', [pipe('a', { x: 1, y: 2 }), pipe('b', { x: 1, y: 2 }, { source: 'kinesis' })]],
    ['no kind', [pipe('a', { x: 1, y: 2 }, { source: null }), pipe('b', { x: 1, y: 2 }, { source: null })]],
  ])('give no preset for %s', (_, pipes) => {
    expect(brief(pipes)).toEqual({
      presets: [],
      pipes: pipes.map(({ values }) => ({ preset: null, ...show(values) })),
    });
  });

  test('distinguish settings and scaling with the same key, and number a preset whose name is taken', () => {
    const both = { x: 1, X: 1 };
    expect(brief([pipe('a', both), pipe('b', both)], ['kafka-common', 'kafka-common-2']).presets).toEqual([
      { name: 'kafka-common-3', x: 1, X: 1 },
    ]);
  });
});
