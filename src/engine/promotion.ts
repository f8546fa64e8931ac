import pMap from 'p-map';
import { type Connection, moveConnection } from '../api/index.ts';
import { evaluateCheck } from '../health/evaluate-check.ts';
import type { CheckResult } from '../model/check.ts';
import { timestamp } from '../model/clock.ts';
import { fieldsOf } from '../model/field/field.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { Problems, Result } from '../model/result.ts';
import type { SourcePipes } from '../plan/policy/plan-policy.ts';
import { findSources } from '../plan/policy/promotion.ts';
import { type ConnectionOptions, chooseParallelism, openApi, openObservability } from './connections.ts';
import { type OnProgress, readPipes } from './read-pipes.ts';
import type { ResolvedCredentials } from './resolve-credentials.ts';
import type { Runtime } from './runtime.ts';

/** The environment that changes are promoted from. It reads, and has nothing that writes. */
export interface PromotionReader {
  /**
   * Reads what the changes of these pipes are promoted from: one request for a pipe, and one for each of their checks. What cannot
   * be read is a result too. `fleet`: with the currently scheduled sizes.
   */
  readSources(...given: [...Parameters<typeof findSources>, onProgress: OnProgress]): Promise<SourcePipes>;
  close(): void;
}

export type OpenedPromotion = Result<{ readonly reader: PromotionReader }, Problems>;

/**
 * Connects to the environment. Sends nothing. `shared`: the connection of `fleet`, which is used for its own address too, since
 * a key has one rate limit there. The caller closes the result and `shared`.
 */
export function openPromotion(
  fleet: Fleet,
  source: Fleet,
  shared: Connection,
  options: ConnectionOptions,
  credentials: ResolvedCredentials,
  runtime: Runtime,
): OpenedPromotion {
  const { url, organization, naming } = source.api;
  const isShared = url === fleet.api.url;
  const opened = isShared
    ? { ok: true as const, connection: moveConnection(shared, { organization, naming, fields: fieldsOf(source.api) }) }
    : openApi(source, options, credentials, runtime);
  if (!opened.ok) return opened;
  const { connection } = opened;
  const parallelism = chooseParallelism(source, options);
  const scope = { connection, parallelism, fleet: source, runtime };

  async function readChecks(pipes: readonly DesiredPipe[]): Promise<ReadonlyMap<string, CheckResult>> {
    const names = new Set(pipes.flatMap(({ checks }) => checks));
    const checks = [...names].flatMap((name) => source.checks.get(name) ?? []);
    if (checks.length === 0) return new Map();
    const observability = openObservability(source, options, credentials, runtime);
    if (!observability.ok) {
      const reason = observability.diagnostics.map(({ summary }) => summary).join(' ');
      const blank = { verdict: 'error', value: null, reason, samples: 0, newest: null, groups: [] } as const;
      return new Map(checks.map(({ name }) => [name, { name, ...blank, asOf: timestamp(runtime.clock) }]));
    }
    const { reader, close } = observability;
    const signal = runtime.interrupts.stop;
    const results = await pMap(checks, (check) => evaluateCheck(check, reader, signal), {
      concurrency: parallelism,
    }).finally(close);
    return new Map(results.map((result) => [result.name, result]));
  }

  return {
    ok: true,
    reader: {
      async readSources(sized, changed, onProgress) {
        const pipes = findSources(sized, changed);
        const [{ reads }, results] = await Promise.all([readPipes(scope, pipes, onProgress), readChecks(pipes)]);
        return new Map(
          reads.map(({ desired, read, readAtMs = connection.now() }) => {
            const checks = desired.checks.flatMap((name) => results.get(name) ?? []);
            return [desired.name, { desired, read, readAtMs, checks }];
          }),
        );
      },
      close() {
        if (!isShared) connection.close();
      },
    },
  };
}
