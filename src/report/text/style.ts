import picocolors from 'picocolors';
import type { StatusStyle } from '../view-model/status.ts';

/** The characters that a terminal can show. */
export type Glyphs = 'unicode' | 'ascii';

/** What a report may use besides words: `words` is for a screen reader, which reads marks and drawings out as noise. */
export type ReportGlyphs = Glyphs | 'words';

type Emphasis = 'bold' | 'dim' | 'underline' | 'red' | 'green' | 'yellow' | 'cyan' | 'blue' | 'magenta';

/** How a renderer emphasizes text, and how wide it may be. With color off every function gives its text back unchanged. */
export interface Style extends Readonly<Record<Emphasis, (text: string) => string>> {
  /** Of the terminal that the text is for: a line that is wider is broken (`fitLines`). null: no line is too wide. */
  readonly columns: number | null;
}

/** Whether to color is the caller's decision (NO_COLOR, FORCE_COLOR, the terminal); nothing is read from the process here. */
export function createStyle(color: 'on' | 'off', columns: number | null = null): Style {
  return { ...picocolors.createColors(color === 'on'), columns };
}

export function paintStatus({ color }: StatusStyle, text: string, style: Style): string {
  return color === null || text === '' ? text : style[color](text);
}

/** The symbol of a status and a blank, painted; empty for a screen reader, since the label says the same. */
export function renderSymbol(status: StatusStyle, glyphs: ReportGlyphs, style: Style): string {
  if (glyphs === 'words') return '';
  return `${paintStatus(status, glyphs === 'ascii' ? status.asciiSymbol : status.symbol, style)} `;
}
