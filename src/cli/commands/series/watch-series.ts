import { describeUnanswered } from '../../../engine/observability-failure.ts';
import { interruptedBy } from '../../../model/run.ts';
import type { AskedSeries } from '../../../report/chart/series-report.ts';
import type { Context } from '../../options/context.ts';
import { exitCode } from '../../output/exit-code.ts';
import type { View } from '../../output/view.ts';
import type { AnsweredSeries } from './ask-series.ts';

export interface WatchedSeries {
  readonly ask: () => Promise<AnsweredSeries>;
  readonly asked: readonly AskedSeries[];
  readonly everyMs: number;
}

/** Asks again and again, also after a failure, until it is interrupted or nobody reads any more. */
export async function watchSeries(watched: WatchedSeries, view: View, context: Context): Promise<number> {
  const { stop } = context.interrupts;
  const frames = await view.seriesFrames(watched.everyMs);
  // A reader that went away (`| head`) has seen enough.
  const unread = new AbortController();
  context.stdout.once('error', () => unread.abort());
  const end = AbortSignal.any([stop, unread.signal]);
  while (!end.aborted) {
    const { query, answer } = await watched.ask();
    if (end.aborted) break;
    await frames.show(
      answer.ok
        ? { ok: true, report: { query, asked: watched.asked, rows: answer.rows } }
        : { ok: false, problem: describeUnanswered('series-failed', 'The series could not be read.', answer.failure) },
    );
    await context.clock.sleep(watched.everyMs, end);
  }
  await frames.close();
  return exitCode(stop.aborted ? { of: 'failure', interrupted: interruptedBy(stop) } : { of: 'done' });
}
