import { type FieldPath, findField, formatField, parseField } from '../../model/field.ts';
import type { JsonValue } from '../../model/json.ts';
import { settingNamesOf } from '../../model/naming.ts';
import { type Change, ORIGINS, type Origin, type PlannedRequest } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { safeJson } from '../../model/text.ts';
import { humanForm } from '../../model/units.ts';
import { sectionOf } from './count.ts';
import { cutText } from './format.ts';
import type { Tone } from './status.ts';

const SUFFIX: Readonly<Record<string, string>> = { millicores: 'm', gigabytes: ' GB' };

/** A field's value as plans show it: raw first, then the human form: `5000 (5s)`, `250m`, `1 GB`, `unset`. */
export function formatFieldValue(path: FieldPath, value: JsonValue): string {
  if (value === null) return 'unset';
  const spec = findField(parseField(path));
  if (typeof value !== 'number') return cutText(safeJson(value, 0), 80);
  if (spec === undefined) return `${value}`;
  const human = humanForm(spec, value);
  return human === null ? `${value}${SUFFIX[spec.unit] ?? ''}` : `${value} (${human})`;
}

/** `250m to 1000m`: the band that the configuration allows; null when it asks for one value. */
function formatBand({ path, band }: Pick<Change, 'path' | 'band'>): string | null {
  return band === null ? null : `${formatFieldValue(path, band.min)} to ${formatFieldValue(path, band.max)}`;
}

/** `edge of the band 2 to 6`, `inside the band 2 to 6`: where in its band the value is; null when one value is asked for. */
export function describePlaceInBand(change: Pick<Change, 'path' | 'after' | 'band'>): string | null {
  const { after, band } = change;
  if (band === null) return null;
  return `${after === band.min || after === band.max ? 'edge of' : 'inside'} the band ${formatBand(change)}`;
}

/** The declared value, or the whole band of which a plan would take an edge. */
export function formatDeclared(change: Pick<Change, 'path' | 'after' | 'band'>): string {
  return formatBand(change) ?? formatFieldValue(change.path, change.after);
}

/** Both values of a field that changes. */
export function formatSides({ path, before, after }: Change): readonly [before: string, after: string] {
  return [formatFieldValue(path, before), formatFieldValue(path, after)];
}

/** `live 9, declared 2 to 6`: a difference in a report that changes nothing. */
export function formatDifference(change: Change): string {
  return `live ${formatSides(change)[0]}, declared ${formatDeclared(change)}`;
}

/** A field without its section, as short lines name it: `db_max_threads`. */
export function shortFieldName({ path }: Pick<Change, 'path'>): string {
  return parseField(path).key;
}

interface OriginStyle {
  readonly tone: Tone;
  /** Beside one change. */
  readonly short: string;
  /** What it means, in whole sentences. */
  readonly meaning: string;
}

export const ORIGIN_STYLES: Readonly<Record<Origin, OriginStyle>> = {
  config: {
    tone: 'act',
    short: 'changed by this branch',
    meaning: 'The configuration changed since the base; the live value did not.',
  },
  drift: {
    tone: 'warn',
    short: 'changed live',
    meaning: 'The live value was changed outside git; the configuration did not change since the base.',
  },
  conflict: {
    tone: 'bad',
    short: 'changed in both',
    meaning: 'Both the configuration and the live value changed since the base.',
  },
  adopt: {
    tone: 'odd',
    short: 'newly managed',
    meaning: 'This field was not managed at the base and is managed now.',
  },
};

/** The origins that changes have, each once, in the order of the legend; none without `--base`. */
export function originsIn(changes: readonly Change[]): readonly Origin[] {
  const found = new Set(changes.map(({ origin }) => origin));
  return ORIGINS.filter((origin) => found.has(origin));
}

/** The keys of request bodies that hold changes, each after its section: `settings.warehouse_max_threads`, as the deployment calls it. */
export function listChangedKeys(changes: readonly Change[], api: Report['api']): ReadonlySet<string> {
  const names = settingNamesOf(api?.naming);
  if (names === null) return new Set(changes.map(({ path }) => path));
  return new Set(
    changes.map(({ path }) => {
      const { section, key } = parseField(path);
      return section === 'settings' ? formatField({ section, key: names.toService.get(key) ?? key }) : path;
    }),
  );
}

/** One key of a request's body with its value, as JSON, and whether its change is why the request is sent. */
interface BodyMember {
  readonly text: string;
  readonly isChange: boolean;
}

export function describeBody(
  { method, body }: Pick<PlannedRequest, 'method' | 'body'>,
  changed: ReadonlySet<string>,
  limit: number,
): { readonly members: readonly BodyMember[]; readonly unchanged: number } {
  const entries = Object.entries(body);
  const members = entries.map(([key, value], index) => ({
    text: `${cutText(safeJson(key, 0), limit)}: ${cutText(safeJson(value, 0), limit)}${index < entries.length - 1 ? ',' : ''}`,
    isChange: changed.has(`${sectionOf(method)}.${key}`),
  }));
  return { members, unchanged: members.filter(({ isChange }) => !isChange).length };
}
