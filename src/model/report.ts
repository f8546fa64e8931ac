import { hasErrors } from './diagnostic.ts';
import { isRefusedAsWhole, type Plan, type PlannedPipe } from './plan.ts';
import { hasClosedGate, type Run } from './run.ts';

/**
 * `in-sync`: every managed field is as declared. `acknowledged`: all that differs is known and accepted until a date.
 * `error`: could not be read, or is not the pipe that the configuration means; never clean.
 */
export type DriftStatus = (typeof DRIFT_STATUSES)[number];

export const DRIFT_STATUSES = ['in-sync', 'drifted', 'acknowledged', 'error'] as const;

/** In `changes`, `before` is live and `after` is declared. Nothing is sent: `requests` is empty and `live` null. */
export interface DriftPipe extends Omit<PlannedPipe, 'status'> {
  readonly status: DriftStatus;
}

/** The pipes of a drift report, counted by status. */
export type DriftSummary = Readonly<Record<DriftStatus, number>> & {
  readonly total: number;
  /** Fields that differ and are not acknowledged. */
  readonly changes: number;
};

/** The drift document of cli.md: live against declared. `capacity`: live, and as declared. */
export interface Drift extends Omit<Plan, 'kind' | 'summary' | 'pipes'> {
  readonly kind: 'drift';
  readonly summary: DriftSummary;
  /** In order of name. */
  readonly pipes: readonly DriftPipe[];
}

/** Whether every pipe that was asked for, and every declared alert, was read and compared: nothing less can be called clean. */
export function sawEverything(drift: Drift): boolean {
  return drift.scope !== null && couldReadAll(drift) && !hasErrors(drift.diagnostics);
}

/** Whether no pipe, and no alert whose definition is declared, could not be read. */
export function couldReadAll({ summary, checks }: Pick<Drift, 'summary' | 'checks'>): boolean {
  return summary.error === 0 && !checks.some(({ status }) => status === 'error');
}

/** Whether a pipe, or the definition of an alert, is not as declared. */
export function hasDrifted({ summary, checks }: Pick<Drift, 'summary' | 'checks'>): boolean {
  return summary.drifted > 0 || checks.some(({ status }) => status === 'drifted');
}

/** A document that is saved, shown in any format, joined with others and published. */
export type Report = Plan | Drift | Run;

/** A pipe of any report. */
export type ReportPipe = Report['pipes'][number];

/**
 * What a report comes to. `clean`: nothing differs and everything was read, or all was carried out, in health, and nothing had to be.
 * `incomplete`: something could not be read or written; never clean.
 */
export type ReportState = 'clean' | 'differences' | 'incomplete';

/** Sums a report up; everything that could not be seen or done makes it `incomplete`. */
export function stateOf(report: Report): ReportState {
  switch (report.kind) {
    case 'plan': {
      const { error, update, refused } = report.summary;
      const isMade = report.api !== null && (!hasErrors(report.diagnostics) || isRefusedAsWhole(report));
      if (error > 0 || !isMade) return 'incomplete';
      return update + refused > 0 ? 'differences' : 'clean';
    }
    case 'drift':
      if (!sawEverything(report)) return 'incomplete';
      return hasDrifted(report) ? 'differences' : 'clean';
    case 'run': {
      const { applied, unchanged, total } = report.summary;
      if (report.api === null || hasErrors(report.diagnostics) || hasClosedGate(report)) return 'incomplete';
      if (applied + unchanged < total) return 'incomplete';
      return applied > 0 ? 'differences' : 'clean';
    }
  }
}
