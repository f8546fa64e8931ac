import type { PipeAddress } from './client.ts';
import { DEFAULT_NAMING, type Naming } from './naming.ts';

/** A key of the pipe's identity, which does not depend on its name. */
export function addressOf({ serviceId, id }: PipeAddress): string {
  return JSON.stringify([serviceId, id]);
}

/** The path of a pipe (pipes API, part 4), with the deployment's names. */
export function pipePath(organization: string, { serviceId, id }: PipeAddress, naming?: Naming): string {
  return `${listPath(organization, serviceId, naming)}/${encode(id)}`;
}

/** The path at which some deployments list the pipes of a service. It is not in the contract. */
export function listPath(organization: string, serviceId: string, naming: Naming = DEFAULT_NAMING): string {
  return `/v1/organizations/${encode(organization)}/services/${encode(serviceId)}/${naming.resource}`;
}

/** Most identifiers need no encoding, and this test is faster. */
const PLAIN = /^[\w-]*$/;

function encode(identifier: string): string {
  return PLAIN.test(identifier) ? identifier : encodeURIComponent(identifier);
}

/** Whether a text is an id of the contract, in upper or lower case (pipes API, parts 2 and 4). */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
