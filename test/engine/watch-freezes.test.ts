import { expect, it } from 'vitest';
import { watchFreezes } from '../../src/engine/policies.ts';
import type { Freeze } from '../../src/model/fleet.ts';
import type { Origin } from '../../src/model/origin.ts';
import { desiredPipe, fleetOf, livePipe, NOW, pair, place, planOf } from '../plan/samples.ts';

const ALWAYS = { days: [1, 2, 3, 4, 5, 6, 7], hours: null, timezone: 'UTC', location: place(3) };
const STRICT: Freeze = { ...ALWAYS, reason: 'sale' };
const ALLOWING: Freeze = { ...ALWAYS, reason: 'peak', allowsSchedule: true };

/** The freeze that holds for a plan that changes the replicas and perhaps the threads, with these origins. */
function freezeFor(origins: { replicas: Origin | null; threads?: Origin }, freeze: readonly Freeze[]) {
  const settings = origins.threads === undefined ? {} : { db_max_threads: 8 };
  const plan = planOf([pair(desiredPipe({ scaling: { replicas: 6 }, settings }), livePipe())]);
  const pipes = plan.pipes.map(({ changes, ...pipe }) => ({
    ...pipe,
    changes: changes.map((change) => ({
      ...change,
      origin: (change.path === 'scaling.replicas' ? origins.replicas : origins.threads) ?? null,
    })),
  }));
  const project = { fleet: fleetOf([], { freeze }), connection: { now: () => NOW.getTime() } };
  const found = watchFreezes({ pipes }, project as Parameters<typeof watchFreezes>[1])();
  return found && [found.reason, found.allowsSchedule === true];
}

it.each<readonly [string, Parameters<typeof freezeFor>[0], readonly Freeze[], ReturnType<typeof freezeFor>]>([
  ['scheduled sizes alone pass', { replicas: 'schedule' }, [ALLOWING], null],
  ['beside another change they may pass alone', { replicas: 'schedule', threads: 'drift' }, [ALLOWING], ['peak', true]],
  ['so may sizes whose origin is not known', { replicas: null }, [ALLOWING], ['peak', true]],
  ['other sizes may not', { replicas: 'config' }, [ALLOWING], ['peak', false]],
  ['another freeze holds for all', { replicas: 'schedule' }, [ALLOWING, STRICT], ['sale', false]],
  ['another freeze is named first', { replicas: 'schedule', threads: 'drift' }, [ALLOWING, STRICT], ['sale', false]],
])('a freeze that allows scheduled sizes: %s', (_, origins, freezes, expected) => {
  expect(freezeFor(origins, freezes)).toEqual(expected);
});
