import { createPipePlanner, type PlannedRead } from '../plan/plan-fleet.ts';
import type { Allowances } from '../plan/policy.ts';
import type { ServiceView } from './ask-service.ts';
import type { OpenedFleet } from './open-fleet.ts';
import type { OpenJudge } from './read-fleet.ts';

/** Plans each pipe that has been read, from when the histories are there that it may be planned with. */
export function planEach(
  { fleet, base, selection }: Pick<OpenedFleet, 'fleet' | 'base' | 'selection'>,
  allowances: Allowances,
  view: Promise<ServiceView>,
): OpenJudge<PlannedRead> {
  return async () => {
    const { histories: recommendations } = await view;
    return createPipePlanner(fleet, { allowances, base, selection, recommendations });
  };
}
