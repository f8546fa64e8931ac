import type { JsonObject } from '../../model/json.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import { evaluateAlert, LAG_THRESHOLD } from '../observability-api/alert.ts';
import { alertIdOf, METRICS_SOURCE_ID, namesById } from '../observability-api/query.ts';
import type { SandboxService } from '../service.ts';
import { METRIC_UNITS, METRICS, type Metric } from '../simulation/capacity.ts';
import { TICK_MS } from '../simulation/clock.ts';
import { MAX_COMPUTED, type PipeRecord, type Simulation } from '../simulation/simulation.ts';

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
    pipes: pipes.slice(0, MAX_COMPUTED).map((pipe) => {
      const { id, name, serviceId, state, settings, scaling } = pipe;
      const record = simulation.record(pipe);
      const alert = evaluateAlert(record, now, switches.alerts);
      const updatedAt = new Date(alert.evaluatedAt).toISOString();
      return {
        ...{ id, name, service: names.get(serviceId) ?? '', kind: kindOf(pipe) ?? null, state, settings, scaling },
        alert: { id: alertIdOf(id), state: alert.state, updatedAt, threshold: LAG_THRESHOLD },
        latest: readLatest(record),
      };
    }),
  };
}

function readLatest({ read, lastTick }: PipeRecord): JsonObject | null {
  if (Number.isNaN(read('lag', lastTick))) return null;
  return Object.fromEntries(METRICS.map((metric) => [metric, read(metric, lastTick)]));
}

const MAX_POINTS = 360;

/**
 * The load of one pipe over the last `windowMs` as the console draws it: `{stepMs, at, metrics: {lag: {unit, values}}}`, in at
 * most 360 points. A point is the mean of its ticks, of `lag` their maximum, so that no peak is lost; null without rows.
 */
export function showSeries(simulation: Simulation, pipe: Pipe, windowMs: number): JsonObject {
  const record = simulation.record(pipe);
  const ticks = Math.max(1, Math.floor(windowMs / TICK_MS));
  const ticksPerPoint = Math.ceil(ticks / MAX_POINTS);
  // Points begin at multiples of the step, so that they stay the same from one request to the next.
  const last = Math.floor(record.lastTick / ticksPerPoint);
  const first = Math.max(Math.ceil(record.firstTick / ticksPerPoint), last - Math.ceil(ticks / ticksPerPoint) + 1);
  const points = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * ticksPerPoint);
  const metrics = METRICS.map((metric) => {
    const values = points.map((tick) => summarize(record, metric, tick, ticksPerPoint));
    return [metric, { unit: METRIC_UNITS[metric], values }] as const;
  });
  return {
    stepMs: ticksPerPoint * TICK_MS,
    at: points.map((tick) => tick * TICK_MS),
    metrics: Object.fromEntries(metrics),
  };
}

function summarize({ read, lastTick }: PipeRecord, metric: Metric, from: number, ticks: number): number | null {
  const values = Array.from({ length: Math.min(ticks, lastTick - from + 1) }, (_, index) => read(metric, from + index));
  const found = values.filter((value) => !Number.isNaN(value));
  if (found.length === 0) return null;
  if (metric === 'lag') return Math.max(...found);
  return Math.round((found.reduce((sum, value) => sum + value, 0) / found.length) * 1_000) / 1_000;
}
