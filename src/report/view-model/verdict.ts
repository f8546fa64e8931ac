import { hasErrors } from '../../model/diagnostic.ts';
import { isRefusedAsWhole, type Plan } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { couldReadAll, type Drift, sawEverything } from '../../model/report.ts';
import { hasClosedGate, mayHaveWritten, type Run } from '../../model/run.ts';
import {
  count,
  countAttempts,
  everyPipe,
  formatRunTime,
  sentence,
  sortRequests,
  summarizeRequests,
  summarizeStatuses,
} from './count.ts';
import { listOpenFindings, summarizeFindings } from './finding.ts';
import { joinParts } from './format.ts';
import { summarizeRollout } from './rollout.ts';
import type { Tone } from './status.ts';

/** The result of a report in one sentence, and the numbers behind it. */
export interface ReportVerdict {
  readonly tone: Tone;
  readonly headline: string;
  readonly detail: string | null;
}

export const KIND_TITLES: Readonly<Record<Report['kind'], string>> = { plan: 'Plan', drift: 'Drift', run: 'Apply' };

export function assessReport(report: Report): ReportVerdict {
  if (report.kind === 'plan') return assessPlan(report);
  return report.kind === 'drift' ? assessDrift(report) : assessRun(report);
}

function conclude(tone: Tone, headline: string, ...details: readonly (string | null)[]): ReportVerdict {
  return { tone, headline, detail: joinParts(details, ' ') || null };
}

const NOT_LOADED = 'The configuration could not be loaded: see the problems.';

function assessPlan(plan: Plan): ReportVerdict {
  const { summary } = plan;
  if (plan.api === null) return conclude('bad', 'No plan could be made.', NOT_LOADED);
  const size = `${count(summary.changes, 'change')} in ${count(summary.requests, 'request')}`;
  if (isRefusedAsWhole(plan)) {
    const detail = `${count(summary.update, 'pipe')} would be updated (${size}). Nothing will be sent.`;
    return conclude('bad', 'The plan is refused as a whole.', detail);
  }
  const alerts = sentence(summarizeFindings(listOpenFindings(plan.checks)));
  const isFailing = summary.refused + summary.error > 0 || hasErrors(plan.diagnostics);
  if (summary.update > 0) {
    return conclude(isFailing ? 'warn' : 'act', `${summarizeStatuses(plan, 'update')}.`, `${size}.`, alerts);
  }
  if (isFailing) return conclude('bad', sentence(`nothing to update: ${summarizeStatuses(plan, null)}`), alerts);
  if (summary.total === 0) return conclude('calm', 'No pipes to plan for.', 'Nothing to do.', alerts);
  return conclude('good', 'No changes.', `${everyPipe(summary.total)} as the configuration says.`, alerts);
}

function assessDrift(drift: Drift): ReportVerdict {
  const { summary } = drift;
  if (drift.api === null) return conclude('bad', 'Nothing could be compared.', NOT_LOADED);
  const { changes, acknowledged, drifted, error, total } = summary;
  const fields = changes === 0 ? null : `${count(changes, 'field differs', 'fields differ')} from the configuration.`;
  const alerts = summarizeFindings(listOpenFindings(drift.checks));
  const headline = (first: string | null): string => {
    const pipes = summarizeStatuses(drift, first);
    return sentence(joinParts(error + drifted > 0 ? [pipes, alerts] : [alerts, pipes], '; '));
  };
  if (!sawEverything(drift)) {
    const rest = couldReadAll(drift) ? null : 'What could not be compared is not known to be in sync.';
    return conclude('bad', headline(error > 0 ? 'error' : null), fields, rest);
  }
  if (drifted > 0) return conclude('warn', headline('drifted'), fields);
  const differ = count(acknowledged, 'pipe differs', 'pipes differ');
  const same =
    total === 0
      ? conclude('calm', 'No pipes to compare.')
      : acknowledged > 0
        ? conclude('good', 'No unknown drift.', `${differ} in ways that are acknowledged.`)
        : conclude('good', 'No drift.', `${everyPipe(total)} as declared.`);
  return alerts === '' ? same : conclude('warn', sentence(alerts), same.detail);
}

/** Good only when all updates are confirmed and all health checks pass. */
function assessRun(run: Run): ReportVerdict {
  const { summary, interrupted } = run;
  const signal = interrupted && `Interrupted by ${interrupted}.`;
  const details = [signal, describeGuard(run), describeSent(run)];
  const isWhole = run.pipes.every(({ status }) => status === 'applied' || status === 'unchanged');
  if (!isWhole || interrupted !== null || hasErrors(run.diagnostics) || hasClosedGate(run) || isStopped(run)) {
    const first = (['applied', 'rolled-back'] as const).find((status) => summary[status] > 0);
    return conclude(chooseTone(run), sentence(leadIn(run) + summarizeStatuses(run, first ?? null)), ...details);
  }
  if (summary.applied === 0) return conclude('calm', 'Nothing had to change.', ...details);
  return conclude('good', `${summarizeStatuses(run, 'applied')}.`, ...details);
}

function isStopped({ rollout }: Run): boolean {
  return rollout !== null && rollout.status !== 'passed';
}

function chooseTone(run: Run): Tone {
  const hasFailed = run.summary.failed > 0 || run.rollout?.status === 'failed';
  return hasFailed || !run.pipes.some(mayHaveWritten) ? 'bad' : 'warn';
}

/** Why updates stopped, or that none is confirmed. */
function leadIn(run: Run): string {
  const { rollout, summary } = run;
  if (rollout?.status === 'blocked' || rollout?.status === 'failed') return `${summarizeRollout(rollout)}: `;
  if (summary.applied + summary['rolled-back'] > 0) return '';
  return run.pipes.some(mayHaveWritten) ? 'no pipe is confirmed as updated: ' : 'no pipe was updated: ';
}

function describeGuard({ rollout, checks }: Run): string {
  const closed = checks.filter(({ gate }) => gate === 'closed').length;
  if (closed > 0) return `${count(closed, 'health check')} did not pass.`;
  return rollout?.status === 'passed' ? sentence(summarizeRollout(rollout)) : '';
}

function describeSent(run: Run): string {
  if (run.summary.requests === 0) return 'Nothing was sent.';
  const { update, rollback } = sortRequests(run);
  return `${summarizeRequests(countAttempts(update), countAttempts(rollback))} in ${formatRunTime(run)}.`;
}
