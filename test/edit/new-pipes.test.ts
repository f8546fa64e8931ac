import { describe, expect, test } from 'vitest';
import { choosePipeName, groupPresets, type NewPipe, type Values } from '../../src/edit/new-pipes.ts';

function pipe(name: string, settings: Values, rest: Partial<NewPipe> = {}): NewPipe {
  return {
    name,
    service: 's',
    id: name,
    liveName: name,
    source: 'kafka',
    settings,
    scaling: {},
    preset: null,
    ...rest,
  };
}

const brief = (pipes: readonly NewPipe[], taken: readonly string[] = []) => {
  const { presets, pipes: moved } = groupPresets(pipes, new Set(taken));
  return {
    presets: presets.map(({ name, settings, scaling }) => ({ name, ...settings, ...scaling })),
    pipes: moved.map(({ preset, settings, scaling }) => ({ preset, ...settings, ...scaling })),
  };
};

describe('what pipes of a kind have in common', () => {
  test('goes into a preset; pipes keep what differs', () => {
    expect(brief([pipe('a', { x: 1, y: 2, z: 3 }), pipe('b', { x: 1, y: 2, z: 4 })])).toEqual({
      presets: [{ name: 'kafka-common', x: 1, y: 2 }],
      pipes: [
        { preset: 'kafka-common', z: 3 },
        { preset: 'kafka-common', z: 4 },
      ],
    });
  });

  test('a pipe that does not manage a field of it does not take it: it would manage the field then', () => {
    const { pipes } = brief([pipe('a', { x: 1, y: 2 }), pipe('b', { x: 1, y: 2 }), pipe('c', { x: 1 })]);
    expect(pipes[2]).toEqual({ preset: null, x: 1 });
  });

  test('a pipe that manages a field of it otherwise says so itself', () => {
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
  ])('%s: no preset', (_, pipes) => {
    expect(brief(pipes)).toEqual({ presets: [], pipes: pipes.map(({ settings }) => ({ preset: null, ...settings })) });
  });

  test('settings and scaling of one key are two fields, and a name that is taken gets a number', () => {
    const both = { scaling: { x: 1 } };
    expect(
      brief([pipe('a', { x: 1 }, both), pipe('b', { x: 1 }, both)], ['kafka-common', 'kafka-common-2']).presets,
    ).toEqual([{ name: 'kafka-common-3', x: 1 }]);
  });
});

test.each([
  ['orders-prod', 'orders-prod'],
  ['Orders (EU) / 2', 'Orders-EU-2'],
  ['Bestellungen Österreich', 'Bestellungen-Osterreich'],
  ['--x', 'x'],
  ['_x.y', '_x.y'],
  ['订单', 'pipe'],
  ['', 'pipe'],
  ['taken', 'taken-3'],
  ['constructor', 'constructor-2'],
  ['x'.repeat(200), 'x'.repeat(128)],
])('%s', (liveName, name) => {
  expect(choosePipeName(liveName, new Set(['taken', 'taken-2']))).toBe(name);
});

test('a long name that is taken is cut for its number', () => {
  expect(choosePipeName('x'.repeat(200), new Set(['x'.repeat(128)]))).toBe(`${'x'.repeat(126)}-2`);
});
