import { createStyle } from '../report/text/style.ts';
import { type Canvas, renderLines } from './canvas.ts';
import { drawFinishedPipe, widestOf } from './lists.ts';
import { drawApply, drawApplyEnd, drawRead } from './picture.ts';
import { type DrawFrame, startScreen } from './screen.ts';
import { reduceApply, reduceRead, startApplyState, startReadState } from './state.ts';
import type { ApplyView, ApplyViewOptions, ReadView, ViewOptions } from './view.ts';
import { describeReadEnd } from './words.ts';

/** Draws an apply on a terminal. Takes no input: Ctrl-C reaches the process as a signal. */
export function startApplyView(options: ApplyViewOptions): ApplyView {
  const { clock, pipes, isRollback, hasReport } = options;
  const widestName = widestOf(pipes);
  let state = startApplyState(pipes, clock.monotonicMs(), isRollback);
  const picture = startPicture(options, 0, (notice, canvas) => drawApply(state, notice, widestName, canvas));
  return {
    emit(event) {
      const now = clock.monotonicMs();
      const before = state;
      state = reduceApply(before, event, now);
      if (event.type !== 'pipe_done') return picture.redraw();
      const { pipe: name, status } = event;
      const startedAt = before.running.get(name)?.startedAt;
      const tookMs = startedAt === undefined ? null : now - startedAt;
      const finished = { name, status, tookMs, position: state.counts[status], isRollback: state.isRollback };
      picture.redraw((canvas) => drawFinishedPipe(finished, widestName, canvas));
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
      picture.redraw();
    },
    notice: picture.notice,
    stop: () =>
      picture.stop(({ style, now }) => {
        const end = describeReadEnd(state, now, READ_DELAY_MS);
        return end === null ? [] : [style.dim(end)];
      }),
  };
}

type DrawLines = (canvas: Canvas) => readonly string[];

interface Picture {
  /** Redraws soon. `above`: lines that stay above the picture. */
  redraw(...above: readonly DrawLines[]): void;
  notice(text: string): void;
  /** Replaces the picture with its last lines. */
  stop(draw: DrawLines): Promise<void>;
}

/** Changes within this time are drawn together. */
const FRAME_MS = 100;
/** Without changes, the shown times are updated this often. */
const TICK_MS = 500;

const WIDEST = 100;

/** Redraws a picture, first after `delayMs`, so that quick work shows nothing. No timer keeps the process alive. */
function startPicture(
  { clock, glyphs, color, stream, narrowing }: ViewOptions,
  delayMs: number,
  draw: (notice: string | null, canvas: Canvas) => readonly string[],
): Picture {
  const screen = startScreen(stream, narrowing);
  const style = createStyle(color);
  let notice: string | null = null;
  let finished: readonly DrawLines[] = [];
  const frameOf =
    (drawLines: DrawLines): DrawFrame =>
    ({ columns, rows }) => {
      const canvas: Canvas = { style, glyphs, now: clock.monotonicMs(), columns: Math.min(WIDEST, columns), rows };
      return renderLines(drawLines(canvas), canvas);
    };
  const drawFinished: DrawLines = (canvas) => finished.flatMap((drawLines) => drawLines(canvas));
  const begin = clock.monotonicMs() + delayMs;
  let due = begin;
  const show = (): void => {
    const now = clock.monotonicMs();
    if (now < due) return;
    due = now + TICK_MS;
    screen.show(
      frameOf((canvas) => draw(notice, canvas)),
      frameOf(drawFinished),
    );
    finished = [];
  };
  const redraw = (...above: readonly DrawLines[]): void => {
    finished = [...finished, ...above];
    due = begin;
  };
  show();
  const timer = setInterval(show, FRAME_MS).unref();
  return {
    redraw,
    notice(text) {
      notice = text;
      redraw();
    },
    stop(drawLines) {
      clearInterval(timer);
      return screen.close(frameOf((canvas) => [...drawFinished(canvas), ...drawLines(canvas)]));
    },
  };
}
