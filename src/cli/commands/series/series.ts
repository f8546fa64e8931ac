import { describeUnanswered } from '../../../health/describe-failure.ts';
import { interruptedBy } from '../../../model/run.ts';
import type { SeriesReading } from '../../../progress/series-screen.ts';
import { DEFAULT_EVERY_MS, type SeriesOptions } from '../../options/command-options.ts';
import type { Invocation, Session } from '../../options/command-spec.ts';
import { chooseExitCode } from '../../output/choose-exit-code.ts';
import { endFailed } from '../../output/end-failed.ts';
import { showSeries } from '../../output/live-displays.ts';
import { loadChecks, withReader } from '../../steps/open-checks.ts';
import { fetchSeries, planSeries } from './query.ts';
import { readAdHocSeries } from './request.ts';

/** Queries series and shows them, with --watch until it is interrupted. */
export async function runSeries(invocation: Invocation<SeriesOptions>): Promise<number> {
  const { own, args, printer, context } = invocation;
  const { stop } = context.interrupts;
  const adHoc = readAdHocSeries(args, own);
  const loaded = await loadChecks(invocation);
  const { fleet } = loaded;
  if (fleet === null) return endFailed(loaded.diagnostics, printer, { sources: loaded.sources });
  const { planned, diagnostics } = planSeries(args, adHoc, own, fleet, context.clock.now());
  const shown = await withReader(fleet, diagnostics, invocation, async (reader) => {
    const readSeries = async (): Promise<SeriesReading> => {
      const { query, result } = await fetchSeries(planned, reader, context.clock, stop);
      if (result.ok) return { ok: true, report: { query, requested: planned.requested, rows: result.rows } };
      return { ok: false, problem: describeUnanswered(result.failure, reader.url) };
    };
    if (own.watch) {
      // A line on stderr would break the picture.
      reader.onRateLimit(null);
      return watchSeries(readSeries, own.every ?? DEFAULT_EVERY_MS, invocation);
    }
    const reading = await readSeries();
    if (!reading.ok) return endFailed([reading.problem], printer);
    const { describeSeries } = await import('../../../report/chart/series-report.ts');
    await printer.print(describeSeries(reading.report), reading.report);
    return chooseExitCode({ kind: 'done', interrupted: interruptedBy(stop) });
  });
  return shown.ok ? shown.value : endFailed(shown.diagnostics, printer);
}

/** Repeats the query, also after a failure, until an interrupt or until stdout is closed. */
async function watchSeries(
  readSeries: () => Promise<SeriesReading>,
  everyMs: number,
  { printer, context }: Session,
): Promise<number> {
  const { stop } = context.interrupts;
  const frames = await showSeries(everyMs, printer);
  const unread = new AbortController();
  context.stdout.once('error', () => unread.abort());
  const end = AbortSignal.any([stop, unread.signal]);
  while (!end.aborted) {
    const reading = await readSeries();
    if (end.aborted) break;
    await frames.show(reading);
    await context.clock.sleep(everyMs, end);
  }
  await frames.close();
  return chooseExitCode({ kind: 'done', interrupted: interruptedBy(stop) });
}
