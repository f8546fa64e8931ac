import { formatMeasured } from '../../model/number.ts';
import type { Alert } from '../../model/observability.ts';
import { safeText } from '../../model/safe-text.ts';
import { readTimeMs } from '../../model/time.ts';
import { formatAge } from '../../model/units.ts';
import { formatInstant } from '../view-model/format.ts';
import { alignCells, cutText, fitLines } from './fit-text.ts';
import type { Style } from './style.ts';

/** An alert with what is made of it: what `alert --format json` prints (schema/alert.schema.json). */
export interface AlertDocument {
  readonly kind: 'alert';
  readonly formatVersion: 1;
  readonly alert: Alert;
  /** Milliseconds since its update by the service's clock; null when the service does not say when that was. */
  readonly ageMs: number | null;
  readonly trusted: boolean;
  /** Why it proves nothing at present; empty when it is trusted. */
  readonly reasons: readonly string[];
}

export function describeAlert(alert: Alert, reasons: readonly string[], nowMs: number): AlertDocument {
  const updatedMs = alert.updatedAt === null ? Number.NaN : readTimeMs(alert.updatedAt);
  const ageMs = Number.isNaN(updatedMs) ? null : nowMs - updatedMs;
  return { kind: 'alert', formatVersion: 1, alert, ageMs, trusted: reasons.length === 0, reasons };
}

/** Texts of a service are of any length. */
const LONGEST_TEXT = 600;

/** What the alert is, its state and how old that is, and whether it can be trusted. */
export function renderAlert(document: AlertDocument, style: Style): string {
  const { alert, reasons } = document;
  const facts = alignCells(
    listFacts(document).map(([name, words]) => [style.dim(name), safeText(cutText(words, LONGEST_TEXT))]),
  );
  const title = `${paintState(alert.state, style)}  ${style.bold(safeText(cutText(alert.name ?? 'without a name', LONGEST_TEXT)))}`;
  const trust =
    reasons.length === 0
      ? [`${style.green('It can be trusted:')} fresh, not silenced, and its query works.`]
      : [
          style.yellow('It proves nothing at present:'),
          ...reasons.map((reason) => `  - ${safeText(cutText(reason, LONGEST_TEXT))}`),
        ];
  const lines = [title, ...facts.map((row) => `  ${row}`), '', ...trust];
  return fitLines(`${lines.join('\n')}\n`, style.columns);
}

function listFacts({ alert, ageMs }: AlertDocument): readonly (readonly [string, string])[] {
  const tile = alert.tileId === null ? '' : `tile ${alert.tileId}`;
  const place = [alert.dashboard ?? '', tile].filter((word) => word !== '').join(', ');
  const facts: readonly (readonly [string, string | null])[] = [
    ['id', alert.id],
    ['message', alert.message],
    ['condition', formatCondition(alert)],
    ['source', alert.source],
    ['dashboard', place === '' ? null : place],
    ['channel', alert.channelType],
    ['updated', formatUpdate(alert, ageMs)],
    ['created', alert.createdAt === null ? null : (formatInstant(alert.createdAt) ?? alert.createdAt)],
    ['note', alert.note],
  ];
  return facts.flatMap(([name, words]) => (words === null || words === '' ? [] : [[name, words] as const]));
}

/** `above 10,000, evaluated every 1m`. */
function formatCondition({ threshold, thresholdType, interval }: Alert): string | null {
  const type = thresholdType?.replaceAll('_', ' ') ?? '';
  const words = `${type} ${threshold === null ? '' : formatMeasured(threshold)}`.trim();
  const parts = [words, interval === null ? '' : `evaluated every ${interval}`].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(', ');
}

function formatUpdate({ updatedAt }: Alert, ageMs: number | null): string {
  if (updatedAt === null) return 'the service does not say when';
  if (ageMs === null) return updatedAt;
  const at = formatInstant(updatedAt) ?? updatedAt;
  const age = formatAge(Math.abs(ageMs));
  return `${ageMs < 0 ? `${age} in the future` : `${age} ago`} (${at})`;
}

/** Known states have a color; any other is shown as it came. */
function paintState(state: string | null, style: Style): string {
  const words = safeText(cutText(state ?? 'no state', LONGEST_TEXT));
  switch (state?.toUpperCase()) {
    case 'OK':
      return style.green(words);
    case 'ALERT':
      return style.red(words);
    default:
      return style.yellow(words);
  }
}
