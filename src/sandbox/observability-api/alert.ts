import type { JsonObject } from '../../model/json.ts';
import type { Pipe } from '../fleet/pipe.ts';
import { tickAt } from '../simulation/clock.ts';
import type { PipeRecord } from '../simulation/simulation.ts';
import type { Switches } from '../switches.ts';
import { alertIdOf, identify } from './query.ts';

/** Every pipe has one alert: more messages waiting than this in the last minute. */
export const LAG_THRESHOLD = 10_000;
const MINUTE_MS = 60_000;
// A stale alert was last evaluated so long ago; its definition says every minute.
const STALE_MS = 3_600_000;

// Field notes, seen: states that say that nothing was judged.
const UNJUDGED: Readonly<Partial<Record<Switches['alerts'], string>>> = {
  disabled: 'DISABLED',
  unjudged: 'INSUFFICIENT_DATA',
};

/** How an alert was found when it was last evaluated. */
export interface AlertState {
  readonly state: 'OK' | 'PENDING' | 'ALERT';
  /** Epoch milliseconds. */
  readonly evaluatedAt: number;
}

/**
 * Evaluates the lag alert at the latest whole minute: over the threshold for the first time is PENDING, twice in a row is
 * ALERT, anything else is OK. A pipe without rows is OK (field notes: a pipe that sends no data reads OK).
 */
export function evaluateAlert(record: PipeRecord, now: number, alerts: Switches['alerts']): AlertState {
  const late = alerts === 'stale' || alerts === 'errored' ? STALE_MS : 0;
  const evaluatedAt = Math.floor((now - late) / MINUTE_MS) * MINUTE_MS;
  if (!isOver(record, evaluatedAt)) return { state: 'OK', evaluatedAt };
  return { state: isOver(record, evaluatedAt - MINUTE_MS) ? 'ALERT' : 'PENDING', evaluatedAt };
}

// The minute that ends at `end` holds two ticks. NaN, no row, is not over anything.
function isOver({ read }: PipeRecord, end: number): boolean {
  const last = tickAt(end);
  return read('lag', last) > LAG_THRESHOLD || read('lag', last - 1) > LAG_THRESHOLD;
}

/** The alert as the service shows it (contract, part 2); the `alerts` switch says what is untrustworthy about it. */
export function showAlert(
  pipe: Pipe,
  evaluated: AlertState,
  createdAt: number,
  alerts: Switches['alerts'],
): JsonObject {
  const updatedAt = new Date(evaluated.evaluatedAt).toISOString();
  const shown = {
    id: alertIdOf(pipe.id),
    name: `Lag of ${pipe.name}`,
    message: `More than ${LAG_THRESHOLD} messages wait at ${pipe.name}.`,
    channel: { type: 'webhook', webhookId: identify('webhook') },
    source: 'tile',
    state: UNJUDGED[alerts] ?? evaluated.state,
    interval: '1m',
    threshold: LAG_THRESHOLD,
    thresholdType: 'above',
    dashboard: identify('dashboard'),
    tileId: identify(`tile of ${pipe.id}`),
    team: identify('team'),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt,
  };
  if (alerts === 'sparse') {
    const { name: _name, message: _message, dashboard: _dashboard, tileId: _tileId, ...rest } = shown;
    return rest;
  }
  return { ...shown, ...extrasOf(evaluated, alerts) };
}

// Field notes, seen: extra fields appear.
function extrasOf({ evaluatedAt }: AlertState, alerts: Switches['alerts']): JsonObject {
  const since = new Date(evaluatedAt).toISOString();
  if (alerts === 'errored') {
    const message = 'the query of the alert failed: timeout';
    return { executionErrors: [{ timestamp: since, type: 'QUERY_ERROR', message }] };
  }
  if (alerts === 'silenced') {
    return {
      silenced: { by: 'sandbox', at: since, until: new Date(evaluatedAt + STALE_MS).toISOString() },
      note: 'silenced by a switch of the sandbox',
    };
  }
  return {};
}
