import type { RunEvent } from '../../src/model/run.ts';
import { renderLines } from '../../src/progress/canvas.ts';
import type { ColorMode } from '../../src/progress/choose-view.ts';
import { widestOf } from '../../src/progress/lists.ts';
import { drawApply as drawLines } from '../../src/progress/picture.ts';
import { startApplyState } from '../../src/progress/state.ts';
import { createStyle, type Glyphs } from '../../src/report/text/style.ts';
import { reduceEvents, START } from './events.ts';
import { BUSY_AT } from './stories.ts';

export interface Picture {
  readonly pipes: readonly string[];
  readonly events: readonly RunEvent[];
  readonly columns: number;
  readonly rows: number;
  readonly notice?: string | null;
  readonly isRollback?: boolean;
  readonly glyphs?: Glyphs;
  readonly color?: ColorMode;
  /** Milliseconds after the start. */
  readonly at?: number;
}

/** The frame of an apply as text. */
export function drawApply(picture: Picture): string {
  const { pipes, columns, rows, notice = null, glyphs = 'unicode', color = 'off', at = BUSY_AT, isRollback } = picture;
  const state = reduceEvents(picture.events, startApplyState(pipes, START, isRollback));
  const canvas = { style: createStyle(color), glyphs, now: START + at, columns, rows };
  return renderLines((canvas) => drawLines(state, notice, widestOf(pipes), canvas), canvas).join('\n');
}
