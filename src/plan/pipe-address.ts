import type { DesiredPipe } from '../model/fleet.ts';

/** What tells one pipe from another, whatever it is called: both of its identifiers. */
export function addressOf({ serviceId, id }: Pick<DesiredPipe, 'serviceId' | 'id'>): string {
  return JSON.stringify([serviceId, id]);
}
