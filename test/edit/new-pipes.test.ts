import { expect, test } from 'vitest';
import { choosePipeName } from '../../src/edit/new-pipes.ts';

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

test('shortens a long name that is taken to make room for its number', () => {
  expect(choosePipeName('x'.repeat(200), new Set(['x'.repeat(128)]))).toBe(`${'x'.repeat(126)}-2`);
});
