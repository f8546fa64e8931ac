import type { Fleet } from '../model/fleet.ts';
import type { Plan } from '../model/plan.ts';

/** How the place that a document is about differs from the configuration's, a line each; empty when it is the same. */
export function comparePlace(
  { api, environment }: Pick<Plan, 'api' | 'environment'>,
  fleet: Fleet,
  document: 'plan' | 'run',
): readonly string[] {
  const places: readonly (readonly [string, string | null, string | null])[] = [
    ['api.url', api?.url ?? null, fleet.api.url],
    ['api.organization', api?.organization ?? null, fleet.api.organization],
    ['environment', environment, fleet.environment],
  ];
  return places
    .filter(([, said, configured]) => said !== configured)
    .map(
      ([what, said, configured]) =>
        `${what}: the ${document} says ${said ?? 'nothing'}, the configuration ${configured ?? 'nothing'}`,
    );
}
