import { hasErrors } from '../../model/diagnostic.ts';
import { couldReadAll, type Drift, sawEverything } from '../../model/drift.ts';
import { isRefusedAsWhole, type Plan } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { count, everyPipe } from './count.ts';
import { countFindings, tellTroubledFindings } from './finding-words.ts';
import { judgeRun } from './run-verdict.ts';
import { sentence, tellCounts } from './status-counts.ts';
import type { Verdict } from './status-look.ts';

/** What is told of, before the verdict. */
export const KIND_TITLES: Readonly<Record<Report['kind'], string>> = { plan: 'Plan', drift: 'Drift', run: 'Apply' };

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
  const found = tellTroubledFindings(countFindings(plan.checks));
  const alerts = found === '' ? [] : [sentence(found)];
  const trouble = summary.refused + summary.error > 0 || hasErrors(plan.diagnostics);
  if (summary.update > 0) {
    const detail = [`${size}.`, ...alerts].join(' ');
    return { tone: trouble ? 'warn' : 'act', headline: `${tellCounts(plan, 'update')}.`, detail };
  }
  if (trouble) {
    const headline = sentence(`nothing to update: ${tellCounts(plan, null)}`);
    return { tone: 'bad', headline, detail: alerts.join(' ') || null };
  }
  if (summary.total === 0) {
    return { tone: 'calm', headline: 'No pipes to plan for.', detail: ['Nothing to do.', ...alerts].join(' ') };
  }
  const detail = [`${everyPipe(summary.total)} as the configuration says.`, ...alerts].join(' ');
  return { tone: 'good', headline: 'No changes.', detail };
}

function judgeDrift(drift: Drift): Verdict {
  const { summary } = drift;
  if (drift.api === null) return failed('Nothing could be compared.');
  const fields =
    summary.changes === 0
      ? null
      : `${count(summary.changes, 'field')} differ${summary.changes === 1 ? 's' : ''} from the configuration.`;
  const alerts = tellTroubledFindings(countFindings(drift.checks));
  const isPipeTroubled = summary.error + summary.drifted > 0;
  const withAlerts = (pipes: string): string =>
    sentence((isPipeTroubled ? [pipes, alerts] : [alerts, pipes]).filter((part) => part !== '').join('; '));
  if (!sawEverything(drift)) {
    const rest = couldReadAll(drift) ? null : 'What could not be compared is not known to be in sync.';
    return {
      tone: 'bad',
      headline: withAlerts(tellCounts(drift, summary.error > 0 ? 'error' : null)),
      detail: [fields, rest].filter((part) => part !== null).join(' ') || null,
    };
  }
  if (summary.drifted > 0) return { tone: 'warn', headline: withAlerts(tellCounts(drift, 'drifted')), detail: fields };
  const same = judgeSame(drift);
  return alerts === '' ? same : { tone: 'warn', headline: sentence(alerts), detail: same.detail };
}

/** What is said when no pipe drifted. */
function judgeSame({ summary }: Drift): Verdict {
  if (summary.total === 0) return { tone: 'calm', headline: 'No pipes to compare.', detail: null };
  if (summary.acknowledged > 0) {
    const known = `${count(summary.acknowledged, 'pipe')} differ${summary.acknowledged === 1 ? 's' : ''} in ways that are acknowledged.`;
    return { tone: 'good', headline: 'No unknown drift.', detail: known };
  }
  return { tone: 'good', headline: 'No drift.', detail: `${everyPipe(summary.total)} as declared.` };
}

function failed(headline: string): Verdict {
  return { tone: 'bad', headline, detail: 'The configuration could not be loaded: see the problems.' };
}
