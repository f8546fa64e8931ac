import { createElement, type ReactNode } from 'react';
import { reduceApply, startApplyState } from './apply-state.ts';
import { ApplyFrame } from './components/apply-frame.tsx';
import { ApplySummary } from './components/apply-summary.tsx';
import { ReadFrame } from './components/read-frame.tsx';
import { ReadSummary } from './components/read-summary.tsx';
import { type LivePicture, startLivePicture } from './live-picture.ts';
import { createLook, type Look } from './look.ts';
import { reduceRead, startReadState } from './read-state.ts';
import type { FrameSize } from './screen.ts';
import { startSpokenPicture } from './spoken-picture.ts';
import { widestOf } from './text.ts';
import type { ApplyView, ApplyViewOptions, ReadView, ViewOptions } from './view.ts';
import { describeReadEnd } from './words.ts';

/** A reading that is over before this shows nothing at all. */
const READ_DELAY_MS = 300;

function startPicture(options: ViewOptions, delayMs: number, draw: (size: FrameSize) => ReactNode): LivePicture {
  const start = options.medium === 'speech' ? startSpokenPicture : startLivePicture;
  return start(options, delayMs, draw);
}

/** Draws an apply on a terminal. Takes no input: Ctrl-C reaches the process as a signal. */
export function startApplyView(options: ApplyViewOptions): ApplyView {
  const { clock } = options;
  const look = lookFor(options);
  const widestName = widestOf(options.pipes);
  let state = startApplyState(options.pipes, clock.monotonicMs());
  let notice: string | null = null;
  const picture = startPicture(options, 0, (size) =>
    createElement(ApplyFrame, { look, state, notice, widestName, size, now: clock.monotonicMs() }),
  );
  return {
    emit(event) {
      state = reduceApply(state, event, clock.monotonicMs());
      picture.refresh();
    },
    notice(text) {
      notice = text;
      picture.refresh();
    },
    stop: () =>
      picture.finish(({ columns }) => createElement(ApplySummary, { look, state, columns, now: clock.monotonicMs() })),
  };
}

/** Draws the reading of a fleet on a terminal. */
export function startReadView(options: ViewOptions): ReadView {
  const { clock } = options;
  const look = lookFor(options);
  let state = startReadState(clock.monotonicMs());
  let notice: string | null = null;
  const picture = startPicture(options, READ_DELAY_MS, (size) =>
    createElement(ReadFrame, { look, state, notice, size, now: clock.monotonicMs() }),
  );
  return {
    progress(progress) {
      state = reduceRead(state, progress, clock.monotonicMs());
      picture.refresh();
    },
    notice(text) {
      notice = text;
      picture.refresh();
    },
    stop() {
      const took = clock.monotonicMs() - state.startedAt;
      if (took < READ_DELAY_MS && state.failed === 0) return picture.finish(null);
      const end = describeReadEnd(state.done, state.total, state.failed, took);
      return picture.finish(() => createElement(ReadSummary, { look, end }));
    },
  };
}

/** Colours are not heard, and the escapes that make them would be. */
function lookFor({ colour, glyphs, medium }: ViewOptions): Look {
  return createLook(medium === 'speech' ? 'off' : colour, glyphs);
}
