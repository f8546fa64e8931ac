import { expect, it } from 'vitest';
import { findShortfalls, shows } from '../../src/apply/expectation.ts';
import { livePipe } from '../plan/samples.ts';

const UNSET = { settings: {}, scaling: { replicaCpuMillicores: null } } as const;

it('takes a value that shows as null for unset', () => {
  expect(findShortfalls(UNSET, livePipe({ scaling: { replicaCpuMillicores: null } }))).toEqual([]);
});

it('does not take the 0 of a pipe that is settling for unset', () => {
  const settling = livePipe({ scaling: { replicaCpuMillicores: 0 } });
  const shortfall = { path: 'scaling.replicaCpuMillicores', expected: null, found: 0 };
  expect(findShortfalls(UNSET, settling)).toEqual([shortfall]);
  expect(shows({ method: 'PATCH', path: '/', body: { replicaCpuMillicores: null } }, settling)).toBe(false);
});

it('takes the 0 of a field that may be 0 as a value', () => {
  const expectation = { settings: {}, scaling: { concurrency: 0 } };
  expect(findShortfalls(expectation, livePipe({ scaling: { concurrency: 0 } }))).toEqual([]);
});
