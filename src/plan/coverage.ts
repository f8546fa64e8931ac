import { type ListResult, type PipeResult, wasStopped } from '../model/client.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import { compareText, type Diagnostic, sortByName } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { Coverage, ServicePipe } from '../model/plan.ts';
import { unlistedProblem } from './describe-failure.ts';

/** The list of a service, where the deployment has it (`api.listing`). */
export interface ServiceListing {
  /** The name in the configuration. */
  readonly service: string;
  readonly serviceId: string;
  readonly list: ListResult;
}

/** Whether the service itself says that the pipe does not exist. */
export function isLost(read: PipeResult): boolean {
  return !read.ok && read.failure.kind === 'not-found' && read.failure.fault !== 'no-json';
}

/** What each listed service has that the configuration does not have, and the other way round. Ordered by service. */
export function findCoverage(
  fleet: Fleet,
  reads: readonly { readonly desired: DesiredPipe; readonly read: PipeResult }[],
  listings: readonly ServiceListing[],
): readonly Coverage[] {
  const configured = new Set(fleet.pipes.map(({ id }) => id));
  const gone = reads.filter(({ read }) => isLost(read)).map(({ desired }) => desired);
  const coverage = listings.flatMap(({ service, serviceId, list }): Coverage[] => {
    if (!list.ok) return [];
    // A list that grows while it is read may show a pipe twice.
    const names = new Map(list.pipes.map(({ id, name }) => [id.toLowerCase(), name]));
    const found = [...names].map(([id, name]): ServicePipe => ({ id, name }));
    const unmanaged = sortByName(found.filter(({ id }) => !configured.has(id)));
    const missing = gone.filter((pipe) => pipe.serviceId === serviceId).map(({ name }) => name);
    return [
      { service, serviceId, managed: found.length - unmanaged.length, unmanaged, gone: missing.sort(compareText) },
    ];
  });
  return coverage.sort((a, b) => compareText(a.service, b.service));
}

/**
 * One diagnostic for each list that failed, since its pipes all have the same cause, and for each that may not be the whole list.
 * `url`: the address of the service.
 */
export function listingProblems(listings: readonly ServiceListing[], url: string): readonly Diagnostic[] {
  return listings.flatMap(({ service, list }) => {
    if (list.ok) return list.more === null ? [] : [morePipesProblem(service, list.more)];
    if (wasStopped(list.failure) || list.failure.kind === 'circuit-open') return [];
    return [unlistedProblem(service, list.failure, url)];
  });
}

function morePipesProblem(service: string, more: string): Diagnostic {
  const summary = `The list of the pipes of service ${service} may not be complete: ${more}.`;
  const detail = 'Configured pipes that it lacks were read one by one. Other live pipes are not known.';
  return diagnoseCode('list-not-whole', summary, detail, 'warning');
}
