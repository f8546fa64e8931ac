import type { DiagnosticWords } from '../../model/diagnostic.ts';
import { type FieldPath, type FieldTable, isFieldPath, keyOf, sectionOf } from '../../model/field/field.ts';
import { PREFIXED_SETTINGS } from '../../model/field/setting-names.ts';
import { DEFAULT_NAMING } from '../../model/naming.ts';
import { suggest } from '../../model/suggest.ts';
import { describePath, quote } from './problem.ts';
import { OWNERS } from './section-owners.ts';

/** Keys that a document may have and an environment, or its `api`, may not. */
const ROOT_ONLY: ReadonlyMap<string, Pick<DiagnosticWords, 'summary' | 'hint'>> = new Map([
  [
    'include',
    {
      summary: 'An environment cannot include files.',
      hint: 'Move `include` to the top level. In the included file, write what is for one environment under `environments`.',
    },
  ],
  [
    'environments',
    {
      summary: 'An environment cannot contain environments.',
      hint: 'Define them side by side under the top-level `environments`, and select one with -e.',
    },
  ],
  [
    'api.settings',
    { summary: 'An environment cannot declare settings.', hint: 'Move them to the top-level `api.settings`.' },
  ],
  ['api.ranges', { summary: 'An environment cannot widen ranges.', hint: 'Move them to the top-level `api.ranges`.' }],
]);

/** A hint lists at most this many keys; a deployment may declare hundreds of settings. */
const MAX_KNOWN = 60;

const CREDENTIALS: ReadonlyMap<string, string> = new Map([
  ['keyid', 'PIPEFORM_KEY_ID'],
  ['keysecret', 'PIPEFORM_KEY_SECRET'],
  ['accesstoken', 'PIPEFORM_ACCESS_TOKEN'],
]);

/** `known` are the allowed keys of the map at the path. */
export function describeUnknownKey(
  path: readonly string[],
  key: string,
  known: readonly string[],
  fields: FieldTable,
): DiagnosticWords {
  const [section, , ...below] = path;
  const rootOnly = section === 'environments' ? ROOT_ONLY.get([...below, key].join('.')) : undefined;
  const summary = `Unknown key ${quote(key)} ${describeMap(path)}.`;
  return { code: 'unknown-key', ...(rootOnly ?? { summary, hint: hintKey(path, key, known, fields) }) };
}

function hintKey(path: readonly string[], key: string, known: readonly string[], fields: FieldTable): string {
  if (key === '<<') return 'A merge key has no quotes.';
  if (path.length === 0 && key === 'promotion')
    return 'It belongs to an environment: write it under `environments.NAME`.';
  const variable = path.length === 1 ? CREDENTIALS.get(key.replaceAll(/[-_]/g, '').toLowerCase()) : undefined;
  if (variable !== undefined)
    return `Credentials are never in a file: remove it and set ${variable}. If it was committed, replace the credential.`;
  const [owner, section] = path.slice(-2);
  const renamed = section === 'settings' ? hintRenamed(key, (setting) => setting) : null;
  if (section === 'replicas' && key === 'target')
    return 'Leave it out: `pipeform recommend` finds sizes, by the series of `sizing`.';
  const special = section === 'ranges' ? hintRange(owner, key, fields) : renamed;
  if (special !== null) return special;
  if (section === 'settings' && fields.notCarried.has(key))
    return '`api.settings` declares it with `carry: false`, so it cannot be managed.';
  const [name = ''] = /^[\w.-]+(?= ?[:= ] ?\S)/.exec(key) ?? [];
  if (known.includes(name)) return `Write a colon and a space after ${quote(name)}.`;
  const near = suggest(key, known);
  if (near !== null) return `Did you mean ${quote(near)}?`;
  const field = fields.rows.find((spec) => spec.key === key);
  if (field !== undefined) return `It belongs under \`${field.section}\`.`;
  const place = OWNERS.get(key);
  if (place !== undefined) return `It belongs to ${place}: indent it as far as the other keys there.`;
  const further = section === 'settings' ? ' If the deployment has it, declare it under `api.settings`.' : '';
  const more = known.length > MAX_KNOWN ? ' and more' : '';
  return `Known here: ${known.slice(0, MAX_KNOWN).join(', ')}${more}.${further}`;
}

function hintRange(owner: string | undefined, key: string, fields: FieldTable): string | null {
  const exact = fields.find(key);
  if (exact?.type === 'boolean') return 'It is true or false; only numbers have a range.';
  if (exact !== undefined && owner === 'api') return 'Its range is in its declaration under `api.settings`.';
  const bare = fields.rows.find((spec) => spec.key === key && spec.type !== 'boolean');
  if (bare === undefined) return isFieldPath(key) ? hintField(key) : null;
  return `Write ${bare.path}.`;
}

/** For an unknown field such as `settings.warehouse_max_threads`; null when it is not a renamed setting. */
export function hintField(path: FieldPath): string | null {
  return sectionOf(path) === 'settings' ? hintRenamed(keyOf(path), (name) => `settings.${name}`) : null;
}

/**
 * For a setting with the prefix of another deployment (`api.naming`), such as `warehouse_max_threads` for
 * `db_max_threads`; else null. A prefix that is nearly the default is a spelling mistake instead.
 */
function hintRenamed(key: string, show: (setting: string) => string): string | null {
  const rest = PREFIXED_SETTINGS.find((candidate) => key.endsWith(candidate));
  const prefix = rest === undefined ? '' : key.slice(0, -rest.length);
  if (prefix === '' || suggest(prefix, [DEFAULT_NAMING.settingPrefix]) !== null) return null;
  const name = quote(show(`${DEFAULT_NAMING.settingPrefix}${rest}`));
  return `Did you mean ${name}? The configuration always uses ${DEFAULT_NAMING.settingPrefix}; requests use the prefix of \`api.naming\`.`;
}

/** `at the top level`, `in pipe "orders"`, `in \`settings\` of pipe "orders"` */
function describeMap(path: readonly string[]): string {
  return path.length === 0 ? 'at the top level' : `in ${describePath(path)}`;
}
