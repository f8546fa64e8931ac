import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import { groupBy } from '../../model/group-by.ts';
import { equalJson, printValue } from '../../model/json/json.ts';
import { count } from '../../model/number.ts';
import { addressOf } from '../../model/pipe-address.ts';
import { type Change, isRefusedAsWhole, type Plan } from '../../model/plan.ts';

/** The updates of plans that were reviewed, by the address of the pipe: for `reviewed` of `planFleet`. */
export type ReviewedUpdates = ReadonlyMap<string, readonly Change[]>;

/** A plan that was reviewed, and its file. */
export interface NamedPlan {
  readonly name: string;
  readonly plan: Plan;
}

/**
 * What a plan refused was not agreed to. Where plans change a field to different values, each was agreed to: the configuration
 * has one of them.
 */
export function listReviewed(reviewed: readonly Pick<NamedPlan, 'plan'>[]): ReviewedUpdates {
  const updates = reviewed.flatMap(({ plan }) => plan.pipes).filter(({ status }) => status === 'update');
  const byAddress = groupBy(updates, addressOf);
  return new Map([...byAddress].map(([address, pipes]) => [address, pipes.flatMap(({ changes }) => changes)]));
}

/** Why no update of the plan was agreed to; null when those that it has were. */
export function findWholeRefusal({ name, plan }: NamedPlan): Diagnostic | null {
  if (!isRefusedAsWhole(plan)) return null;
  const summary = `${name} was refused as a whole, so none of its changes was agreed to.`;
  const hint = 'See `pipeform show FILE`, fix what it shows, and review a new plan.';
  return diagnose('error', { code: 'report-unreadable', summary, hint });
}

/** The changes of a pipe that no reviewed plan has: the same field, from the same value, to the same value. */
export function findNotReviewed(
  changes: readonly Change[],
  desired: DesiredPipe,
  reviewed: ReviewedUpdates | null,
): readonly Change[] {
  if (reviewed === null) return [];
  const known = reviewed.get(addressOf(desired)) ?? [];
  return changes.filter(
    ({ path, before, after }) =>
      !known.some((one) => one.path === path && equalJson(one.before, before) && equalJson(one.after, after)),
  );
}

export function notReviewedProblems({ name, location }: DesiredPipe, left: readonly Change[]): readonly Diagnostic[] {
  if (left.length === 0) return [];
  const ends = left.length === 1 ? 'is left as it is' : 'are left as they are';
  const were = count(left.length, 'change that was', 'changes that were');
  const summary = `Pipe ${name} has ${were} not reviewed and ${ends}.`;
  const detail = left
    .map(({ path, before, after }) => `${path}: ${printValue(before)} -> ${printValue(after)}`)
    .join('\n');
  return [diagnoseCode('not-reviewed', summary, detail, 'warning', location)];
}
