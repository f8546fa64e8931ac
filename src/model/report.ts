import { hasErrors } from './diagnostic.ts';
import { hasNotReviewed, isRefusedAsWhole, type Plan, type PlannedPipe } from './plan.ts';
import { hasClosedGate, type Run } from './run.ts';

/** `gone`: the service no longer has the pipe. `late`: it still has the size of before a scheduled change. `acknowledged`: all differences are accepted until a date. `error`: unreadable, or not the pipe of the configuration. */
export type DriftStatus = (typeof DRIFT_STATUSES)[number];

export const DRIFT_STATUSES = ['in-sync', 'drifted', 'gone', 'late', 'acknowledged', 'error'] as const;

/** In `changes`, `before` is live and `after` is declared. `requests` is empty and `live` is null. */
export interface DriftPipe extends PlannedPipe<DriftStatus> {
  /** A pipe with differences has the time when anybody last changed it, as the service says it; omitted when it does not say an instant. */
  readonly updatedAt?: string;
}

/** The pipes of a drift report, counted by status. */
export type DriftSummary = Readonly<Record<Exclude<DriftStatus, 'gone' | 'late'>, number>> & {
  /** Omitted when there is none. */
  readonly gone?: number;
  /** Omitted when there is none. */
  readonly late?: number;
  readonly total: number;
  /** Fields that differ and are not acknowledged, without those of late pipes. */
  readonly changes: number;
};

/** The drift document (`schema/drift.schema.json`): live against declared, also in `capacity`. */
export interface Drift extends Omit<Plan, 'kind' | 'summary' | 'overrides' | 'pipes'> {
  readonly kind: 'drift';
  readonly summary: DriftSummary;
  /** Ordered by name. */
  readonly pipes: readonly DriftPipe[];
}

/** Whether every selected pipe and every declared alert was read and compared. */
export function hasReadEverything(drift: Drift): boolean {
  return drift.scope !== null && couldReadAll(drift) && !hasErrors(drift.diagnostics);
}

/** Whether every pipe and every declared alert was readable. */
export function couldReadAll({ summary, checks }: Pick<Drift, 'summary' | 'checks'>): boolean {
  return summary.error === 0 && !checks.some(({ status }) => status === 'error');
}

/** Whether a pipe is gone, or a pipe or a declared alert differs. */
export function hasDrifted({ summary, checks }: Pick<Drift, 'summary' | 'checks'>): boolean {
  return summary.drifted > 0 || summary.gone !== undefined || checks.some(({ status }) => status === 'drifted');
}

/** A document that commands save, render, merge and publish. */
export type Report = Plan | Drift | Run;

/** `clean`: all was read, and nothing differs or was updated. `incomplete`: something could not be read or written. */
export type ReportState = 'clean' | 'differences' | 'incomplete';

/** The state of a report. Anything that was not read or done makes it `incomplete`. */
export function stateOf(report: Report): ReportState {
  switch (report.kind) {
    case 'plan': {
      const { error, update, refused } = report.summary;
      const isMade = report.api !== null && (!hasErrors(report.diagnostics) || isRefusedAsWhole(report));
      if (error > 0 || !isMade) return 'incomplete';
      return update + refused > 0 || report.pipes.some(hasNotReviewed) ? 'differences' : 'clean';
    }
    case 'drift':
      if (!hasReadEverything(report)) return 'incomplete';
      return hasDrifted(report) ? 'differences' : 'clean';
    case 'run': {
      const { applied, unchanged, total } = report.summary;
      if (report.api === null || hasErrors(report.diagnostics) || hasClosedGate(report)) return 'incomplete';
      if (applied + unchanged < total) return 'incomplete';
      return applied > 0 || report.pipes.some(hasNotReviewed) ? 'differences' : 'clean';
    }
  }
}
