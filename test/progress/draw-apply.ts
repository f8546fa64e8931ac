import { createElement } from 'react';
import type { RunEvent } from '../../src/model/event.ts';
import type { PlannedPipe } from '../../src/model/plan.ts';
import { startApplyState } from '../../src/progress/apply-state.ts';
import type { ColorMode } from '../../src/progress/choose-view.ts';
import { ApplyFrame, ApplySummary } from '../../src/progress/frames.tsx';
import { drawFrame } from '../../src/progress/live-picture.ts';
import { createTheme, widestOf } from '../../src/progress/theme.ts';
import type { Glyphs } from '../../src/report/text/style.ts';
import { START } from './events.ts';
import { reduceEvents } from './reduce-events.ts';
import { BUSY_AT } from './story.ts';

export interface Picture {
  readonly pipes: readonly PlannedPipe[];
  readonly events: readonly RunEvent[];
  readonly columns: number;
  readonly rows: number;
  readonly notice?: string | null;
  readonly glyphs?: Glyphs;
  readonly color?: ColorMode;
  /** Milliseconds after the start. */
  readonly at?: number;
}

/** The frame of an apply as text. */
export function drawApply(picture: Picture): string {
  const { pipes, columns, rows } = picture;
  const state = reduceEvents(picture.events, startApplyState(pipes, START));
  const theme = createTheme(picture.color ?? 'off', picture.glyphs ?? 'unicode');
  const props = {
    theme,
    state,
    notice: picture.notice ?? null,
    widestName: widestOf(pipes),
    size: { columns, rows },
    now: START + (picture.at ?? BUSY_AT),
  };
  return drawFrame(createElement(ApplyFrame, props), props.size);
}

/** What an apply leaves behind, as text. */
export function drawSummary(pipes: readonly PlannedPipe[], events: readonly RunEvent[], columns: number): string {
  const state = reduceEvents(events, startApplyState(pipes, START));
  const props = { theme: createTheme('off', 'unicode'), state, columns, now: START + BUSY_AT };
  return drawFrame(createElement(ApplySummary, props), { columns, rows: 20 });
}
