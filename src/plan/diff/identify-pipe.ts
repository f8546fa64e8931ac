import type { PlannedPipe } from '../../model/plan.ts';

/** What is known of a pipe before it is read, with every key in its place: the order of cli.md, "The plan document". */
export function identifyPipe(
  pipe: Pick<PlannedPipe, 'name' | 'service' | 'serviceId' | 'id' | 'source' | 'location'>,
): Omit<PlannedPipe, 'status'> & { readonly status: 'error' } {
  const { name, service, serviceId, id, source, location } = pipe;
  return {
    name,
    service,
    serviceId,
    id,
    liveName: null,
    source,
    state: null,
    requestId: null,
    status: 'error',
    location,
    changes: [],
    acknowledged: [],
    requests: [],
    basis: null,
    live: null,
    recommendation: null,
    diagnostics: [],
  };
}
