import type { Fleet } from '../../../src/model/fleet.ts';
import { addDigest } from '../../../src/model/json/document.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { type Allowances, NO_ALLOWANCES } from '../../../src/plan/policy/plan-policy.ts';
import { isInShard, type Selection } from '../../../src/plan/policy/scope.ts';
import { readReport } from '../../../src/plan/saved/read-report.ts';
import { type ReviewedPlan, reviewPlan } from '../../../src/plan/saved/review-plan.ts';
import { selectTargets } from '../../../src/plan/select-targets.ts';
import { desiredPipe, fleetOf, livePipe, NOW, pair, planOf, selectionOf } from '../samples.ts';

export interface Given {
  readonly selection?: Partial<Selection>;
  readonly allowances?: Partial<Allowances>;
  readonly now?: Date;
}

/** The review of a plan read from its file. */
export function review(saved: Plan, fleet: Fleet, given: Given = {}) {
  const read = readReport(JSON.stringify(addDigest(saved)), 'plan.json');
  if (!read.ok || read.report.kind !== 'plan') throw new Error('the plan cannot be read');
  const selection = selectionOf(given.selection);
  const { shard } = selection;
  const selected = selectTargets(fleet.pipes, selection.target, selection.exclude).pipes.filter(
    ({ id }) => shard === null || isInShard(id, shard),
  );
  const allowances = { ...NO_ALLOWANCES, ...given.allowances };
  return reviewPlan(read.report, fleet, { allowances, nowMs: (given.now ?? NOW).getTime(), selection, selected });
}

/** The plan after its review. Throws when it is for another target. */
export function reviewed(saved: Plan, fleet: Fleet, given: Given = {}): ReviewedPlan {
  const result = review(saved, fleet, given);
  if (!result.ok) throw new Error(result.diagnostics.map(({ summary }) => summary).join('\n'));
  return result.plan;
}

export const wanted = desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 4 } });
export const live = livePipe({
  name: 'orders',
  settings: { db_max_threads: 4, future: 'kept' },
  scaling: { replicas: 2 },
});
export const fleet = fleetOf([wanted]);
export const saved = planOf([pair(wanted, live)]);
