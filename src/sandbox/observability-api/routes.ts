import type { Context, Hono } from 'hono';
import { answerFaulty } from '../faults/answer-faulty.ts';
import type { Fault } from '../faults/kinds.ts';
import { type Answer, Refusal } from '../pipes-api/answer.ts';
import { parseJson, readBody } from '../pipes-api/body.ts';
import { finish, openEntry, type SandboxEnv } from '../pipes-api/exchange.ts';
import type { Service } from '../service.ts';
import type { OpenEntry } from '../state/request-log.ts';
import { evaluateAlert, showAlert } from './alert.ts';
import { QueryError } from './query-error.ts';
import { runQuery } from './run-query.ts';
import { readSeriesRequest } from './series-request.ts';
import { renderColumns, renderRatio } from './series-rows.ts';

/** The two operations of the observability API (contract, part 4). They tell the simulated time in their `Date` header. */
export function addObservabilityRoutes(app: Hono<SandboxEnv>, service: Service): void {
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
  service: Service,
  context: Context<SandboxEnv>,
  { name, pipeId, run }: ObservabilityOperation,
): Promise<Response> {
  const entry = openEntry(service, context, null);
  const headers: Record<string, string> = { date: new Date(service.simulation.clock.now()).toUTCString() };
  const decorate = (answer: Answer): Answer => ({ ...answer, headers: { ...headers, ...answer.headers } });
  const handle = async (): Promise<Answer> => decorate(await run(entry).then(succeedWith, explain));
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

function succeedWith(data: object): Answer {
  return { status: 200, body: JSON.stringify({ data }), headers: { 'content-type': 'application/json' } };
}

function explain(thrown: unknown): Answer {
  const { status, body, contentType, headers } = toQueryError(thrown);
  return { status, body, headers: { ...headers, 'content-type': contentType } };
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
