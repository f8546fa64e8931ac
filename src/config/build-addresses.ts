import type { Diagnostic, DiagnosticWords } from '../model/diagnostic.ts';
import type { ApiAddress } from '../model/fleet.ts';
import { isLoopback } from '../model/loopback.ts';
import { parseDuration } from '../model/units.ts';
import { type ConfigNode, childOf, entryOf, type MapNode, numberOf, textOf } from './node.ts';
import { describeFound, problemAt } from './problem.ts';
import { quantityWords } from './quantity.ts';

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
    const words = node === undefined ? null : judgeAddress(node);
    if (node !== undefined && words !== null) diagnostics.push(problemAt(node, words));
  }
  if (api?.value.kind !== 'hole' && completeness === 'complete') {
    const missing = ['url', 'organization'].filter((key) => entryOf(api?.value, key) === undefined);
    if (missing.length > 0) {
      const names = missing.map((key) => `\`api.${key}\``).join(' and ');
      const at = api?.key ?? { source: document.source, start: 0, end: 0 };
      diagnostics.push(problemAt(at, { code: 'missing-key', summary: `The configuration needs ${names}.` }));
    }
  }
  if (observability?.value.kind === 'map' && entryOf(observability.value, 'url') === undefined)
    diagnostics.push(problemAt(observability.key, { code: 'missing-key', summary: '`observability` needs `url`.' }));

  const rateLimit = readRateLimit(childOf(api?.value, 'rateLimit'));
  diagnostics.push(...rateLimit.diagnostics);
  const url = textOf(childOf(api?.value, 'url'));
  const organization = textOf(childOf(api?.value, 'organization'));
  const observabilityUrl = textOf(childOf(observability?.value, 'url'));
  const parallelism = numberOf(childOf(api?.value, 'parallelism')) ?? null;
  return {
    api:
      url === undefined || organization === undefined
        ? null
        : { url, organization: organization.toLowerCase(), rateLimit: rateLimit.value, parallelism },
    observability: observabilityUrl === undefined ? null : { url: observabilityUrl },
    diagnostics,
  };
}

/** Why an address may not be used, or null. Never repeats the address: it may hold a password, or come from a variable. */
function judgeAddress(node: ConfigNode): DiagnosticWords | null {
  const text = textOf(node);
  if (text === undefined) return null;
  if (!URL.canParse(text))
    return {
      code: 'invalid-value',
      summary: 'This is not a web address.',
      hint: 'Write it like https://api.example.com.',
    };
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    return {
      code: 'credentials-in-address',
      summary: 'The address holds a user name or a password.',
      hint: 'Take them out; credentials come only from the environment.',
    };
  if (url.search !== '' || url.hash !== '')
    return {
      code: 'invalid-value',
      summary: 'The address has a query or a fragment, to which no path can be added.',
      hint: 'End the address before "?" or "#".',
    };
  if (url.protocol === 'http:' && !isLoopback(url))
    return {
      code: 'insecure-address',
      summary: 'Credentials are not sent over plain http to another machine.',
      detail: 'Plain http is for this machine only: localhost, 127.0.0.0/8 and ::1.',
      hint: 'Use https.',
    };
  return null;
}

function readRateLimit(node: ConfigNode | undefined): {
  readonly value: ApiAddress['rateLimit'];
  readonly diagnostics: readonly Diagnostic[];
} {
  const requests = numberOf(childOf(node, 'requests'));
  const per = childOf(node, 'per');
  const text = textOf(per);
  if (requests === undefined || per === undefined || text === undefined) return { value: null, diagnostics: [] };
  const quantity = parseDuration(text);
  const words = quantityWords('`per`', 'milliseconds', quantity, describeFound(per));
  if (words !== null) return { value: null, diagnostics: [problemAt(per, words)] };
  if (!quantity.ok || quantity.value === 0) {
    const summary = `\`per\` must be longer than nothing; found ${describeFound(per)}.`;
    return { value: null, diagnostics: [problemAt(per, { code: 'out-of-range', summary })] };
  }
  return { value: { requests, perMilliseconds: quantity.value }, diagnostics: [] };
}
