import { createStyle } from '../report/text/style.ts';
import { type Canvas, type DrawLines, renderLines } from './canvas.ts';
import { drawFinishedPipe, widestOf } from './lists.ts';
import { drawApply, drawApplyEnd, drawRead } from './picture.ts';
import { startScreen } from './screen.ts';
import { reduceApply, reduceRead, startApplyState, startReadState } from './state.ts';
import type { ApplyView, ApplyViewOptions, ReadView, ViewOptions } from './view.ts';
import { describeReadEnd } from './words.ts';

/** Draws an apply on a terminal. Takes no input: Ctrl-C reaches the process as a signal. */
export function startApplyView(options: ApplyViewOptions): ApplyView {
  const { clock, pipes, isRollback, hasReport } = options;
  const widestName = widestOf(pipes);
  const state = startApplyState(pipes, clock.monotonicMs(), isRollback);
  const picture = startPicture(options, 0, (notice, canvas) => drawApply(state, notice, widestName, canvas));
  return {
    emit(event) {
      reduceApply(state, event, clock.monotonicMs());
      if (event.type !== 'pipe_done') return;
      const { pipe: name, status } = event;
      const tookMs = state.rows.get(name)?.tookMs ?? null;
      const finished = { name, status, tookMs, position: state.counts[status], isRollback: state.isRollback };
      picture.leave((canvas) => drawFinishedPipe(finished, widestName, canvas));
    },
    notice: picture.notice,
    stop: () => picture.stop((canvas) => (hasReport ? [] : drawApplyEnd(state, canvas))),
  };
}

/** A shorter reading shows nothing. */
const READ_DELAY_MS = 300;

/** Draws the reading of a fleet on a terminal. */
export function startReadView(options: ViewOptions): ReadView {
  const { clock } = options;
  let state = startReadState(clock.monotonicMs());
  const picture = startPicture(options, READ_DELAY_MS, (notice, canvas) => drawRead(state, notice, canvas));
  return {
    emit(progress) {
      state = reduceRead(state, progress, clock.monotonicMs());
    },
    notice: picture.notice,
    stop: () =>
      picture.stop(({ style, now }) => {
        const end = describeReadEnd(state, now, READ_DELAY_MS);
        return end === null ? [] : [style.dim(end)];
      }),
  };
}

interface Picture {
  /** Adds lines that stay above the picture. */
  leave(draw: DrawLines): void;
  notice(text: string): void;
  /** Replaces the picture with its last lines. */
  stop(draw: DrawLines): Promise<void>;
}

const FRAME_MS = 200;

const WIDEST = 100;

/** Draws a picture at intervals, first after `delayMs`, so that quick work shows nothing. No timer keeps the process alive. */
function startPicture(
  { clock, glyphs, color, stream }: ViewOptions,
  delayMs: number,
  draw: (notice: string | null, canvas: Canvas) => readonly string[],
): Picture {
  const screen = startScreen(stream);
  const style = createStyle(color);
  const begin = clock.monotonicMs() + delayMs;
  let notice: string | null = null;
  let finished: readonly DrawLines[] = [];
  const drawFinished: DrawLines = (canvas) => finished.flatMap((drawLines) => drawLines(canvas));
  const render = (drawLines: DrawLines, rows = Number.POSITIVE_INFINITY): readonly string[] => {
    const columns = Math.min(WIDEST, screen.size().columns);
    return renderLines(drawLines, { style, glyphs, now: clock.monotonicMs(), columns, rows });
  };
  const show = (): void => {
    if (clock.monotonicMs() < begin) return;
    screen.show(
      render((canvas) => draw(notice, canvas), screen.size().rows),
      render(drawFinished),
    );
    finished = [];
  };
  show();
  const timer = setInterval(show, FRAME_MS).unref();
  return {
    leave(drawLines) {
      finished = [...finished, drawLines];
    },
    notice(text) {
      notice = text;
    },
    stop(drawLines) {
      clearInterval(timer);
      return screen.close(render((canvas) => [...drawFinished(canvas), ...drawLines(canvas)]));
    },
  };
}
