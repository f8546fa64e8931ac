import { hasErrors } from './diagnostic.ts';
import { type Drift, hasDrifted, sawEverything } from './drift.ts';
import { isRefusedAsWhole, type Plan } from './plan.ts';
import { hasClosedGate, type Run } from './run.ts';

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
