import { fieldPath } from '../../model/field.ts';
import { FIELDS } from '../../model/fields.ts';
import { DEFAULT_NAMING, PREFIXED_SETTINGS } from '../../model/naming.ts';
import { suggest } from '../../model/suggest.ts';
import { quote } from './problem.ts';

const RENAMED = 'The configuration has the names of the contract, whatever the deployment calls them (api.naming).';

/** What to do about an unknown key of the map at a path, where more is known of it than what it looks like; else null. */
export function hintKey(path: readonly string[], key: string): string | null {
  const [owner, section] = path.slice(-2);
  if (section === 'settings') return hintSetting(key);
  return section === 'ranges' && owner === 'policy' ? hintRange(key) : null;
}

function hintSetting(key: string): string | null {
  const renamed = findRenamed(key);
  return renamed === null ? null : `Did you mean ${quote(renamed)}? ${RENAMED}`;
}

/** The same for an unknown path such as `settings.db_max_threads`. */
export function hintField(path: string): string | null {
  const renamed = path.startsWith('settings.') ? findRenamed(path.slice('settings.'.length)) : null;
  return renamed === null ? null : `Did you mean ${quote(fieldPath('settings', renamed))}? ${RENAMED}`;
}

function hintRange(key: string): string | null {
  const flag = FIELDS.find((spec) => spec.type === 'boolean' && fieldPath(spec.section, spec.key) === key);
  if (flag !== undefined) return 'It is true or false; only numbers have a range.';
  const bare = FIELDS.find((spec) => spec.key === key && spec.type !== 'boolean');
  return bare === undefined ? hintField(key) : `Write ${fieldPath(bare.section, bare.key)}.`;
}

/**
 * The contract's key that a deployment calls by another prefix (`api.naming`), or null: `db_max_threads` for
 * `warehouse_max_threads`. A prefix that is hardly another is a slip, and no name of a deployment.
 */
function findRenamed(key: string): string | null {
  const rest = PREFIXED_SETTINGS.find((candidate) => key.endsWith(candidate));
  const prefix = rest === undefined ? '' : key.slice(0, -rest.length);
  if (rest === undefined || prefix === '' || suggest(prefix, [DEFAULT_NAMING.settingPrefix]) !== null) return null;
  return `${DEFAULT_NAMING.settingPrefix}${rest}`;
}
