import type { PipeAddress } from './client.ts';
import { DEFAULT_NAMING, type Naming } from './naming.ts';

/** The path of a pipe from the root of the service (pipes API, part 4), as the deployment calls it. */
export function pipePath(organization: string, pipe: PipeAddress, naming: Naming = DEFAULT_NAMING): string {
  return `/v1/organizations/${encode(organization)}/services/${encode(pipe.serviceId)}/${naming.resource}/${encode(pipe.id)}`;
}

/** Identifiers need no encoding nearly always, and to see that is quicker than to encode them. */
const PLAIN = /^[\w-]*$/;

function encode(identifier: string): string {
  return PLAIN.test(identifier) ? identifier : encodeURIComponent(identifier);
}
