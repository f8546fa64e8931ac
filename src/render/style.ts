import picocolors from 'picocolors';

/** How a renderer emphasises text. With colour off every function gives its text back unchanged. */
export interface Style {
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

/** Whether to colour is the caller's decision (NO_COLOR, FORCE_COLOR, the terminal); nothing is read from the process here. */
export function createStyle(colour: 'on' | 'off'): Style {
  const { bold, dim, underline, red, green, yellow, cyan, blue, magenta } = picocolors.createColors(colour === 'on');
  return { bold, dim, underline, red, green, yellow, cyan, blue, magenta };
}
