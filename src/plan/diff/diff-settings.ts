import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { fieldPath } from '../../model/field.ts';
import { fieldOrder } from '../../model/fields.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import { equalJson, type JsonValue } from '../../model/json.ts';
import { knownSettings, type LivePipe } from '../../model/live-pipe.ts';
import type { Change } from '../../model/plan.ts';
import { reportUnreadable } from './report-unreadable.ts';

/** What weighing a section of a pipe finds. An error among the diagnostics means that the section cannot be trusted. */
export interface SettingsDiff {
  readonly changes: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares the managed settings with the live ones. A key that the service shows as null, or not at all, is unset. */
export function diffSettings(desired: DesiredPipe, live: LivePipe): SettingsDiff {
  const keys = Object.keys(desired.settings).sort((a, b) => orderOf(a) - orderOf(b));
  if (keys.length === 0) return { changes: [], diagnostics: [] };
  const shown = knownSettings(live.settings);
  if (shown === null) return { changes: [], diagnostics: [settingsNotShown(desired, live)] };

  const changes: Change[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const key of keys) {
    const wanted = desired.settings[key];
    if (wanted === undefined) continue;
    const path = fieldPath('settings', key);
    const unreadable = reportUnreadable(path, desired, live, wanted.location);
    if (unreadable !== null) {
      diagnostics.push(unreadable);
      continue;
    }
    const before = shownSetting(shown, key);
    if (equalJson(before, wanted.value)) continue;
    changes.push({ path, before, after: wanted.value, band: null, origin: null, location: wanted.location });
  }
  if (changes.length > 0 && live.source === 'postgres') diagnostics.push(settingsMayNotApply(desired));
  return { changes, diagnostics };
}

function orderOf(key: string): number {
  return fieldOrder(fieldPath('settings', key));
}

/** The live value of a setting; null when it is unset, however the service shows that (field notes: null or absent). */
export function shownSetting(settings: Readonly<Record<string, JsonValue>>, key: string): JsonValue {
  return Object.hasOwn(settings, key) ? (settings[key] ?? null) : null;
}

const MOST_NAMED = 5;

/** No settings in the answer, or some that cannot be sent back as they are (`LivePipe.unreadable` names them). */
function settingsNotShown(desired: DesiredPipe, { settings, unreadable }: LivePipe): Diagnostic {
  const isAbsent = settings.status === 'absent';
  const odd = unreadable.filter(({ path }) => path.startsWith('settings.'));
  return diagnose(
    'error',
    {
      code: 'settings-not-shown',
      summary: isAbsent
        ? `The service shows no settings for pipe ${desired.name}.`
        : `The settings that the service shows for pipe ${desired.name} cannot be sent back as they are.`,
      detail: [
        'A replacing update needs every live value, so that none is lost; without them nothing can be sent safely.',
        ...odd.slice(0, MOST_NAMED).map(({ path, found }) => `For ${path} it shows ${JSON.stringify(found)}.`),
      ].join('\n'),
      hint: isAbsent
        ? 'Try again later, or stop managing settings of this pipe.'
        : 'Report it to the service’s support, correct `api.naming` if it is wrong, or stop managing settings of this pipe.',
    },
    desired.location,
  );
}

function settingsMayNotApply(desired: DesiredPipe): Diagnostic {
  return diagnose(
    'warning',
    {
      code: 'settings-may-not-apply',
      summary: `Pipe ${desired.name} is a postgres pipe; the service may refuse to change its settings.`,
      hint: 'Remove `settings` from the pipe if the service refuses them.',
    },
    desired.location,
  );
}
