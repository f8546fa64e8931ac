import { safeText } from '../../model/safe-text.ts';
import type { Style } from '../text/style.ts';
import { truncate } from '../text/truncate.ts';
import type { ChartGlyphs } from './canvas.ts';

export interface ChartOptions {
  readonly style: Style;
  readonly glyphs: ChartGlyphs;
  /** No line is longer. */
  readonly columns: number;
  /** The chart is so many lines at most, but never fewer than its caption and legend need; null for what reads well. */
  readonly rows: number | null;
}

/** One line of words, cut to the width of the chart. */
export function fitLine(text: string, { columns, glyphs }: Pick<ChartOptions, 'columns' | 'glyphs'>): string {
  return truncate(safeText(text), columns, glyphs === 'ascii' ? '...' : '…');
}
