import { hasErrors } from '../../model/diagnostic.ts';
import { count, formatNumber } from '../../model/number.ts';
import { hasNotReviewed, isRefusedAsWhole, type Plan, type PlannedPipe } from '../../model/plan.ts';
import { type Drift, hasDrifted, hasReadEverything, type Report } from '../../model/report.ts';
import { hasClosedGate, mayHaveWritten, type Run } from '../../model/run.ts';
import { capitalize, listWords } from '../../model/text.ts';
import { originsIn } from './change.ts';
import { summarizeFindings } from './finding.ts';
import { joinParts, sentence } from './format.ts';
import { formatRunTime, sortRequests, summarizeRequests, wasAttempted } from './request.ts';
import { summarizeRollout } from './rollout.ts';
import { summarizeOrigins } from './section.ts';
import { STATUS_STYLES, type StyleVariant } from './status.ts';

/** The result of a report, in the same words for every format. */
export interface ReportVerdict {
  readonly variant: StyleVariant;
  /** It is the color of the first clause in a terminal; equal words have equal colors. */
  readonly color: 'green' | 'yellow' | 'red' | 'bold' | null;
  /** The last line of a terminal: `Plan: 2 pipes to update (5 changes, 3 requests), 4 unchanged.` */
  readonly line: string;
  /** The line without `Plan` or `Drift:`, for a title that already names the kind. */
  readonly headline: string;
  /** What follows the headline, or null. */
  readonly detail: string | null;
}

const KIND_TITLES: Readonly<Record<Report['kind'], string>> = { plan: 'Plan', drift: 'Drift', run: 'Apply' };

/** What a title calls the report: `Plan`, `Drift`, `Apply` or `Rollback`. */
export function nameReport(report: Report): string {
  return report.kind === 'run' && report.rollsBack !== null ? 'Rollback' : KIND_TITLES[report.kind];
}

export function assessReport(report: Report): ReportVerdict {
  if (report.kind === 'run') return assessRun(report);
  const verdict = report.kind === 'plan' ? assessPlan(report) : assessDrift(report);
  const left = countNoLongerManaged(report);
  if (left === '') return verdict;
  return {
    ...verdict,
    line: joinParts([verdict.line, left], ' '),
    detail: joinParts([verdict.detail ?? '', left], ' '),
  };
}

/** `1 pipe is no longer managed.`: it is among no numbers of the report. Empty for none. */
function countNoLongerManaged({ diagnostics }: Report): string {
  const left = diagnostics.filter(({ code }) => code === 'no-longer-managed').length;
  return left === 0 ? '' : `${count(left, 'pipe is', 'pipes are')} no longer managed.`;
}

type Color = ReportVerdict['color'];

function conclude(variant: StyleVariant, color: Color, sentence: string, detail: string | null = null): ReportVerdict {
  const headline = capitalize(sentence.replace(/^(?:Plan:?|Drift:) /, ''));
  return { variant, color, line: joinParts([sentence, detail], ' '), headline, detail };
}

function assessPlan(plan: Plan): ReportVerdict {
  const { summary } = plan;
  if (plan.api === null) {
    return conclude('bad', null, 'No plan could be made.', 'Nothing was read: see the problems.');
  }
  const failures = [
    summary.refused > 0 ? `${formatNumber(summary.refused)} refused` : '',
    summary.error > 0 ? `${formatNumber(summary.error)} with errors` : '',
    countNotReviewed(plan.pipes),
    countNotSelected(plan.pipes),
  ];
  const rest = joinParts([`${formatNumber(summary.unchanged)} unchanged`, ...failures], ', ');
  const size = `(${count(summary.changes, 'change')}, ${count(summary.requests, 'request')})`;
  const pipes = count(summary.update, 'pipe');
  if (isRefusedAsWhole(plan)) {
    const line = `Plan refused: ${pipes} would be updated ${size}, ${rest}.`;
    return conclude('bad', 'red', line, 'Nothing will be sent.');
  }
  const isFailing = summary.refused + summary.error > 0 || hasErrors(plan.diagnostics);
  const isLeft = plan.pipes.some(hasNotReviewed);
  if (summary.update > 0) {
    const line = `Plan: ${pipes} to update ${size}, ${rest}.`;
    return conclude(isFailing || isLeft ? 'warn' : 'act', 'bold', line, summarizeOrigins(plan) || null);
  }
  if (isFailing) return conclude('bad', 'bold', `Plan: nothing to update, ${rest}.`);
  if (isLeft) return conclude('warn', 'yellow', `Plan: nothing to update, ${rest}.`);
  if (summary.total === 0) return conclude('calm', null, 'No pipes to plan for.', 'Nothing to do.');
  return conclude('good', 'green', 'No changes.', describeUnchanged(plan));
}

/** `2 with changes that were not reviewed`; empty for none. */
function countNotReviewed(pipes: readonly Pick<PlannedPipe, 'notReviewed'>[]): string {
  const left = pipes.filter(hasNotReviewed).length;
  return left === 0 ? '' : `${formatNumber(left)} with changes that were not reviewed`;
}

/** `3 changes not selected (2 drift, 1 config)`; empty for none. */
export function countNotSelected(pipes: readonly Pick<PlannedPipe, 'notSelected'>[]): string {
  const left = pipes.flatMap(({ notSelected = [] }) => notSelected);
  if (left.length === 0) return '';
  const byOrigin = originsIn(left).map((origin) => {
    const { length } = left.filter((change) => change.origin === origin);
    return `${formatNumber(length)} ${origin}`;
  });
  return `${count(left.length, 'change')} not selected (${byOrigin.join(', ')})`;
}

/** Not every unchanged pipe matches the configuration: acknowledged drift and what is not selected are left alone. */
function describeUnchanged({ pipes, summary }: Plan): string {
  const other = pipes.filter(({ notSelected = [] }) => notSelected.length > 0);
  const known = pipes.filter((pipe) => pipe.acknowledged.length > 0 && !other.includes(pipe));
  const same = summary.total - other.length - known.length;
  if (same === summary.total) return `${everyPipe(same)} ${same === 1 ? 'matches' : 'match'} the configuration.`;
  const have = (number: number): string => count(number, 'pipe has', 'pipes have');
  const parts = [
    known.length > 0 ? `${have(known.length)} acknowledged drift` : '',
    other.length > 0 ? `${have(other.length)} ${countNotSelected(pipes)}` : '',
    same > 0 ? `${count(same, 'pipe matches', 'pipes match')} the configuration` : '',
  ];
  return `${joinParts(parts, ', ')}.`;
}

/** Calls a fleet clean only when every pipe and alert was compared. */
function assessDrift(drift: Drift): ReportVerdict {
  const { summary, scope, checks } = drift;
  if (scope === null) return conclude('bad', 'red', 'Drift unknown: no pipe was read.', 'See the problems.');
  const variant = hasReadEverything(drift) ? 'warn' : 'bad';
  const rest = countRest(drift);
  const alerts = summarizeFindings(checks);
  const { gone = 0 } = summary;
  if (gone + summary.drifted > 0) {
    const lost = gone > 0 ? `${count(gone, 'pipe')} gone` : '';
    const number = gone > 0 ? formatNumber(summary.drifted) : count(summary.drifted, 'pipe');
    const drifted = summary.drifted > 0 ? `${number} drifted (${count(summary.changes, 'field')})` : '';
    const line = `Drift: ${joinParts([joinParts([lost, drifted, rest], ', '), alerts], '; ')}.`;
    return conclude(gone > 0 ? 'bad' : variant, 'yellow', line, summarizeOrigins(drift) || null);
  }
  const all = joinParts([alerts, `of ${count(summary.total, 'pipe')}, ${rest}`], '; ');
  if (hasDrifted(drift)) return conclude(variant, 'yellow', `Drift: ${all}.`);
  if (!hasReadEverything(drift)) return conclude('bad', 'red', `Drift unknown: ${all}.`);
  if (summary.total === 0) return conclude('calm', null, `${joinParts(['No pipes to compare', alerts], '; ')}.`);
  if (scope.onlyOrigin !== null) {
    const line = `No difference by ${listWords(scope.onlyOrigin)}: ${all}.`;
    return conclude('good', 'green', line, 'Other differences do not count here.');
  }
  if (summary.acknowledged > 0) return conclude('good', 'green', `No new drift: ${all}.`);
  if (summary.late !== undefined) return conclude('good', 'green', `No drift: ${all}.`);
  const noun = summary.total < scope.fleet ? 'selected pipe' : 'pipe';
  const alike = checks.length === 0 ? '' : ` and ${count(checks.length, 'alert')}`;
  const verb = summary.total + checks.length === 1 ? 'matches' : 'match';
  return conclude('good', 'green', 'No drift.', `${everyPipe(summary.total, noun)}${alike} ${verb} the configuration.`);
}

/** The pipes that did not drift. Pipes that could not be compared are never left out. */
function countRest({ summary, pipes }: Drift): string {
  const unread = pipes.filter(({ status, liveName }) => status === 'error' && liveName === null).length;
  const mismatched = summary.error - unread;
  const { late = 0 } = summary;
  const parts = [
    late > 0 ? `${formatNumber(late)} late` : '',
    summary.acknowledged > 0 ? `${formatNumber(summary.acknowledged)} acknowledged` : '',
    unread > 0 ? `${formatNumber(unread)} could not be read` : '',
    mismatched > 0 ? `${formatNumber(mismatched)} cannot be compared` : '',
    `${formatNumber(summary['in-sync'])} in sync`,
  ];
  return joinParts(parts, ', ');
}

/** Good only when all updates are confirmed and all health checks pass. Only the line has a time: the comments on equal runs are alike. */
function assessRun(run: Run): ReportVerdict {
  const { rollout, interrupted, summary } = run;
  const isComplete = run.pipes.every(({ status }) => status === 'applied' || status === 'unchanged');
  const isStopped = rollout !== null && rollout.status !== 'passed';
  const hasProblem = !isComplete || interrupted !== null || hasErrors(run.diagnostics) || hasClosedGate(run);
  const isLeft = run.pipes.some(hasNotReviewed);
  const quiet = summary.applied === 0 ? 'calm' : 'good';
  const signal = interrupted === null ? '' : `Interrupted (${interrupted}).`;
  const outcomes = joinParts([signal, countOutcomes(run)], ' ');
  // What else went wrong, the outcomes say.
  const clause = joinParts([outcomes, isComplete ? countClosed(run) : ''], ', ');
  const sent = describeSent(run);
  return {
    variant: hasProblem || isStopped ? chooseVariant(run) : isLeft ? 'warn' : quiet,
    color: !hasProblem && !isStopped && summary.applied > 0 && !isLeft ? 'green' : 'yellow',
    line: sent === '' ? `${clause}. ${NOTHING_SENT}` : `${clause}: ${sent} in ${formatRunTime(run)}.`,
    headline: `${outcomes}.`,
    detail: joinParts([describeGuard(run), sent === '' ? NOTHING_SENT : `${sent}.`], ' '),
  };
}

function chooseVariant(run: Run): StyleVariant {
  const hasFailed = run.summary.failed > 0 || run.rollout?.status === 'failed';
  return hasFailed || !run.pipes.some(mayHaveWritten) ? 'bad' : 'warn';
}

/** `Applied 3 pipes, 1 failed, 2 unchanged`, or `Rolled back 3 pipes` of an earlier run. */
function countOutcomes({ pipes, summary, rollsBack }: Run): string {
  const back = summary['rolled-back'];
  const verb = rollsBack === null ? 'Applied' : 'Rolled back';
  const none = pipes.some(mayHaveWritten) ? 'No pipe is confirmed as updated' : 'No pipe was updated';
  const notApplied = back > 0 ? `Rolled back ${count(back, 'pipe')}` : none;
  const rest = (['failed', 'unknown', 'stale', 'refused', 'skipped', 'rolled-back', 'unchanged'] as const)
    .filter((status) => summary[status] > 0 && (status !== 'rolled-back' || summary.applied > 0))
    .map((status) => `${formatNumber(summary[status])} ${STATUS_STYLES.run[status].label}`);
  return [
    summary.applied > 0 ? `${verb} ${count(summary.applied, 'pipe')}` : notApplied,
    ...rest,
    countNotReviewed(pipes),
    countNotSelected(pipes),
  ]
    .filter(Boolean)
    .join(', ');
}

const NOTHING_SENT = 'Nothing was sent.';

/** `7 update requests (1 sent again)`; empty for none. */
function describeSent(run: Run): string {
  const { requests } = run.summary;
  if (requests === 0) return '';
  const sent = sortRequests(run);
  const updates = sent.update.filter(wasAttempted).length;
  const rollbacks = sent.rollback.filter(wasAttempted).length;
  const more = requests - updates - rollbacks;
  const again = more > 0 ? ` (${formatNumber(more)} sent again)` : '';
  return `${summarizeRequests(updates, rollbacks)}${again}`;
}

function describeGuard(run: Run): string {
  return joinParts([sentence(summarizeRollout(run)), sentence(countClosed(run))], ' ');
}

/** `1 health check did not pass`; empty for none. */
function countClosed({ checks }: Run): string {
  const closed = checks.filter(({ gate }) => gate === 'closed').length;
  return closed > 0 ? `${count(closed, 'health check')} did not pass` : '';
}

/** `All 3 pipes are`, `The pipe is`. */
export function everyPipe(total: number, noun = 'pipe'): string {
  return total === 1 ? `The ${noun}` : `All ${count(total, noun)}`;
}
