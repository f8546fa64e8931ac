import type { Glyphs, ReportGlyphs } from '../report/text/style.ts';

export type ViewKind = 'ink' | 'plain' | 'silent';
export type ColorMode = 'on' | 'off';

/** What a terminal does with lines that are too long once it is made narrower: wraps them again, or cuts them off. */
export type ResizeBehavior = 'wraps' | 'cuts';

export type TerminalEnvironment = Readonly<Record<string, string | undefined>>;

/** What is known of stderr when a view is chosen. */
export interface TerminalInfo {
  readonly isTerminal: boolean;
  readonly environment: TerminalEnvironment;
  /** The output format of the command. Anything but `text` is for a machine, and stdout may be this very terminal. */
  readonly format: string;
  /** Width of the terminal; undefined when it does not say. */
  readonly columns: number | undefined;
}

/** Narrower than this, a picture says less than plain lines. */
const NARROWEST_PICTURE = 40;

/**
 * A picture only where a person watches a terminal that can draw one; plain lines for a screen reader, which says so in the
 * variable of ink and would start over at each repaint, in CI, with `TERM=dumb`, without a terminal and beside a format for
 * machines; such a format without a terminal gets nothing.
 */
export function chooseView(surroundings: TerminalInfo): ViewKind {
  const { isTerminal, environment, format, columns } = surroundings;
  if (!isTerminal) return format === 'text' ? 'plain' : 'silent';
  if (format !== 'text' || environment.TERM === 'dumb') return 'plain';
  if (isOn(environment.CI) || isOn(environment.INK_SCREEN_READER)) return 'plain';
  return columns !== undefined && columns > 0 && columns < NARROWEST_PICTURE ? 'plain' : 'ink';
}

/** `NO_COLOR` wins over `FORCE_COLOR`, which wins over the terminal; both count when set to anything (FORCE_COLOR: but 0). */
export function chooseColor(isTerminal: boolean, environment: TerminalEnvironment): ColorMode {
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return 'off';
  if (environment.FORCE_COLOR !== undefined) return isOn(environment.FORCE_COLOR) ? 'on' : 'off';
  return isTerminal && environment.TERM !== 'dumb' ? 'on' : 'off';
}

/** Unicode where the locale is UTF-8. Windows and macOS terminals are, whatever the locale says. */
export function chooseGlyphs(environment: TerminalEnvironment, platform: NodeJS.Platform): Glyphs {
  if (environment.TERM === 'linux') return 'ascii';
  if (platform === 'win32' || platform === 'darwin') return 'unicode';
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  return /utf-?8/i.test(locale) ? 'unicode' : 'ascii';
}

/** For reports: a screen reader is given words alone, wherever the report goes. */
export function chooseReportGlyphs(environment: TerminalEnvironment, platform: NodeJS.Platform): ReportGlyphs {
  return isOn(environment.INK_SCREEN_READER) ? 'words' : chooseGlyphs(environment, platform);
}

/** xterm, GNU screen and the Linux console cut; every other terminal in use wraps, tmux included. */
export function chooseResizeBehavior(environment: TerminalEnvironment): ResizeBehavior {
  const cuts =
    environment.TERM === 'linux' ||
    (environment.TMUX === undefined && (environment.XTERM_VERSION !== undefined || environment.STY !== undefined));
  return cuts ? 'cuts' : 'wraps';
}

/** A variable that is a switch: on unless it is empty, `0` or `false`. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
