import { writeProgress } from './view.ts';

/** Replaces each picture with the next, below earlier output. */
interface Screen {
  /** The room for a picture, without the last column and row, which stay free. */
  size(): { readonly columns: number; readonly rows: number };
  /** `above`: lines of any number that stay above the picture. */
  show(picture: readonly string[], above: readonly string[]): void;
  /** Leaves last lines of any number behind. Resolves when they are written. */
  close(last: readonly string[]): Promise<void>;
}

const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const ERASE_LINE = '\x1b[2K';
const ERASE_BELOW = '\x1b[J';

/** Terminals with synchronized output show a complete picture; others ignore it. */
function synchronize(text: string): string {
  return `\x1b[?2026h${text}\x1b[?2026l`;
}

/**
 * The cursor stays at the start of the line below the picture, and goes up as many rows as the picture has lines. A terminal that
 * becomes narrower may wrap them into more rows, never into fewer. So earlier output is never reached, and remains of the old
 * picture may stay above the new one. `render` of ink 6.8 erases the scrollback, with the printed plan, when the terminal becomes
 * lower.
 *
 * A complete line is erased before it is written, because tmux wraps the erased end of a line, too.
 */
export function startScreen(stream: NodeJS.WriteStream): Screen {
  /** null: a line that a resize may have changed. */
  let shown: readonly (string | null)[] = [];

  /** The text that replaces the shown lines; empty when nothing changed. */
  function replace(picture: readonly string[], above: readonly string[]): string {
    const lines = [...above, ...picture];
    if (lines.length === shown.length && lines.every((line, row) => line === shown[row])) return '';
    const goToTop = shown.length === 0 ? '' : `\x1b[${shown.length}A`;
    const body = lines.map((line, row) => (line === shown[row] ? '\r\n' : `${ERASE_LINE}${line}\r\n`)).join('');
    shown = picture;
    return synchronize(`${goToTop}\r${body}${ERASE_BELOW}`);
  }

  const resize = (): void => {
    shown = shown.map(() => null);
  };
  const showCursor = (): void => void writeProgress(stream, SHOW_CURSOR);
  void writeProgress(stream, HIDE_CURSOR);
  process.once('exit', showCursor);
  stream.on('resize', resize);
  return {
    size: () => ({ columns: Math.max(1, (stream.columns || 80) - 1), rows: Math.max(1, (stream.rows || 24) - 1) }),
    show(picture, above) {
      const text = replace(picture, above);
      if (text !== '') void writeProgress(stream, text);
    },
    close(last) {
      stream.off('resize', resize);
      process.off('exit', showCursor);
      return writeProgress(stream, `${replace(last, [])}${SHOW_CURSOR}`);
    },
  };
}
