import { isSizeKey, SCALING_KEYS, SIZE_KEYS } from '../../model/field/field.ts';
import { equalJson, type JsonObject } from '../../model/json/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Naming } from '../../model/naming.ts';
import type { PlanBasis, PlannedRequest } from '../../model/plan.ts';
import { valuesIn } from '../../plan/build-requests.ts';
import { isPlaceholder } from '../../plan/diff/diff-scaling.ts';
import { compareScaling, compareSettings, type Movement } from '../../plan/diff/snapshot.ts';

/** The values that must be live after the request, given those that had to be live before it: written and unchanged ones. */
export function expectAfter(before: PlanBasis, request: PlannedRequest, naming: Naming | undefined): PlanBasis {
  const written = valuesIn(request, naming);
  return request.method === 'PUT'
    ? { ...before, settings: { ...before.settings, ...written } }
    : { ...before, scaling: { ...before.scaling, ...(written as PlanBasis['scaling']) } };
}

/** The values of the section that a request writes to. */
export function sectionValues(
  { settings, scaling }: PlanBasis,
  { method }: Pick<PlannedRequest, 'method'>,
): JsonObject {
  return method === 'PUT' ? (settings ?? {}) : { ...scaling };
}

/** The expected values that the pipe does not show. Other settings may be live: a service may add its defaults. */
export function findShortfalls(expected: PlanBasis, live: LivePipe): readonly Movement[] {
  return [
    ...compareSettings(expected.settings, live, 'expected'),
    ...compareScaling(expected.scaling, live),
    ...findPlaceholders(expected.scaling, live),
  ];
}

/** Placeholders do not prove that a value was unset. */
function findPlaceholders(expected: PlanBasis['scaling'], live: LivePipe): readonly Movement[] {
  return SCALING_KEYS.filter((key) => expected[key] === null && isPlaceholder(live, key)).map((key): Movement => {
    const movement = { section: 'scaling', key, expected: null } as const;
    if (live.scaling[key] === 0) return { ...movement, found: 0 };
    return { ...movement, found: null, unreadable: 'the service returned no scaling' };
  });
}

/** Whether the live pipe shows everything that the request writes. */
export function shows(request: PlannedRequest, live: LivePipe, naming: Naming | undefined): boolean {
  return findShortfalls(expectAfter({ settings: {}, scaling: {} }, request, naming), live).length === 0;
}

/** The values that changed in the section that the request writes. */
export function findChanged(before: PlanBasis, request: PlannedRequest, live: LivePipe): readonly Movement[] {
  return request.method === 'PUT'
    ? compareSettings(before.settings, live, 'all')
    : compareScaling(before.scaling, live);
}

/**
 * Edits by someone else between two writes to a pipe. `shown`: the response to the first write, or a read after it; `scaling`
 * is null when only the settings are shown. `before` and `after`: what had to be live around the first write. A settings update
 * (PUT) would lose any setting that moved. Before a scaling update, a setting counts only when it has neither its old nor its
 * new value: a service may be slow, and may show a default for an unset key.
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

/** The request reduced to scaling values that are not live yet. A settings request stays complete, since a PUT replaces. */
export function missingPart(request: PlannedRequest, live: LivePipe): PlannedRequest {
  if (request.method === 'PUT') return request;
  const missing = new Set(compareScaling(request.body as PlanBasis['scaling'], live).map(({ key }) => key));
  const sizeIsMissing = SIZE_KEYS.some((key) => missing.has(key));
  const body: JsonObject = Object.fromEntries(
    Object.entries(request.body).filter(([key]) => missing.has(key) || (sizeIsMissing && isSizeKey(key))),
  );
  return { ...request, body };
}
