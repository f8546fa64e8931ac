import type { Context, Hono } from 'hono';
import { Refusal } from '../answer.ts';
import { delayAnswer, openEntry, type SandboxEnv } from '../api-routes.ts';
import { parseJson, readBody } from '../body.ts';
import type { OpenEntry } from '../request-log.ts';
import type { Service } from '../service.ts';
import { evaluateAlert, showAlert } from './alert.ts';
import { QueryError } from './query-error.ts';
import { runQuery } from './run-query.ts';
import { readSeriesRequest } from './series-request.ts';
import { renderColumns, renderRatio } from './series-rows.ts';

/** The two operations of the observability API (contract, part 4). They tell the simulated time in their `Date` header. */
export function addObservabilityRoutes(app: Hono<SandboxEnv>, service: Service): void {
  app.post('/api/v2/charts/series', (context) =>
    serve(service, context, async (entry) => {
      const text = await readBody(context.env.incoming);
      const body = parseJson(text);
      entry.body = body ?? text;
      return querySeries(service, readSeriesRequest(body));
    }),
  );
  app.get('/api/v2/alerts/:id', (context) =>
    serve(service, context, async () => readAlert(service, context.req.param('id'))),
  );
}

async function serve(
  service: Service,
  context: Context<SandboxEnv>,
  run: (entry: OpenEntry) => Promise<object>,
): Promise<Response> {
  const entry = openEntry(service, context, null);
  const headers: Record<string, string> = {};
  const answer = async () => {
    service.checkBearer(context.env.incoming.headers.authorization);
    Object.assign(headers, service.queryLimiter.admit(service.clock()));
    return Response.json({ data: await run(entry) });
  };
  const response = await answer().catch(explain);
  entry.status = response.status;
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  response.headers.set('date', new Date(service.simulation.clock.now()).toUTCString());
  await delayAnswer(service);
  return response;
}

function explain(thrown: unknown): Response {
  const { status, body, contentType, headers } = toQueryError(thrown);
  return new Response(body, { status, headers: { ...headers, 'content-type': contentType } });
}

function toQueryError(thrown: unknown): QueryError {
  if (thrown instanceof QueryError) return thrown;
  if (thrown instanceof Refusal) return new QueryError(413, { message: thrown.message });
  return new QueryError(500, { error: 'the query failed.' });
}

function querySeries({ store, simulation, switches }: Service, request: ReturnType<typeof readSeriesRequest>): object {
  const series = runQuery(request, {
    pipes: store.pipes(),
    services: store.fleet.services,
    now: simulation.clock.now(),
    record: simulation.record,
  });
  return request.returnType === 'ratio' ? renderRatio(series, switches) : renderColumns(series, switches);
}

function readAlert({ alerts, store, simulation, switches }: Service, id: string): object {
  const pipe = store.find(alerts.get(id.toLowerCase()) ?? '');
  if (pipe === undefined) throw new QueryError(404, { message: 'Alert not found' });
  const evaluated = evaluateAlert(simulation.record(pipe), simulation.clock.now(), switches.alerts);
  return showAlert(pipe, evaluated, simulation.begunAt, switches.alerts);
}
