import type { JsonObject } from '../../model/json.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import { evaluateAlert, LAG_THRESHOLD } from '../observability-api/alert.ts';
import { alertIdOf, METRICS_SOURCE_ID, namesById } from '../observability-api/query.ts';
import type { SandboxService } from '../service.ts';
import { TICK_MS } from '../simulation/clock.ts';
import { METRIC_UNITS, METRICS, type Metric } from '../simulation/record.ts';
import { MOST_KEPT, type PipeRecord, type Simulation } from '../simulation/simulation.ts';

/**
 * The fleet as the console shows it: `{now, speed, sourceId, services, total, pipes}`, each pipe with its alert and latest
 * values (null when it shows none). Of a large fleet the first 1,000 pipes, so that all of them stay computed.
 */
export function showFleet({ store, simulation, switches }: SandboxService): JsonObject {
  const now = simulation.clock.now();
  const { services } = store.fleet;
  const names = namesById(services);
  const pipes = store.pipes();
  return {
    now,
    speed: simulation.clock.speed(),
    sourceId: METRICS_SOURCE_ID,
    services,
    total: pipes.length,
    pipes: pipes.slice(0, MOST_KEPT).map((pipe) => {
      const { id, name, serviceId, state, settings, scaling } = pipe;
      const record = simulation.record(pipe);
      return {
        ...{ id, name, service: names.get(serviceId) ?? '', kind: kindOf(pipe) ?? null, state, settings, scaling },
        alert: summarizeAlert(pipe, record, now, switches),
        latest: readLatest(record),
      };
    }),
  };
}

function summarizeAlert(
  pipe: Pipe,
  record: PipeRecord,
  now: number,
  { alerts }: SandboxService['switches'],
): JsonObject {
  const { state, evaluatedAt } = evaluateAlert(record, now, alerts);
  return {
    id: alertIdOf(pipe.id),
    state,
    updatedAt: new Date(evaluatedAt).toISOString(),
    threshold: LAG_THRESHOLD,
  };
}

function readLatest({ read, lastTick }: PipeRecord): JsonObject | null {
  if (Number.isNaN(read('lag', lastTick))) return null;
  return Object.fromEntries(METRICS.map((metric) => [metric, read(metric, lastTick)]));
}

const MOST_POINTS = 360;

/**
 * The load of one pipe over the last `windowMs` as the console draws it: `{stepMs, at, metrics: {lag: {unit, values}}}`, in at
 * most 360 points. A point is the mean of its ticks, of `lag` their maximum, so that no peak is lost; null without rows.
 */
export function showSeries(simulation: Simulation, pipe: Pipe, windowMs: number): JsonObject {
  const record = simulation.record(pipe);
  const ticks = Math.max(1, Math.floor(windowMs / TICK_MS));
  const ticksPerPoint = Math.ceil(ticks / MOST_POINTS);
  // Points that begin at multiples of the step stay the same from one look to the next.
  const last = Math.floor(record.lastTick / ticksPerPoint);
  const first = Math.max(Math.ceil(record.firstTick / ticksPerPoint), last - Math.ceil(ticks / ticksPerPoint) + 1);
  const points = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * ticksPerPoint);
  return {
    stepMs: ticksPerPoint * TICK_MS,
    at: points.map((tick) => tick * TICK_MS),
    metrics: Object.fromEntries(
      METRICS.map((metric) => [
        metric,
        {
          unit: METRIC_UNITS[metric],
          values: points.map((tick) => summarize(record, metric, tick, ticksPerPoint)),
        },
      ]),
    ),
  };
}

function summarize({ read, lastTick }: PipeRecord, metric: Metric, from: number, ticks: number): number | null {
  const values = Array.from({ length: Math.min(ticks, lastTick - from + 1) }, (_, index) => read(metric, from + index));
  const found = values.filter((value) => !Number.isNaN(value));
  if (found.length === 0) return null;
  if (metric === 'lag') return Math.max(...found);
  const mean = found.reduce((sum, value) => sum + value, 0) / found.length;
  return Math.round(mean * 1_000) / 1_000;
}
