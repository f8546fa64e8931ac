import { fieldPath, isSizeKey, SCALING_KEYS, SIZE_KEYS } from '../../model/field.ts';
import { equalJson, type JsonObject } from '../../model/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Naming } from '../../model/naming.ts';
import type { PlanBasis, PlannedRequest } from '../../model/plan.ts';
import { compareScaling, compareSettings, type Movement } from '../../plan/diff/basis.ts';
import { isPlaceholder } from '../../plan/diff/diff-scaling.ts';
import { valuesIn } from '../../plan/requests/build-requests.ts';

/** What a pipe must show: every value that was written, and every value that had to stay. */
export type Expectation = PlanBasis;

/**
 * What must be live once the request has been carried out, given what had to be live before it. `naming` is that of the
 * deployment that the request is for, undefined when it has the contract's names.
 */
export function expectAfter(
  expectation: Expectation,
  request: PlannedRequest,
  naming: Naming | undefined,
): Expectation {
  const written = valuesIn(request, naming);
  return request.method === 'PUT'
    ? { ...expectation, settings: { ...expectation.settings, ...written } }
    : { ...expectation, scaling: { ...expectation.scaling, ...(written as PlanBasis['scaling']) } };
}

/** The part of an expectation that a request writes to. */
export function sectionOf(expectation: Expectation, { method }: Pick<PlannedRequest, 'method'>): JsonObject {
  return method === 'PUT' ? (expectation.settings ?? {}) : { ...expectation.scaling };
}

/**
 * What a pipe does not show yet. A setting that is live but was not expected is no shortfall: a service may show its
 * defaults once settings have been written.
 */
export function findShortfalls(expectation: Expectation, live: LivePipe): readonly Movement[] {
  return [
    ...compareSettings(expectation.settings, live, 'expected'),
    ...compareScaling(expectation.scaling, live),
    ...findPlaceholders(expectation.scaling, live),
  ];
}

/** What is no proof that a value was unset. */
function findPlaceholders(expected: PlanBasis['scaling'], live: LivePipe): readonly Movement[] {
  return SCALING_KEYS.filter((key) => expected[key] === null && isPlaceholder(live, key)).map((key): Movement => {
    const movement = { path: fieldPath('scaling', key), expected: null };
    if (live.scaling[key] === 0) return { ...movement, found: 0 };
    return { ...movement, found: null, unreadable: 'the service shows no scaling' };
  });
}

/** Whether the live pipe shows everything that the request writes. */
export function shows(request: PlannedRequest, live: LivePipe, naming: Naming | undefined): boolean {
  return findShortfalls(expectAfter({ settings: {}, scaling: {} }, request, naming), live).length === 0;
}

/** What is no longer as it was before in the section that the request writes. */
export function findChanged(before: Expectation, request: PlannedRequest, live: LivePipe): readonly Movement[] {
  return request.method === 'PUT'
    ? compareSettings(before.settings, live, 'all')
    : compareScaling(before.scaling, live);
}

/** A pipe, or its settings alone, as the answer to a write shows them. */
export type ShownBetween = Pick<LivePipe, 'settings' | 'unreadable'> & { readonly scaling: LivePipe['scaling'] | null };

/**
 * What somebody else changed between two writes to a pipe, as far as the answer to the first one, or a read after it, shows.
 * `before` and `after` are what had to be live around the first one. Any setting that moved would be lost by a settings update
 * that follows. Before a scaling update that follows one of the settings, a setting is an edit when it is neither what was
 * written nor what was there: a service may take its time, and may show its default for what was unset.
 */
export function findEdits(
  next: PlannedRequest,
  before: Expectation,
  after: Expectation,
  shown: ShownBetween,
): readonly Movement[] {
  if (next.method === 'PUT') return compareSettings(after.settings, shown, 'all');
  const settings = compareSettings(after.settings, shown, 'expected').filter(
    ({ path, expected, found, unreadable }) =>
      unreadable !== undefined ||
      (expected !== null && !equalJson(found, before.settings?.[path.slice('settings.'.length)] ?? null)),
  );
  if (shown.scaling === null) return settings;
  return [...settings, ...compareScaling(after.scaling, { ...shown, scaling: shown.scaling })];
}

/** The part of a request's body that is not live yet: for scaling only what is missing, for settings the whole (a PUT replaces). */
export function missingPart(request: PlannedRequest, live: LivePipe): PlannedRequest {
  if (request.method === 'PUT') return request;
  const missing = new Set(
    compareScaling(request.body as PlanBasis['scaling'], live).map(({ path }) => path.slice('scaling.'.length)),
  );
  const sizeIsMissing = SIZE_KEYS.some((key) => missing.has(key));
  const body: JsonObject = Object.fromEntries(
    Object.entries(request.body).filter(([key]) => missing.has(key) || (sizeIsMissing && isSizeKey(key))),
  );
  return { ...request, body };
}
