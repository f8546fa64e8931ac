import { type FieldPath, SCALING_KEYS, type ScalingKey } from '../../model/field/field.ts';
import { equalValues, type JsonObject } from '../../model/json/json.ts';
import { hidesSize, type LivePipe } from '../../model/live-pipe.ts';
import type { Naming } from '../../model/naming.ts';
import type { LiveValues, PlannedRequest } from '../../model/plan.ts';
import { isMasked } from '../../model/secret/masked.ts';
import { valuesIn } from '../../plan/build-requests.ts';
import { isPlaceholder } from '../../plan/diff/diff-scaling.ts';
import { compareScaling, compareSettings, type Movement } from '../../plan/diff/snapshot.ts';

/** What an update answers for. A setting that is neither is only carried: a settings update sends it back as it was read. */
export interface UpdateScope {
  /** Fields of the configuration and of the update. They decide whether the update is confirmed. */
  isManaged(path: FieldPath): boolean;
  /** Fields of the update. */
  isWritten(path: FieldPath): boolean;
}

/** For an update of these values alone. */
export const ALL_WRITTEN: UpdateScope = { isManaged: () => true, isWritten: () => true };

/** The values that must be live after the request, given those that had to be live before it: written and unchanged ones. */
export function expectAfter(before: LiveValues, request: PlannedRequest, naming: Naming | undefined): LiveValues {
  const written = valuesIn(request, naming);
  return request.method === 'PUT'
    ? { ...before, settings: { ...before.settings, ...written } }
    : { ...before, scaling: { ...before.scaling, ...(written as LiveValues['scaling']) } };
}

/** The values of the section that a request writes to. */
export function sectionValues(
  { settings, scaling }: LiveValues,
  { method }: Pick<PlannedRequest, 'method'>,
): JsonObject {
  return method === 'PUT' ? (settings ?? {}) : { ...scaling };
}

/**
 * The expected values that the pipe does not show. Other settings may be live: a service may add its defaults. A carried setting may
 * have another value, since the service may change it by itself, but must not be lost.
 */
export function findShortfalls(expected: LiveValues, live: LivePipe, scope: UpdateScope): readonly Movement[] {
  return [
    ...compareSettings(expected.settings, live, 'expected').filter((movement) => !isOfService(movement, scope)),
    ...compareScaling(expected.scaling, live, scope.isWritten),
    ...findPlaceholders(expected.scaling, live, scope),
  ];
}

/** The carried settings that have another value than was sent. */
export function findCarriedChanges(expected: LiveValues, live: LivePipe, scope: UpdateScope): readonly Movement[] {
  return compareSettings(expected.settings, live, 'expected').filter((movement) => isOfService(movement, scope));
}

/** Whether a setting that is not managed has another value. */
export function isOfService({ section, key, found }: Movement, { isManaged }: UpdateScope): boolean {
  return section === 'settings' && key !== null && found !== null && !isManaged(`settings.${key}`);
}

/** Placeholders do not prove that a value was unset. */
function findPlaceholders(
  expected: LiveValues['scaling'],
  live: LivePipe,
  { isWritten }: UpdateScope,
): readonly Movement[] {
  const isUnset = (key: ScalingKey) =>
    expected[key] === null && isPlaceholder(live, key) && (!hidesSize(live, key) || isWritten(`scaling.${key}`));
  return SCALING_KEYS.filter(isUnset).map((key): Movement => {
    const movement = { section: 'scaling', key, expected: null } as const;
    if (live.scaling[key] === 0) return { ...movement, found: 0 };
    const unreadable = hidesSize(live, key) ? `the pipe is ${live.state}` : 'the service returned no scaling';
    return { ...movement, found: null, unreadable };
  });
}

/** Whether the live pipe shows everything that the request writes. */
export function shows(
  request: PlannedRequest,
  live: LivePipe,
  naming: Naming | undefined,
  scope: UpdateScope,
): boolean {
  return findShortfalls(expectAfter({ settings: {}, scaling: {} }, request, naming), live, scope).length === 0;
}

/** The values that changed in the section that the request writes. */
export function findChanged(
  before: LiveValues,
  request: PlannedRequest,
  live: LivePipe,
  { isWritten }: UpdateScope,
): readonly Movement[] {
  return request.method === 'PUT'
    ? compareSettings(before.settings, live, 'all')
    : compareScaling(before.scaling, live, isWritten);
}

/**
 * Edits by someone else between two writes to a pipe. `shown`: the response to the first write, or a read after it; `scaling`
 * is null when only the settings are shown. `before` and `after`: what had to be live around the first write. A settings update
 * (PUT) would lose any setting that moved. Before a scaling update, which writes no setting, a managed one counts only when it has
 * neither its old nor its new value: a service may be slow, and may show a default for an unset key. Of the others, those that are lost
 * count.
 */
export function findEdits(
  next: PlannedRequest,
  before: LiveValues,
  after: LiveValues,
  shown: Pick<LivePipe, 'settings' | 'state' | 'unreadable'> & { readonly scaling: LivePipe['scaling'] | null },
  scope: UpdateScope,
): readonly Movement[] {
  if (next.method === 'PUT') return compareSettings(after.settings, shown, 'all');
  const settings = compareSettings(after.settings, shown, 'expected').filter((movement) => {
    const { key, expected, found, unreadable } = movement;
    if (unreadable !== undefined) return true;
    const isOld = equalValues(found, before.settings?.[key ?? ''] ?? null);
    return expected !== null && !isOld && !isOfService(movement, scope);
  });
  if (shown.scaling === null) return settings;
  return [...settings, ...compareScaling(after.scaling, { ...shown, scaling: shown.scaling }, scope.isWritten)];
}

/**
 * Finds the settings among the edits before a settings update that it can carry as they are now. A setting that is not managed may have
 * moved because of the first write (a version that the service counts up) or by an edit: sent as it was read after that write, neither
 * is lost. null when something else moved, too: a managed setting, one that is gone, or one that is masked.
 */
export function findCarryable(next: PlannedRequest, edits: readonly Movement[], scope: UpdateScope): JsonObject | null {
  const isCarryable = (edit: Movement) => isOfService(edit, scope) && !isMasked(edit.found);
  if (next.method !== 'PUT' || !edits.every(isCarryable)) return null;
  return Object.fromEntries(edits.map(({ key, found }) => [key, found]));
}
