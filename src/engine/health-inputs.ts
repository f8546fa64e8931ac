import { readDefinitions } from '../health/find-definition-drift.ts';
import { type AlertCheck, type CheckFinding, declaresDefinition } from '../model/check.ts';
import type { RateLimitWait } from '../model/client.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import { isInShard, type Selection } from '../plan/policy/scope.ts';
import type { OpenedObservability } from './connections.ts';
import type { Runtime } from './runtime.ts';

export interface HealthScope {
  readonly fleet: Fleet;
  /** The alerts whose declared definitions are compared. */
  readonly definitions: readonly AlertCheck[];
  /** null when the observability API is not needed. */
  readonly observability: OpenedObservability | null;
  readonly parallelism: number;
  readonly runtime: Runtime;
}

/**
 * The alerts with a declared definition in the selection: without options all, with `target` those of the targeted pipes, with
 * `exclude` all except those of excluded pipes only, and with a shard its part.
 */
export function listDefinitions(
  fleet: Fleet,
  pipes: readonly DesiredPipe[],
  { target, exclude, shard }: Selection,
): readonly AlertCheck[] {
  const declared = [...fleet.checks.values()].filter(declaresDefinition);
  const named = checkNames(pipes);
  if (target.length > 0) return declared.filter(({ name }) => named.has(name));
  const owned = exclude.length > 0 ? checkNames(fleet.pipes) : new Set<string>();
  const selected = declared.filter(({ name }) => named.has(name) || !owned.has(name));
  if (shard === null || selected.length === 0) return selected;
  return selected.filter(({ name }) => owned.has(name) || isInShard(name, shard));
}

/** The alerts with a declared definition; one that cannot be read is a finding with the status `error`. */
export async function readFindings(
  { definitions, observability, parallelism, runtime }: Omit<HealthScope, 'fleet'>,
  onWait: (wait: RateLimitWait) => void,
): Promise<readonly CheckFinding[]> {
  if (definitions.length === 0) return [];
  if (observability === null || !observability.ok) {
    const reason =
      observability?.diagnostics.map(({ summary }) => summary).join(' ') ?? 'There is no observability API to query.';
    return definitions.map(({ name, alert, location }): CheckFinding => {
      return { name, alert, status: 'error', changes: [], reason, location };
    });
  }
  const { reader } = observability;
  reader.onRateLimit(onWait);
  return readDefinitions(definitions, reader, { parallelism, signal: runtime.interrupts.stop });
}

function checkNames(pipes: readonly DesiredPipe[]): ReadonlySet<string> {
  return new Set(pipes.flatMap(({ checks }) => checks));
}
