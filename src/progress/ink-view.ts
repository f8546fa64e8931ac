import { Box } from 'ink';
import { createElement, type ReactElement, type ReactNode } from 'react';
import type { RunEvent } from '../model/run.ts';
import { createStyle } from '../report/text/style.ts';
import { type Canvas, drawFrame } from './canvas.tsx';
import { describeReadEnd } from './describe.ts';
import { ApplyFrame, ApplySummary, ReadFrame, ReadSummary } from './frames.tsx';
import { FinishedLine, leavesLine, widestOf } from './lists.tsx';
import { type DrawFrame, startInlineScreen } from './screen.ts';
import { type ApplyState, reduceApply, reduceRead, startApplyState, startReadState } from './state.ts';
import type { ApplyView, ApplyViewOptions, ProgressView, ReadView, ViewOptions } from './view.ts';

/** A shorter reading shows nothing. */
const READ_DELAY_MS = 300;

/** Changes within this time are drawn together. */
const FRAME_MS = 100;
/** Without changes, the shown times are updated this often. */
const TICK_MS = 500;

/** Draws an apply on a terminal. Takes no input: Ctrl-C reaches the process as a signal. */
export function startApplyView(options: ApplyViewOptions): ApplyView {
  const widestName = widestOf(options.pipes.map(({ name }) => name));
  return startView(options, 0, {
    start: startApplyState(options.pipes, options.clock.monotonicMs(), options.isRollback),
    reduce: reduceApply,
    draw: (state, notice) => createElement(ApplyFrame, { state, notice, widestName }),
    finish: (event, before, after, now) => finishLine(event, before, after, now, widestName),
    summarize: (state) => (options.hasReport ? null : createElement(ApplySummary, { state })),
  });
}

/** The line that stays when a pipe is done, or null. */
function finishLine(
  event: RunEvent,
  before: ApplyState,
  { counts, isRollback }: ApplyState,
  now: number,
  widestName: number,
): ReactElement | null {
  if (event.type !== 'pipe_done') return null;
  const startedAt = before.running.get(event.pipe)?.startedAt;
  const tookMs = startedAt === undefined ? null : now - startedAt;
  const pipe = { name: event.pipe, status: event.status, tookMs, position: counts[event.status], isRollback };
  return leavesLine(pipe)
    ? createElement(FinishedLine, { key: `${pipe.status} ${pipe.name}`, pipe, widestName })
    : null;
}

/** Draws the reading of a fleet on a terminal. */
export function startReadView(options: ViewOptions): ReadView {
  return startView(options, READ_DELAY_MS, {
    start: startReadState(options.clock.monotonicMs()),
    reduce: reduceRead,
    draw: (state, notice) => createElement(ReadFrame, { state, notice }),
    finish: () => null,
    summarize(state, now) {
      const end = describeReadEnd(state, now, READ_DELAY_MS);
      return end === null ? null : createElement(ReadSummary, { end });
    },
  });
}

interface Picture<State, Event> {
  readonly start: State;
  reduce(state: State, event: Event, at: number): State;
  draw(state: State, notice: string | null): ReactNode;
  /** The line that an event leaves above the frame, or null. */
  finish(event: Event, before: State, after: State, now: number): ReactElement | null;
  /** The frame that remains; null for none. */
  summarize(state: State, now: number): ReactNode | null;
}

/** Draws the first frame after `delayMs`, so that quick work shows nothing. No timer keeps the process alive. */
function startView<State, Event>(
  options: ViewOptions,
  delayMs: number,
  { start, reduce, draw, finish, summarize }: Picture<State, Event>,
): ProgressView<Event> {
  const { clock, glyphs, stream, narrowing } = options;
  const screen = startInlineScreen(stream, narrowing);
  const style = createStyle(options.color);
  let state = start;
  let notice: string | null = null;
  let finished: readonly ReactElement[] = [];

  const drawWith =
    (picture: () => ReactNode): DrawFrame =>
    (size) => {
      const canvas: Canvas = { ...size, style, glyphs, now: clock.monotonicMs() };
      return drawFrame(picture(), canvas);
    };
  const show = (): void => {
    const lines = createElement(Box, { flexDirection: 'column' }, ...finished);
    screen.show(
      drawWith(() => draw(state, notice)),
      finished.length === 0 ? undefined : drawWith(() => lines),
    );
    finished = [];
  };

  let frame: NodeJS.Timeout | null = null;
  let tick: NodeJS.Timeout | null = null;
  const begin = (): void => {
    tick = setInterval(show, TICK_MS).unref();
    show();
  };
  const delayed = delayMs === 0 ? null : setTimeout(begin, delayMs).unref();
  if (delayed === null) begin();
  const showSoon = (): void => {
    if (tick === null) return;
    frame ??= setTimeout(() => {
      frame = null;
      show();
    }, FRAME_MS).unref();
  };

  return {
    emit(event) {
      const [before, now] = [state, clock.monotonicMs()];
      state = reduce(before, event, now);
      const line = finish(event, before, state, now);
      if (line !== null) finished = [...finished, line];
      showSoon();
    },
    notice(text) {
      notice = text;
      showSoon();
    },
    async stop() {
      if (finished.length > 0) show();
      for (const timer of [delayed, tick, frame]) if (timer !== null) clearTimeout(timer);
      const summary = summarize(state, clock.monotonicMs());
      await screen.close(summary === null ? null : drawWith(() => summary));
    },
  };
}
