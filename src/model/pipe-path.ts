import type { PipeAddress } from './client.ts';

/** The path of a pipe from the root of the service (pipes API, part 4). */
export function pipePath(organization: string, pipe: PipeAddress): string {
  const [owner, service, id] = [organization, pipe.serviceId, pipe.id].map(encodeURIComponent);
  return `/v1/organizations/${owner}/services/${service}/pipes/${id}`;
}
