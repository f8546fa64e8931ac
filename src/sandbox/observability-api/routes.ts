import type { Context, Hono } from 'hono';
import type { JsonObject } from '../../model/json.ts';
import { answerFaulty } from '../faults/answer-faulty.ts';
import type { Fault } from '../faults/fault-plan.ts';
import {
  ApiError,
  finish,
  openEntry,
  parseJson,
  readBody,
  type SandboxEnv,
  type ServiceResponse,
} from '../pipes-api/http.ts';
import { chanceAt, seedOf } from '../random.ts';
import type { SandboxService } from '../service.ts';
import type { OpenEntry } from '../state/logs.ts';
import type { Switches } from '../switches.ts';
import { evaluateAlert, showAlert } from './alert.ts';
import { type BucketCell, runQuery, type SeriesBuckets } from './query.ts';
import { QueryError, readSeriesRequest } from './request.ts';

/** The two operations of the observability API (contract, part 4). They tell the simulated time in their `Date` header. */
export function addObservabilityRoutes(app: Hono<SandboxEnv>, service: SandboxService): void {
  app.post('/api/v2/charts/series', (context) =>
    serve(service, context, {
      name: 'series',
      pipeId: null,
      async run(entry) {
        const text = await readBody(context.env.incoming);
        const body = parseJson(text);
        entry.body = body ?? text;
        return querySeries(service, readSeriesRequest(body));
      },
    }),
  );
  app.get('/api/v2/alerts/:id', (context) => {
    const id = context.req.param('id');
    return serve(service, context, {
      name: 'alert',
      pipeId: service.alerts.get(id.toLowerCase()) ?? null,
      run: async () => readAlert(service, id),
    });
  });
}

interface ObservabilityOperation {
  readonly name: 'series' | 'alert';
  /** The pipe that it is about. */
  readonly pipeId: string | null;
  run(entry: OpenEntry): Promise<object>;
}

async function serve(
  service: SandboxService,
  context: Context<SandboxEnv>,
  { name, pipeId, run }: ObservabilityOperation,
): Promise<Response> {
  const entry = openEntry(service, context, null);
  const headers: Record<string, string> = { date: new Date(service.simulation.clock.now()).toUTCString() };
  const decorate = (answer: ServiceResponse): ServiceResponse => ({
    ...answer,
    headers: { ...headers, ...answer.headers },
  });
  const handle = async (): Promise<ServiceResponse> => decorate(await run(entry).then(succeedWith, explain));
  let fault: Fault | null;
  try {
    service.checkBearer(context.env.incoming.headers.authorization);
    Object.assign(headers, service.queryLimiter.admit(service.clock()));
    fault = service.faults.take(name, pipeId);
  } catch (thrown) {
    return finish(service, entry, decorate(explain(thrown)));
  }
  if (fault === null) return finish(service, entry, await handle());
  return answerFaulty(service, fault, entry, context.env, { pipeId, handle });
}

function succeedWith(data: object): ServiceResponse {
  return { status: 200, body: JSON.stringify({ data }), headers: { 'content-type': 'application/json' } };
}

function explain(thrown: unknown): ServiceResponse {
  const { status, body, contentType, headers } = toQueryError(thrown);
  return { status, body, headers: { ...headers, 'content-type': contentType } };
}

function toQueryError(thrown: unknown): QueryError {
  if (thrown instanceof QueryError) return thrown;
  if (thrown instanceof ApiError) return new QueryError(413, { message: thrown.message });
  return new QueryError(500, { error: 'the query failed.' });
}

function querySeries(
  { store, simulation, switches }: SandboxService,
  request: ReturnType<typeof readSeriesRequest>,
): object {
  const series = runQuery(request, {
    pipes: store.pipes(),
    services: store.fleet.services,
    now: simulation.clock.now(),
    record: simulation.record,
  });
  return request.returnType === 'ratio' ? renderRatio(series, switches) : renderColumns(series, switches);
}

function readAlert({ alerts, store, simulation, switches }: SandboxService, id: string): object {
  const pipe = store.find(alerts.get(id.toLowerCase()) ?? '');
  if (pipe === undefined) throw new QueryError(404, { message: 'Alert not found' });
  const evaluated = evaluateAlert(simulation.record(pipe), simulation.clock.now(), switches.alerts);
  return showAlert(pipe, evaluated, simulation.begunAt, switches.alerts);
}

type RowSwitches = Pick<Switches, 'counts' | 'gaps' | 'rowOrder' | 'emptyGroup'>;

// With `gaps`, one bucket in so many is missing.
const GAP_CHANCE = 0.1;

/**
 * The rows of the answer (contract, part 2). Field notes, seen: a row for each series, one series after the other, so not in
 * order of time; counts are texts; empty buckets are absent.
 */
export function renderColumns(series: readonly SeriesBuckets[], switches: RowSwitches): readonly JsonObject[] {
  const rows = series.flatMap(({ counts, cells }, index) =>
    thinOut(cells, switches).map((cell) => {
      const value = counts && switches.counts === 'string' ? String(cell.value) : cell.value;
      return renderRow(cell, `series_${index}.data`, value, switches);
    }),
  );
  if (switches.rowOrder === 'merged') return merge(rows);
  return switches.rowOrder === 'shuffled' ? shuffle(rows) : rows;
}

/** The first series over the second, where both have a row; what is not a number is null (field notes: NaN may be null). */
export function renderRatio([above, below]: readonly SeriesBuckets[], switches: RowSwitches): readonly JsonObject[] {
  const divisors = new Map(below?.cells.map((cell) => [keyOf(cell), cell.value]));
  const divided = (above?.cells ?? []).filter((cell) => divisors.has(keyOf(cell)));
  const rows = thinOut(divided, switches).map((cell) => {
    const ratio = cell.value / (divisors.get(keyOf(cell)) ?? Number.NaN);
    return renderRow(cell, 'series_0.data', Number.isFinite(ratio) ? ratio : null, switches);
  });
  return switches.rowOrder === 'shuffled' ? shuffle(rows) : rows;
}

function renderRow(
  { group, bucketMs }: BucketCell,
  name: string,
  value: number | string | null,
  { emptyGroup }: RowSwitches,
): JsonObject {
  const isAbsent = group.length === 0 && emptyGroup === 'absent';
  return { ...(!isAbsent && { group }), [name]: value, ts_bucket: bucketMs };
}

function thinOut(cells: readonly BucketCell[], { gaps }: RowSwitches): readonly BucketCell[] {
  if (gaps === 'none') return cells;
  return cells.filter((cell) => chanceAt(seedOf(keyOf(cell)), 0) >= GAP_CHANCE);
}

function keyOf({ group, bucketMs }: BucketCell): string {
  return [bucketMs, ...group].join('\0');
}

// One row for a bucket and group, in order of time.
function merge(rows: readonly JsonObject[]): readonly JsonObject[] {
  const merged = new Map<string, JsonObject>();
  for (const row of rows) {
    const key = JSON.stringify([row.ts_bucket, row.group ?? []]);
    merged.set(key, { ...merged.get(key), ...row });
  }
  return [...merged.values()].sort((a, b) => Number(a.ts_bucket) - Number(b.ts_bucket));
}

// The same answer every time: by chance, but by one that goes with the place.
function shuffle(rows: readonly JsonObject[]): readonly JsonObject[] {
  return rows
    .map((row, index) => ({ row, place: chanceAt(0x5eed, index) }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}
