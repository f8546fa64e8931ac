import { interruptedBy } from '../model/run.ts';
import { describeSeries } from '../render/series/series-document.ts';
import { askSeries } from './ask-series.ts';
import type { Context } from './context.ts';
import { exitCode } from './exit-code.ts';
import type { GlobalOptions } from './global-options.ts';
import { loadChecks } from './load-checks.ts';
import { callAs } from './log-requests.ts';
import { describeUnanswered } from './observability-failure.ts';
import { openObservability } from './open-observability.ts';
import { planSeries } from './plan-series.ts';
import { renderSeries } from './render-series.ts';
import { reportProblems } from './report-problems.ts';
import type { SeriesOptions } from './series-options.ts';
import { writeJson } from './write-output.ts';

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
      const { watchSeries } = await import('./watch-series.ts');
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
