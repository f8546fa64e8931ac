import type { World } from '../cli/options/context.ts';
import { type AlertCheck, type CheckFinding, declaresDefinition } from '../model/check.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import type { TargetHistory } from '../model/recommendation.ts';
import type { Selection } from '../plan/policy/scope.ts';
import type { OpenedProject } from './open-project.ts';

/** What the observability API says that a plan or a drift report is made with. */
export interface ServiceView {
  /** Of the alerts whose definition is declared. */
  readonly findings: readonly CheckFinding[];
  /** What the targets of bands are judged by, by the name of the check; null without --recommend. */
  readonly histories: ReadonlyMap<string, TargetHistory> | null;
}

/** What of the observability API a command looks at. */
export interface ServiceWants {
  readonly definitions: 'wanted' | 'left-out';
  readonly recommend: 'wanted' | 'left-out';
}

/** Whether the targets of bands are asked for, and there are some. */
export function wantsTargets({ recommend }: ServiceWants, pipes: readonly DesiredPipe[]): boolean {
  return recommend === 'wanted' && listTargets(pipes).size > 0;
}

/**
 * The alerts whose definition is declared and that belong to what was selected: all of them for the whole fleet, those that the
 * pipes name when pipes were named, all but those of other pipes when pipes were left out, and in a shard the shard's part.
 */
export async function listDefinitions(
  { fleet, pipes }: Pick<OpenedProject, 'fleet' | 'pipes'>,
  { definitions }: ServiceWants,
  { target, exclude, shard }: Pick<Selection, 'target' | 'exclude' | 'shard'>,
): Promise<readonly AlertCheck[]> {
  if (definitions === 'left-out') return [];
  const declared = [...fleet.checks.values()].filter(declaresDefinition);
  const named = namesOfChecks(pipes);
  if (target.length > 0) return declared.filter(({ name }) => named.has(name));
  const owned = exclude.length > 0 ? namesOfChecks(fleet.pipes) : new Set<string>();
  const wanted = declared.filter(({ name }) => named.has(name) || !owned.has(name));
  if (shard === null || wanted.length === 0) return wanted;
  const { isInShard } = await import('../plan/policy/shard.ts');
  return wanted.filter(({ name }) => owned.has(name) || isInShard(name, shard));
}

function namesOfChecks(pipes: readonly DesiredPipe[]): ReadonlySet<string> {
  return new Set(pipes.flatMap(({ checks }) => checks));
}

/** Asks what is wanted. A definition that cannot be read is a finding; a series that cannot be asked, a history that says so. */
export async function askService(
  opened: Pick<OpenedProject, 'fleet' | 'pipes' | 'observability' | 'parallelism' | 'selection'>,
  wants: ServiceWants,
  { interrupts }: World,
): Promise<ServiceView> {
  const { fleet, pipes, observability, parallelism, selection } = opened;
  const definitions = await listDefinitions(opened, wants, selection);
  const targets = wants.recommend === 'wanted' ? listTargets(pipes) : null;
  if (definitions.length === 0 && (targets === null || targets.size === 0)) {
    return { findings: [], histories: targets === null ? null : new Map() };
  }
  const { readDefinitions } = await import('../health/read-definitions.ts');
  const { readTargetHistory } = await import('../health/read-history.ts');
  const signal = interrupts.stop;
  if (observability === null || !observability.ok) {
    const reason = observability?.diagnostics.map(({ summary }) => summary).join(' ') ?? 'There is no service to ask.';
    return { findings: definitions.map((check) => unread(check, reason)), histories: null };
  }
  const { reader } = observability;
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

/** The checks that bands are steered by, each with the longest stabilization time that is asked of it. */
function listTargets(pipes: readonly DesiredPipe[]): ReadonlyMap<string, number> {
  const targets = new Map<string, number>();
  for (const { scaling } of pipes) {
    const target = scaling.replicas?.target;
    if (target === undefined) continue;
    targets.set(target.check, Math.max(targets.get(target.check) ?? 0, target.stabilizationMs));
  }
  return targets;
}

function unread({ name, alert, location }: AlertCheck, reason: string): CheckFinding {
  return { name, alert, status: 'error', changes: [], reason, location };
}
