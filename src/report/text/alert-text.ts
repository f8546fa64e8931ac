import { formatAge, readTimeMs } from '../../model/field/units.ts';
import { formatMeasured } from '../../model/number.ts';
import type { Alert } from '../../model/observability/reader.ts';
import { formatInstant, joinParts, shorten } from '../view-model/format.ts';
import { alignCells, fitLines } from './fit-text.ts';
import type { Style } from './style.ts';

export type AlertDocument = ReturnType<typeof describeAlert>;

/**
 * The document of `alert --format json` (schema/alert.schema.json). `ageMs`: since the update, by the service's clock; null when
 * unknown. `reasons`: why the alert is not trusted; empty when it is.
 */
export function describeAlert(alert: Alert, reasons: readonly string[], nowMs: number) {
  const updatedMs = alert.updatedAt === null ? Number.NaN : readTimeMs(alert.updatedAt);
  const ageMs = Number.isNaN(updatedMs) ? null : nowMs - updatedMs;
  return { kind: 'alert' as const, formatVersion: 1, alert, ageMs, trusted: reasons.length === 0, reasons };
}

export function renderAlert(document: AlertDocument, style: Style): string {
  const { alert, reasons } = document;
  const facts = listFacts(document).flatMap(([name, text]) => (text ? [[style.dim(name), shorten(text)]] : []));
  const trust =
    reasons.length === 0
      ? [`${style.green('It can be trusted:')} fresh, not silenced, and its query works.`]
      : [style.yellow('It cannot be trusted:'), ...reasons.map((reason) => `  - ${shorten(reason)}`)];
  const title = `${paintState(alert.state, style)}  ${style.bold(shorten(alert.name ?? 'without a name'))}`;
  const lines = [title, ...alignCells(facts).map((row) => `  ${row}`), '', ...trust];
  return fitLines(`${lines.join('\n')}\n`, style.columns);
}

function listFacts({ alert, ageMs }: AlertDocument): readonly (readonly [string, string | null])[] {
  const { id, message, source, dashboard, tileId, channelType, createdAt, note } = alert;
  return [
    ['id', id],
    ['message', message],
    ['condition', formatCondition(alert)],
    ['source', source],
    ['dashboard', joinParts([dashboard, tileId && `tile ${tileId}`], ', ')],
    ['channel', channelType],
    ['updated', formatUpdate(alert, ageMs)],
    ['created', createdAt && (formatInstant(createdAt) ?? createdAt)],
    ['note', note],
  ];
}

/** `above 10,000, evaluated every 1m`. */
function formatCondition({ threshold, thresholdType, interval }: Alert): string {
  const type = thresholdType?.replaceAll('_', ' ') ?? null;
  const condition = joinParts([type, threshold === null ? '' : formatMeasured(threshold)], ' ');
  return joinParts([condition, interval === null ? '' : `evaluated every ${interval}`], ', ');
}

function formatUpdate({ updatedAt }: Alert, ageMs: number | null): string {
  if (updatedAt === null) return 'at an unknown time';
  if (ageMs === null) return updatedAt;
  const age = formatAge(Math.abs(ageMs));
  return `${ageMs < 0 ? `${age} in the future` : `${age} ago`} (${formatInstant(updatedAt) ?? updatedAt})`;
}

/** Unknown states are shown as received. */
function paintState(state: string | null, { green, red, yellow }: Style): string {
  const paint = { OK: green, ALERT: red }[state?.toUpperCase() ?? ''] ?? yellow;
  return paint(shorten(state ?? 'no state'));
}
