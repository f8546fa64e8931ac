import type { ReadResult } from '../model/client.ts';
import { compareText, type Diagnostic } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { Capacity, Plan, PlannedPipe, PlanSummary, ToolVersion } from '../model/plan.ts';
import { sumCapacity } from './capacity.ts';
import { type PipePlan, planPipe } from './plan-pipe.ts';
import { type Allowances, findFleetRefusal } from './policy.ts';

export interface PlanOptions {
  /** When the pipes were read. */
  readonly now: Date;
  readonly tool: ToolVersion;
  readonly allowances: Allowances;
}

/** A desired pipe and what reading it gave. */
export interface PipeRead {
  readonly desired: DesiredPipe;
  readonly read: ReadResult;
}

/**
 * Desired against live: synchronous and pure. `reads` holds the pipes that were selected; policies that speak of the
 * whole fleet count the whole fleet. Equal inputs give equal plans.
 */
export function planFleet(fleet: Fleet, reads: readonly PipeRead[], options: PlanOptions): Plan {
  const planning = {
    organization: fleet.api.organization,
    policy: fleet.policy,
    allowances: options.allowances,
    nowMs: options.now.getTime(),
  };
  const planned = reads
    .map(({ desired, read }) => planPipe(desired, read, planning))
    .sort((a, b) => compareText(a.pipe.name, b.pipe.name));
  const pipes = planned.map(({ pipe }) => pipe);
  const summary = summarise(pipes);
  const refusal = findFleetRefusal(fleet, summary.update, options.allowances);
  return writePlan(options, {
    environment: fleet.environment,
    api: { url: fleet.api.url, organization: fleet.api.organization },
    summary,
    capacity: totalCapacity(planned),
    pipes,
    diagnostics: refusal === null ? [] : [refusal],
  });
}

/** The plan document of a command that failed before it could read a pipe. */
export function emptyPlan(
  environment: string | null,
  diagnostics: readonly Diagnostic[],
  options: Omit<PlanOptions, 'allowances'>,
): Plan {
  const summary = summarise([]);
  return writePlan(options, { environment, api: null, summary, capacity: sumCapacity([]), pipes: [], diagnostics });
}

/** The keys in the order of cli.md, "The plan document": JSON is read by people too. */
function writePlan(
  { now, tool }: Omit<PlanOptions, 'allowances'>,
  content: Pick<Plan, 'environment' | 'api' | 'summary' | 'capacity' | 'pipes' | 'diagnostics'>,
): Plan {
  return {
    kind: 'plan',
    formatVersion: 1,
    createdAt: now.toISOString(),
    tool,
    environment: content.environment,
    api: content.api,
    base: null,
    summary: content.summary,
    capacity: content.capacity,
    pipes: content.pipes,
    checks: [],
    diagnostics: content.diagnostics,
  };
}

function summarise(pipes: readonly PlannedPipe[]): PlanSummary {
  const updates = pipes.filter((pipe) => pipe.status === 'update');
  const count = (status: PlannedPipe['status']): number => pipes.filter((pipe) => pipe.status === status).length;
  return {
    total: pipes.length,
    unchanged: count('unchanged'),
    update: updates.length,
    refused: count('refused'),
    error: count('error'),
    changes: updates.reduce((sum, pipe) => sum + pipe.changes.length, 0),
    requests: updates.reduce((sum, pipe) => sum + pipe.requests.length, 0),
  };
}

function totalCapacity(planned: readonly PipePlan[]): Capacity {
  return sumCapacity(planned.flatMap(({ capacity }) => (capacity === null ? [] : [capacity])));
}
