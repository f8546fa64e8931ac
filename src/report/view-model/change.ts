import { type FieldPath, type FieldUnit, fieldsOf, keyOf, sectionOf } from '../../model/field/field.ts';
import { settingNamesOf } from '../../model/field/setting-names.ts';
import { humanAmount } from '../../model/field/units.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json.ts';
import { ORIGINS, type Origin } from '../../model/origin.ts';
import { type Change, type PlannedRequest, writtenSection } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { safeJson } from '../../model/text.ts';
import { cutText, joinParts, LONGEST_NAME } from './format.ts';
import type { ReportPipe } from './report-pipe.ts';
import type { StatusContext, StyleVariant } from './status.ts';

const SUFFIX: Readonly<Record<string, string>> = { millicores: 'm', gigabytes: ' GB' };

/**
 * The value of a field as reports show it: in its unit, then the raw number where it differs (`5s (5000)`, `64MiB (67108864)`,
 * `250m`, `1 GB`), or `unset`. `api`: that of the report, for the units of settings that the configuration declares.
 *
 * @example
 * ```ts
 * formatFieldValue('settings.streaming_max_insert_wait_ms', 5000, report.api); // '5s (5000)'
 * ```
 */
export function formatFieldValue(path: FieldPath, value: JsonValue, api: Report['api']): string {
  return formatAmount(fieldsOf(api).find(path)?.unit ?? 'count', value);
}

/** The same for a value whose unit is known. */
export function formatAmount(unit: FieldUnit, value: JsonValue): string {
  if (value === null) return 'unset';
  if (typeof value !== 'number') return cutText(safeJson(value, 0), LONGEST_NAME);
  const human = humanAmount(unit, value);
  return human === null ? `${value}${SUFFIX[unit] ?? ''}` : `${human} (${value})`;
}

/** The kind of the document of a change, and its deployment, whose settings have units. */
export type ChangeContext = StatusContext & Pick<Report, 'api'>;

/** One value of a changed field. */
export interface Side {
  /** `before`: the live value. `after`: what is desired. `base`: what git had before this branch. */
  readonly role: 'base' | 'before' | 'after';
  /** Said before the value where the order alone does not tell: `live`, `declared`, `base`. */
  readonly label: string | null;
  /** The value is text; null when the field is unset. */
  readonly value: string | null;
}

/**
 * The values of a change: the live and the desired one, in a drift report the desired band. A conflict has that of the base first,
 * since both sides have left it.
 */
export function listSides({ kind, api }: ChangeContext, { path, before, after, band, base }: Change): readonly Side[] {
  const format = (value: JsonValue) => formatSide(path, value, api);
  const [live, declared] = base !== undefined || kind === 'drift' ? ['live', 'declared'] : [null, null];
  const sides: readonly Side[] = [
    { role: 'before', label: live, value: format(before) },
    { role: 'after', label: declared, value: format(kind === 'drift' && band !== null ? { ...band } : after) },
  ];
  return base === undefined ? sides : [{ role: 'base', label: 'base', value: format(base) }, ...sides];
}

function formatSide(path: FieldPath, value: JsonValue, api: Report['api']): string | null {
  if (!isJsonObject(value)) return value === null ? null : formatFieldValue(path, value, api);
  return [value.min, value.max].map((end = null) => formatFieldValue(path, end, api)).join(' to ');
}

/** `clamped to 2–6`; empty without a band, and in a drift report. */
export function describeBand({ kind, api }: ChangeContext, { path, band }: Change): string {
  if (band === null || kind === 'drift') return '';
  const [min, max] = [band.min, band.max].map((end) => formatFieldValue(path, end, api));
  return `clamped to ${min}–${max}`;
}

const CLAMPED = 'Clamped to a band: the live value is not in the declared band, so it is set to the nearest end.';

/** What `clamped to` means, where one of the changes has it; otherwise null. */
export function explainClamped(kind: Report['kind'], changes: readonly Change[]): string | null {
  const isClamped = ({ band }: Change): boolean => band !== null;
  return kind !== 'drift' && changes.some(isClamped) ? CLAMPED : null;
}

/** `4 -> 8`, in a drift report `live 9, declared 2 to 6`, and of a conflict `base 4, live 9, declared 8`. */
export function formatChange(context: ChangeContext, change: Change): string {
  const sides = listSides(context, change);
  const words = sides.map(({ label, value }) => joinParts([label, value ?? 'unset'], ' '));
  return words.join(sides.some(({ label }) => label !== null) ? ', ' : ' -> ');
}

export const ORIGIN_STYLES: Readonly<Record<Origin, { readonly variant: StyleVariant; readonly short: string }>> = {
  config: {
    variant: 'act',
    short: 'changed by this branch',
  },
  schedule: {
    variant: 'act',
    short: 'by schedule',
  },
  drift: {
    variant: 'warn',
    short: 'differs from the base: edited outside git, or never applied',
  },
  conflict: {
    variant: 'bad',
    short: 'changed in both',
  },
};

/** The distinct origins of the changes of pipes. */
export function listOrigins(pipes: readonly Pick<ReportPipe, 'changes'>[]): readonly Origin[] {
  return ORIGINS.filter((origin) => pipes.some(({ changes }) => changes.some((change) => change.origin === origin)));
}

/** The distinct origins of changes, in the order of the legend; empty without `--base`. */
export function originsIn(changes: readonly Change[]): readonly Origin[] {
  return ORIGINS.filter((origin) => changes.some((change) => change.origin === origin));
}

/** The changed keys of request bodies, by the names of the deployment: `settings.warehouse_max_threads`. */
export function listChangedKeys(changes: readonly Change[], api: Report['api']): ReadonlySet<string> {
  const names = settingNamesOf(api?.naming);
  return new Set(
    changes.map(({ path }) => {
      const key = keyOf(path);
      return sectionOf(path) === 'settings' ? `settings.${names?.toService.get(key) ?? key}` : path;
    }),
  );
}

/** The members of a request body as JSON text. `isChange`: the key is in `changed`. */
export function describeBody(
  { method, body }: Pick<PlannedRequest, 'method' | 'body'>,
  changed: ReadonlySet<string>,
  limit: number,
) {
  const entries = Object.entries(body);
  const members = entries.map(([key, value], index) => ({
    text: `${cutText(safeJson(key, 0), limit)}: ${cutText(safeJson(value, 0), limit)}${index < entries.length - 1 ? ',' : ''}`,
    isChange: changed.has(`${writtenSection(method)}.${key}`),
  }));
  return { members, unchanged: members.filter(({ isChange }) => !isChange).length };
}
