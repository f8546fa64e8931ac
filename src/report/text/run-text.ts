import { formatNumber } from '../../model/number.ts';
import { mayHaveWritten, type RequestRecord, type Run, type RunPipe } from '../../model/run.ts';
import { safeText } from '../../model/safe-text.ts';
import type { ReportGlyphs } from '../chart/sparkline.ts';
import { count } from '../view-model/count.ts';
import { formatPlace } from '../view-model/place.ts';
import { paintStatus, statusWords } from '../view-model/run-status.ts';
import { nameRecord, sortRequests, tellRequests } from '../view-model/sent-requests.ts';
import { formatTook } from '../view-model/took.ts';
import { renderDiagnosticBrief } from './diagnostic-brief.ts';
import { fitLines } from './fit-lines.ts';
import { renderRolloutText } from './rollout-text.ts';
import { renderShard } from './scope-text.ts';
import type { Style } from './style.ts';

/** What an apply did: every pipe that did not end as planned with the reason, how it was guarded, then the counts. */
export function renderRunText(run: Run, style: Style, glyphs: ReportGlyphs = 'unicode'): string {
  const troubled = run.pipes.filter(isTroubled);
  const blocks = [
    ...troubled.map((pipe) => renderPipe(pipe, style)),
    ...run.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map((diagnostic) => renderDiagnosticBrief(diagnostic, style, '')),
    ...renderRolloutText(run, style, glyphs),
    renderSkipped(run),
    [...renderShard(run), renderRunSummary(run, style)].join('\n'),
  ];
  return fitLines(`${blocks.filter((block) => block !== '').join('\n\n')}\n`, style.columns);
}

/** A pipe that is refused only because the whole plan is has nothing of its own to say. */
function isTroubled({ status, diagnostics }: RunPipe): boolean {
  if (status === 'refused') return diagnostics.length > 0;
  if (status === 'failed' || status === 'unknown' || status === 'stale') return true;
  // Updated and not healthy, or not all of it put back.
  return diagnostics.some(({ severity, code }) => severity === 'error' || code === 'rollback-left');
}

/** `Applied 3 pipes, 1 failed, 2 unchanged: 7 update requests in 4.2s.` */
function renderRunSummary(run: Run, style: Style): string {
  const { summary } = run;
  const none = run.pipes.some(mayHaveWritten) ? 'No pipe is confirmed as updated' : 'No pipe was updated';
  const back = summary['rolled-back'] > 0 ? style.yellow(`Rolled back ${count(summary['rolled-back'], 'pipe')}`) : none;
  const lead = summary.applied > 0 ? style.green(`Applied ${count(summary.applied, 'pipe')}`) : back;
  const rest = (['failed', 'unknown', 'stale', 'refused', 'skipped', 'rolled-back', 'unchanged'] as const)
    .filter((status) => summary[status] > 0 && (status !== 'rolled-back' || summary.applied > 0))
    .map((status) => paintStatus(style, status, `${formatNumber(summary[status])} ${statusWords(status)}`));
  const took = formatTook(Date.parse(run.finishedAt) - Date.parse(run.startedAt));
  const interrupted = run.interrupted === null ? '' : `${style.yellow(`Interrupted (${run.interrupted}).`)} `;
  const counts = `${interrupted}${[lead, ...rest].join(', ')}`;
  if (summary.requests === 0) return `${counts}. Nothing was sent.`;
  const sent = sortRequests({ pipes: run.pipes.map(keepSent) });
  const more = summary.requests - sent.update.length - sent.rollback.length;
  const again = more > 0 ? ` (${formatNumber(more)} sent again)` : '';
  return `${counts}: ${tellRequests(sent.update.length, sent.rollback.length)}${again} in ${took}.`;
}

function keepSent(pipe: RunPipe): RunPipe {
  return { ...pipe, requests: pipe.requests.filter(({ attempts }) => attempts > 0) };
}

function renderPipe(pipe: RunPipe, style: Style): string {
  const title = [
    paintStatus(style, pipe.status, statusWords(pipe.status)),
    style.bold(safeText(`${pipe.service}/${pipe.name}`)),
    style.dim(formatPlace(pipe.location)),
  ].join('  ');
  const problems = pipe.diagnostics.filter(({ severity }) => severity !== 'note');
  const requests = keepSent(pipe).requests.map(renderRecord);
  return [title, ...problems.map((problem) => renderDiagnosticBrief(problem, style, '    ')), ...requests].join('\n');
}

/** `PATCH scaling: unknown (no answer), sent 3 times` */
function renderRecord(record: RequestRecord): string {
  const status = record.httpStatus === null ? 'no answer' : `${record.httpStatus}`;
  const often = record.attempts > 1 ? `, sent ${record.attempts} times` : '';
  return `    ${nameRecord(record)}: ${record.outcome} (${status})${often}`;
}

function renderSkipped(run: Run): string {
  const names = run.pipes.filter(({ status }) => status === 'skipped').map(({ name }) => safeText(name));
  if (names.length === 0) return '';
  const shown = names.slice(0, 10);
  const more = names.length > shown.length ? ` and ${formatNumber(names.length - shown.length)} more` : '';
  return `Not attempted: ${shown.join(', ')}${more}.`;
}
