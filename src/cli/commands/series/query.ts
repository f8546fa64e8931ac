import type { SeriesCheck } from '../../../model/check.ts';
import type { Clock } from '../../../model/clock.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { Fleet } from '../../../model/fleet.ts';
import type { ObservabilityReader, SeriesResult } from '../../../model/observability.ts';
import { findQueryProblems } from '../../../model/query-problems.ts';
import { type Granularity, type SeriesQuery, stepMs } from '../../../model/series.ts';
import type { AskedSeries } from '../../../report/chart/series-report.ts';
import { pickChecks } from '../health.ts';
import type { AskedTime, RequestedSeries } from './request.ts';

/** What will be asked, but for the time, which is the service's. */
export interface PlannedSeries {
  readonly asked: readonly AskedSeries[];
  readonly time: AskedTime;
  /** The time span where the options give none. */
  readonly usualMs: number;
  readonly granularity: Granularity;
  readonly maxBuckets: number;
}

const USUAL_MS = 3_600_000;

/** What the options ask for, and everything that is wrong with it. */
export function planSeries(
  wanted: RequestedSeries,
  fleet: Fleet,
  nowMs: number,
): { readonly planned: PlannedSeries; readonly diagnostics: readonly Diagnostic[] } {
  const picked = pickChecks(wanted.names, fleet.checks);
  const checks = picked.checks.filter((check) => check.of === 'series');
  const ofChecks = checks.map(
    (check): AskedSeries => ({
      check: check.name,
      spec: check.series,
      pass: check.pass,
      unit: check.unit,
    }),
  );
  const adHoc = wanted.adHoc.map((series): AskedSeries => ({ check: null, pass: null, ...series }));
  const planned: PlannedSeries = {
    asked: [...ofChecks, ...adHoc],
    time: wanted.time,
    usualMs: checks.reduce((longest, { windowMs }) => Math.max(longest, windowMs), USUAL_MS),
    granularity: wanted.granularity ?? checks[0]?.granularity ?? 'auto',
    maxBuckets: wanted.maxBuckets,
  };
  const alerts = picked.checks.flatMap(({ of, name }) => (of === 'alert' ? [isOfAlert(name)] : []));
  const misnamed = [...picked.diagnostics, ...alerts];
  const unlike = wanted.granularity === null ? findUnlike(checks) : [];
  // What is misnamed is no series, which is no second problem.
  const unfit = misnamed.length > 0 ? [] : findQueryProblems(queryAt(planned, nowMs)).map(toDiagnostic);
  return { planned, diagnostics: [...misnamed, ...unlike, ...unfit] };
}

/** The query at a time of the service's clock. */
export function queryAt({ asked, time, usualMs, granularity, maxBuckets }: PlannedSeries, nowMs: number): SeriesQuery {
  const series = asked.map(({ spec }) => spec);
  const endMs = time.of === 'range' ? (time.toMs ?? nowMs) : nowMs;
  const startMs = time.of === 'range' ? time.fromMs : nowMs - (time.sinceMs ?? usualMs);
  return { startMs, endMs, granularity, series, maxBuckets };
}

function findUnlike(checks: readonly SeriesCheck[]): readonly Diagnostic[] {
  const granularities = [...new Set(checks.map(({ granularity }) => granularity))];
  if (granularities.length <= 1) return [];
  return [
    diagnose('error', {
      code: 'usage',
      summary: `The checks have buckets of ${granularities.join(' and ')}, and a query has one.`,
      hint: 'Give --granularity.',
    }),
  ];
}

function isOfAlert(name: string): Diagnostic {
  return diagnose('error', {
    code: 'check-unknown',
    summary: `${name} is a check of an alert, not of a series.`,
    hint: `See \`pipeform alert ${name}\`.`,
  });
}

function toDiagnostic(clause: string): Diagnostic {
  const hint = 'See `pipeform series --help`: --since, --from, --to and --granularity select the time.';
  return diagnose('error', { code: 'usage', summary: `The query was not sent: ${clause}.`, hint });
}

export interface AnsweredSeries {
  readonly query: SeriesQuery;
  readonly answer: SeriesResult;
}

/**
 * Asks once. The service's time is known only from its answers: when the first one shows that the last hour was another one
 * by more than half a bucket, that one is asked for, once.
 */
export async function askSeries(
  planned: PlannedSeries,
  reader: ObservabilityReader,
  clock: Pick<Clock, 'monotonicMs'>,
  signal: AbortSignal,
): Promise<AnsweredSeries> {
  const offsetMs = (): number => reader.now() - clock.monotonicMs();
  const before = offsetMs();
  const query = queryAt(planned, reader.now());
  const answer = await reader.querySeries(query, signal);
  const learntMs = Math.abs(offsetMs() - before);
  const isRight = learntMs <= stepMs(query.granularity, query.endMs - query.startMs) / 2;
  if (!answer.ok || planned.time.of === 'range' || isRight) return { query, answer };
  const again = queryAt(planned, reader.now());
  return { query: again, answer: await reader.querySeries(again, signal) };
}
