import type { PipeAddress } from './client.ts';

/** The path of a pipe from the root of the service (pipes API, part 4). */
export function pipePath(organization: string, pipe: PipeAddress): string {
  return `/v1/organizations/${encode(organization)}/services/${encode(pipe.serviceId)}/pipes/${encode(pipe.id)}`;
}

/** Identifiers need no encoding nearly always, and to see that is quicker than to encode them. */
const PLAIN = /^[\w-]*$/;

function encode(identifier: string): string {
  return PLAIN.test(identifier) ? identifier : encodeURIComponent(identifier);
}
