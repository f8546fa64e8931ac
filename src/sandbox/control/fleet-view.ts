import type { JsonObject } from '../../model/json.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import { evaluateAlert, LAG_THRESHOLD } from '../observability-api/alert.ts';
import { alertIdOf, METRICS_SOURCE_ID, namesById } from '../observability-api/columns.ts';
import type { Service } from '../service.ts';
import { METRICS } from '../simulation/metrics.ts';
import { MOST_KEPT, type PipeRecord } from '../simulation/simulation.ts';

/**
 * The fleet as the console shows it: `{now, speed, sourceId, services, total, pipes}`, each pipe with its alert and latest
 * values (null when it shows none). Of a large fleet the first 1,000 pipes, so that all of them stay computed.
 */
export function showFleet({ store, simulation, switches }: Service): JsonObject {
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

function summarizeAlert(pipe: Pipe, record: PipeRecord, now: number, { alerts }: Service['switches']): JsonObject {
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
