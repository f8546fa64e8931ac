import { createElement, type ReactNode } from 'react';
import { reduceApply, startApplyState } from './apply-state.ts';
import { describeReadEnd } from './describe-progress.ts';
import { ApplyFrame, ApplySummary, ReadFrame, ReadSummary } from './frames.tsx';
import type { FrameSize } from './live-picture.ts';
import { type LivePicture, startLivePicture } from './live-picture.ts';
import { reduceRead, startReadState } from './pace.ts';
import { startScreenReaderPicture } from './screen-reader.ts';
import { createTheme, type Theme, widestOf } from './theme.ts';
import type { ApplyView, ApplyViewOptions, ReadView, ViewOptions } from './view.ts';

/** A reading that is over before this shows nothing at all. */
const READ_DELAY_MS = 300;

function startPicture(options: ViewOptions, delayMs: number, draw: (size: FrameSize) => ReactNode): LivePicture {
  const start = options.medium === 'speech' ? startScreenReaderPicture : startLivePicture;
  return start(options, delayMs, draw);
}

/** Draws an apply on a terminal. Takes no input: Ctrl-C reaches the process as a signal. */
export function startApplyView(options: ApplyViewOptions): ApplyView {
  const { clock } = options;
  const theme = themeFor(options);
  const widestName = widestOf(options.pipes);
  let state = startApplyState(options.pipes, clock.monotonicMs());
  let notice: string | null = null;
  const picture = startPicture(options, 0, (size) =>
    createElement(ApplyFrame, { theme, state, notice, widestName, size, now: clock.monotonicMs() }),
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
      picture.finish(({ columns }) => createElement(ApplySummary, { theme, state, columns, now: clock.monotonicMs() })),
  };
}

/** Draws the reading of a fleet on a terminal. */
export function startReadView(options: ViewOptions): ReadView {
  const { clock } = options;
  const theme = themeFor(options);
  let state = startReadState(clock.monotonicMs());
  let notice: string | null = null;
  const picture = startPicture(options, READ_DELAY_MS, (size) =>
    createElement(ReadFrame, { theme, state, notice, size, now: clock.monotonicMs() }),
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
      return picture.finish(() => createElement(ReadSummary, { theme, end }));
    },
  };
}

/** Colors are not heard, and the escapes that make them would be. */
function themeFor({ color, glyphs, medium }: ViewOptions): Theme {
  return createTheme(medium === 'speech' ? 'off' : color, glyphs);
}
