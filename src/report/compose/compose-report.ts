import type { Diagnostic, Severity } from '../../model/diagnostic.ts';
import type { Report } from '../../model/report.ts';
import type { Block } from '../block.ts';
import { dropUnattempted } from '../view-model/arrange.ts';
import { foldCauses } from '../view-model/causes.ts';
import { composeAbout, composeFacts, composeWhere } from '../view-model/fact.ts';
import { composeFindings, composeProblems } from '../view-model/problem.ts';
import { listStatusCounts } from '../view-model/status.ts';
import { assessReport, nameReport } from '../view-model/verdict.ts';
import { composeBody, composeSummary } from './compose-body.ts';
import { composeRollout } from './compose-rollout.ts';

/** What a reader asked for. */
export interface ReportDetail {
  /** Request bodies, too. JSON always has them. */
  readonly requests: boolean;
  /** Counts, groups and totals only; pipes are named when they are few. */
  readonly summary: boolean;
  /** Each pipe shows its own problem, not one error for all pipes with the same cause. */
  readonly isFull: boolean;
}

/** A plan, a drift report or a run as blocks, in the order of every document. */
export function composeReport(
  given: Report,
  { requests = false, summary = false, isFull = false }: Partial<ReportDetail> = {},
): readonly Block[] {
  const report = isFull ? given : foldCauses(given);
  const attempted = dropUnattempted(report);
  return frameReport(report)(summary ? composeSummary(attempted) : composeBody(attempted, { requests, isFull }));
}

/** Composes what a report says besides its pipes, once; the function that it returns puts blocks about the pipes in between. */
export function frameReport(report: Report): (body: readonly Block[]) => readonly Block[] {
  const above = [
    composeVerdict(report),
    ...composeWhere(report),
    ...composeFacts(report),
    ...composeErrors(report),
    ...(report.kind === 'run' ? composeRollout(report) : []),
  ];
  const below = [
    ...composeAlerts(report),
    ...composeProblems(ofSeverity(report, 'note'), 'Notes'),
    ...composeAbout(report),
  ];
  return (body) => [...above, ...body, ...below];
}

function composeAlerts(report: Report): readonly Block[] {
  return report.kind === 'run' ? [] : composeFindings(report.checks);
}

/** The errors and the warnings. */
export function composeErrors(report: Report): readonly Block[] {
  const [errors, warnings] = [ofSeverity(report, 'error'), ofSeverity(report, 'warning')];
  const title = warnings.length === 0 ? 'Errors' : errors.length === 0 ? 'Warnings' : 'Errors and warnings';
  return composeProblems([...errors, ...warnings], title);
}

function ofSeverity({ diagnostics }: Report, severity: Severity): readonly Diagnostic[] {
  return diagnostics.filter((one) => one.severity === severity);
}

export function composeVerdict(report: Report): Block {
  const { line, ...verdict } = assessReport(report);
  return {
    kind: 'verdict',
    name: nameReport(report),
    environment: report.environment,
    verdict,
    line,
    counts: listStatusCounts(report),
  };
}
