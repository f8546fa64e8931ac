import { hasErrors } from '../../model/diagnostic.ts';
import { couldReadAll, type Drift, sawEverything } from '../../model/drift.ts';
import { isRefusedAsWhole, type Plan } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { hasClosedGate, mayHaveWritten, type Run } from '../../model/run.ts';
import {
  count,
  countAttempts,
  everyPipe,
  sentence,
  sortRequests,
  summarizeRequests,
  summarizeStatuses,
} from './count.ts';
import { countFindings, summarizeOpenFindings } from './finding.ts';
import { formatTook } from './format.ts';
import { summarizeRollout } from './rollout.ts';
import type { Tone } from './status.ts';

/** The result of a whole report: one sentence, and one more for the numbers behind it. */
export interface ReportVerdict {
  readonly tone: Tone;
  readonly headline: string;
  readonly detail: string | null;
}

/** What the report is, before its verdict. */
export const KIND_TITLES: Readonly<Record<Report['kind'], string>> = { plan: 'Plan', drift: 'Drift', run: 'Apply' };

export function assessReport(report: Report): ReportVerdict {
  if (report.kind === 'plan') return assessPlan(report);
  return report.kind === 'drift' ? assessDrift(report) : assessRun(report);
}

function assessPlan(plan: Plan): ReportVerdict {
  const { summary } = plan;
  if (plan.api === null) return failed('No plan could be made.');
  const size = `${count(summary.changes, 'change')} in ${count(summary.requests, 'request')}`;
  if (isRefusedAsWhole(plan)) {
    const detail = `${count(summary.update, 'pipe')} would be updated (${size}). Nothing will be sent.`;
    return { tone: 'bad', headline: 'The plan is refused as a whole.', detail };
  }
  const found = summarizeOpenFindings(countFindings(plan.checks));
  const alerts = found === '' ? [] : [sentence(found)];
  const trouble = summary.refused + summary.error > 0 || hasErrors(plan.diagnostics);
  if (summary.update > 0) {
    const detail = [`${size}.`, ...alerts].join(' ');
    return { tone: trouble ? 'warn' : 'act', headline: `${summarizeStatuses(plan, 'update')}.`, detail };
  }
  if (trouble) {
    const headline = sentence(`nothing to update: ${summarizeStatuses(plan, null)}`);
    return { tone: 'bad', headline, detail: alerts.join(' ') || null };
  }
  if (summary.total === 0) {
    return { tone: 'calm', headline: 'No pipes to plan for.', detail: ['Nothing to do.', ...alerts].join(' ') };
  }
  const detail = [`${everyPipe(summary.total)} as the configuration says.`, ...alerts].join(' ');
  return { tone: 'good', headline: 'No changes.', detail };
}

function assessDrift(drift: Drift): ReportVerdict {
  const { summary } = drift;
  if (drift.api === null) return failed('Nothing could be compared.');
  const fields =
    summary.changes === 0
      ? null
      : `${count(summary.changes, 'field')} differ${summary.changes === 1 ? 's' : ''} from the configuration.`;
  const alerts = summarizeOpenFindings(countFindings(drift.checks));
  const isPipeTroubled = summary.error + summary.drifted > 0;
  const withAlerts = (pipes: string): string =>
    sentence((isPipeTroubled ? [pipes, alerts] : [alerts, pipes]).filter((part) => part !== '').join('; '));
  if (!sawEverything(drift)) {
    const rest = couldReadAll(drift) ? null : 'What could not be compared is not known to be in sync.';
    return {
      tone: 'bad',
      headline: withAlerts(summarizeStatuses(drift, summary.error > 0 ? 'error' : null)),
      detail: [fields, rest].filter((part) => part !== null).join(' ') || null,
    };
  }
  if (summary.drifted > 0)
    return { tone: 'warn', headline: withAlerts(summarizeStatuses(drift, 'drifted')), detail: fields };
  const same = assessInSync(drift);
  return alerts === '' ? same : { tone: 'warn', headline: sentence(alerts), detail: same.detail };
}

/** What is said when no pipe drifted. */
function assessInSync({ summary }: Drift): ReportVerdict {
  if (summary.total === 0) return { tone: 'calm', headline: 'No pipes to compare.', detail: null };
  if (summary.acknowledged > 0) {
    const known = `${count(summary.acknowledged, 'pipe')} differ${summary.acknowledged === 1 ? 's' : ''} in ways that are acknowledged.`;
    return { tone: 'good', headline: 'No unknown drift.', detail: known };
  }
  return { tone: 'good', headline: 'No drift.', detail: `${everyPipe(summary.total)} as declared.` };
}

function failed(headline: string): ReportVerdict {
  return { tone: 'bad', headline, detail: 'The configuration could not be loaded: see the problems.' };
}

/** The verdict of an apply: good only when all updates are confirmed and all health checks pass. */
function assessRun(run: Run): ReportVerdict {
  const { summary } = run;
  const details = [
    run.interrupted === null ? '' : `Interrupted by ${run.interrupted}.`,
    describeGuard(run),
    describeSent(run),
  ];
  const detail = details.filter((part) => part !== '').join(' ');
  const isWhole = run.pipes.every(({ status }) => status === 'applied' || status === 'unchanged');
  if (!isWhole || run.interrupted !== null || hasErrors(run.diagnostics) || hasClosedGate(run) || isStopped(run)) {
    return {
      tone: chooseTone(run),
      headline: sentence(`${leadIn(run)}${summarizeStatuses(run, firstOf(run))}`),
      detail,
    };
  }
  if (summary.applied === 0) return { tone: 'calm', headline: 'Nothing had to change.', detail };
  return { tone: 'good', headline: `${summarizeStatuses(run, 'applied')}.`, detail };
}

function isStopped({ rollout }: Run): boolean {
  return rollout !== null && rollout.status !== 'passed';
}

function chooseTone(run: Run): Tone {
  const hasFailed = run.summary.failed > 0 || run.rollout?.status === 'failed';
  return hasFailed || !run.pipes.some(mayHaveWritten) ? 'bad' : 'warn';
}

/** What goes before the counts: why updates did not go on, or that none is confirmed. */
function leadIn(run: Run): string {
  const { rollout, summary } = run;
  if (rollout?.status === 'blocked' || rollout?.status === 'failed') return `${summarizeRollout(rollout)}: `;
  if (summary.applied + summary['rolled-back'] > 0) return '';
  return run.pipes.some(mayHaveWritten) ? 'no pipe is confirmed as updated: ' : 'no pipe was updated: ';
}

function firstOf({ summary }: Run): string | null {
  if (summary.applied > 0) return 'applied';
  return summary['rolled-back'] > 0 ? 'rolled-back' : null;
}

/** The results of the health checks, in numbers. */
function describeGuard({ rollout, checks }: Run): string {
  const closed = checks.filter(({ gate }) => gate === 'closed').length;
  if (closed > 0) return `${count(closed, 'health check')} did not pass.`;
  return rollout?.status === 'passed' ? sentence(summarizeRollout(rollout)) : '';
}

function describeSent(run: Run): string {
  if (run.summary.requests === 0) return 'Nothing was sent.';
  const { update, rollback } = sortRequests(run);
  const took = formatTook(Date.parse(run.finishedAt) - Date.parse(run.startedAt));
  return `${summarizeRequests(countAttempts(update), countAttempts(rollback))} in ${took}.`;
}
