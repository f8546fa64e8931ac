import { formatAge, readTimeMs } from '../../model/field/units.ts';
import { formatMeasured } from '../../model/number.ts';
import type { Alert } from '../../model/observability/reader.ts';
import type { Block } from '../block.ts';
import { listFacts } from '../view-model/fact.ts';
import { formatInstant, joinParts } from '../view-model/format.ts';
import { quote, strong, toSentence } from '../view-model/span.ts';
import { STATUS_STYLES } from '../view-model/status.ts';

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

/** The state and what is known of the alert, then whether it can be trusted. */
export function composeAlert({ alert, ageMs, reasons }: AlertDocument): readonly Block[] {
  const { id, name, message, state, source, dashboard, tileId, channelType, createdAt, updatedAt, note } = alert;
  const { pass, fail, 'no-data': odd } = STATUS_STYLES.check;
  // Unknown states are shown as received.
  const style = { OK: pass, ALERT: fail }[state?.toUpperCase() ?? ''] ?? odd;
  const title: Block = {
    kind: 'paragraph',
    line: [{ kind: 'painted', style, text: state ?? 'no state' }, '  ', ...strong(name ?? 'without a name')],
  };
  const facts = listFacts([
    { label: 'Id', value: quote(id) },
    { label: 'Message', value: quote(message) },
    { label: 'Condition', value: quote(formatCondition(alert)) },
    { label: 'Source', value: quote(source) },
    { label: 'Dashboard', value: quote(joinParts([dashboard, tileId && `tile ${tileId}`], ', ')) },
    { label: 'Channel', value: quote(channelType) },
    { label: 'Updated', value: quote(formatUpdate(updatedAt, ageMs)) },
    { label: 'Created', value: createdAt === null ? [] : [{ kind: 'time', iso: createdAt }] },
    { label: 'Note', value: quote(note) },
  ]);
  if (reasons.length === 0) {
    const trusted = { kind: 'painted', style: pass, text: 'It can be trusted:' } as const;
    return [title, ...facts, { kind: 'paragraph', line: [trusted, ' fresh, not silenced, and its query works.'] }];
  }
  const problem = {
    ...{ style: STATUS_STYLES.problem.warning, code: null, places: [], help: null },
    summary: 'It cannot be trusted.',
    lines: reasons.map(toSentence),
  };
  return [title, ...facts, { kind: 'problems', title: null, noun: 'problem', problems: [problem] }];
}

/** `above 10,000, evaluated every 1m`, `between 10 and 20, evaluated every 1m`. */
function formatCondition({ threshold, thresholdMax, thresholdType, interval }: Alert): string {
  const type = thresholdType?.replaceAll('_', ' ') ?? null;
  const limits = [threshold, thresholdMax].map((limit) => (limit === null ? '' : formatMeasured(limit)));
  const condition = joinParts([type, joinParts(limits, ' and ')], ' ');
  return joinParts([condition, interval === null ? '' : `evaluated every ${interval}`], ', ');
}

function formatUpdate(updatedAt: Alert['updatedAt'], ageMs: number | null): string {
  if (updatedAt === null) return 'at an unknown time';
  if (ageMs === null) return updatedAt;
  const age = formatAge(Math.abs(ageMs));
  return `${ageMs < 0 ? `${age} in the future` : `${age} ago`} (${formatInstant(updatedAt) ?? updatedAt})`;
}
