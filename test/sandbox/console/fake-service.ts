import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/model/json.ts';
import { addConsoleRoutes } from '../../../src/sandbox/console/console-routes.ts';
import type { SandboxEnv } from '../../../src/sandbox/http.ts';
import { ApiError, renderThrown } from '../../../src/sandbox/http.ts';

/** A pipe as `GET /_sandbox/fleet` shows it. */
export interface ShownPipe {
  readonly id: string;
  name: string;
  service: string;
  kind: string | null;
  state: string;
  settings: JsonObject;
  scaling: JsonObject;
  alert: { id: string; state: string; updatedAt: string; threshold: number };
  latest: Record<'arrivals' | 'throughput' | 'lag' | 'errors' | 'utilization', number> | null;
}

export interface FakeService {
  readonly url: string;
  readonly pipes: ShownPipe[];
  /** The reported size of the fleet; null for the number of shown pipes. */
  total: number | null;
  /** The bodies of the edits, in order. */
  readonly edits: JsonObject[];
  /** The bodies of the clock updates, in order. */
  readonly moves: JsonValue[];
  /** The answer that rejects the next edit; null to accept it. */
  refusal: string | null;
  /** Stops listening. */
  close(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 20, 10, 42, 30);

/** The control routes that the console reads, over constant pipes, with the real console routes. */
export async function startFakeService(pipes: ShownPipe[], port = 0): Promise<FakeService> {
  const app = new Hono<SandboxEnv>();
  const fake = {
    pipes,
    total: null as number | null,
    edits: [] as JsonObject[],
    moves: [] as JsonValue[],
    refusal: null as string | null,
  };
  const clock = { now: NOW, speed: 0 };
  addConsoleRoutes(app, '127.0.0.1');
  app.get('/_sandbox/fleet', (context) =>
    context.json({ ...clock, sourceId: 'a1', services: { analytics: 's1' }, total: fake.total ?? pipes.length, pipes }),
  );
  app.get('/_sandbox/pipes/:id/series', (context) => {
    const pipe = pipes.find(({ id }) => id === context.req.param('id'));
    if (pipe === undefined) throw new ApiError('NOT_FOUND', 'the pipe does not exist.');
    return context.json(seriesOf(pipe));
  });
  app.post('/_sandbox/clock', async (context) => {
    const move: { advance?: string; speed?: number } = await context.req.json();
    fake.moves.push(move as JsonValue);
    if (move.speed !== undefined) clock.speed = move.speed;
    if (move.advance !== undefined) clock.now += 600_000;
    return context.json({ ...clock, mode: 'running' });
  });
  app.patch('/_sandbox/pipes/:id', async (context) => {
    const edit: JsonObject = await context.req.json();
    fake.edits.push(edit);
    if (fake.refusal !== null) throw new ApiError('BAD_REQUEST', fake.refusal);
    const pipe = pipes.find(({ id }) => id === context.req.param('id'));
    if (pipe === undefined) throw new ApiError('NOT_FOUND', 'the pipe does not exist.');
    for (const section of ['settings', 'scaling'] as const) {
      const changes = edit[section];
      if (isJsonObject(changes ?? null)) pipe[section] = withoutNulls({ ...pipe[section], ...(changes as JsonObject) });
    }
    return context.json({});
  });
  app.onError((thrown) => {
    const { status, body, headers } = renderThrown('00000000-0000-4000-8000-000000000000', thrown);
    return new Response(body, { status, headers });
  });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
}

function withoutNulls(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** One hour with one value a minute, the last being the latest of the pipe, and a gap of ten minutes. */
function seriesOf({ latest }: ShownPipe) {
  const at = Array.from({ length: 60 }, (_, index) => NOW - (59 - index) * 60_000);
  const rise = (value: number) =>
    at.map((_, index) => (latest === null || (index > 20 && index < 31) ? null : (value * (index + 1)) / 60));
  const units = {
    arrivals: 'messages/s',
    throughput: 'messages/s',
    lag: 'messages',
    errors: 'messages/s',
    utilization: 'ratio',
  };
  const metrics = Object.fromEntries(
    Object.entries(units).map(([metric, unit]) => [
      metric,
      { unit, values: rise(latest?.[metric as keyof typeof units] ?? 0) },
    ]),
  );
  return { stepMs: 60_000, at, metrics };
}
