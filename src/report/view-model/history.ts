import {
  type DriftedPipe,
  type DriftPeriod,
  type HistoryReport,
  REPAIRERS,
  type Repairer,
} from '../../model/drift-history.ts';
import { formatAge } from '../../model/field/units.ts';
import { count, formatNumber } from '../../model/number.ts';
import { joinParts } from './format.ts';
import type { StyleVariant } from './status.ts';

const REPAIRED: Readonly<Record<Repairer, string>> = {
  apply: 'by apply',
  rollback: 'by rollback',
  itself: 'by itself',
};

/** A pipe that drifted, in words. */
export interface PipeRow {
  readonly name: string;
  /** Empty when the report is of one environment. */
  readonly environment: string;
  readonly drifts: number;
  /** `1d4h` */
  readonly timeDrifted: string;
  /** When its latest drift began, in UTC. */
  readonly latest: string;
  readonly isOpen: boolean;
  /** What ended its latest drift, or `open`. */
  readonly end: string;
  readonly periods: readonly DriftPeriod[];
}

/** The report in words, the same for every format. */
export interface HistoryWords {
  /** `97.3% of 741 checks in sync` */
  readonly headline: string;
  readonly variant: StyleVariant;
  /** `2026-10-01 00:00 to 2026-11-01 00:00 UTC (31d)`; empty without an entry. */
  readonly span: string;
  /** Names of environments; empty when none was chosen. */
  readonly environments: string;
  /** The other facts, those without a value left out. */
  readonly facts: readonly { readonly term: string; readonly text: string }[];
  readonly pipes: readonly PipeRow[];
}

export function describeHistory(report: HistoryReport): HistoryWords {
  const { from, until, environments, pipes, openDrifts, drifts } = report;
  const hasSeveral = environments.length > 1;
  const variant = openDrifts > 0 ? 'warn' : drifts === 0 && report.inSyncShare === 1 ? 'good' : 'calm';
  return {
    headline: describeShare(report),
    variant,
    span: from === null || until === null ? '' : describeSpan(from, until),
    environments: hasSeveral || environments[0] ? environments.map(nameEnvironment).join(', ') : '',
    facts: [
      { term: 'Checks', text: describeChecks(report) },
      { term: 'Drifts', text: describeDrifts(report) },
      { term: 'Repairs', text: describeRepairs(report) },
      { term: 'Time to repair', text: describeTimes(report) },
    ].filter(({ text }) => text !== ''),
    pipes: pipes.map((pipe) => describePipe(pipe, hasSeveral)),
  };
}

/** Rounded down, so that only `100%` is all. */
function describeShare({ checks, incompleteChecks, inSyncShare }: HistoryReport): string {
  if (checks === 0) return 'No checks';
  if (inSyncShare === null) return 'No complete check';
  return `${formatNumber(Math.floor(inSyncShare * 1_000) / 10)}% of ${count(checks - incompleteChecks, 'check')} in sync`;
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

function describePipe(pipe: DriftedPipe, hasSeveral: boolean): PipeRow {
  const latest = pipe.periods.at(-1);
  const repairedBy = latest?.repairedBy ?? null;
  return {
    name: pipe.name,
    environment: hasSeveral ? nameEnvironment(pipe.environment) : '',
    drifts: pipe.drifts,
    timeDrifted: formatAge(pipe.timeDriftedMs),
    latest: latest === undefined ? '' : formatTime(latest.from),
    isOpen: repairedBy === null,
    end: repairedBy === null ? 'open' : REPAIRED[repairedBy],
    periods: pipe.periods,
  };
}

/** `2026-10-20 10:00 to 2026-10-20 14:00 UTC (4h)` */
function describeSpan(from: string, until: string): string {
  return `${formatTime(from)} to ${formatTime(until)} UTC (${formatAge(Date.parse(until) - Date.parse(from))})`;
}

function nameEnvironment(environment: string | null): string {
  return environment ?? 'no environment';
}

/** The time is to the minute, in UTC, since checks are further apart. */
function formatTime(iso: string): string {
  return iso.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}
