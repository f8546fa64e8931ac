import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import { count, formatNumber, shortList } from '../../model/number.ts';
import type { Report } from '../../model/report.ts';
import { mayHaveWritten } from '../../model/run.ts';
import { joinParts } from './format.ts';
import type { ReportPipe } from './report-pipe.ts';

const NAMED = 20;

interface Failed {
  readonly name: string;
  readonly diagnostic: Diagnostic;
}

/** The problems of pipes by what they have in common. */
type Shared = readonly (readonly [reason: string, alike: readonly Failed[]])[];

/**
 * One error for all pipes that could not be read for the same reason (equal summaries), with the reasons. `general`: problems
 * of the whole report; those with the same reason become part of the error. `total`: the pipes, with those that were read.
 */
export function joinCauses(unread: readonly Failed[], general: readonly Diagnostic[], total: number) {
  const shared = [...groupBy(unread, ({ diagnostic }) => diagnostic.summary)].filter(
    ([reason, alike]) => alike.length > 1 || general.some(({ summary }) => summary === reason),
  );
  const read = `${formatNumber(total - unread.length)} of ${count(total, 'pipe')} read.`;
  const causes = shared.flatMap(([reason, alike]) => {
    const known = [
      ...general.filter(({ summary }) => summary === reason),
      ...alike.map(({ diagnostic }) => diagnostic),
    ];
    return joinCause(known, `${reason} ${read}`, alike.length === total ? '' : `Not read: ${listNames(alike)}.`);
  });
  return { causes, reasons: new Set(shared.map(([reason]) => reason)) };
}

/** One error for all pipes that were not updated for the same reason (equal summaries), and the problems of these. `total`: the pipes to update. */
function joinFailedUpdates(failed: readonly Failed[], total: number) {
  const byReason = groupBy(failed, ({ diagnostic }) => diagnostic.summary);
  const shared: Shared = [...byReason].filter(([, alike]) => alike.length > 1);
  const causes = shared.flatMap(([reason, alike]) => {
    const number = `${formatNumber(alike.length)} of ${count(total, 'pipe')} not updated.`;
    const known = alike.map(({ diagnostic }) => diagnostic);
    return joinCause(known, `${reason} ${number}`, `Not updated: ${listNames(alike)}.`);
  });
  return { causes, folded: new Set(shared.flatMap(([, alike]) => alike.map(({ diagnostic }) => diagnostic))) };
}

/** The error of the first pipe that was requested, with its request as an example. */
function joinCause(known: readonly Diagnostic[], summary: string, who: string): readonly Diagnostic[] {
  const cause = known.find(({ code }) => code !== 'circuit-open') ?? known[0];
  if (cause === undefined) return [];
  const [request = ''] = cause.detail?.split('\n', 1) ?? [];
  return [diagnose('error', { ...cause, summary, detail: joinParts([request, who], '\n') })];
}

function listNames(failed: readonly Failed[]): string {
  return shortList(
    failed.map(({ name }) => name),
    NAMED,
  );
}

/** The report with one error for each cause: the pipes that it is about keep none. */
export function foldCauses<R extends Report>(report: R): R {
  return foldFailedUpdates(foldUnread(report));
}

function foldUnread<R extends Report>(report: R): R {
  const { pipes } = report;
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

/** A pipe that was written to in part keeps its error, which says what was written. */
function foldFailedUpdates<R extends Report>(report: R): R {
  const { kind, pipes, diagnostics: general }: Report = report;
  if (kind !== 'run') return report;
  const failed = pipes
    .filter((pipe) => pipe.status === 'failed' && !mayHaveWritten(pipe))
    .flatMap(({ name, diagnostics }) => {
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      return errors.length === 1 ? errors.map((diagnostic) => ({ name, diagnostic })) : [];
    });
  const total = pipes.filter(({ requests }) => requests.length > 0).length;
  const { causes, folded } = joinFailedUpdates(failed, total);
  const left = pipes.map((pipe) => {
    return { ...pipe, diagnostics: pipe.diagnostics.filter((diagnostic) => !folded.has(diagnostic)) };
  });
  return { ...report, diagnostics: [...causes, ...general], pipes: left };
}
