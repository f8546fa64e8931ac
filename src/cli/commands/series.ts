import { openObservability } from '../../engine/connections.ts';
import { describeUnanswered } from '../../engine/observability-failure.ts';
import { interruptedBy } from '../../model/run.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { createView, failWith } from '../output/create-view.ts';
import { exitCode } from '../output/exit-code.ts';
import { askSeries } from './series/ask-series.ts';
import { loadChecks } from './series/load-checks.ts';
import { planSeries } from './series/plan-series.ts';
import type { SeriesOptions } from './series/series-options.ts';

/** Asks the observability API for series, and shows them: once, or again and again until it is interrupted. */
export async function runSeries(wanted: SeriesOptions, options: GlobalOptions, context: Context): Promise<number> {
  const view = createView(options, context);
  const loaded = await loadChecks(options, view, context);
  if (!loaded.ok) return failWith(view, context, loaded.diagnostics, loaded.sources);
  const { planned, diagnostics } = planSeries(wanted, loaded.fleet, context.clock.now());
  const opened = await openObservability(loaded.fleet, { ...options, onRequest: view.request.bind(view) }, context);
  if (!opened.ok || diagnostics.length > 0) {
    if (opened.ok) opened.close();
    return failWith(view, context, [...diagnostics, ...(opened.ok ? [] : opened.diagnostics)]);
  }
  const ask = () => askSeries(planned, opened.reader, context.clock, context.interrupts.stop);
  try {
    if (wanted.watchMs !== null) {
      const { watchSeries } = await import('./series/watch-series.ts');
      return await watchSeries({ ask, asked: planned.asked, everyMs: wanted.watchMs }, view, context);
    }
    const { query, answer } = await ask();
    if (!answer.ok) {
      return failWith(view, context, [
        describeUnanswered('series-failed', 'The series could not be read.', answer.failure),
      ]);
    }
    await view.series({ query, asked: planned.asked, rows: answer.rows });
    const interrupted = interruptedBy(context.interrupts.stop);
    return exitCode(interrupted === null ? { of: 'done' } : { of: 'failure', interrupted });
  } finally {
    opened.close();
  }
}
