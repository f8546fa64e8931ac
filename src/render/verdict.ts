import { hasErrors } from '../model/diagnostic.ts';
import type { Drift } from '../model/drift.ts';
import { isRefusedAsWhole, type Plan } from '../model/plan.ts';
import type { Report } from '../model/report.ts';
import { mayHaveWritten, type Run } from '../model/run.ts';
import { count, everyPipe, listWords } from './count.ts';
import { formatNumber } from './number.ts';
import { countStatuses, type Tone } from './status-look.ts';
import { formatTook } from './took.ts';

/** What is told of, before the verdict. */
export const KIND_TITLES: Readonly<Record<Report['kind'], string>> = { plan: 'Plan', drift: 'Drift', run: 'Apply' };

/** What the whole report comes to, in one line, and one more for the numbers behind it. */
export interface Verdict {
  readonly tone: Tone;
  readonly headline: string;
  readonly detail: string | null;
}

export function judgeReport(report: Report): Verdict {
  if (report.kind === 'plan') return judgePlan(report);
  return report.kind === 'drift' ? judgeDrift(report) : judgeRun(report);
}

function judgePlan(plan: Plan): Verdict {
  const { summary } = plan;
  if (plan.api === null) return failed('No plan could be made.');
  const size = `${count(summary.changes, 'change')} in ${count(summary.requests, 'request')}`;
  if (isRefusedAsWhole(plan)) {
    const detail = `${count(summary.update, 'pipe')} would be updated (${size}). Nothing will be sent.`;
    return { tone: 'bad', headline: 'The plan is refused as a whole.', detail };
  }
  const trouble = summary.refused + summary.error > 0 || hasErrors(plan.diagnostics);
  if (summary.update > 0) {
    return { tone: trouble ? 'warn' : 'act', headline: `${tellCounts(plan, 'update')}.`, detail: `${size}.` };
  }
  if (trouble) return { tone: 'bad', headline: sentence(`nothing to update: ${tellCounts(plan, null)}`), detail: null };
  if (summary.total === 0) return { tone: 'calm', headline: 'No pipes to plan for.', detail: 'Nothing to do.' };
  return { tone: 'good', headline: 'No changes.', detail: `${everyPipe(summary.total)} as the configuration says.` };
}

function judgeDrift(drift: Drift): Verdict {
  const { summary } = drift;
  if (drift.api === null) return failed('Nothing could be compared.');
  const fields =
    summary.changes === 0
      ? null
      : `${count(summary.changes, 'field')} differ${summary.changes === 1 ? 's' : ''} from the configuration.`;
  if (summary.error > 0 || hasErrors(drift.diagnostics)) {
    const rest = summary.error > 0 ? `What could not be compared is not known to be in sync.` : null;
    return {
      tone: 'bad',
      headline: sentence(tellCounts(drift, summary.error > 0 ? 'error' : null)),
      detail: [fields, rest].filter((part) => part !== null).join(' ') || null,
    };
  }
  if (summary.drifted > 0) return { tone: 'warn', headline: `${tellCounts(drift, 'drifted')}.`, detail: fields };
  if (summary.total === 0) return { tone: 'calm', headline: 'No pipes to compare.', detail: null };
  if (summary.acknowledged > 0) {
    const known = `${count(summary.acknowledged, 'pipe')} differ${summary.acknowledged === 1 ? 's' : ''} in ways that are acknowledged.`;
    return { tone: 'good', headline: 'No unknown drift.', detail: known };
  }
  return { tone: 'good', headline: 'No drift.', detail: `${everyPipe(summary.total)} as declared.` };
}

function judgeRun(run: Run): Verdict {
  const { summary } = run;
  const took = formatTook(Date.parse(run.finishedAt) - Date.parse(run.startedAt));
  const sent =
    summary.requests === 0 ? 'Nothing was sent.' : `${count(summary.requests, 'update request')} in ${took}.`;
  const stopped = run.interrupted === null ? '' : `Interrupted by ${run.interrupted}. `;
  const bad = summary.failed + summary.unknown + summary.stale + summary.refused + summary.skipped;
  const some = run.pipes.some(mayHaveWritten);
  if (bad > 0 || run.interrupted !== null || hasErrors(run.diagnostics)) {
    const tone = some ? 'warn' : 'bad';
    const none = summary.applied > 0 ? '' : some ? 'No pipe is confirmed as updated: ' : 'No pipe was updated: ';
    const counts = sentence(`${none}${tellCounts(run, summary.applied > 0 ? 'applied' : null)}`);
    return { tone: bad > 0 && summary.failed > 0 ? 'bad' : tone, headline: counts, detail: stopped + sent };
  }
  if (summary.applied + summary['rolled-back'] === 0)
    return { tone: 'calm', headline: 'Nothing had to change.', detail: sent };
  return { tone: 'good', headline: `${tellCounts(run, summary.applied > 0 ? 'applied' : null)}.`, detail: sent };
}

function failed(headline: string): Verdict {
  return { tone: 'bad', headline, detail: 'The configuration could not be loaded: see the problems.' };
}

/** `5 pipes to update, 2 with errors and 1 refused`, with one status first; the calm ones only when there is no other. */
function tellCounts(report: Report, first: string | null): string {
  const all = countStatuses(report);
  const telling = all.filter(({ look }) => look.listing === 'cards');
  const counts = telling.length > 0 ? telling : all;
  const ordered = [
    ...counts.filter(({ look }) => look.status === first),
    ...counts.filter(({ look }) => look.status !== first),
  ];
  if (ordered.length === 0) return 'no pipes';
  const words = ordered.map(({ look, pipes }, index) =>
    index === 0 ? `${count(pipes, 'pipe')} ${look.words}` : `${formatNumber(pipes)} ${look.words}`,
  );
  return listWords(words);
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
