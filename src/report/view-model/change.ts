import type { FieldPath } from '../../model/field.ts';
import { findField } from '../../model/fields.ts';
import type { JsonValue } from '../../model/json.ts';
import { settingNamesOf } from '../../model/naming.ts';
import { type Change, ORIGINS, type Origin } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { safeJson } from '../../model/safe-json.ts';
import { humanForm } from '../../model/units.ts';
import { cutText, splitGraphemes } from '../text/fit-text.ts';
import type { Style } from '../text/style.ts';
import type { Tone } from './status.ts';

const SUFFIX: Readonly<Record<string, string>> = { millicores: 'm', gigabytes: ' GB' };

/** A field's value as plans show it: raw first, then the human form: `5000 (5s)`, `250m`, `1 GB`, `unset`. */
export function formatFieldValue(path: FieldPath, value: JsonValue): string {
  if (value === null) return 'unset';
  const spec = findField(path);
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

/** What the configuration says of a field: the value, or the whole band of which a plan would take an edge. */
export function formatDeclared(change: Pick<Change, 'path' | 'after' | 'band'>): string {
  return formatBand(change) ?? formatFieldValue(change.path, change.after);
}

/** `live 9, declared 2 to 6`: a difference that nobody is about to end. */
export function formatDifference(change: Change): string {
  return `live ${formatFieldValue(change.path, change.before)}, declared ${formatDeclared(change)}`;
}

/** A field without its section, as short lines name it: `db_max_threads`. */
export function shortFieldName({ path }: Pick<Change, 'path'>): string {
  return path.slice(path.indexOf('.') + 1);
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
    meaning: 'The configuration asks for something new; the live value is still what was asked for at the base.',
  },
  drift: {
    tone: 'warn',
    short: 'changed live',
    meaning: 'The configuration asks for what it asked for at the base; the live value was moved behind git’s back.',
  },
  conflict: {
    tone: 'bad',
    short: 'changed in both',
    meaning:
      'The configuration asks for something new, and the live value is no longer what was asked for at the base.',
  },
  adopt: {
    tone: 'odd',
    short: 'newly managed',
    meaning: 'The configuration did not manage this field at the base, and does now.',
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
      const key = path.slice(path.indexOf('.') + 1);
      return path.startsWith('settings.') ? `settings.${names.toService.get(key) ?? key}` : path;
    }),
  );
}

/** Shorter texts need no highlighting. */
const LONG = 8;

interface HighlightedChange {
  readonly before: string;
  readonly after: string;
}

/**
 * The two sides of a change; of long values that are mostly the same, the one stretch that is not is emphasized. Without color
 * the texts stay as they are.
 */
export function highlightChange(before: string, after: string, style: Style): HighlightedChange {
  if (before.length < LONG || after.length < LONG) return { before, after };
  const [left, right] = [before, after].map((text) => Array.from(splitGraphemes(text), ({ segment }) => segment));
  if (left === undefined || right === undefined) return { before, after };
  const most = Math.min(left.length, right.length);
  const start = countEqual(most, (index) => left[index] === right[index]);
  const end = countEqual(most - start, (index) => left.at(-1 - index) === right.at(-1 - index));
  if ((start + end) * 2 < most) return { before, after };
  const mark = (parts: readonly string[]): string => {
    const middle = parts.slice(start, parts.length - end).join('');
    const marked = middle === '' ? '' : style.bold(style.underline(middle));
    return parts.slice(0, start).join('') + marked + parts.slice(parts.length - end).join('');
  };
  return { before: mark(left), after: mark(right) };
}

/** How many in a row hold, from the first on. */
function countEqual(most: number, holds: (index: number) => boolean): number {
  let number = 0;
  while (number < most && holds(number)) number += 1;
  return number;
}
