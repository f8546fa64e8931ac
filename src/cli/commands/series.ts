import { callAs } from '../../engine/log-requests.ts';
import { describeUnanswered } from '../../engine/observability-failure.ts';
import { openObservability } from '../../engine/open-observability.ts';
import { interruptedBy } from '../../model/run.ts';
import { describeSeries } from '../../report/chart/series-report.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { exitCode } from '../output/exit-code.ts';
import { reportProblems } from '../output/report-problems.ts';
import { writeJson } from '../output/write-output.ts';
import { askSeries } from './series/ask-series.ts';
import { loadChecks } from './series/load-checks.ts';
import { planSeries } from './series/plan-series.ts';
import { renderSeries } from './series/render-series.ts';
import type { SeriesOptions } from './series/series-options.ts';

/** Asks the observability API for series, and shows them: once, or again and again until it is interrupted. */
export async function runSeries(wanted: SeriesOptions, options: GlobalOptions, context: Context): Promise<number> {
  const loaded = await loadChecks(options, context);
  if (!loaded.ok) return reportProblems(loaded.diagnostics, options, context, loaded.sources);
  const { planned, diagnostics } = planSeries(wanted, loaded.fleet, context.clock.now());
  const opened = await openObservability(loaded.fleet, callAs(options, context), context);
  if (!opened.ok || diagnostics.length > 0) {
    if (opened.ok) opened.close();
    return reportProblems([...diagnostics, ...(opened.ok ? [] : opened.diagnostics)], options, context);
  }
  const ask = () => askSeries(planned, opened.reader, context.clock, context.interrupts.stop);
  try {
    if (wanted.watchMs !== null) {
      const { watchSeries } = await import('./series/watch-series.ts');
      return await watchSeries({ ask, asked: planned.asked, everyMs: wanted.watchMs }, options, context);
    }
    const { query, answer } = await ask();
    if (!answer.ok) {
      const problem = describeUnanswered('series-failed', 'The series could not be read.', answer.failure);
      return reportProblems([problem], options, context);
    }
    const report = { query, asked: planned.asked, rows: answer.rows };
    if (options.format === 'json') writeJson(context, describeSeries(report));
    else context.stdout.write(await renderSeries(report, options, context));
    const interrupted = interruptedBy(context.interrupts.stop);
    return exitCode(interrupted === null ? { of: 'done' } : { of: 'failure', interrupted });
  } finally {
    opened.close();
  }
}
