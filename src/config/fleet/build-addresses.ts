import type { DeclaredFields } from '../../model/field/field.ts';
import type { ApiAddress, Fleet } from '../../model/fleet.ts';
import { DEFAULT_NAMING, isDefaultNaming } from '../../model/naming.ts';
import { SERIES_RETURN_TYPES } from '../../model/observability/reader.ts';
import { findMissing, type Reporter } from '../validate/problem.ts';
import { refuseAddress } from '../validate/refuse-address.ts';
import { type ConfigNode, childOf, entriesOf, entryOf, isTrue, type MapNode, numberOf, textOf } from '../yaml/node.ts';
import { readPositiveDuration } from './quantity.ts';

/** null when a required value is missing or invalid. */
export function buildApi(
  document: MapNode,
  declared: DeclaredFields,
  complete: boolean,
  report: Reporter,
): ApiAddress | null {
  const entry = entryOf(document, 'api');
  const api = entry?.value;
  const missing = findMissing(api, ['url', 'organization']);
  if (missing.length > 0 && api?.kind !== 'error' && complete) {
    const summary = `The configuration needs ${missing.map((key) => `\`api.${key}\``).join(' and ')}.`;
    const hint =
      'Write the address of the service and the id of the organization under `api`; `pipeform init` asks for both.';
    report(entry ?? { source: document.source, start: 0, end: 0 }, { code: 'missing-key', summary, hint });
  }
  const url = readUrl(api, report);
  const organization = textOf(childOf(api, 'organization'));
  const rateLimit = childOf(api, 'rateLimit');
  const requests = numberOf(childOf(rateLimit, 'requests')) ?? null;
  const perMilliseconds = readPositiveDuration(childOf(rateLimit, 'per'), '`api.rateLimit.per`', report);
  const nameOf = (key: keyof typeof DEFAULT_NAMING) =>
    textOf(childOf(childOf(api, 'naming'), key)) ?? DEFAULT_NAMING[key];
  const naming = { resource: nameOf('resource'), settingPrefix: nameOf('settingPrefix') };
  if (url === null || organization === undefined) return null;
  return {
    url,
    organization: organization.toLowerCase(),
    ...(!isDefaultNaming(naming) && { naming }),
    listing: isTrue(childOf(api, 'listing')),
    ...declared,
    ...(textOf(childOf(api, 'settingsWhenUnset')) === 'absent' && { settingsWhenUnset: 'absent' as const }),
    rateLimit: requests === null || perMilliseconds === null ? null : { requests, perMilliseconds },
    parallelism: numberOf(childOf(api, 'parallelism')) ?? null,
  };
}

/** Ids are compared without case. */
export function buildServices(node: ConfigNode | undefined): Fleet['services'] {
  return Object.fromEntries(
    [...entriesOf(node)].flatMap(([name, { value }]) => {
      const id = textOf(value);
      return id === undefined ? [] : [[name, id.toLowerCase()]];
    }),
  );
}

export function buildObservability(document: MapNode, report: Reporter): Fleet['observability'] {
  const entry = entryOf(document, 'observability');
  if (entry?.value.kind === 'map' && findMissing(entry.value, ['url']).length > 0)
    report(entry, { code: 'missing-key', summary: '`observability` needs `url`.' });
  const url = readUrl(entry?.value, report);
  const returnType = textOf(childOf(entry?.value, 'seriesReturnType'));
  const seriesReturnType = SERIES_RETURN_TYPES.find((one) => one === returnType);
  return url === null ? null : { url, ...(seriesReturnType !== undefined && { seriesReturnType }) };
}

/** The address is checked because credentials are sent to it. */
function readUrl(owner: ConfigNode | undefined, report: Reporter): string | null {
  const node = childOf(owner, 'url');
  const text = textOf(node);
  if (node === undefined || text === undefined) return null;
  const refusal = refuseAddress(node, text);
  if (refusal !== null) report(node, refusal);
  return text;
}
