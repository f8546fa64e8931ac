import type { PipeAddress } from './client.ts';
import { DEFAULT_NAMING, type Naming } from './naming.ts';

/** The identity of a pipe, whatever its name: both of its identifiers. */
export function addressOf({ serviceId, id }: PipeAddress): string {
  return JSON.stringify([serviceId, id]);
}

/** The path of a pipe from the root of the service (pipes API, part 4), with the names of the deployment. */
export function pipePath(organization: string, pipe: PipeAddress, naming: Naming = DEFAULT_NAMING): string {
  return `/v1/organizations/${encode(organization)}/services/${encode(pipe.serviceId)}/${naming.resource}/${encode(pipe.id)}`;
}

/** Nearly all identifiers need no encoding, and this test is faster than encoding them. */
const PLAIN = /^[\w-]*$/;

function encode(identifier: string): string {
  return PLAIN.test(identifier) ? identifier : encodeURIComponent(identifier);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is an id as the contract has them, of either case (pipes API, parts 2 and 4). */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
