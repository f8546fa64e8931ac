import { isSizeKey, SCALING_KEYS, SIZE_KEYS } from '../../model/field.ts';
import { equalJson, type JsonObject } from '../../model/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Naming } from '../../model/naming.ts';
import type { PlanBasis, PlannedRequest } from '../../model/plan.ts';
import { isPlaceholder } from '../../plan/diff/diff-scaling.ts';
import { compareScaling, compareSettings, type Movement } from '../../plan/diff/snapshot.ts';
import { valuesIn } from '../../plan/requests/build-requests.ts';

// What a pipe must show is a `PlanBasis`: every value that was written, and every value that had to stay.

/** What must be live once the request has been carried out, given what had to be live before it. */
export function expectAfter(before: PlanBasis, request: PlannedRequest, naming: Naming | undefined): PlanBasis {
  const written = valuesIn(request, naming);
  return request.method === 'PUT'
    ? { ...before, settings: { ...before.settings, ...written } }
    : { ...before, scaling: { ...before.scaling, ...(written as PlanBasis['scaling']) } };
}

/** The section that a request writes to. */
export function sectionOf({ settings, scaling }: PlanBasis, { method }: Pick<PlannedRequest, 'method'>): JsonObject {
  return method === 'PUT' ? (settings ?? {}) : { ...scaling };
}

/**
 * What a pipe does not show yet. A setting that is live but was not expected is no shortfall: a service may show its
 * defaults once settings have been written.
 */
export function findShortfalls(expected: PlanBasis, live: LivePipe): readonly Movement[] {
  return [
    ...compareSettings(expected.settings, live, 'expected'),
    ...compareScaling(expected.scaling, live),
    ...findPlaceholders(expected.scaling, live),
  ];
}

/** What is no proof that a value was unset. */
function findPlaceholders(expected: PlanBasis['scaling'], live: LivePipe): readonly Movement[] {
  return SCALING_KEYS.filter((key) => expected[key] === null && isPlaceholder(live, key)).map((key): Movement => {
    const movement = { section: 'scaling', key, expected: null } as const;
    if (live.scaling[key] === 0) return { ...movement, found: 0 };
    return { ...movement, found: null, unreadable: 'the service shows no scaling' };
  });
}

/** Whether the live pipe shows everything that the request writes. */
export function shows(request: PlannedRequest, live: LivePipe, naming: Naming | undefined): boolean {
  return findShortfalls(expectAfter({ settings: {}, scaling: {} }, request, naming), live).length === 0;
}

/** What is no longer as it was before in the section that the request writes. */
export function findChanged(before: PlanBasis, request: PlannedRequest, live: LivePipe): readonly Movement[] {
  return request.method === 'PUT'
    ? compareSettings(before.settings, live, 'all')
    : compareScaling(before.scaling, live);
}

/**
 * What somebody else changed between two writes to a pipe, as far as the answer to the first one, or a read after it, shows.
 * `before` and `after` are what had to be live around the first one. Any setting that moved would be lost by a settings update
 * that follows. Before a scaling update that follows one of the settings, a setting is an edit when it is neither what was
 * written nor what was there: a service may take its time, and may show its default for what was unset. `scaling` is null when
 * the settings alone are shown.
 */
export function findEdits(
  next: PlannedRequest,
  before: PlanBasis,
  after: PlanBasis,
  shown: Pick<LivePipe, 'settings' | 'unreadable'> & { readonly scaling: LivePipe['scaling'] | null },
): readonly Movement[] {
  if (next.method === 'PUT') return compareSettings(after.settings, shown, 'all');
  const settings = compareSettings(after.settings, shown, 'expected').filter(
    ({ key, expected, found, unreadable }) =>
      unreadable !== undefined || (expected !== null && !equalJson(found, before.settings?.[key ?? ''] ?? null)),
  );
  if (shown.scaling === null) return settings;
  return [...settings, ...compareScaling(after.scaling, { ...shown, scaling: shown.scaling })];
}

/** The part of a request's body that is not live yet: for scaling only what is missing, for settings the whole (a PUT replaces). */
export function missingPart(request: PlannedRequest, live: LivePipe): PlannedRequest {
  if (request.method === 'PUT') return request;
  const missing = new Set(compareScaling(request.body as PlanBasis['scaling'], live).map(({ key }) => key));
  const sizeIsMissing = SIZE_KEYS.some((key) => missing.has(key));
  const body: JsonObject = Object.fromEntries(
    Object.entries(request.body).filter(([key]) => missing.has(key) || (sizeIsMissing && isSizeKey(key))),
  );
  return { ...request, body };
}
