import { styleText } from 'node:util';
import type { StatusStyle } from '../view-model/status.ts';

/** The characters that a terminal can show. */
export type Glyphs = 'unicode' | 'ascii';

/** `words`: no symbols or drawings, which are noise to a screen reader. */
export type ReportGlyphs = Glyphs | 'words';

const EMPHASES = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan', 'blue', 'magenta'] as const;

/** How text is emphasized. With color off, every function returns its text unchanged. */
export type Emphasis = Readonly<Record<(typeof EMPHASES)[number], (text: string) => string>>;

/** How a renderer emphasizes text, and how wide it may be. */
export interface Style extends Emphasis {
  /** The width of the terminal, at which `fitLines` breaks lines; null for no limit. */
  readonly columns: number | null;
}

export function createStyle(color: 'on' | 'off', columns: number | null = null): Style {
  const paint = EMPHASES.map((name) => [
    name,
    (text: string) => (color === 'on' ? styleText(name, text, { validateStream: false }) : text),
  ]);
  return { ...(Object.fromEntries(paint) as Emphasis), columns };
}

export function paintStatus({ color }: StatusStyle, text: string, style: Style): string {
  return color === null || text === '' ? text : style[color](text);
}

/** The painted symbol of a status and a blank; empty for a screen reader. */
export function renderSymbol(status: StatusStyle, glyphs: ReportGlyphs, style: Style): string {
  if (glyphs === 'words') return '';
  return `${paintStatus(status, glyphs === 'ascii' ? status.asciiSymbol : status.symbol, style)} `;
}
