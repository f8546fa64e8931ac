import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { joinParts, listFirst } from './format.ts';

const NAMED = 20;

interface Unread {
  readonly name: string;
  readonly diagnostic: Diagnostic;
}

/**
 * One error for all pipes that could not be read for the same reason (equal summaries), with the reasons. `own`: problems
 * of the whole report; those with the same reason become part of the error. `total`: the pipes, with those that were read.
 */
export function joinCauses(unread: readonly Unread[], own: readonly Diagnostic[], total: number) {
  const shared = [...groupBy(unread, ({ diagnostic }) => diagnostic.summary)].filter(
    ([reason, alike]) => alike.length > 1 || own.some(({ summary }) => summary === reason),
  );
  const read = `${formatNumber(total - unread.length)} of ${count(total, 'pipe')} read.`;
  const causes = shared.flatMap(([reason, alike]): readonly Diagnostic[] => {
    const known = [...own.filter(({ summary }) => summary === reason), ...alike.map(({ diagnostic }) => diagnostic)];
    // A pipe that was not requested says less than one that was.
    const cause = known.find(({ code }) => code !== 'circuit-open') ?? known[0];
    const names = alike.map(({ name }) => name);
    const who = alike.length === total ? '' : `Not read: ${listFirst(names, NAMED)}.`;
    if (cause === undefined) return [];
    return [
      diagnose('error', { ...cause, summary: `${reason} ${read}`, detail: joinParts([cause.detail, who], '\n') }),
    ];
  });
  return { causes, reasons: new Set(shared.map(([reason]) => reason)) };
}

/** The report with one error for each cause: the pipes that it is about keep none. */
export function foldCauses<R extends Report>(report: R): R {
  const pipes: readonly ReportPipe[] = report.pipes;
  const unread = pipes
    .filter(isUnread)
    .flatMap(({ name, diagnostics }) => diagnostics.map((diagnostic) => ({ name, diagnostic })));
  const { causes, reasons } = joinCauses(unread, report.diagnostics, pipes.length);
  if (causes.length === 0) return report;
  const isFolded = ({ summary }: Diagnostic): boolean => reasons.has(summary);
  const left = pipes.map((pipe) =>
    isUnread(pipe) && pipe.diagnostics.some(isFolded) ? { ...pipe, diagnostics: [] } : pipe,
  );
  return { ...report, diagnostics: [...causes, ...report.diagnostics.filter((one) => !isFolded(one))], pipes: left };
}

function isUnread({ status, liveName, diagnostics }: ReportPipe): boolean {
  return (status === 'error' || status === 'failed') && liveName === null && diagnostics.length === 1;
}
