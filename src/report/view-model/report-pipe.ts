import type { Change, PlannedPipe, PlannedRequest, PlanStatus } from '../../model/plan.ts';
import type { DriftStatus } from '../../model/report.ts';
import type { RequestRecord, RunStatus } from '../../model/run.ts';

/** What reports show of a pipe, which may be that of a plan, a drift report or a run. */
export interface ReportPipe extends Omit<PlannedPipe<PlanStatus | DriftStatus | RunStatus>, 'requests'> {
  readonly requests: readonly (PlannedRequest | RequestRecord)[];
  /** A pipe of a drift report has the time when anybody last changed it; otherwise omitted. */
  readonly updatedAt?: string;
  /** A section or a group shows some of the changes; these are all. Omitted where `changes` has all. */
  readonly allChanges?: readonly Change[];
}
