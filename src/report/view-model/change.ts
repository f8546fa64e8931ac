import { type FieldPath, type FieldUnit, fieldsOf, formatField, parseField } from '../../model/field/field.ts';
import { humanAmount } from '../../model/field/units.ts';
import type { Band } from '../../model/fleet.ts';
import type { JsonValue } from '../../model/json/json.ts';
import { settingNamesOf } from '../../model/naming.ts';
import { type Base, type Change, ORIGINS, type Origin, type PlannedRequest, sectionOf } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { safeJson } from '../../model/text.ts';
import { cutText, LONGEST_NAME, shorten } from './format.ts';
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
  return formatAmount(fieldsOf(api).findByPath(path)?.unit ?? 'count', value);
}

/** The same for a value whose unit is known. */
export function formatAmount(unit: FieldUnit, value: JsonValue): string {
  if (value === null) return 'unset';
  if (typeof value !== 'number') return cutText(safeJson(value, 0), LONGEST_NAME);
  const human = humanAmount(unit, value);
  return human === null ? `${value}${SUFFIX[unit] ?? ''}` : `${human} (${value})`;
}

/** The headings of the two sides of a change. */
export const SIDE_TITLES: Readonly<Record<Report['kind'], readonly [before: string, after: string]>> = {
  plan: ['Live', 'After apply'],
  drift: ['Live', 'Declared'],
  run: ['Before', 'Requested'],
};

/** The two sides of a change as text. */
interface ChangeSides {
  readonly before: string;
  /** In a drift report, the declared band where there is one. */
  readonly after: string;
  /** `clamped to 2–6`, or `within 2–6` after a recommendation; null without a band, and in a drift report. */
  readonly inBand: string | null;
}

/** The kind of the document of a change, and its deployment, whose settings have units. */
export type ChangeContext = StatusContext & Pick<Report, 'api'>;

export function describeChange({ kind, api }: ChangeContext, { path, before, after, band }: Change): ChangeSides {
  const format = (value: JsonValue) => formatFieldValue(path, value, api);
  const sides = { before: format(before), after: format(after), inBand: null };
  if (band === null) return sides;
  const [min, max] = [format(band.min), format(band.max)];
  if (kind === 'drift') return { ...sides, after: `${min} to ${max}` };
  return { ...sides, inBand: `${isInside(before, band) ? 'within' : 'clamped to'} ${min}–${max}` };
}

function isInside(value: JsonValue, { min, max }: Band): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

const CLAMPED = 'Clamped to a band: the live value is not in the declared band, so it is set to the nearest end.';

/** What `clamped to` means, where one of the changes has it; otherwise null. */
export function explainClamped(kind: Report['kind'], changes: readonly Change[]): string | null {
  const isClamped = ({ before, band }: Change): boolean => band !== null && !isInside(before, band);
  return kind !== 'drift' && changes.some(isClamped) ? CLAMPED : null;
}

/** `4 → 8`, and in a drift report `live 9, declared 2 to 6`. */
export function formatChange(context: ChangeContext, change: Change, arrow: '→' | '->'): string {
  const { before, after } = describeChange(context, change);
  return context.kind === 'drift' ? `live ${before}, declared ${after}` : `${before} ${arrow} ${after}`;
}

/** A field without its section: `db_max_threads`. */
export function shortFieldName({ path }: Pick<Change, 'path'>): string {
  return parseField(path).key;
}

export const ORIGIN_STYLES: Readonly<Record<Origin, { readonly variant: StyleVariant; readonly short: string }>> = {
  config: {
    variant: 'act',
    short: 'changed by this branch',
  },
  drift: {
    variant: 'warn',
    short: 'differs from git; not changed on this branch',
  },
  conflict: {
    variant: 'bad',
    short: 'changed in both',
  },
  adopt: {
    variant: 'odd',
    short: 'in git before this branch; never applied',
  },
};

const MERGE_BASE = /\.\.\.$/;

/** `main`, `the merge base with main` */
export function nameBase({ ref }: Pick<Base, 'ref'>): string {
  const name = shorten(ref.replace(MERGE_BASE, ''), LONGEST_NAME);
  return MERGE_BASE.test(ref) ? `the merge base with ${name}` : name;
}

/** `differs from git at main; not changed on this branch` */
export function explainOrigin(origin: Origin, base: Pick<Base, 'ref'>): string {
  return origin === 'drift'
    ? `differs from git at ${nameBase(base)}; not changed on this branch`
    : ORIGIN_STYLES[origin].short;
}

/** The origins that a report shows, also of what is left as it is. */
export function shownOrigins(pipes: readonly ReportPipe[]): readonly Origin[] {
  return originsIn(
    pipes.flatMap(({ changes, acknowledged, notSelected = [] }) => [...changes, ...acknowledged, ...notSelected]),
  );
}

/** The distinct origins of changes, in the order of the legend; empty without `--base`. */
export function originsIn(changes: readonly Change[]): readonly Origin[] {
  const found = new Set(changes.map(({ origin }) => origin));
  return ORIGINS.filter((origin) => found.has(origin));
}

/** The changed keys of request bodies, by the names of the deployment: `settings.warehouse_max_threads`. */
export function listChangedKeys(changes: readonly Change[], api: Report['api']): ReadonlySet<string> {
  const names = settingNamesOf(api?.naming);
  return new Set(
    changes.map(({ path }) => {
      const { section, key } = parseField(path);
      return section === 'settings' ? formatField({ section, key: names?.toService.get(key) ?? key }) : path;
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
    isChange: changed.has(`${sectionOf(method)}.${key}`),
  }));
  return { members, unchanged: members.filter(({ isChange }) => !isChange).length };
}
