import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import { formatNumber } from '../../model/number.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { count } from './count.ts';
import { joinParts, listFirst } from './format.ts';

const NAMED = 20;

/**
 * One error for all pipes that could not be read for the same reason (equal summaries): it joins the problems of the
 * report, and the pipes keep none. Problems of the report with the same reason become part of it.
 */
export function foldCauses<R extends Report>(report: R): R {
  const pipes: readonly ReportPipe[] = report.pipes;
  const unread = pipes.filter(isUnread);
  const bySummary = [...groupBy(unread, ({ diagnostics }) => diagnostics[0]?.summary)];
  const shared = bySummary.filter(
    ([reason, alike]) => alike.length > 1 || report.diagnostics.some(({ summary }) => summary === reason),
  );
  if (shared.length === 0) return report;
  const read = `${formatNumber(pipes.length - unread.length)} of ${count(pipes.length, 'pipe')} read.`;
  const causes = shared.flatMap(([reason, alike]): readonly Diagnostic[] => {
    const all = [...report.diagnostics, ...alike.flatMap(({ diagnostics }) => diagnostics)];
    const known = all.filter(({ summary }) => summary === reason);
    // A pipe that was not requested says less than one that was.
    const cause = known.find(({ code }) => code !== 'circuit-open') ?? known[0];
    const names = alike.map(({ name }) => name);
    const who = alike.length === pipes.length ? '' : `Not read: ${listFirst(names, NAMED)}.`;
    if (cause === undefined) return [];
    return [
      diagnose('error', { ...cause, summary: `${reason} ${read}`, detail: joinParts([cause.detail, who], '\n') }),
    ];
  });
  const folded = new Set<ReportPipe>(shared.flatMap(([, alike]) => alike));
  const reasons = new Set(shared.map(([reason]) => reason));
  const rest = report.diagnostics.filter(({ summary }) => !reasons.has(summary));
  const left = pipes.map((pipe) => (folded.has(pipe) ? { ...pipe, diagnostics: [] } : pipe));
  return { ...report, diagnostics: [...causes, ...rest], pipes: left };
}

function isUnread({ status, liveName, diagnostics }: ReportPipe): boolean {
  return (status === 'error' || status === 'failed') && liveName === null && diagnostics.length === 1;
}
