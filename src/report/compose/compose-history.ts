import {
  type DriftedPipe,
  type DriftPeriod,
  type HistoryReport,
  REPAIRERS,
  type Repairer,
} from '../../model/drift-history.ts';
import { formatAge } from '../../model/field/units.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { Block, Line, Span } from '../block.ts';
import { fact, listFacts } from '../view-model/fact.ts';
import { joinParts } from '../view-model/format.ts';
import { quote, toSection } from '../view-model/span.ts';

/** The share in sync and the repairs, then the pipes and the fields that drift most. */
export function composeHistory(report: HistoryReport): readonly Block[] {
  const { environments } = report;
  const isNamed = environments.length > 1 || Boolean(environments[0]);
  return [
    composeVerdict(report),
    ...listFacts([
      fact('Span', describeSpan(report)),
      { label: 'Environments', value: quote(isNamed ? environments.map(nameEnvironment).join(', ') : '') },
      fact('Checks', describeChecks(report)),
      fact('Drifts', describeDrifts(report)),
      fact('Repairs', describeRepairs(report)),
      fact('Time to repair', describeTimes(report)),
    ]),
    ...composePipes(report),
    ...composeFields(report),
  ];
}

function composeVerdict(report: HistoryReport): Block {
  const { openDrifts, drifts, inSyncShare } = report;
  const headline = describeShare(report);
  const variant = openDrifts > 0 ? 'warn' : drifts === 0 && inSyncShare === 1 ? 'good' : 'calm';
  const color = ({ good: 'green', warn: 'yellow', calm: 'bold' } as const)[variant];
  const verdict = { variant, color, headline, detail: null } as const;
  return { kind: 'verdict', name: 'Drift history', environment: null, verdict, line: `${headline}.`, counts: [] };
}

/** `97.3% of 741 checks in sync`, rounded down, so that only `100%` is all. */
function describeShare({ checks, incompleteChecks, inSyncShare }: HistoryReport): string {
  if (checks === 0) return 'No checks';
  if (inSyncShare === null) return 'No complete check';
  return `${formatNumber(Math.floor(inSyncShare * 1_000) / 10)}% of ${count(checks - incompleteChecks, 'check')} in sync`;
}

/** `2026-10-20 10:00 to 2026-10-20 14:00 UTC (4h)`; empty without an entry. */
function describeSpan({ from, until }: HistoryReport): string {
  if (from === null || until === null) return '';
  return `${formatTime(from)} to ${formatTime(until)} UTC (${formatAge(Date.parse(until) - Date.parse(from))})`;
}

function describeChecks({ checks, incompleteChecks }: HistoryReport): string {
  const incomplete = incompleteChecks === 0 ? '' : `${formatNumber(incompleteChecks)} of them incomplete`;
  return joinParts([formatNumber(checks), incomplete], ', ');
}

function describeDrifts({ drifts, openDrifts, pipes }: HistoryReport): string {
  if (drifts === 0) return 'none';
  const open = openDrifts === 0 ? '' : `${formatNumber(openDrifts)} open`;
  return joinParts([`${formatNumber(drifts)} in ${count(pipes.length, 'pipe')}`, open], ', ');
}

const REPAIRED: Readonly<Record<Repairer, string>> = {
  apply: 'by apply',
  rollback: 'by rollback',
  itself: 'by itself',
};

function describeRepairs({ repairs, repairedBy }: HistoryReport): string {
  if (repairs === 0) return '';
  const parts = REPAIRERS.map((one) =>
    repairedBy[one] === 0 ? '' : `${formatNumber(repairedBy[one])} ${REPAIRED[one]}`,
  );
  return `${formatNumber(repairs)}: ${joinParts(parts, ', ')}`;
}

function describeTimes({ meanTimeToRepairMs: mean, medianTimeToRepairMs: median }: HistoryReport): string {
  return mean === null || median === null ? '' : `mean ${formatAge(mean)}, median ${formatAge(median)}`;
}

const OVER_TIME = 'Over time';

function composePipes(report: HistoryReport): readonly Block[] {
  const { pipes } = report;
  if (pipes.length === 0) return [];
  const head = ['Pipe', 'Environment', 'Drifts', 'Drifted for', OVER_TIME, 'Latest (UTC)', 'Repaired'];
  const rows = pipes.map((pipe) => composePipe(pipe, report));
  return toSection('pipes', 'Pipes that drifted', [{ kind: 'table', head, rows, noun: 'pipe', optional: [OVER_TIME] }]);
}

function composePipe(
  { name, environment, drifts, timeDriftedMs, periods }: DriftedPipe,
  report: HistoryReport,
): readonly Line[] {
  const latest = periods.at(-1);
  const repairedBy = latest?.repairedBy ?? null;
  const overTime: Span = { kind: 'sparkline', values: countDrifts(report, periods), pass: null };
  return [
    quote(name),
    quote(report.environments.length > 1 ? nameEnvironment(environment) : ''),
    [formatNumber(drifts)],
    [formatAge(timeDriftedMs)],
    [overTime],
    [latest === undefined ? '' : formatTime(latest.from)],
    [repairedBy === null ? { kind: 'strong', line: ['open'] } : REPAIRED[repairedBy]],
  ];
}

const PARTS = 24;

/** How many drifts of a pipe each part of the time has, the oldest first. */
function countDrifts({ from, until }: HistoryReport, periods: readonly DriftPeriod[]): readonly number[] {
  if (from === null || until === null || from === until) return [];
  const [startMs, endMs] = [Date.parse(from), Date.parse(until)];
  const partOf = (at: string): number => {
    const part = Math.floor(((Date.parse(at) - startMs) / (endMs - startMs)) * PARTS);
    return Math.min(PARTS - 1, Math.max(0, part));
  };
  const counts = Array.from({ length: PARTS }, () => 0);
  for (const period of periods) {
    const last = partOf(period.until ?? until);
    for (let part = partOf(period.from); part <= last; part += 1) counts[part] = (counts[part] ?? 0) + 1;
  }
  return counts;
}

function composeFields({ fields }: HistoryReport): readonly Block[] {
  if (fields.length === 0) return [];
  const rows = fields.map(({ path, drifts }): readonly Line[] => [quote(path), [formatNumber(drifts)]]);
  return toSection('fields', 'Fields that drifted', [
    { kind: 'table', head: ['Field', 'Drifts'], rows, noun: 'field' },
  ]);
}

function nameEnvironment(environment: string | null): string {
  return environment ?? 'no environment';
}

/** The time is to the minute, in UTC, since checks are further apart. */
function formatTime(iso: string): string {
  return iso.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}
