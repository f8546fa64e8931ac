import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

/** What a person sees of a process on a terminal. */
export interface WatchedTerminal {
  readonly pid: number;
  /** The visible lines. */
  screen(): readonly string[];
  /** All lines with text, those that scrolled away included. */
  everything(): readonly string[];
  /** Whether a line on the screen is the continuation of the one above it. */
  hasWrapped(): boolean;
  hasScrolled(): boolean;
  isCursorVisible(): boolean;
  /** The line that the cursor is in, counted from the first one, those that scrolled away included. */
  cursorLine(): { readonly row: number; readonly text: string };
  /** Resolves once the screen is as asked; rejects with what it shows once patience is at its end. */
  until(what: string, isSo: () => boolean): Promise<void>;
  /** What the process drew before counts no longer: `until` waits for its next frame. */
  resize(columns: number, rows: number): void;
  type(keys: string): void;
  /** Resolves with the exit code once all output is on the screen. */
  readonly ended: Promise<number>;
  close(): void;
}

/** Less than a test has, so that what is on the screen is told; more than a machine with much else to do ever takes. */
const PATIENCE_MS = 25_000;

/** Where a watched process runs; without it, where the tests run. */
export interface TerminalInfo {
  readonly cwd?: string;
  /** All of the environment, but for `TERM` when it names none. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long `until` waits; ten seconds where it is left out. */
  readonly patienceMs?: number;
}

export function openTerminal(
  columns: number,
  rows: number,
  command: readonly string[],
  surroundings: TerminalInfo = {},
): WatchedTerminal {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 500 });
  const [file = process.execPath, ...args] = command;
  const {
    cwd = process.cwd(),
    env: given = { ...process.env, NODE_ENV: 'production', TERM: 'xterm-256color' },
    patienceMs = PATIENCE_MS,
  } = surroundings;
  const child = spawn(file, args, { cols: columns, rows, cwd, env: { TERM: 'xterm-256color', ...given } });
  const watchers = new Set<() => void>();
  let isCursorVisible = true;
  let isRunning = true;
  // Half a frame, or one for another size, is nothing to judge by: a frame ends with the end of synchronized output.
  let isPainting = false;

  const lookAgain = (): void => {
    if (isPainting) return;
    for (const look of watchers) look();
  };
  const onMode = (isSet: boolean) => (parameters: readonly (number | number[])[]) => {
    if (parameters[0] === 25) isCursorVisible = isSet;
    if (parameters[0] === 2026) isPainting = isSet;
    return false;
  };
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'h' }, onMode(true));
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, onMode(false));
  child.onData((data) => terminal.write(data, () => lookAgain()));
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      isRunning = false;
      terminal.write('', () => resolve(exitCode));
    });
  });

  const buffer = () => terminal.buffer.active;
  const lines = (from: number, to: number): string[] =>
    Array.from(
      { length: to - from },
      (_, row) =>
        buffer()
          .getLine(from + row)
          ?.translateToString(true) ?? '',
    );
  const screen = () => lines(buffer().baseY, buffer().baseY + terminal.rows);

  return {
    pid: child.pid,
    screen,
    everything: () => lines(0, buffer().length).filter((line) => line !== ''),
    hasWrapped: () => screen().some((_, row) => buffer().getLine(buffer().baseY + row)?.isWrapped === true),
    hasScrolled: () => buffer().baseY > 0,
    isCursorVisible: () => isCursorVisible,
    cursorLine() {
      const row = buffer().baseY + buffer().cursorY;
      return { row, text: lines(row, row + 1)[0] ?? '' };
    },
    until(what, isSo) {
      return new Promise((resolve, reject) => {
        const end = (settle: () => void): void => {
          watchers.delete(look);
          clearTimeout(patience);
          settle();
        };
        const look = (): void => {
          if (isSo()) end(resolve);
        };
        const giveUp = (): void => end(() => reject(new Error(`never: ${what}\n${screen().join('\n')}`)));
        const patience = setTimeout(giveUp, patienceMs);
        watchers.add(look);
        lookAgain();
      });
    },
    resize(newColumns, newRows) {
      isPainting = true;
      terminal.resize(newColumns, newRows);
      child.resize(newColumns, newRows);
    },
    type: (keys) => child.write(keys),
    ended,
    close() {
      if (isRunning) child.kill('SIGKILL');
      terminal.dispose();
    },
  };
}
