import { describeUnanswered } from '../../../engine/observability-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { interruptedBy } from '../../../model/run.ts';
import { formatDuration } from '../../../model/units.ts';
import { chooseGlyphs, chooseView } from '../../../progress/choose-view.ts';
import { fitLine } from '../../../report/chart/axes.ts';
import { renderChart } from '../../../report/chart/chart.ts';
import type { AskedSeries, SeriesReport } from '../../../report/chart/series-report.ts';
import { describeSeries } from '../../../report/chart/series-report.ts';
import { renderDiagnostics } from '../../../report/text/diagnostics.ts';
import type { Context } from '../../options/context.ts';
import type { GlobalOptions } from '../../options/global-options.ts';
import { exitCode } from '../../output/exit-code.ts';
import { streamStyle } from '../../output/terminal.ts';
import { writeEvent } from '../../output/write-output.ts';
import type { AnsweredSeries } from './ask-series.ts';
import { renderSeries } from './render-series.ts';

export interface WatchedSeries {
  readonly ask: () => Promise<AnsweredSeries>;
  readonly asked: readonly AskedSeries[];
  readonly everyMs: number;
}

/** One turn of a watch: what came, or why nothing did. */
type Turn = { readonly ok: true; readonly report: SeriesReport } | { readonly ok: false; readonly problem: Diagnostic };

/** Where the turns of a watch go. */
interface Frames {
  show(turn: Turn): Promise<void>;
  close(): Promise<void>;
}

/** Asks at every turn, also after one that failed, until it is interrupted or nobody reads any more. */
export async function watchSeries(watched: WatchedSeries, options: GlobalOptions, context: Context): Promise<number> {
  const { stop } = context.interrupts;
  const frames = await openFrames(watched, options, context);
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

async function openFrames(watched: WatchedSeries, options: GlobalOptions, context: Context): Promise<Frames> {
  const { stdout, environment } = context;
  if (options.format === 'json') return jsonFrames(context);
  const surroundings = { isTerminal: stdout.isTTY === true, environment, format: options.format };
  const kind = chooseView({ ...surroundings, columns: stdout.columns });
  return kind === 'ink' && options.logLevel !== 'debug'
    ? screenFrames(watched, options, context)
    : plainFrames(options, context);
}

/** One document a line. */
function jsonFrames(context: Context): Frames {
  return {
    async show(turn) {
      const failed = (problem: Diagnostic) => ({ kind: 'error', formatVersion: 1, diagnostics: [problem] });
      writeEvent(context, turn.ok ? describeSeries(turn.report) : failed(turn.problem));
    },
    async close() {},
  };
}

/** One frame after another, an empty line between them. */
function plainFrames(options: GlobalOptions, context: Context): Frames {
  let isFirst = true;
  return {
    async show(turn) {
      if (turn.ok) {
        context.stdout.write(`${isFirst ? '' : '\n'}${await renderSeries(turn.report, options, context)}`);
        isFirst = false;
      } else {
        const style = streamStyle(context.stderr, options, context);
        context.stderr.write(renderDiagnostics([turn.problem], new Map(), style));
      }
    },
    async close() {},
  };
}

/** One frame in place of the last. What was last known stays in sight while the service does not answer. */
async function screenFrames({ everyMs }: WatchedSeries, options: GlobalOptions, context: Context): Promise<Frames> {
  const { startWatchScreen } = await import('../../../progress/watch-screen.ts');
  const screen = startWatchScreen(context.stdout);
  const style = streamStyle(context.stdout, options, context);
  const glyphs = chooseGlyphs(context.environment, context.platform);
  let latest: SeriesReport | null = null;
  const draw = (columns: number, rows: number | null): string =>
    latest === null ? '' : renderChart(latest, { style, glyphs, columns, rows });
  return {
    async show(turn) {
      if (turn.ok) latest = turn.report;
      const again = `again in ${formatDuration(everyMs)}, Ctrl-C ends`;
      screen.show(({ columns, rows }) => {
        const line = (words: string): string => fitLine(words, { columns, glyphs });
        const foot = turn.ok
          ? [style.dim(line(again))]
          : [style.red(line(`error: ${turn.problem.detail ?? turn.problem.summary}`)), style.dim(line(again))];
        return `${draw(columns, rows - foot.length - 1)}\n${foot.join('\n')}`;
      });
    },
    close: () => screen.close(({ columns }) => draw(columns, null)),
  };
}
