import { formatSecond } from '../../model/clock.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { type HistoryEntry, startIdOf } from '../../model/drift-history.ts';
import { formatDuration } from '../../model/field/units.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { Plan, PlannedPipe } from '../../model/plan.ts';
import type { PlanPolicy, RemediationOptions } from './plan-policy.ts';

/** `apply --remediate`: `remediation.perPipe` of a pipe, and `remediation.maxPipes` of the plan. */
export const remediation: PlanPolicy = {
  ofPipe: ({ desired, changes, updatedAt }, { remediation: options, nowMs }) =>
    findReturningDrift({ name: desired.name, changes }, { updatedAt }, options, nowMs),
  ofPlan: ({ isDrifted }, { remediation: options }) => findTooMuchDrift(isDrifted, options),
};

/** When `apply --remediate` restored each pipe of the environment. */
export function listRestored(entries: readonly HistoryEntry[], environment: string | null): RemediationOptions['past'] {
  const past = new Map<string, readonly number[]>();
  // The entry at the end of a run says more than the one at its start; without it, the run was killed.
  const ended = new Set(entries.map(({ id }) => startIdOf(id)));
  for (const entry of entries) {
    if (entry.command !== 'apply' || !entry.remediation || entry.environment !== environment) continue;
    if (ended.has(entry.id)) continue;
    // Who changes a value back at once leaves no confirmed update.
    const names = [...entry.changed.map(({ name }) => name), ...(entry.unconfirmed ?? [])];
    for (const name of names) past.set(name, [...(past.get(name) ?? []), Date.parse(entry.at)]);
  }
  return past;
}

/** The error that refuses a pipe that was restored as often as `perPipe` allows: somebody changes it again and again. */
function findReturningDrift(
  { name, changes }: Pick<PlannedPipe, 'name'> & { readonly changes: readonly unknown[] },
  { updatedAt }: Pick<LivePipe, 'updatedAt'>,
  remediation: RemediationOptions | null,
  nowMs: number,
): readonly Diagnostic[] {
  const limit = remediation?.bounds.perPipe ?? null;
  if (remediation === null || limit === null || changes.length === 0) return [];
  const { times, perMs, location } = limit;
  const counted = (remediation.past.get(name) ?? []).filter((atMs) => atMs > nowMs - perMs);
  if (counted.length < times) return [];
  const first = counted.reduce((a, b) => Math.min(a, b));
  const often = counted.length === 1 ? 'once' : `${counted.length} times`;
  const summary = `Pipe ${name} was restored ${often} since ${formatSecond(first)} and drifted again; this time it is not restored.`;
  const allowed = `remediation.perPipe allows ${times} in ${formatDuration(perMs)}.`;
  const detail = updatedAt === null ? allowed : `${allowed} It was last updated at ${updatedAt}.`;
  return [diagnoseCode('drift-returns', summary, detail, 'error', location)];
}

/** The pipes of a plan, with those refused that were restored as often as `perPipe` allows since it was made. */
export function refuseReturningDrift(
  { createdAt, pipes }: Pick<Plan, 'createdAt' | 'pipes'>,
  remediation: RemediationOptions,
): readonly PlannedPipe[] {
  return pipes.map((pipe) => {
    if (pipe.status !== 'update') return pipe;
    const found = findReturningDrift(pipe, { updatedAt: null }, remediation, Date.parse(createdAt));
    if (found.length === 0) return pipe;
    return { ...pipe, status: 'refused', requests: [], diagnostics: [...found, ...pipe.diagnostics] };
  });
}

/**
 * The error that refuses the complete plan when more pipes drifted than `maxPipes`, in any field. Refused ones count: they
 * drifted too. So do those of which nobody knows, since they may have.
 */
function findTooMuchDrift(
  isDrifted: readonly (boolean | null)[],
  remediation: RemediationOptions | null,
): readonly Diagnostic[] {
  const drifted = isDrifted.filter((is) => is === true).length;
  const unknown = isDrifted.filter((is) => is === null).length;
  if (remediation === null || drifted + unknown <= remediation.bounds.maxPipes.count) return [];
  const { count: allowed, location } = remediation.bounds.maxPipes;
  const more = unknown === 0 ? '' : ` and ${formatNumber(unknown)} could not be read or compared`;
  const found = `${count(drifted, 'pipe')} drifted${more}`;
  const summary = `${found}; remediation.maxPipes allows ${formatNumber(allowed)} to be restored. Nothing was written.`;
  const detail = 'This much drift usually means an incident or a wrong base commit.';
  return [diagnoseCode('too-much-drift', summary, detail, 'error', location)];
}
