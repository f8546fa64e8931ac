import type { Context, Hono } from 'hono';
import type { JsonObject } from '../../model/json.ts';
import { answerFaulty } from '../faults/answer-faulty.ts';
import { ApiError, parseJson, readBody, type SandboxEnv, type ServiceResponse } from '../pipes-api/http.ts';
import { chanceAt, seedOf } from '../random.ts';
import { finish, openEntry, type SandboxService } from '../service.ts';
import type { OpenEntry } from '../state/logs.ts';
import type { Switches } from '../switches.ts';
import { evaluateAlert, showAlert } from './alert.ts';
import { QueryError } from './http.ts';
import { type BucketCell, runQuery, type SeriesBuckets } from './query.ts';
import { readSeriesRequest } from './request.ts';

/** The two operations of the observability API (contract, part 4). Their `Date` header has the simulated time. */
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
    const pipeId = service.alerts.get(context.req.param('id').toLowerCase()) ?? null;
    return serve(service, context, { name: 'alert', pipeId, run: async () => readAlert(service, pipeId) });
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
  const fail = (thrown: unknown): ServiceResponse => {
    const { status, body, headers: own } = toQueryError(thrown);
    return { status, body, headers: { ...headers, ...own } };
  };
  const handle = async (): Promise<ServiceResponse> => {
    try {
      const body = JSON.stringify({ data: await run(entry) });
      return { status: 200, body, headers: { ...headers, 'content-type': 'application/json' } };
    } catch (thrown) {
      return fail(thrown);
    }
  };
  try {
    service.checkBearer(context.env.incoming.headers.authorization);
    Object.assign(headers, service.queryLimiter.admit(service.clock()));
  } catch (thrown) {
    return finish(service, entry, fail(thrown));
  }
  const fault = service.faults.take(name, pipeId);
  if (fault === null) return finish(service, entry, await handle());
  return answerFaulty(service, fault, entry, context.env, { pipeId, handle });
}

function toQueryError(thrown: unknown): QueryError {
  if (thrown instanceof QueryError) return thrown;
  // The only refusal of the pipes API that comes here is that of a large body.
  if (thrown instanceof ApiError) return new QueryError(413, { message: thrown.message });
  return new QueryError(500, { error: 'the query failed.' });
}

function querySeries(
  { store, simulation, switches }: SandboxService,
  request: ReturnType<typeof readSeriesRequest>,
): object {
  const { services } = store.fleet;
  const source = { pipes: store.pipes(), services, now: simulation.clock.now(), record: simulation.record };
  const series = runQuery(request, source);
  const rows = request.isRatio ? renderRatio(series, switches) : renderColumns(series, switches);
  return switches.rowOrder === 'shuffled' ? shuffle(rows) : rows;
}

function readAlert({ store, simulation, switches }: SandboxService, pipeId: string | null): object {
  const pipe = store.find(pipeId ?? '');
  if (pipe === undefined) throw new QueryError(404, { message: 'Alert not found' });
  const evaluated = evaluateAlert(simulation.record(pipe), simulation.clock.now(), switches.alerts);
  return showAlert(pipe, evaluated, simulation.begunAt, switches.alerts);
}

/**
 * The rows of the response (contract, part 2). Field notes, seen: a row for each series, one series after the other, so not in
 * order of time; counts are texts; empty buckets are absent.
 */
function renderColumns(series: readonly SeriesBuckets[], switches: Switches): readonly JsonObject[] {
  const rows = series.flatMap(({ counts, cells }, index) =>
    withGaps(cells, switches).map((cell) => {
      const value = counts && switches.counts === 'string' ? String(cell.value) : cell.value;
      return renderRow(cell, `series_${index}.data`, value, switches);
    }),
  );
  if (switches.rowOrder !== 'merged') return rows;
  // One row for a bucket and group, in order of time.
  const merged = new Map<string, JsonObject>();
  for (const row of rows) {
    const key = JSON.stringify([row.ts_bucket, row.group ?? []]);
    merged.set(key, { ...merged.get(key), ...row });
  }
  return [...merged.values()].sort((a, b) => Number(a.ts_bucket) - Number(b.ts_bucket));
}

/** The first series over the second, where both have a row; what is not a number is null (field notes: NaN may be null). */
function renderRatio([above, below]: readonly SeriesBuckets[], switches: Switches): readonly JsonObject[] {
  const divisors = new Map(below?.cells.map((cell) => [keyOf(cell), cell.value]));
  const divided = (above?.cells ?? []).filter((cell) => divisors.has(keyOf(cell)));
  return withGaps(divided, switches).map((cell) => {
    const ratio = cell.value / (divisors.get(keyOf(cell)) ?? Number.NaN);
    return renderRow(cell, 'series_0.data', Number.isFinite(ratio) ? ratio : null, switches);
  });
}

function renderRow(
  { group, bucketMs }: BucketCell,
  name: string,
  value: number | string | null,
  { emptyGroup }: Switches,
): JsonObject {
  const isAbsent = group.length === 0 && emptyGroup === 'absent';
  return { ...(!isAbsent && { group }), [name]: value, ts_bucket: bucketMs };
}

// With `gaps`, this share of the buckets is missing.
const GAP_CHANCE = 0.1;

function withGaps(cells: readonly BucketCell[], { gaps }: Switches): readonly BucketCell[] {
  return gaps === 'none' ? cells : cells.filter((cell) => chanceAt(seedOf(keyOf(cell)), 0) >= GAP_CHANCE);
}

function keyOf({ group, bucketMs }: BucketCell): string {
  return [bucketMs, ...group].join('\0');
}

/** The same order every time: the chance depends on the place. */
function shuffle(rows: readonly JsonObject[]): readonly JsonObject[] {
  return rows
    .map((row, index) => ({ row, place: chanceAt(0x5eed, index) }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}
