import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

/** What a process shows on a terminal. */
export interface WatchedTerminal {
  /** The visible lines. */
  screen(): readonly string[];
  /** All lines with text, including those scrolled away. */
  everything(): readonly string[];
  /** Whether a line on the screen continues the one above it, from the first line that starts with `from`. */
  hasWrapped(from?: string): boolean;
  hasScrolled(): boolean;
  isCursorVisible(): boolean;
  /** The line of the cursor, counted from the first line, including those scrolled away. */
  cursorLine(): { readonly row: number; readonly text: string };
  /** Resolves when the condition is met; rejects with the screen content after the timeout. */
  until(what: string, isSo: () => boolean): Promise<void>;
  /** Earlier output no longer counts: `until` waits for the next frame. */
  resize(columns: number, rows: number): void;
  type(keys: string): void;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code when all output is on the screen. */
  readonly ended: Promise<number>;
  close(): void;
}

/** Shorter than the timeout of a test, so that the screen is reported; longer than a busy machine needs. */
const PATIENCE_MS = 25_000;

/** The number of the escape sequence that ends the output; its text is the exit code. */
const END = 7777;

/**
 * Runs a command, and stays until it is killed: some time after a process has ended, its terminal is closed, also when a busy machine has not
 * yet read all of it. Signals for the group are for the command.
 */
const STAYING = `trap : INT TERM USR1 USR2; "$@"; printf '\\033]${END};%d\\007' $?; while :; do read -r _; done`;

/** The working directory of the process; default: that of the tests. */
export interface TerminalInfo {
  readonly cwd?: string;
  /** The complete environment, except for `TERM` when it is not set. */
  readonly env?: Readonly<Record<string, string>>;
  /** The timeout of `until`; default: ten seconds. */
  readonly timeoutMs?: number;
}

export function openTerminal(
  columns: number,
  rows: number,
  command: readonly string[],
  surroundings: TerminalInfo = {},
): WatchedTerminal {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 500 });
  const {
    cwd = process.cwd(),
    env: given = { ...process.env, NODE_ENV: 'production', TERM: 'xterm-256color' },
    timeoutMs = PATIENCE_MS,
  } = surroundings;
  const child = spawn('sh', ['-c', STAYING, 'sh', ...command], {
    cols: columns,
    rows,
    cwd,
    env: { TERM: 'xterm-256color', ...given },
  });
  const watchers = new Set<() => void>();
  let isCursorVisible = true;
  let isRunning = true;
  // Half a frame, or one for another size, is not compared: a frame ends with the end of synchronized output.
  let isPainting = false;

  const checkAll = (): void => {
    if (isPainting) return;
    for (const check of watchers) check();
  };
  const onMode = (isSet: boolean) => (parameters: readonly (number | number[])[]) => {
    if (parameters[0] === 25) isCursorVisible = isSet;
    if (parameters[0] === 2026) isPainting = isSet;
    return false;
  };
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'h' }, onMode(true));
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, onMode(false));
  child.onData((data) => terminal.write(data, () => checkAll()));
  const signal = (name: NodeJS.Signals): void => void process.kill(-child.pid, name);
  const ended = new Promise<number>((resolve) => {
    terminal.parser.registerOscHandler(END, (code) => {
      isRunning = false;
      signal('SIGKILL');
      resolve(Number(code));
      return true;
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
    screen,
    everything: () => lines(0, buffer().length).filter((line) => line !== ''),
    hasWrapped(from = '') {
      const first = screen().findIndex((line) => line.startsWith(from));
      return screen().some((_, row) => row >= first && buffer().getLine(buffer().baseY + row)?.isWrapped === true);
    },
    hasScrolled: () => buffer().baseY > 0,
    isCursorVisible: () => isCursorVisible,
    cursorLine() {
      const row = buffer().baseY + buffer().cursorY;
      return { row, text: lines(row, row + 1)[0] ?? '' };
    },
    until(what, isSo) {
      return new Promise((resolve, reject) => {
        const end = (settle: () => void): void => {
          watchers.delete(check);
          clearTimeout(timer);
          settle();
        };
        const check = (): void => {
          if (isSo()) end(resolve);
        };
        const giveUp = (): void => end(() => reject(new Error(`never: ${what}\n${screen().join('\n')}`)));
        const timer = setTimeout(giveUp, timeoutMs);
        watchers.add(check);
        checkAll();
      });
    },
    resize(newColumns, newRows) {
      isPainting = true;
      terminal.resize(newColumns, newRows);
      child.resize(newColumns, newRows);
    },
    type: (keys) => child.write(keys),
    signal,
    ended,
    close() {
      if (isRunning) signal('SIGKILL');
      terminal.dispose();
    },
  };
}
