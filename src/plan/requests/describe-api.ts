import type { ApiAddress } from '../../model/fleet.ts';
import type { ApiPlace } from '../../model/plan.ts';

/** What documents say of the service: which one it is, and nothing about how it is asked. */
export function describeApi({ url, organization, naming }: ApiAddress): ApiPlace {
  return naming === undefined ? { url, organization } : { url, organization, naming };
}
