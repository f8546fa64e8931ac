import { formatMinute } from '../../model/clock.ts';
import { isFieldPath } from '../../model/field/field.ts';
import type { EffectiveValue } from '../../model/fleet.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Location } from '../../model/location.ts';
import type { AcknowledgedChange, Change, ScheduledPipe } from '../../model/plan.ts';
import { safeJson } from '../../model/text.ts';
import type { Block, Line } from '../block.ts';
import { formatAmount } from '../view-model/change.ts';
import { listFacts } from '../view-model/fact.ts';
import { joinSpans, quote, strong } from '../view-model/span.ts';
import { STATUS_STYLES } from '../view-model/status.ts';
import { describeWindow } from './compose-entry.ts';

/** An effective value, and with `--live` the live one. */
export interface ExplainedValue extends EffectiveValue {
  /** For a field, null means unset. It is omitted for other values, and when the service shows no readable one. */
  readonly live?: JsonValue;
  /** How they differ; omitted when they do not. */
  readonly change?: Change | AcknowledgedChange;
}

/** The document of `explain PIPE` (schema/pipe-values.schema.json). */
export interface PipeValuesDocument {
  readonly name: string;
  readonly environment: string | null;
  readonly location: Location;
  /** With `--live`. */
  readonly live?: Pick<LivePipe, 'name' | 'source' | 'state' | 'updatedAt'>;
  /** A pipe with a schedule has it with `--live` or `--at`: the time whose sizes are shown, the window that holds, and its end. */
  readonly sizes?: { readonly at: string } & Omit<ScheduledPipe, 'since'>;
  readonly values: readonly ExplainedValue[];
}

/**
 * A row for each value, and for each window of a schedule, with where it comes from, and with `--live` the live value and the
 * origin of the difference.
 */
export function composePipeValues({
  name,
  environment,
  location,
  live,
  sizes,
  values,
}: PipeValuesDocument): readonly Block[] {
  // The fields have a table of their own, so that their short values are beside each other.
  const [fields, others] = [true, false].map((isOfField) =>
    values.filter(({ path }) => isFieldPath(path) === isOfField),
  );
  return [
    { kind: 'paragraph', line: [...strong(name), '  ', { kind: 'place', location }] },
    ...listFacts([
      { label: 'Environment', value: quote(environment) },
      { label: 'Live', value: live === undefined ? [] : describeLive(live) },
      { label: 'Sizes', value: sizes === undefined ? [] : describeSizes(sizes) },
    ]),
    ...[others, fields].flatMap((some = []) => (some.length === 0 ? [] : [listValues(some)])),
    { kind: 'paragraph', line: ['The live values of all other settings and scaling stay as they are.'] },
  ];
}

function listValues(values: readonly ExplainedValue[]): Block {
  const rows = values.flatMap((value) =>
    listTexts(value).map((text): readonly Line[] => [
      quote(value.path),
      quote(text),
      value.live === undefined ? [] : quote(formatValue({ ...value, value: value.live })),
      nameDifference(value),
      describeSource(value),
    ]),
  );
  return { kind: 'table', head: ['Key', 'Value', 'Live', 'Origin', 'From'], rows };
}

/** `at 2026-11-28 07:00 UTC, window pipeform.yaml:12:9 until 2026-11-28 19:00 Europe/Berlin` */
function describeSizes({ at, ...window }: NonNullable<PipeValuesDocument['sizes']>): Line {
  return [`at ${formatMinute(Date.parse(at))}, `, ...describeWindow(window)];
}

/** `orders-prod, kafka, Running, changed 2026-11-20 10:00:00 UTC` */
function describeLive({ name, source, state, updatedAt }: NonNullable<PipeValuesDocument['live']>): Line {
  const changed: Line = updatedAt ? ['changed ', { kind: 'time', iso: updatedAt }] : [];
  return joinSpans([quote(name), quote(source), quote(state), changed], ', ');
}

/** `drift`, `conflict, acknowledged until 2026-12-01`; without a base `differs`. */
function nameDifference({ change }: ExplainedValue): Line {
  if (change === undefined) return [];
  const parts = [change.origin, 'until' in change ? `acknowledged until ${change.until}` : null];
  const text = parts.filter((part) => part !== null).join(', ') || 'differs';
  return [{ kind: 'painted', style: STATUS_STYLES.problem.warning, text }];
}

/** `preset kafka-small, pipeform.yaml:22:17, written ${THREADS:-8}` */
function describeSource({ origin, from, location, expression }: EffectiveValue): Line {
  const named: Line = from === null ? (origin === 'default' ? [origin] : []) : [`${origin} `, ...quote(from)];
  const written: Line = expression === null ? [] : ['written ', ...quote(expression)];
  return joinSpans([named, location === null ? [] : [{ kind: 'place', location }], written], ', ');
}

/** A text for each window of a schedule; else one. */
function listTexts(value: EffectiveValue): readonly string[] {
  const items: readonly JsonValue[] = Array.isArray(value.value) ? value.value : [];
  return items.length > 0 && items.every(isJsonObject) ? items.map(formatWindow) : [formatValue(value)];
}

/** `days sat sun, hours 02:00-12:00, replicas 2 to 4`: its keys, as they are written. */
function formatWindow(window: JsonObject): string {
  const texts = Object.entries(window).map(([key, value]) => {
    const band = isJsonObject(value) ? 'count' : null;
    return `${key} ${Array.isArray(value) ? value.join(' ') : formatValue({ value, unit: band })}`;
  });
  return texts.join(', ');
}

function formatValue({ value, unit }: Pick<EffectiveValue, 'value' | 'unit'>): string {
  if (unit === null) return typeof value === 'string' ? value : safeJson(value, 0);
  if (!isJsonObject(value)) return formatAmount(unit, value);
  return `${formatAmount(unit, value.min ?? null)} to ${formatAmount(unit, value.max ?? null)}`;
}
