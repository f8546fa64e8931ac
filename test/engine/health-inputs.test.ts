import { describe, expect, it } from 'vitest';
import { listDefinitions } from '../../src/engine/health-inputs.ts';
import type { Shard } from '../../src/model/shard.ts';
import { isInShard } from '../../src/plan/policy/scope.ts';
import { alertCheck } from '../health/samples.ts';
import { desiredPipe, fleetOf } from '../plan/samples.ts';

const ORDERS = desiredPipe({ name: 'orders', checks: ['of-orders'] });
const CLICKS = desiredPipe({ name: 'clicks', checks: ['of-clicks'] });

const definition = { threshold: 1, thresholdMax: null, thresholdType: null, interval: null };
const CHECKS = new Map(['of-clicks', 'of-nobody', 'of-orders'].map((name) => [name, alertCheck({ name, definition })]));
const FLEET = { ...fleetOf([ORDERS, CLICKS]), checks: CHECKS };
const EVERY_PIPE = FLEET.pipes;

async function list(
  pipes: typeof EVERY_PIPE,
  { target = [], exclude = [], shard = null }: { target?: string[]; exclude?: string[]; shard?: Shard | null },
): Promise<readonly string[]> {
  const selection = { target, exclude, shard, onlyOrigin: null, run: null };
  const found = await listDefinitions(FLEET, pipes, selection);
  return found.map(({ name }) => name);
}

describe('watched alert definitions', () => {
  it('are all definitions for the whole fleet', async () => {
    expect(await list(EVERY_PIPE, {})).toEqual(['of-clicks', 'of-nobody', 'of-orders']);
  });

  it('are those of the selected pipes', async () => {
    expect(await list([ORDERS], { target: ['orders'] })).toEqual(['of-orders']);
  });

  it('exclude those of excluded pipes; an alert without a pipe stays watched', async () => {
    expect(await list([ORDERS], { exclude: ['clicks'] })).toEqual(['of-nobody', 'of-orders']);
  });

  it('are each in at least one shard, also with excluded pipes', async () => {
    const shards = [1, 2].map((index): Shard => ({ index, total: 2 }));
    for (const [exclude, pipes, expected] of [
      [[], EVERY_PIPE, ['of-clicks', 'of-nobody', 'of-orders']],
      [['clicks'], [ORDERS], ['of-nobody', 'of-orders']],
    ] as const) {
      const found = await Promise.all(
        shards.map((shard) => {
          const own = pipes.filter(({ id }) => isInShard(id, shard));
          return list(own, { exclude: [...exclude], shard });
        }),
      );
      expect([...new Set(found.flat())].sort()).toEqual(expected);
    }
  });
});
