import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import type { Alert } from '../../model/observability/reader.ts';
import type { Result } from '../../model/result.ts';
import type { Redact } from '../../model/secret/redact.ts';
import { formatMessage, isNothing, readErrorMessage } from '../http/read-response.ts';
import { isSameId, readNumber, readOptionalText, readTime } from '../pipes/parse-values.ts';

type ParsedAlert = Result<
  { readonly alert: Alert },
  /** `problem` is safe to show. */
  { readonly problem: string }
>;

interface AlertContext {
  readonly id: string;
  /** The time of the service, epoch milliseconds. */
  readonly now: number;
  readonly redact: Redact;
}

const LONGEST_ID = 60;
const MAX_ERRORS = 20;
/** This time is in 1973. A lower number is probably in seconds, so it cannot end a silence. */
const EARLIEST_UNTIL_MS = 1e11;

/**
 * Reads an alert (observability API, part 2, and the field notes). Everything except the id may be absent, and a value
 * of the wrong type counts as absent. Unclear forms of silence and of errors count as silence and errors, since a
 * doubtful alert must not pass a check. Texts are redacted and cut.
 */
export function parseAlert(body: unknown, { id, now, redact }: AlertContext): ParsedAlert {
  if (!isJsonObject(body)) return { ok: false, problem: 'the response is not a JSON object' };
  const { data } = body;
  if (!isJsonObject(data)) return { ok: false, problem: 'the response has no object named data' };
  if (typeof data.id !== 'string' || data.id === '')
    return { ok: false, problem: 'the alert in the response has no id' };
  if (!isSameId(id, data.id)) {
    const requested = formatMessage(id, redact, LONGEST_ID);
    const received = formatMessage(data.id, redact, LONGEST_ID);
    return { ok: false, problem: `requested alert ${requested}, but received alert ${received}` };
  }

  const text = (value: JsonValue | undefined): string | null => readOptionalText(value, redact);
  return {
    ok: true,
    alert: {
      id,
      name: text(data.name),
      message: text(data.message),
      state: text(data.state),
      interval: text(data.interval),
      threshold: readNumber(data.threshold),
      thresholdMax: readNumber(data.thresholdMax),
      thresholdType: text(data.thresholdType),
      source: text(data.source),
      channelType: isJsonObject(data.channel) ? text(data.channel.type) : null,
      // The second name is seen (field notes).
      dashboard: text(data.dashboard ?? data.dashboardId),
      tileId: text(data.tileId),
      executionErrors: readErrors(data.executionErrors ?? null, redact),
      silenced: readSilence(data.silenced ?? null, now, redact),
      note: text(data.note),
      createdAt: text(data.createdAt),
      updatedAt: text(data.updatedAt),
    },
  };
}

/** A list or a single error. Every entry counts, since a state is only trusted without errors. */
function readErrors(shown: JsonValue, redact: Redact): readonly string[] {
  if (isNothing(shown)) return [];
  const found: readonly JsonValue[] = Array.isArray(shown) ? shown : [shown];
  const words = found.slice(0, MAX_ERRORS).map((error) => describeError(error, redact));
  return found.length > MAX_ERRORS ? [...words, `and ${found.length - MAX_ERRORS} more`] : words;
}

function describeError(error: JsonValue, redact: Redact): string {
  const words = readOptionalText(isJsonObject(error) ? error.message : error, redact);
  if (words !== null && words.trim() !== '') return words;
  return isJsonObject(error) ? readErrorMessage({ form: 'json', value: error }, redact) : 'an error without a message';
}

/**
 * Describes `silenced`: `true` (empty text), an object with `by`, `at` and `until`, or text. null: not silenced, or
 * expired.
 */
function readSilence(shown: JsonValue, now: number, redact: Redact): string | null {
  if (isNothing(shown)) return null;
  if (isJsonObject(shown)) return describeSilence(shown, now, redact);
  const words = readOptionalText(shown, redact)?.trim() ?? 'true';
  return words === 'true' ? '' : words;
}

function describeSilence(silence: JsonObject, now: number, redact: Redact): string | null {
  const until = readTime(silence.until);
  if (until !== null && until >= EARLIEST_UNTIL_MS && until < now) return null;
  const words = ['by', 'at', 'until'].flatMap((name) => {
    const value = silence[name];
    const text = typeof value === 'number' ? String(value) : readOptionalText(value, redact);
    return text === null || text === '' ? [] : [`${name} ${text}`];
  });
  return words.join(', ');
}
