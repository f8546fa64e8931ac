import { expect, it } from 'vitest';
import { ALL_WRITTEN, expectAfter, findShortfalls, shows } from '../../../src/apply/update/expectation.ts';
import { livePipe } from '../../plan/samples.ts';

const UNSET = { settings: {}, scaling: { replicaCpuMillicores: null } } as const;

it('treats null as unset', () => {
  expect(findShortfalls(UNSET, livePipe({ scaling: { replicaCpuMillicores: null } }), ALL_WRITTEN)).toEqual([]);
});

it('does not treat the 0 of a settling pipe as unset', () => {
  const settling = livePipe({ scaling: { replicaCpuMillicores: 0 } });
  const shortfall = { section: 'scaling', key: 'replicaCpuMillicores', expected: null, found: 0 };
  expect(findShortfalls(UNSET, settling, ALL_WRITTEN)).toEqual([shortfall]);
  expect(
    shows({ method: 'PATCH', path: '/', body: { replicaCpuMillicores: null } }, settling, undefined, ALL_WRITTEN),
  ).toBe(false);
});

it('treats the 0 of a field that allows 0 as a value', () => {
  const expectation = { settings: {}, scaling: { concurrency: 0 } };
  expect(findShortfalls(expectation, livePipe({ scaling: { concurrency: 0 } }), ALL_WRITTEN)).toEqual([]);
});

const WAREHOUSE = { resource: 'clickstreams', settingPrefix: 'warehouse_' };

it('compares sent values by the contract names, whatever the deployment calls them', () => {
  const request = { method: 'PUT', path: '/', body: { warehouse_max_threads: 8, warehouse_new: 1 } } as const;
  const live = livePipe({ settings: { db_max_threads: 8, warehouse_new: 1 } });
  expect(shows(request, live, WAREHOUSE, ALL_WRITTEN)).toBe(true);
  expect(shows(request, livePipe({ settings: { db_max_threads: 4, warehouse_new: 1 } }), WAREHOUSE, ALL_WRITTEN)).toBe(
    false,
  );
  const before = { settings: { db_max_threads: 4, x_new: true }, scaling: {} };
  expect(expectAfter(before, request, WAREHOUSE)).toEqual({
    settings: { db_max_threads: 8, x_new: true, warehouse_new: 1 },
    scaling: {},
  });
});
