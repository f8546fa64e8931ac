import type { JsonObject } from '../../model/json/json.ts';
import type { Pipe } from '../fleet/pipe.ts';
import { tickAt } from '../simulation/clock.ts';
import type { PipeRecord } from '../simulation/simulation.ts';
import type { Switches } from '../switches.ts';
import { alertIdOf, identify } from './query.ts';

/** The one alert of a pipe fires when more messages wait. */
export const LAG_THRESHOLD = 10_000;
const MINUTE_MS = 60_000;
// The age of a stale alert.
const STALE_MS = 3_600_000;

export interface AlertState {
  readonly state: 'OK' | 'PENDING' | 'ALERT';
  /** Epoch milliseconds. */
  readonly evaluatedAt: number;
}

/**
 * Evaluates the lag alert at the latest whole minute: PENDING when the lag is over the threshold, ALERT in the second minute in
 * a row, else OK. A pipe without data is OK (field notes).
 */
export function evaluateAlert({ read }: PipeRecord, now: number, alerts: Switches['alerts']): AlertState {
  const late = alerts === 'stale' || alerts === 'errored' ? STALE_MS : 0;
  const evaluatedAt = Math.floor((now - late) / MINUTE_MS) * MINUTE_MS;
  // A minute has two ticks. NaN (no data) is never over the threshold.
  const last = tickAt(evaluatedAt);
  const isOver = (tick: number) => read('lag', tick) > LAG_THRESHOLD || read('lag', tick - 1) > LAG_THRESHOLD;
  if (!isOver(last)) return { state: 'OK', evaluatedAt };
  return { state: isOver(last - 2) ? 'ALERT' : 'PENDING', evaluatedAt };
}

/** The alert as JSON (contract, part 2), with the flaw that the `alerts` switch selects (field notes). */
export function showAlert(
  { id, name }: Pipe,
  { state, evaluatedAt }: AlertState,
  createdAt: number,
  alerts: Switches['alerts'],
): JsonObject {
  const updatedAt = new Date(evaluatedAt).toISOString();
  const optional = {
    name: `Lag of ${name}`,
    message: `More than ${LAG_THRESHOLD} messages wait at ${name}.`,
    dashboard: identify('dashboard'),
    tileId: identify(`tile of ${id}`),
  };
  const shown = {
    id: alertIdOf(id),
    ...(alerts !== 'sparse' && optional),
    channel: { type: 'webhook', webhookId: identify('webhook') },
    source: 'tile',
    state,
    interval: '1m',
    threshold: LAG_THRESHOLD,
    thresholdType: 'above',
    team: identify('team'),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt,
  };
  const message = 'the query of the alert failed: timeout';
  const until = new Date(evaluatedAt + STALE_MS).toISOString();
  const untrustworthy = {
    disabled: { state: 'DISABLED' },
    unjudged: { state: 'INSUFFICIENT_DATA' },
    errored: { executionErrors: [{ timestamp: updatedAt, type: 'QUERY_ERROR', message }] },
    silenced: { silenced: { by: 'sandbox', at: updatedAt, until }, note: 'silenced by a switch of the sandbox' },
    ...{ fresh: {}, stale: {}, sparse: {} },
  };
  return { ...shown, ...untrustworthy[alerts] };
}
