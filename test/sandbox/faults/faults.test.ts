import { expect, test } from 'vitest';
import type { Operation } from '../../../src/sandbox/faults/fault-plan.ts';
import { createFaults } from '../../../src/sandbox/faults/faults.ts';
import { generateFleet } from '../../../src/sandbox/index.ts';
import { plan, planOf } from '../harness.ts';

const fleet = generateFleet(60, 3);
const byId = new Map(fleet.pipes.map((pipe) => [pipe.id, pipe]));
const serviceNames = new Map(Object.entries(fleet.services).map(([name, id]) => [id, name]));
const find = (id: string) => byId.get(id);
const faultsOf = (text: string) => createFaults(plan(text), find, serviceNames);
const [first, second] = fleet.pipes as readonly [(typeof fleet.pipes)[0], (typeof fleet.pipes)[0]];

test('after and count skip the first requests, hit the next, and skip the rest', () => {
  const faults = createFaults(planOf('stall', 'operation: get, after: 2, count: 3'), find, serviceNames);
  const taken = Array.from({ length: 8 }, () => faults.take('get', first.id)?.kind ?? null);
  expect(taken).toEqual([null, null, 'stall', 'stall', 'stall', null, null, null]);
  expect(faults.take('put', first.id)).toBeNull();
  expect(faults.show()).toMatchObject({ faults: [{ after: 2, count: 3, matched: 8, fired: 3 }] });
  faults.rewind();
  expect(faults.show()).toMatchObject({ faults: [{ matched: 0, fired: 0 }] });
  expect(faults.take('get', first.id)).toBeNull();
});

test.each([
  [first.name, (name: string) => name === first.name],
  [first.id.toUpperCase(), (name: string) => name === first.name],
  [`${first.name.slice(0, 3)}*`, (name: string) => name.startsWith(first.name.slice(0, 3))],
  [`${serviceNames.get(first.serviceId)}/*`, (_: string, service: string) => service === first.serviceId],
  [`[${first.name}, ${second.name}]`, (name: string) => name === first.name || name === second.name],
])('hits the pipes selected by %s', (pattern, isMeant) => {
  const faults = createFaults(planOf('stall', `pipe: ${pattern}`), find, serviceNames);
  const hit = fleet.pipes.filter(({ id }) => faults.take('get', id) !== null);
  expect(hit).toEqual(fleet.pipes.filter(({ name, serviceId }) => isMeant(name, serviceId)));
  expect(hit.length).toBeGreaterThan(0);
});

test('matches the current name of a pipe', () => {
  const findRenamed = () => ({ ...first, name: 'renamed' });
  const renamed = createFaults(planOf('stall', 'pipe: renamed'), findRenamed, serviceNames);
  expect(renamed.take('get', first.id)).not.toBeNull();
});

test('hits a request without a pipe only when no pipe is selected', () => {
  expect(createFaults(planOf('stall', 'pipe: "*"'), find, serviceNames).take('series', null)).toBeNull();
  expect(createFaults(planOf('stall'), find, serviceNames).take('series', null)).not.toBeNull();
  expect(createFaults(planOf('stall', 'pipe: "*"'), find, serviceNames).take('get', crypto.randomUUID())).toBeNull();
});

test('applies the first fault that matches a request', () => {
  const faults = faultsOf(
    'faults: [{ fault: stall, count: 1 }, { fault: reset, count: 1 }, { fault: { status: 500 } }]',
  );
  expect([1, 2, 3].map(() => faults.take('get', first.id)?.kind)).toEqual(['stall', 'reset', 'status']);
  expect(faults.show()).toMatchObject({ faults: [{ matched: 3 }, { matched: 2 }, { matched: 1 }] });
});

test('gives the same faults for the same seed and requests, in any order of pipes', () => {
  const hits = (seed: number, requests: readonly (readonly [Operation, string])[]) => {
    const faults = faultsOf(
      `{ seed: ${seed}, faults: [{ fault: stall, probability: 0.3 }, { fault: reset, probability: 0.3 }] }`,
    );
    const counted = new Map<string, number>();
    return requests
      .map(([operation, id]) => {
        const number = (counted.get(operation + id) ?? 0) + 1;
        counted.set(operation + id, number);
        return `${operation} ${id} ${number} ${faults.take(operation, id)?.kind}`;
      })
      .sort();
  };
  const requests = fleet.pipes.flatMap(({ id }) => [['get', id] as const, ['put', id] as const, ['get', id] as const]);
  const shuffled = requests.toSorted(([a, x], [b, y]) => (x + a < y + b ? 1 : -1));
  expect(hits(7, requests)).toEqual(hits(7, requests));
  expect(hits(7, shuffled)).toEqual(hits(7, requests));
  expect(hits(8, requests)).not.toEqual(hits(7, requests));
});

test.each([0, 0.2, 0.5, 1])('applies a probability of %d', (probability) => {
  const faults = createFaults(planOf('stall', `probability: ${probability}`), find, serviceNames);
  const requests = 3_000;
  const fired = Array.from({ length: requests }, (_, index) => {
    return faults.take('get', fleet.pipes[index % fleet.pipes.length]?.id ?? null);
  }).filter((fault) => fault !== null).length;
  expect(Math.abs(fired / requests - probability)).toBeLessThan(0.03);
});
