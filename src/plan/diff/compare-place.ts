import type { Fleet } from '../../model/fleet.ts';
import { DEFAULT_NAMING } from '../../model/naming.ts';
import type { Plan } from '../../model/plan.ts';

/** How the place that a document is about differs from the configuration's, a line each; empty when it is the same. */
export function comparePlace(
  { api, environment }: Pick<Plan, 'api' | 'environment'>,
  fleet: Fleet,
  document: 'plan' | 'run',
): readonly string[] {
  const ours = fleet.api.naming ?? DEFAULT_NAMING;
  // A document that names no place at all is told so by what comes before.
  const theirs = api === null ? ours : (api.naming ?? DEFAULT_NAMING);
  const places: readonly (readonly [string, string | null, string | null])[] = [
    ['api.url', api?.url ?? null, fleet.api.url],
    ['api.organization', api?.organization ?? null, fleet.api.organization],
    ['api.naming.resource', theirs.resource, ours.resource],
    ['api.naming.settingPrefix', theirs.settingPrefix, ours.settingPrefix],
    ['environment', environment, fleet.environment],
  ];
  return places
    .filter(([, said, configured]) => said !== configured)
    .map(
      ([what, said, configured]) =>
        `${what}: the ${document} says ${said ?? 'nothing'}, the configuration ${configured ?? 'nothing'}`,
    );
}
