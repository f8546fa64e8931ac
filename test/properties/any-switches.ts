import fc, { type Arbitrary } from 'fast-check';
import { DEFAULT_SWITCHES, type Switches } from '../odd-service/start.ts';
import { SERVICES } from './scenario.ts';

/** The switches of the pipes API; the properties do not use the other API. */
export const anySwitches: Arbitrary<Switches> = fc
  .record({
    put: fc.constantFrom('merge', 'replace'),
    null: fc.constantFrom('reset', 'reset', 'ignore', 'reject'),
    unset: fc.constantFrom('null', 'absent', 'default'),
    scaling: fc.constantFrom('async', 'sync'),
    settleMs: fc.integer({ min: 1, max: 3_000 }),
    quantities: fc.constantFrom('number', 'kubernetes'),
    latencyMs: fc.constantFrom(0, 0, 0, 1),
    rateLimit: fc.option(
      fc.record({ requests: fc.integer({ min: 2, max: 20 }), perMs: fc.integer({ min: 1, max: 3_000 }) }),
      {
        freq: 2,
      },
    ),
    rateLimitHint: fc.constantFrom('seconds', 'reset', 'none'),
    idleServices: fc.oneof(
      { weight: 8, arbitrary: fc.constant<readonly string[]>([]) },
      { weight: 1, arbitrary: fc.constant<readonly string[]>([SERVICES.billing]) },
    ),
    bounds: fc.constantFrom('published', 'hidden'),
    extraSetting: fc.constantFrom('none', 'shown'),
  })
  .map(({ scaling, settleMs, ...switches }) => {
    const isSync = scaling === 'sync';
    return { ...DEFAULT_SWITCHES, ...switches, settleMs: isSync ? 0 : settleMs, ...namingFor(settleMs) };
  });

/** Derived from an existing draw, so that the other draws of a seed do not change. */
function namingFor(number: number): Pick<Switches, 'resource' | 'settingPrefix'> {
  const { resource, settingPrefix } = DEFAULT_SWITCHES;
  const resources = [resource, 'clickstreams', resource, 'a.b~c-D_1', 'pipes2'];
  const prefixes = [settingPrefix, 'warehouse_', 'object_storage_', settingPrefix, 'd', 'db_max_', 'x_'];
  return {
    resource: resources[number % resources.length] ?? resource,
    settingPrefix: prefixes[number % prefixes.length] ?? settingPrefix,
  };
}

/** Switches under which every desired value can be reached. */
export const obligingSwitches: Arbitrary<Switches> = anySwitches.map((switches) => ({
  ...switches,
  null: 'reset',
  unset: switches.unset === 'default' ? 'absent' : switches.unset,
  bounds: 'published',
  idleServices: [],
}));
