import { METRICS_SOURCE_ID, type Sandbox, type SandboxSetup } from '../../../src/sandbox/index.ts';
import { call, named, type Reply, start } from '../harness.ts';
import { NOON } from '../workload/simulate.ts';

export const BEARER = { authorization: 'Bearer sandbox' };

/** A sandbox whose time stays at noon on a Friday until it is stepped. */
export function startAtNoon(options: SandboxSetup = {}): Promise<Sandbox> {
  const switches = { settleMs: 0, ...options.switches };
  return start({ speed: 0, startAt: NOON, ...options, switches });
}

export const LAG = { sourceId: METRICS_SOURCE_ID, aggFn: 'max', where: 'pipe:orders-prod AND metric:lag' };

/** Queries series over the last ten minutes, unless `body` differs. */
export function query(sandbox: Sandbox, series: readonly object[], body: object = {}): Promise<Reply> {
  const now = sandbox.simulationClock.now();
  return ask(sandbox, { startTime: now - 600_000, endTime: now, granularity: '1m', series, ...body });
}

/** Posts any body to the series query. */
export function ask(sandbox: Sandbox, body: unknown): Promise<Reply> {
  return call(sandbox, '/api/v2/charts/series', { method: 'POST', headers: BEARER, body });
}

export function rowsOf(reply: Reply): readonly Readonly<Record<string, unknown>>[] {
  return reply.json.data as readonly Readonly<Record<string, unknown>>[];
}

export function step(sandbox: Sandbox, advance: string): Promise<Reply> {
  return call(sandbox, '/_sandbox/clock', { method: 'POST', body: { advance } });
}

export function edit(sandbox: Sandbox, name: string, change: object): Promise<Reply> {
  return call(sandbox, `/_sandbox/pipes/${named(sandbox, name).id}`, { method: 'PATCH', body: change });
}
