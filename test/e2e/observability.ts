import { alertIdOf, METRICS_SOURCE_ID } from '../../src/sandbox/index.ts';
import { fleet, openWorkspace, pipe, type Workspace, type WorkspaceOptions } from './harness.ts';

/** The fixed time of the service, far from the time of this machine. */
export const MIDDAY = Date.parse('2026-06-01T12:00:00Z');
export const ORDERS_ALERT = alertIdOf(pipe(fleet, 'orders-prod').id as string);

/** Credentials for the observability API, which needs only the access token. */
export const TOKEN_ONLY = { PIPEFORM_KEY_ID: '', PIPEFORM_KEY_SECRET: '' };

const series = (where: string, groupBy: readonly string[] = []) => ({
  ...{ sourceId: METRICS_SOURCE_ID, aggFn: 'max', where, groupBy },
});
const passing = (pass: string) => ({ window: '5m', granularity: '1m', reduce: 'max', pass });

/** Checks on a fleet whose metrics are the same on every machine. */
export function openObserved(options: Partial<WorkspaceOptions> = {}): Promise<Workspace> {
  return openWorkspace({
    speed: 0,
    startAt: MIDDAY,
    document: {
      observability: { url: '${PIPEFORM_API_URL}' },
      pipes: { orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 4 } }) },
      checks: {
        lag: { series: series('pipe:orders-prod AND metric:lag'), ...passing('>= 0') },
        'lag-by-pipe': { series: series('metric:lag', ['pipe']), ...passing('>= 0') },
        impossible: { series: series('metric:arrivals'), ...passing('< 0') },
        nothing: { series: series('metric:nonsense'), ...passing('< 1') },
        alert: { alert: ORDERS_ALERT, state: 'OK' },
      },
    },
    ...options,
  });
}

/** The requests to the observability API, in order. */
export function questions({ sandbox }: Workspace): readonly (readonly [string, unknown])[] {
  return sandbox.requests().map(({ method, path, body }) => [`${method} ${path}`, body] as const);
}
