import { count } from '../../model/number.ts';
import type { Report } from '../../model/report.ts';
import { dropUnattempted, rankPipes } from './arrange.ts';
import { foldCauses } from './causes.ts';
import { formatChange } from './change.ts';
import { describeCost } from './cost.ts';
import { joinParts, LONGEST_NAME, shorten } from './format.ts';
import type { ReportPipe } from './report-pipe.ts';
import { findStatusStyle, isWorthShowing } from './status.ts';
import { assessReport } from './verdict.ts';

const MAX_ERRORS = 2;
const MAX_PIPES = 5;
const MAX_FIELDS = 3;

/**
 * The lines below the title where there is room for few, such as in a chat: what follows the headline, errors that pipes share, the
 * first pipes that need attention, the most urgent first, with their reason or their first fields, and how many more there are.
 */
export function briefReport(given: Report): readonly string[] {
  const report = dropUnattempted(foldCauses(given));
  const errors = report.diagnostics.filter(({ severity }) => severity === 'error').slice(0, MAX_ERRORS);
  const pipes = listUrgent(report);
  const more = pipes.length - MAX_PIPES;
  const cost = report.kind === 'run' ? '' : describeCost(report);
  const lines = [
    assessReport(given).detail ?? '',
    cost === '' ? '' : `Cost: ${cost}`,
    ...errors.map(({ summary }) => shorten(summary)),
    ...pipes.slice(0, MAX_PIPES).map((pipe) => briefPipe(report, pipe)),
    more > 0 ? `and ${count(more, 'more pipe')}` : '',
  ];
  return lines.filter((line) => line !== '');
}

const CALM: ReadonlySet<string> = new Set(['acknowledged', 'late', 'applied']);

function listUrgent(report: Report): readonly ReportPipe[] {
  const { pipes } = report;
  const open = pipes.filter((pipe) => isWorthShowing(pipe) && !CALM.has(pipe.status));
  return rankPipes(report, open);
}

/** `analytics/orders, drifted: settings.db_max_threads live 9, declared 4; and 2 more fields` */
function briefPipe(report: Report, pipe: ReportPipe): string {
  const { service, name, status, changes, diagnostics } = pipe;
  const fields = changes.slice(0, MAX_FIELDS).map((change) => `${change.path} ${formatChange(report, change)}`);
  const rest = changes.length - fields.length;
  const shown = [...fields, rest > 0 ? `and ${count(rest, 'more field')}` : ''];
  const reason = diagnostics.find(({ severity }) => severity === 'error')?.summary ?? '';
  const what = reason === '' ? joinParts(shown, '; ') : shorten(reason);
  const who = `${shorten(`${service}/${name}`, LONGEST_NAME)}, ${findStatusStyle(report, status).label}`;
  return joinParts([who, what], ': ');
}
