import { hasErrors } from '../../model/diagnostic.ts';
import { hasClosedGate, mayHaveWritten, type Run } from '../../model/run.ts';
import { count } from './count.ts';
import { tellRollout } from './rollout-words.ts';
import { countAttempts, sortRequests, tellRequests } from './sent-requests.ts';
import { sentence, tellCounts } from './status-counts.ts';
import type { Tone, Verdict } from './status-look.ts';
import { formatTook } from './took.ts';

/** What an apply comes to: good only when all was carried out and no health check speaks against it. */
export function judgeRun(run: Run): Verdict {
  const { summary } = run;
  const details = [run.interrupted === null ? '' : `Interrupted by ${run.interrupted}.`, tellGuard(run), tellSent(run)];
  const detail = details.filter((part) => part !== '').join(' ');
  const isWhole = run.pipes.every(({ status }) => status === 'applied' || status === 'unchanged');
  if (!isWhole || run.interrupted !== null || hasErrors(run.diagnostics) || hasClosedGate(run) || isStopped(run)) {
    return { tone: toneOfTrouble(run), headline: sentence(`${leadIn(run)}${tellCounts(run, firstOf(run))}`), detail };
  }
  if (summary.applied === 0) return { tone: 'calm', headline: 'Nothing had to change.', detail };
  return { tone: 'good', headline: `${tellCounts(run, 'applied')}.`, detail };
}

function isStopped({ rollout }: Run): boolean {
  return rollout !== null && rollout.status !== 'passed';
}

function toneOfTrouble(run: Run): Tone {
  const hasFailed = run.summary.failed > 0 || run.rollout?.status === 'failed';
  return hasFailed || !run.pipes.some(mayHaveWritten) ? 'bad' : 'warn';
}

/** What goes before the counts: why updates did not go on, or that none is confirmed. */
function leadIn(run: Run): string {
  const { rollout, summary } = run;
  if (rollout?.status === 'blocked' || rollout?.status === 'failed') return `${tellRollout(rollout)}: `;
  if (summary.applied + summary['rolled-back'] > 0) return '';
  return run.pipes.some(mayHaveWritten) ? 'no pipe is confirmed as updated: ' : 'no pipe was updated: ';
}

function firstOf({ summary }: Run): string | null {
  if (summary.applied > 0) return 'applied';
  return summary['rolled-back'] > 0 ? 'rolled-back' : null;
}

/** What the health checks came to, in numbers. */
function tellGuard({ rollout, checks }: Run): string {
  const closed = checks.filter(({ gate }) => gate === 'closed').length;
  if (closed > 0) return `${count(closed, 'health check')} did not pass.`;
  return rollout?.status === 'passed' ? sentence(tellRollout(rollout)) : '';
}

function tellSent(run: Run): string {
  if (run.summary.requests === 0) return 'Nothing was sent.';
  const { update, rollback } = sortRequests(run);
  const took = formatTook(Date.parse(run.finishedAt) - Date.parse(run.startedAt));
  return `${tellRequests(countAttempts(update), countAttempts(rollback))} in ${took}.`;
}
