import type { JsonObject } from '../../model/json/json.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import { evaluateAlert, LAG_THRESHOLD } from '../observability-api/alert.ts';
import { alertIdOf, METRICS_SOURCE_ID, namesById, runQuery } from '../observability-api/query.ts';
import type { SandboxService } from '../service.ts';
import { METRIC_UNITS, METRICS, type PipeRecord, toThousandths } from '../workload/simulation.ts';

/** More pipes would make the console slow. */
const MAX_PIPES = 1_000;

/**
 * The fleet for the console: `{now, speed, sourceId, organization, services, faultsOn, requests, total, pipes}`. A pipe has its
 * alert, its latest values (null when it has no data), who changed it last, and whether the API has read or written it. A large
 * fleet is cut to its first 1,000 pipes.
 */
export function showFleet({ store, simulation, switches, log, changes, faults }: SandboxService): JsonObject {
  const now = simulation.clock.now();
  const { organization, services } = store.fleet;
  const names = namesById(services);
  const [last] = log.entries(1);
  const answered = log.entries().filter(({ status }) => status === 200);
  const requested = new Set(answered.flatMap(({ pipeId }) => pipeId?.toLowerCase() ?? []));
  // A list of pipes reads all of them.
  const isListed =
    switches.listing !== 'none' && answered.some(({ pipeId, path }) => pipeId === null && path.startsWith('/v1/'));
  const pipes = store.pipes();
  return {
    now,
    speed: simulation.clock.speed(),
    sourceId: METRICS_SOURCE_ID,
    organization,
    services,
    faultsOn: faults.countEnabled(),
    requests: { total: log.total(), lastStatus: last?.status ?? null },
    total: pipes.length,
    pipes: pipes.slice(0, MAX_PIPES).map((pipe) => {
      const { id, name, serviceId, state, settings, scaling } = pipe;
      const alert = evaluateAlert(simulation, pipe);
      const updatedAt = new Date(alert.evaluatedAt).toISOString();
      return {
        ...{ id, name, service: names.get(serviceId) ?? '', kind: kindOf(pipe) ?? null, state, settings, scaling },
        alert: { id: alertIdOf(id), state: alert.state, updatedAt, threshold: LAG_THRESHOLD },
        latest: readLatest(simulation.record(pipe)),
        changedBy: changes.of(id).at(-1)?.by ?? null,
        isRequested: isListed || requested.has(id),
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
 * The load of one pipe for the charts: `{stepMs, at, metrics: {lag: {unit, values}}, changes}` with at most 360 points. A point is
 * the mean of its ticks, for `lag` their maximum, which keeps peaks; null without data. `changes` are those of the pipe in the window.
 */
export function showSeries({ store, simulation, changes }: SandboxService, pipe: Pipe, windowMs: number): JsonObject {
  const { clock, tickMs } = simulation;
  const now = clock.now();
  const ticks = Math.max(1, Math.floor(windowMs / tickMs));
  const stepMs = tickMs * Math.ceil(ticks / MAX_POINTS);
  // Multiples of the step, so that points stay the same between requests.
  const end = (Math.floor(now / stepMs) + 1) * stepMs;
  const points = Math.ceil((ticks * tickMs) / stepMs);
  const at = Array.from({ length: points }, (_, index) => end - (points - index) * stepMs);
  const series = METRICS.map((metric) => {
    const aggFn = metric === 'lag' ? 'max' : 'avg';
    return { sourceId: METRICS_SOURCE_ID, aggFn, where: '', groupBy: [], metric, level: null };
  });
  const range = { startTime: end - points * stepMs, endTime: end, stepMs };
  const source = { pipes: [pipe], services: store.fleet.services, simulation };
  const found = runQuery({ ...range, returnType: null, groupBy: [], series }, source);
  const metrics = METRICS.map((metric, index) => {
    const values = new Map(found[index]?.cells.map(({ bucketMs, value }) => [bucketMs, toThousandths(value)]));
    return [metric, { unit: METRIC_UNITS[metric], values: at.map((time) => values.get(time) ?? null) }];
  });
  const shown = changes.of(pipe.id).filter((change) => change.at >= range.startTime);
  return { stepMs, at, metrics: Object.fromEntries(metrics), changes: shown };
}
