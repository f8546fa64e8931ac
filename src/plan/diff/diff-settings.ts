import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { CONTRACT, compareFields, type FieldPath, keyOf, pathOf, sectionOf } from '../../model/field/field.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import { equalValues, type JsonValue } from '../../model/json/json.ts';
import { knownSettings, type LivePipe } from '../../model/live-pipe.ts';
import type { Location } from '../../model/location.ts';
import type { Change } from '../../model/plan.ts';

/** The desired values of a pipe, and what messages say of it. */
export type DesiredFields = Pick<DesiredPipe, 'name' | 'settings' | 'scaling' | 'location'>;

/** The differences in one section of a pipe. An error means that the section cannot be compared. */
export interface SectionDiff {
  readonly changes: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares the managed settings with the live ones. */
export function diffSettings(desired: DesiredFields, live: LivePipe): SectionDiff {
  if (Object.keys(desired.settings).length === 0) return { changes: [], diagnostics: [] };
  const shown = knownSettings(live.settings);
  if (shown === null) return { changes: [], diagnostics: [settingsNotShownProblem(desired, live)] };

  const changes: Change[] = [];
  const diagnostics: Diagnostic[] = [];
  const unreadable = new Set(live.unreadable.map(({ path }) => path));
  for (const [key, { value: after, location }] of Object.entries(desired.settings)) {
    const before = shownSetting(shown, key);
    // Most fields are equal, and need no path.
    if (equalValues(before, after)) continue;
    const path = pathOf('settings', key);
    if (!unreadable.has(path)) changes.push({ path, before, after, band: null, origin: null, location });
  }
  for (const path of [...unreadable].sort(compareFields)) {
    const managed = sectionOf(path) === 'settings' ? desired.settings[keyOf(path)] : undefined;
    if (managed !== undefined) diagnostics.push(unreadableProblem(path, desired, live, managed.location));
  }
  if (changes.length > 0 && live.source === 'postgres') diagnostics.push(settingsMayNotApplyProblem(desired));
  return { changes, diagnostics };
}

/** The live value of a setting; null when it is unset, shown as null or absent (field notes). */
export function shownSetting(settings: Readonly<Record<string, JsonValue>>, key: string): JsonValue {
  return Object.hasOwn(settings, key) ? (settings[key] ?? null) : null;
}

export function unreadableProblem(
  path: FieldPath,
  desired: DesiredFields,
  live: Pick<LivePipe, 'unreadable'>,
  location: Location,
): Diagnostic {
  const found = live.unreadable.find((one) => one.path === path)?.found ?? null;
  const summary = `The service returned ${JSON.stringify(found)} for ${path} of pipe ${desired.name}.`;
  if (CONTRACT.find(path) === undefined) {
    const detail = '`api.settings` declares another type, so the value cannot be compared with the configuration.';
    const hint = `Correct its \`type\` under \`api.settings\`, or list the field under \`ignore\`.`;
    return diagnose('error', { code: 'unreadable-value', summary, detail, hint }, location);
  }
  const detail =
    'In the pipes API, it is a number or a boolean, so the value cannot be compared with the configuration.';
  return diagnoseCode('unreadable-value', summary, detail, 'error', location);
}

const MAX_NAMED = 5;

function settingsNotShownProblem(desired: DesiredFields, { settings, unreadable }: LivePipe): Diagnostic {
  const isAbsent = settings.status === 'absent';
  const odd = unreadable.filter(({ path }) => sectionOf(path) === 'settings');
  const summary = isAbsent
    ? `The service returned no settings for pipe ${desired.name}.`
    : `The settings that the service returned for pipe ${desired.name} cannot be sent back unchanged.`;
  const lines = [
    'A settings update replaces all settings, so it needs every live value. Without them, no update is safe.',
    ...odd.slice(0, MAX_NAMED).map((one) => `For ${one.path} it returned ${JSON.stringify(one.found)}.`),
  ];
  const hint = isAbsent
    ? 'If the deployment leaves out `settings` while none is set, write `api.settingsWhenUnset: absent`. Otherwise try again later, or stop managing settings of this pipe.'
    : 'Leave the setting out of updates with `carry: false` under `api.settings`, correct `api.naming` if it is wrong, or stop managing settings of this pipe.';
  return diagnose('error', { code: 'unreadable-value', summary, detail: lines.join('\n'), hint }, desired.location);
}

/** What to do about a pipe whose settings the service does not take. */
export const WITHOUT_SETTINGS = 'Remove `settings` from the pipe, or list the settings under `ignore`.';

function settingsMayNotApplyProblem({ name, location }: DesiredFields): Diagnostic {
  const summary = `Pipe ${name} is a postgres pipe; the service may refuse to change its settings.`;
  return diagnose('warning', { code: 'field-not-for-kind', summary, hint: WITHOUT_SETTINGS }, location);
}
