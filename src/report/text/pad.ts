import { textWidth } from './text-width.ts';

/** Pads to a width counted in terminal cells, so that wide characters keep columns straight. */
export function padCells(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** The width in terminal cells of the widest text. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, textWidth(text)), 0);
}
