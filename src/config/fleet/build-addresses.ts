import type { DeclaredFields } from '../../model/field/field.ts';
import type { ApiAddress, Fleet } from '../../model/fleet.ts';
import { DEFAULT_NAMING, isDefaultNaming } from '../../model/naming.ts';
import { findMissing, type Reporter } from '../validate/problem.ts';
import { refuseAddress } from '../validate/refuse-address.ts';
import { reportMissing } from './build-remediation.ts';
import { readPositiveDuration } from './quantity.ts';
import { findEntry, findNode, nodeOf, type Sections } from './values.ts';

/** null when a required value is missing or invalid. */
export function buildApi(
  sections: Sections,
  declared: DeclaredFields,
  complete: boolean,
  report: Reporter,
): ApiAddress | null {
  const entry = findEntry(sections, 'api');
  const missing = findMissing(entry?.value, ['url', 'organization']);
  if (missing.length > 0 && entry?.value.kind !== 'error' && complete) {
    const summary = `The configuration needs ${missing.map((key) => `\`api.${key}\``).join(' and ')}.`;
    const hint =
      'Write the address of the service and the id of the organization under `api`; `pipeform init` asks for both.';
    report(entry ?? { ...nodeOf(sections), start: 0, end: 0 }, { code: 'missing-key', summary, hint });
  }
  const { url, organization, rateLimit, listing = false, parallelism = null, settingsWhenUnset } = sections.api ?? {};
  checkUrl(sections.api, report);
  const perMilliseconds = readPositiveDuration(findNode(rateLimit, 'per'), '`api.rateLimit.per`', report);
  const requests = rateLimit?.requests ?? null;
  const { resource, settingPrefix } = { ...DEFAULT_NAMING, ...sections.api?.naming };
  const naming = { resource, settingPrefix };
  if (url === undefined || organization === undefined) return null;
  const api: ApiAddress = {
    url,
    organization: organization.toLowerCase(),
    listing,
    ...declared,
    rateLimit: requests === null || perMilliseconds === null ? null : { requests, perMilliseconds },
    parallelism,
  };
  const named = isDefaultNaming(naming) ? api : { ...api, naming };
  return settingsWhenUnset === 'absent' ? { ...named, settingsWhenUnset } : named;
}

/** Ids are compared without case. */
export function buildServices({ services }: Sections): Fleet['services'] {
  return Object.fromEntries(Object.entries(services ?? {}).map(([name, id]) => [name, id.toLowerCase()]));
}

export function buildObservability(sections: Sections, report: Reporter): Fleet['observability'] {
  const { observability } = sections;
  const entry = findEntry(sections, 'observability');
  if (entry === undefined || observability === undefined) return null;
  reportMissing(entry, '`observability`', ['url'], report);
  checkUrl(observability, report);
  const { url, seriesReturnType } = observability;
  if (url === undefined) return null;
  return seriesReturnType === undefined ? { url } : { url, seriesReturnType };
}

/** The address is checked because credentials are sent to it. */
function checkUrl(owner: { readonly url?: string } | undefined, report: Reporter): void {
  const node = findNode(owner, 'url');
  const refusal = node === undefined || owner?.url === undefined ? null : refuseAddress(node, owner.url);
  if (node !== undefined && refusal !== null) report(node, refusal);
}
