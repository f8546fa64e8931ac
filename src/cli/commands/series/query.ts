import type { SeriesCheck } from '../../../model/check.ts';
import type { Clock } from '../../../model/clock.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { Fleet } from '../../../model/fleet.ts';
import { findQueryProblems } from '../../../model/observability/query-problems.ts';
import {
  type Granularity,
  type ObservabilityReader,
  type SeriesQuery,
  type SeriesResult,
  stepMs,
} from '../../../model/observability/reader.ts';
import { listWords } from '../../../model/text.ts';
import type { RequestedSeries } from '../../../report/chart/series-report.ts';
import { DEFAULT_SINCE_MS, type SeriesOptions } from '../../options/command-options.ts';
import { checkKindProblem, pickChecks } from '../../steps/open-checks.ts';

/** A query without its time, which depends on the clock of the service. */
export interface PlannedSeries extends Pick<SeriesOptions, 'since' | 'from' | 'to' | 'maxBuckets'> {
  readonly requested: readonly RequestedSeries[];
  /** The time span when the options give none. */
  readonly defaultMs: number;
  readonly granularity: Granularity;
}

/** Builds the query of the options and finds its problems. `names` of checks; none with ad hoc series. */
export function planSeries(
  names: readonly string[],
  adHoc: readonly RequestedSeries[],
  { since, from, to, maxBuckets, granularity }: SeriesOptions,
  fleet: Fleet,
  nowMs: number,
): { readonly planned: PlannedSeries; readonly diagnostics: readonly Diagnostic[] } {
  const picked = pickChecks(names, fleet.checks);
  const checks = picked.checks.filter((check) => check.kind === 'series');
  const ofChecks = checks.map(
    ({ name, series, pass, unit }): RequestedSeries => ({ check: name, spec: series, pass, unit }),
  );
  const planned: PlannedSeries = {
    ...{ since, from, to, maxBuckets },
    requested: [...ofChecks, ...adHoc],
    defaultMs: checks.reduce((longest, { windowMs }) => Math.max(longest, windowMs), DEFAULT_SINCE_MS),
    granularity: granularity ?? checks[0]?.granularity ?? 'auto',
  };
  const alerts = picked.checks.filter(({ kind }) => kind === 'alert').map(checkKindProblem);
  const misnamed = [...picked.diagnostics, ...alerts];
  const unlike = granularity === null ? findUnlike(checks) : [];
  const invalid = misnamed.length > 0 ? [] : findQueryProblems(queryAt(planned, nowMs)).map(clauseProblem);
  return { planned, diagnostics: [...misnamed, ...unlike, ...invalid] };
}

export function queryAt(planned: PlannedSeries, nowMs: number): SeriesQuery {
  const { requested, since, from, to, defaultMs, granularity, maxBuckets } = planned;
  const series = requested.map(({ spec }) => spec);
  return { startMs: from ?? nowMs - (since ?? defaultMs), endMs: to ?? nowMs, granularity, series, maxBuckets };
}

function findUnlike(checks: readonly SeriesCheck[]): readonly Diagnostic[] {
  const granularities = [...new Set(checks.map(({ granularity }) => granularity))];
  if (granularities.length <= 1) return [];
  return [
    diagnose('error', {
      code: 'usage',
      summary: `The checks use different granularities (${listWords(granularities)}); one query has one.`,
      hint: 'Choose one with --granularity.',
    }),
  ];
}

function clauseProblem(clause: string): Diagnostic {
  const hint = 'See `pipeform series --help`: --since, --from, --to and --granularity select the time.';
  return diagnose('error', { code: 'usage', summary: `The query was not sent: ${clause}.`, hint });
}

/**
 * Sends the query. Responses give the time of the service: when the first one shows that the time span is wrong by more than
 * half a bucket, sends the query again, once.
 */
export async function fetchSeries(
  planned: PlannedSeries,
  reader: ObservabilityReader,
  clock: Pick<Clock, 'monotonicMs'>,
  signal: AbortSignal,
): Promise<{ readonly query: SeriesQuery; readonly result: SeriesResult }> {
  const offsetMs = (): number => reader.now() - clock.monotonicMs();
  const before = offsetMs();
  const query = queryAt(planned, reader.now());
  const result = await reader.querySeries(query, signal);
  const changeMs = Math.abs(offsetMs() - before);
  const isRight = changeMs <= stepMs(query.granularity, query.endMs - query.startMs) / 2;
  if (!result.ok || planned.from !== null || isRight) return { query, result };
  const again = queryAt(planned, reader.now());
  return { query: again, result: await reader.querySeries(again, signal) };
}
