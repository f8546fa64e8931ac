import { type FieldTable, isSourceKind, pathOf, type SourceKind } from '../../model/field/field.ts';

/** A service may show a setting of one kind for every pipe, and refuse it in updates of the others (field notes, "Settings"). */
const PREFIXES: readonly (readonly [prefix: string, kinds: readonly SourceKind[]])[] = [
  ['kafka_', ['kafka']],
  ['kinesis_', ['kinesis']],
  ['postgres_', ['postgres']],
  ['object_storage_', ['objectStorage']],
  ['streaming_', ['kafka', 'kinesis']],
];

/**
 * Whether a settings update of a pipe of this kind has the setting: not with `carry: false`, and not when it belongs to other
 * kinds, by the field table, by `api.settings`, or else by its prefix. A pipe of unknown kind has all settings.
 */
export function isCarried(key: string, kind: string | null, fields: FieldTable): boolean {
  if (fields.notCarried.has(key)) return false;
  const known = fields.find(pathOf('settings', key))?.kinds;
  const kinds: readonly string[] | undefined = known ?? PREFIXES.find(([prefix]) => key.startsWith(prefix))?.[1];
  if (kind === null || kinds === undefined || kinds.includes(kind)) return true;
  // A kind outside the contract may share what several kinds have.
  return !isSourceKind(kind) && kinds.length > 1;
}
