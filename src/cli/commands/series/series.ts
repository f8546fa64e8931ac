import { unansweredProblem } from '../../../health/describe-failure.ts';
import { ungroupedProblem } from '../../../health/ungrouped.ts';
import { interruptedBy } from '../../../model/run.ts';
import { describeSeries, renderSeriesCsv, renderSeriesTable } from '../../../report/chart/series-report.ts';
import type { SeriesOptions } from '../../options/command-options.ts';
import type { Invocation } from '../../options/command-spec.ts';
import { chooseExitCode } from '../../output/choose-exit-code.ts';
import { endFailed } from '../../output/end-failed.ts';
import { loadChecks, withReader } from '../../steps/open-checks.ts';
import { fetchSeries, planSeries } from './query.ts';
import { readAdHocSeries } from './request.ts';

/** Queries series and shows them. */
export async function runSeries(invocation: Invocation<SeriesOptions>): Promise<number> {
  const { ownOptions, args, printer, context } = invocation;
  const { stop } = context.interrupts;
  const adHoc = readAdHocSeries(args, ownOptions);
  const loaded = await loadChecks(invocation);
  const { fleet } = loaded;
  if (fleet === null) return endFailed(loaded.diagnostics, printer, { sources: loaded.sources });
  const { planned, diagnostics } = planSeries(args, adHoc, ownOptions, fleet, context.clock.now());
  const shown = await withReader(fleet, diagnostics, invocation, async (reader) => {
    const { query, result } = await fetchSeries(planned, reader, context.clock, stop);
    if (!result.ok) return endFailed([unansweredProblem(result.failure, reader.url)], printer);
    const { groupBy = [] } = query.series[0] ?? {};
    if (result.ungrouped > 0) printer.diagnostics([ungroupedProblem(result.ungrouped, groupBy)]);
    const report = { query, requested: planned.requested, rows: result.rows };
    await printer.printAs(describeSeries(report), {
      text: async (target) => (await import('../../../report/chart/chart.ts')).renderSeries(report, target),
      table: ({ style }) => renderSeriesTable(report, style),
      csv: () => renderSeriesCsv(report),
    });
    return chooseExitCode({ kind: 'done', interrupted: interruptedBy(stop) });
  });
  return shown.ok ? shown.value : endFailed(shown.diagnostics, printer);
}
