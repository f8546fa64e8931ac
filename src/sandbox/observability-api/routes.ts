import type { Hono } from 'hono';
import type { JsonObject } from '../../model/json/json.ts';
import { parseJson } from '../../model/json/json.ts';
import { ApiError, type SandboxEnv, type ServiceResponse, toApiError } from '../http.ts';
import { type ServedApi, serve, showDate } from '../serve.ts';
import type { SandboxService } from '../service.ts';
import { evaluateAlert, showAlert } from './alert.ts';
import { alertIdOf, type BucketCell, runQuery, type SeriesBuckets } from './query.ts';
import { type ReceivedQuery, readSeriesRequest } from './request.ts';

/** The two operations of the observability API (contract, part 4). Their `Date` header has the simulated time. */
export function addObservabilityRoutes(app: Hono<SandboxEnv>, service: SandboxService): void {
  const api: ServedApi = {
    access: service.observabilityAccess,
    headers: () => showDate(service.simulation.clock),
    renderResult: (_, data) => ({
      status: 200,
      body: `{"data":${data}}`,
      headers: { 'content-type': 'application/json' },
    }),
    renderThrown: (_, thrown) => renderError(toApiError(thrown), PLAIN),
  };
  const pipeIds = new Map(service.store.fleet.pipes.map(({ id }) => [alertIdOf(id), id]));
  app.post('/api/v2/charts/series', (context) =>
    serve(service, context, api, {
      name: 'series',
      pipeId: null,
      hasBody: true,
      run: (by, _, text) => querySeries(by, readSeriesRequest(parseJson(text))),
    }),
  );
  app.get('/api/v2/alerts/:id', (context) => {
    const target = pipeIds.get(context.req.param('id').toLowerCase()) ?? null;
    const run = (by: SandboxService) => JSON.stringify(readAlert(by, target));
    const renderThrown: ServedApi['renderThrown'] = (_, thrown) =>
      renderError(toApiError(thrown), [...PLAIN, 'NOT_FOUND']);
    return serve(
      service,
      context,
      { ...api, renderThrown },
      { name: 'alert', pipeId: null, target, hasBody: false, run },
    );
  });
}

/** The errors that are plain text (field notes, seen), as is a missing alert. */
const PLAIN = ['UNAUTHORIZED', 'TOO_MANY_REQUESTS'] as const satisfies readonly ApiError['code'][];

/** Field notes, seen: a query that cannot run and an unknown source have `error`, other bodies have `message`. */
function renderError(
  { code, message, status, headers }: ApiError,
  plain: readonly ApiError['code'][],
): ServiceResponse {
  const isText = plain.includes(code);
  const type = { 'content-type': `${isText ? 'text/plain' : 'application/json'}; charset=utf-8` };
  const body = isText ? message : JSON.stringify({ [status === 500 || status === 404 ? 'error' : 'message']: message });
  return { status, body, headers: { ...headers, ...type } };
}

/**
 * Renders the rows as JSON, directly, since there may be 100,000 of them (contract, part 2). Field notes, seen: one series after the
 * other, so not in order of time; counts are strings.
 */
function querySeries({ store, simulation }: SandboxService, request: ReceivedQuery): string {
  const series = runQuery(request, { pipes: store.pipes(), services: store.fleet.services, simulation });
  const { returnType, groupBy } = request;
  const rows = (returnType === 'ratio' ? [divide(series)] : series).flatMap(({ counts, cells }, index) => {
    const texts = new Map([...new Set(cells.map(({ group }) => group))].map((group) => [group, JSON.stringify(group)]));
    const quote = counts ? '"' : '';
    return cells.map(({ group, bucketMs, value }) => {
      // JSON shows a division by zero as null.
      const shown = Number.isFinite(value) ? value : null;
      if (returnType === 'column')
        return renderColumns(group, groupBy, `"series_${index}":${quote}${shown}${quote}`, bucketMs);
      return `{"group":${texts.get(group)},"series_${index}.data":${quote}${shown}${quote},"ts_bucket":${bucketMs}}`;
    });
  });
  return `[${rows.join(',')}]`;
}

/** Field notes, seen: `column` gives raw rows, whose keys are not those of the contract. */
function renderColumns(
  group: BucketCell['group'],
  groupBy: readonly string[],
  value: string,
  bucketMs: number,
): string {
  const columns = groupBy.map((column, index) => `${JSON.stringify(column)}:${JSON.stringify(group[index])},`);
  return `{${columns.join('')}${value},"__time_bucket":"${new Date(bucketMs).toISOString()}"}`;
}

function readAlert({ store, simulation }: SandboxService, pipeId: string | null): JsonObject {
  const pipe = store.find(pipeId ?? '');
  if (pipe === undefined) throw new ApiError('NOT_FOUND', 'Alert not found');
  return showAlert(pipe, evaluateAlert(simulation, pipe), simulation.begunAt);
}

/** Divides the first series by the second where both have a row. */
function divide([above, below]: readonly SeriesBuckets[]): SeriesBuckets {
  const divisors = new Map(below?.cells.map((cell) => [keyOf(cell), cell.value]));
  const cells = (above?.cells ?? []).flatMap((cell) => {
    const divisor = divisors.get(keyOf(cell));
    return divisor === undefined ? [] : [{ ...cell, value: cell.value / divisor }];
  });
  return { counts: false, cells };
}

function keyOf({ group, bucketMs }: BucketCell): string {
  return [bucketMs, ...group].join('\0');
}
