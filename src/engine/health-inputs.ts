import { type AlertCheck, type CheckFinding, declaresDefinition } from '../model/check.ts';
import type { RateLimitWait } from '../model/client.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { TargetHistory } from '../model/recommendation.ts';
import { isInShard, type Selection } from '../plan/policy/scope.ts';
import type { OpenedObservability } from './connections.ts';
import type { Runtime } from './runtime.ts';

export interface HealthScope {
  readonly fleet: Fleet;
  /** The alerts whose declared definitions are compared. */
  readonly definitions: readonly AlertCheck[];
  /** As of `listTargets`; null when replicas do not follow the targets of their bands. */
  readonly targets: ReadonlyMap<string, number> | null;
  /** null when the observability API is not needed. */
  readonly observability: OpenedObservability | null;
  readonly parallelism: number;
  readonly runtime: Runtime;
}

export interface HealthInputs {
  /** For the alerts with a declared definition. */
  readonly findings: readonly CheckFinding[];
  /** The values for the targets of bands, by the name of the check; null without recommendations. */
  readonly histories: ReadonlyMap<string, TargetHistory> | null;
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

/** The checks that bands target, each with its longest stabilization time in milliseconds. */
export function listTargets(pipes: readonly DesiredPipe[]): ReadonlyMap<string, number> {
  const targets = new Map<string, number>();
  for (const { scaling } of pipes) {
    const target = scaling.replicas?.target;
    if (target === undefined) continue;
    targets.set(target.check, Math.max(targets.get(target.check) ?? 0, target.stabilizationMs));
  }
  return targets;
}

/** A definition that cannot be read is a finding with the status `error`; a series that cannot be read is a history with `ok: false`. */
export async function readHealthInputs(
  scope: HealthScope,
  onWait: (wait: RateLimitWait) => void,
): Promise<HealthInputs> {
  const { fleet, definitions, targets, observability, parallelism, runtime } = scope;
  if (definitions.length === 0 && (targets === null || targets.size === 0)) {
    return { findings: [], histories: targets === null ? null : new Map() };
  }
  if (observability === null || !observability.ok) {
    const reason =
      observability?.diagnostics.map(({ summary }) => summary).join(' ') ?? 'There is no observability API to query.';
    const findings = definitions.map(({ name, alert, location }): CheckFinding => {
      return { name, alert, status: 'error', changes: [], reason, location };
    });
    return { findings, histories: null };
  }
  const { readDefinitions } = await import('../health/find-definition-drift.ts');
  const { readTargetHistory } = await import('../health/read-target-history.ts');
  const { reader } = observability;
  reader.onRateLimit(onWait);
  const signal = runtime.interrupts.stop;
  const findings = await readDefinitions(definitions, reader, { parallelism, signal });
  if (targets === null) return { findings, histories: null };
  const histories = await Promise.all(
    [...targets].map(async ([name, stabilizationMs]): Promise<[string, TargetHistory]> => {
      const check = fleet.checks.get(name);
      if (check?.kind !== 'series') return [name, { ok: false, reason: `there is no series check ${name}` }];
      return [name, await readTargetHistory(check, stabilizationMs, reader, signal)];
    }),
  );
  return { findings, histories: new Map(histories) };
}

function checkNames(pipes: readonly DesiredPipe[]): ReadonlySet<string> {
  return new Set(pipes.flatMap(({ checks }) => checks));
}
