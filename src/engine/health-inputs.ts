import { type AlertCheck, type CheckFinding, declaresDefinition } from '../model/check.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { TargetHistory } from '../model/recommendation.ts';
import { isInShard, type Selection } from '../plan/policy/scope.ts';
import type { OpenedObservability } from './connections.ts';
import type { Runtime } from './runtime.ts';

/** What decides which alerts and series are read. */
export interface HealthScope {
  readonly fleet: Fleet;
  /** The selected pipes. */
  readonly pipes: readonly DesiredPipe[];
  readonly selection: Selection;
  /** Whether replicas follow the targets of their bands. */
  readonly recommend: boolean;
  /** Whether the declared definitions of alerts are compared. */
  readonly definitions: boolean;
  /** null when the observability API has no part in the work. */
  readonly observability: OpenedObservability | null;
  readonly parallelism: number;
  readonly runtime: Runtime;
}

/** What the observability API contributes to a plan or a drift report. */
export interface HealthInputs {
  /** Of the alerts whose definition is declared. */
  readonly findings: readonly CheckFinding[];
  /** What the targets of bands are compared with, by the name of the check; null unless recommendations are asked for. */
  readonly histories: ReadonlyMap<string, TargetHistory> | null;
}

/**
 * The alerts whose definition is declared and that belong to what is selected: all of them for the whole fleet, those that the
 * pipes name when pipes are targeted, all but those of other pipes when pipes are excluded, and in a shard the shard's part.
 */
export function listDefinitions(
  scope: Pick<HealthScope, 'fleet' | 'pipes' | 'selection' | 'definitions'>,
): readonly AlertCheck[] {
  if (!scope.definitions) return [];
  const { fleet, pipes } = scope;
  const { target, exclude, shard } = scope.selection;
  const declared = [...fleet.checks.values()].filter(declaresDefinition);
  const named = checkNames(pipes);
  if (target.length > 0) return declared.filter(({ name }) => named.has(name));
  const owned = exclude.length > 0 ? checkNames(fleet.pipes) : new Set<string>();
  const selected = declared.filter(({ name }) => named.has(name) || !owned.has(name));
  if (shard === null || selected.length === 0) return selected;
  return selected.filter(({ name }) => owned.has(name) || isInShard(name, shard));
}

/** The checks that bands are steered by, each with the longest stabilization time that is asked of it, in milliseconds. */
export function listTargets(pipes: readonly DesiredPipe[]): ReadonlyMap<string, number> {
  const targets = new Map<string, number>();
  for (const { scaling } of pipes) {
    const target = scaling.replicas?.target;
    if (target === undefined) continue;
    targets.set(target.check, Math.max(targets.get(target.check) ?? 0, target.stabilizationMs));
  }
  return targets;
}

/** Reads what the project asks for. A definition that cannot be read is a finding; a series that cannot, a history that says so. */
export async function readHealthInputs(project: HealthScope): Promise<HealthInputs> {
  const { fleet, pipes, observability, parallelism, recommend, runtime } = project;
  const definitions = listDefinitions(project);
  const targets = recommend ? listTargets(pipes) : null;
  if (definitions.length === 0 && (targets === null || targets.size === 0)) {
    return { findings: [], histories: targets === null ? null : new Map() };
  }
  if (observability === null || !observability.ok) {
    const reason = observability?.diagnostics.map(({ summary }) => summary).join(' ') ?? 'There is no service to ask.';
    const findings = definitions.map(({ name, alert, location }): CheckFinding => {
      return { name, alert, status: 'error', changes: [], reason, location };
    });
    return { findings, histories: null };
  }
  const { readDefinitions } = await import('../health/find-definition-drift.ts');
  const { readTargetHistory } = await import('../health/read-history.ts');
  const { reader } = observability;
  const signal = runtime.interrupts.stop;
  const findings = await readDefinitions(definitions, reader, { parallelism, signal });
  if (targets === null) return { findings, histories: null };
  const histories = await Promise.all(
    [...targets].map(async ([name, stabilizationMs]): Promise<[string, TargetHistory]> => {
      const check = fleet.checks.get(name);
      if (check?.of !== 'series') return [name, { ok: false, reason: `there is no series check ${name}` }];
      return [name, await readTargetHistory(check, stabilizationMs, reader, signal)];
    }),
  );
  return { findings, histories: new Map(histories) };
}

function checkNames(pipes: readonly DesiredPipe[]): ReadonlySet<string> {
  return new Set(pipes.flatMap(({ checks }) => checks));
}
