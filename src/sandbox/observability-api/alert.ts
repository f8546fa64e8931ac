import type { JsonObject } from '../../model/json/json.ts';
import type { Pipe } from '../fleet/pipe.ts';
import type { Simulation } from '../workload/simulation.ts';
import { alertIdOf, identify } from './query.ts';

/** The one alert of a pipe fires when more messages wait. */
export const LAG_THRESHOLD = 10_000;
const MINUTE_MS = 60_000;

interface AlertState {
  readonly state: 'OK' | 'PENDING' | 'ALERT';
  /** Epoch milliseconds. */
  readonly evaluatedAt: number;
}

/**
 * Evaluates the lag alert at the latest whole minute: PENDING when the lag is over the threshold, ALERT in the second minute in
 * a row, else OK. A pipe without data is OK (field notes).
 */
export function evaluateAlert({ clock, tickMs, record }: Simulation, pipe: Pipe): AlertState {
  const evaluatedAt = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
  const perMinute = Math.max(1, MINUTE_MS / tickMs);
  const { lastTick, read } = record(pipe);
  const last = Math.min(lastTick, Math.floor(evaluatedAt / tickMs));
  // NaN (no data) is never over the threshold.
  const isOver = (tick: number) =>
    Array.from({ length: perMinute }, (_, back) => read('lag', tick - back)).some((lag) => lag > LAG_THRESHOLD);
  if (!isOver(last)) return { state: 'OK', evaluatedAt };
  return { state: isOver(last - perMinute) ? 'ALERT' : 'PENDING', evaluatedAt };
}

/** The alert as JSON (contract, part 2). */
export function showAlert({ id, name }: Pipe, { state, evaluatedAt }: AlertState, createdAt: number): JsonObject {
  return {
    id: alertIdOf(id),
    name: `Lag of ${name}`,
    message: `More than ${LAG_THRESHOLD} messages wait at ${name}.`,
    dashboard: identify('dashboard'),
    tileId: identify(`tile of ${id}`),
    channel: { type: 'webhook', webhookId: identify('webhook') },
    source: 'tile',
    state,
    interval: '1m',
    threshold: LAG_THRESHOLD,
    thresholdType: 'above',
    team: identify('team'),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(evaluatedAt).toISOString(),
  };
}
