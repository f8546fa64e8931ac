import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { fieldPath } from '../../model/field.ts';
import { findField } from '../../model/fields.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import { knownSettings, type LivePipe } from '../../model/live-pipe.ts';
import { DEFAULT_NAMING, guessSettingPrefix } from '../../model/naming.ts';
import type { Change } from '../../model/plan.ts';

const PREFIX = fieldPath('settings', DEFAULT_NAMING.settingPrefix);

/**
 * A warning when a setting that is not live would be set, and one of the contract's names but for its beginning is live: the
 * deployment probably calls settings otherwise (`api.naming`), and would be sent a key that it does not know.
 */
export function warnOfNaming(desired: DesiredPipe, changes: readonly Change[], live: LivePipe): readonly Diagnostic[] {
  const change = changes.find(({ path, before }) => before === null && path.startsWith(PREFIX));
  if (change === undefined) return [];
  const keys = Object.keys(knownSettings(live.settings) ?? {});
  const prefix = guessSettingPrefix(keys.filter((key) => findField(fieldPath('settings', key)) === undefined));
  const name = `${prefix}${change.path.slice(PREFIX.length)}`;
  if (prefix === null || !keys.includes(name)) return [];
  return [
    diagnose(
      'warning',
      {
        code: 'other-naming',
        summary: `Pipe ${desired.name} has no ${change.path} live, but a setting called ${name}.`,
        hint: `If this deployment says ${prefix} where the contract says ${DEFAULT_NAMING.settingPrefix}, write api.naming: { settingPrefix: ${prefix} }.`,
      },
      change.location,
    ),
  ];
}
