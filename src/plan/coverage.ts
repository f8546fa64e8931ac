import { type ListResult, type PipeResult, wasStopped } from '../model/client.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import { compareText, type Diagnostic, diagnose, sortByName } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import { count, shortList } from '../model/number.ts';
import type { Coverage, ServicePipe } from '../model/plan.ts';
import { safeText } from '../model/text.ts';
import { describeUnlisted } from './describe-failure.ts';
import type { Allowances, PlanPolicy } from './policy/plan-policy.ts';

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
export function reportListings(listings: readonly ServiceListing[], url: string): readonly Diagnostic[] {
  return listings.flatMap(({ service, list }) => {
    if (list.ok) return list.more === null ? [] : [warnOfMore(service, list.more)];
    if (wasStopped(list.failure) || list.failure.kind === 'circuit-open') return [];
    return [describeUnlisted(service, list.failure, url)];
  });
}

function warnOfMore(service: string, more: string): Diagnostic {
  const summary = `The list of the pipes of service ${service} may not be complete: ${more}.`;
  const detail = 'Configured pipes that it lacks were read one by one. Other live pipes are not known.';
  return diagnoseCode('list-not-whole', summary, detail, 'warning');
}

/** `policy.unmanaged`. */
export const unmanaged: PlanPolicy = {
  ofPlan: ({ coverage }, { fleet, allowances }) => findUnmanaged(fleet, coverage, allowances),
};

/**
 * What `policy.unmanaged` says of live pipes outside the configuration. An error refuses the complete plan; a drift
 * report has no `allowances` and only warns. The coverage of a saved plan may be older than the configuration.
 */
export function findUnmanaged(
  { pipes, policy: { unmanaged: rule } }: Fleet,
  coverage: readonly Coverage[],
  allowances: Allowances | null,
): readonly Diagnostic[] {
  if (rule === 'ignore') return [];
  const severity = rule === 'refuse' && allowances?.force === false ? 'error' : 'warning';
  const configured = new Set(pipes.map(({ id }) => id));
  return coverage
    .map(({ service, unmanaged }) => ({ service, unmanaged: unmanaged.filter(({ id }) => !configured.has(id)) }))
    .filter(({ unmanaged }) => unmanaged.length > 0)
    .map(({ service, unmanaged }) => {
      const found = count(unmanaged.length, 'live pipe');
      const verb = unmanaged.length === 1 ? 'is' : 'are';
      const summary = `${found} of service ${service} ${verb} not in the configuration.`;
      const hint = `Adopt them with \`pipeform pull --all --service ${service}\`, or set policy.unmanaged to ignore.`;
      return diagnose(severity, {
        code: 'unmanaged-pipes',
        summary,
        detail: `${shortList(unmanaged.map(nameServicePipe), MAX_NAMED)}.`,
        hint,
      });
    });
}

const MAX_NAMED = 10;

function nameServicePipe({ id, name }: ServicePipe): string {
  return safeText(name === '' ? id : `${name} (${id})`);
}
