import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import {
  CONTRACT,
  type FieldPath,
  type FieldTable,
  isInRange,
  keyOf,
  pathOf,
  sectionOf,
} from '../../model/field/field.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import type { JsonValue } from '../../model/json/json.ts';
import { knownSettings, type LivePipe } from '../../model/live-pipe.ts';
import type { Location } from '../../model/location.ts';
import type { Change } from '../../model/plan.ts';
import { isMasked } from '../../model/secret/masked.ts';

/** The errors for settings that a settings update would have to send back, and that the service shows masked. */
export function findMasked(
  { name, location }: Pick<DesiredPipe, 'name'> & { readonly location: Location | null },
  changes: readonly Change[],
  live: LivePipe,
): readonly Diagnostic[] {
  return listCarried(changes, live)
    .filter(({ value }) => isMasked(value))
    .map(({ path }) => {
      const summary = `The service shows a masked value for ${path} of pipe ${name}, so its settings cannot be updated.`;
      const detail = 'A settings update sends back every setting, and the mask would replace the real value.';
      const hint = `Declare \`api.settings.${keyOf(path)}.carry: false\`, so that updates leave it out.`;
      return diagnose('error', { code: 'carried-setting', summary, detail, hint }, location);
    });
}

/** Warns of values that a settings update sends back unchanged although the deployment does not allow them. */
export function carriedSettingProblems(
  { name, location }: DesiredPipe,
  changes: readonly Change[],
  live: LivePipe,
  fields: FieldTable,
): readonly Diagnostic[] {
  return listCarried(changes, live).flatMap(({ path, value }) => {
    const { minimum = null, maximum = null } = fields.find(path) ?? {};
    if (typeof value !== 'number' || isInRange(value, { minimum, maximum })) return [];
    const range = [minimum === null ? '' : ` below ${minimum}`, maximum === null ? '' : ` above ${maximum}`];
    const bound = range[value < (minimum ?? value) ? 0 : 1];
    const summary = `${path} of pipe ${name} is ${value},${bound}; the update sends it back unchanged, and the service may refuse it.`;
    const hint =
      CONTRACT.find(path) === undefined
        ? `Correct its range under \`api.settings.${keyOf(path)}\`, or leave it out of updates with \`api.settings.${keyOf(path)}.carry: false\`.`
        : `Manage it with an allowed value or null, or widen \`api.ranges.${path}\` if the deployment allows it.`;
    return [diagnose('warning', { code: 'carried-setting', summary, hint }, location)];
  });
}

/** The settings that a settings update sends back unchanged; none without an update. */
function listCarried(changes: readonly Change[], live: LivePipe): readonly { path: FieldPath; value: JsonValue }[] {
  if (!changes.some(({ path }) => sectionOf(path) === 'settings')) return [];
  return Object.entries(knownSettings(live.settings) ?? {})
    .map(([key, value]) => ({ path: pathOf('settings', key), value }))
    .filter(({ path, value }) => value !== null && !changes.some((change) => change.path === path));
}

/**
 * How to leave out a setting that a refusal names and the update only sent back; null when it names none.
 * @param sent the names of carried settings in requests, by their names in the contract.
 */
export function hintCarried(words: string, sent: ReadonlyMap<string, string>): string | null {
  const named = new Set(words.split(/[^\w.:/$@-]+/).map((word) => word.replace(/[.:]+$/, '')));
  const [key, name] = [...sent].find(([, one]) => named.has(one)) ?? [];
  if (key === undefined) return null;
  const carried = `The update sends ${name} back unchanged.`;
  if (CONTRACT.find(pathOf('settings', key)) !== undefined)
    return `${carried} Manage ${key} with a value that the service allows, or null.`;
  return `${carried} If only some kinds of pipe have it, declare \`api.settings.${key}.sources\`; otherwise leave it out with \`api.settings.${key}.carry: false\`.`;
}
