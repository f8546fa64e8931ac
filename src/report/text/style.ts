import picocolors from 'picocolors';

/** The characters that a terminal can show. */
export type Glyphs = 'unicode' | 'ascii';

/** What a report may use besides words: `words` is for a screen reader, which reads marks and drawings out as noise. */
export type ReportGlyphs = Glyphs | 'words';

/** How a renderer emphasizes text, and how wide it may be. With color off every function gives its text back unchanged. */
export interface Style {
  /** Of the terminal that the text is for: a line that is wider is broken (`fitLines`). null: no line is too wide. */
  readonly columns: number | null;
  bold(text: string): string;
  dim(text: string): string;
  underline(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  blue(text: string): string;
  magenta(text: string): string;
}

/** Whether to color is the caller's decision (NO_COLOR, FORCE_COLOR, the terminal); nothing is read from the process here. */
export function createStyle(color: 'on' | 'off', columns: number | null = null): Style {
  const { bold, dim, underline, red, green, yellow, cyan, blue, magenta } = picocolors.createColors(color === 'on');
  return { columns, bold, dim, underline, red, green, yellow, cyan, blue, magenta };
}
