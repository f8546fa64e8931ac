import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ApiAddress } from '../../model/fleet.ts';
import { judgeServiceAddress } from '../../model/service-address.ts';
import { problemAt } from '../validate/problem.ts';
import { type ConfigNode, childOf, entryOf, type MapNode, numberOf, textOf } from '../yaml/node.ts';
import { buildNaming } from './build-naming.ts';
import { readPositiveDuration } from './read-duration.ts';

interface Addresses {
  /** null when something that it needs is missing or wrong. */
  readonly api: ApiAddress | null;
  readonly observability: { readonly url: string } | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The two services of a merged document, their addresses checked: credentials travel with every request. */
export function buildAddresses(document: MapNode, completeness: 'complete' | 'incomplete'): Addresses {
  const api = entryOf(document, 'api');
  const observability = entryOf(document, 'observability');
  const diagnostics: Diagnostic[] = [];
  for (const node of [childOf(api?.value, 'url'), childOf(observability?.value, 'url')]) {
    const text = textOf(node);
    const judged = text === undefined ? null : judgeServiceAddress(text);
    if (node !== undefined && judged?.ok === false) diagnostics.push(problemAt(node, judged.words));
  }
  if (api?.value.kind !== 'hole' && completeness === 'complete') {
    const missing = ['url', 'organization'].filter((key) => entryOf(api?.value, key) === undefined);
    if (missing.length > 0) {
      const names = missing.map((key) => `\`api.${key}\``).join(' and ');
      const at = api ?? { source: document.source, start: 0, end: 0 };
      const hint =
        'Write the address of the service and the id of the organization under `api`; `pipeform init` asks for both.';
      diagnostics.push(problemAt(at, { code: 'missing-key', summary: `The configuration needs ${names}.`, hint }));
    }
  }
  if (observability?.value.kind === 'map' && entryOf(observability.value, 'url') === undefined)
    diagnostics.push(problemAt(observability, { code: 'missing-key', summary: '`observability` needs `url`.' }));

  const rateLimit = readRateLimit(childOf(api?.value, 'rateLimit'));
  const { naming, diagnostics: misnamed } = buildNaming(childOf(api?.value, 'naming'));
  diagnostics.push(...rateLimit.diagnostics, ...misnamed);
  const url = textOf(childOf(api?.value, 'url'));
  const organization = textOf(childOf(api?.value, 'organization'));
  const observabilityUrl = textOf(childOf(observability?.value, 'url'));
  const parallelism = numberOf(childOf(api?.value, 'parallelism')) ?? null;
  return {
    api:
      url === undefined || organization === undefined
        ? null
        : {
            url,
            organization: organization.toLowerCase(),
            ...(naming !== undefined && { naming }),
            rateLimit: rateLimit.value,
            parallelism,
          },
    observability: observabilityUrl === undefined ? null : { url: observabilityUrl },
    diagnostics,
  };
}

function readRateLimit(node: ConfigNode | undefined): {
  readonly value: ApiAddress['rateLimit'];
  readonly diagnostics: readonly Diagnostic[];
} {
  const requests = numberOf(childOf(node, 'requests'));
  if (requests === undefined) return { value: null, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const perMilliseconds = readPositiveDuration(childOf(node, 'per'), 'per', diagnostics);
  return { value: perMilliseconds === null ? null : { requests, perMilliseconds }, diagnostics };
}
