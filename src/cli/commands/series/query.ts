import type { SeriesCheck } from '../../../model/check.ts';
import type { Clock } from '../../../model/clock.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { Fleet } from '../../../model/fleet.ts';
import type { ObservabilityReader, SeriesResult } from '../../../model/observability.ts';
import { findQueryProblems } from '../../../model/query-problems.ts';
import { type Granularity, type SeriesQuery, stepMs } from '../../../model/series.ts';
import type { AskedSeries } from '../../../report/chart/series-report.ts';
import type { SeriesOptions } from '../../options/own-options.ts';
import { pickChecks } from '../health.ts';

/** What will be asked, but for the time, which is the service's. */
export interface PlannedSeries extends Pick<SeriesOptions, 'since' | 'from' | 'to' | 'maxBuckets'> {
  readonly asked: readonly AskedSeries[];
  /** The time span where the options give none. */
  readonly usualMs: number;
  readonly granularity: Granularity;
}

const USUAL_MS = 3_600_000;

/**
 * What the options ask for, and everything that is wrong with it.
 * @param names of checks; none when there are ad hoc series.
 */
export function planSeries(
  names: readonly string[],
  adHoc: readonly AskedSeries[],
  { since, from, to, maxBuckets, granularity }: SeriesOptions,
  fleet: Fleet,
  nowMs: number,
): { readonly planned: PlannedSeries; readonly diagnostics: readonly Diagnostic[] } {
  const picked = pickChecks(names, fleet.checks);
  const checks = picked.checks.filter((check) => check.of === 'series');
  const ofChecks = checks.map(
    ({ name, series, pass, unit }): AskedSeries => ({ check: name, spec: series, pass, unit }),
  );
  const planned: PlannedSeries = {
    ...{ since, from, to, maxBuckets },
    asked: [...ofChecks, ...adHoc],
    usualMs: checks.reduce((longest, { windowMs }) => Math.max(longest, windowMs), USUAL_MS),
    granularity: granularity ?? checks[0]?.granularity ?? 'auto',
  };
  const alerts = picked.checks.flatMap(({ of, name }) => (of === 'alert' ? [isOfAlert(name)] : []));
  const misnamed = [...picked.diagnostics, ...alerts];
  const unlike = granularity === null ? findUnlike(checks) : [];
  // What is misnamed is no series, which is no second problem.
  const unfit = misnamed.length > 0 ? [] : findQueryProblems(queryAt(planned, nowMs)).map(toDiagnostic);
  return { planned, diagnostics: [...misnamed, ...unlike, ...unfit] };
}

/** The query at a time of the service's clock. */
export function queryAt(planned: PlannedSeries, nowMs: number): SeriesQuery {
  const { asked, since, from, to, usualMs, granularity, maxBuckets } = planned;
  const series = asked.map(({ spec }) => spec);
  return { startMs: from ?? nowMs - (since ?? usualMs), endMs: to ?? nowMs, granularity, series, maxBuckets };
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

/**
 * Asks once. The service's time is known only from its answers: when the first one shows that the last hour was another one
 * by more than half a bucket, that one is asked for, once.
 */
export async function askSeries(
  planned: PlannedSeries,
  reader: ObservabilityReader,
  clock: Pick<Clock, 'monotonicMs'>,
  signal: AbortSignal,
): Promise<{ readonly query: SeriesQuery; readonly answer: SeriesResult }> {
  const offsetMs = (): number => reader.now() - clock.monotonicMs();
  const before = offsetMs();
  const query = queryAt(planned, reader.now());
  const answer = await reader.querySeries(query, signal);
  const learntMs = Math.abs(offsetMs() - before);
  const isRight = learntMs <= stepMs(query.granularity, query.endMs - query.startMs) / 2;
  if (!answer.ok || planned.from !== null || isRight) return { query, answer };
  const again = queryAt(planned, reader.now());
  return { query: again, answer: await reader.querySeries(again, signal) };
}
