import type { Glyphs, ReportGlyphs } from '../report/text/style.ts';

export type ViewKind = 'ink' | 'plain' | 'silent';
export type ColorMode = 'on' | 'off';

export type TerminalEnvironment = Readonly<Record<string, string | undefined>>;

/** Facts about stderr. */
export interface TerminalInfo {
  readonly isTerminal: boolean;
  readonly environment: TerminalEnvironment;
  /** The output format of the command. All except `text` are for machines. */
  readonly format: string;
  /** Width of the terminal; undefined when unknown. */
  readonly columns: number | undefined;
}

const NARROWEST_PICTURE = 40;

/**
 * `ink` draws on a capable terminal that a person watches. `plain` prints lines: in CI, without a terminal, beside a machine
 * format, and for a screen reader, which would restart at each repaint. A machine format without a terminal gets `silent`.
 */
export function chooseView(surroundings: TerminalInfo): ViewKind {
  const { isTerminal, environment, format, columns } = surroundings;
  if (!isTerminal) return format === 'text' ? 'plain' : 'silent';
  if (format !== 'text' || environment.TERM === 'dumb') return 'plain';
  if (isOn(environment.CI) || isOn(environment.INK_SCREEN_READER)) return 'plain';
  return columns !== undefined && columns > 0 && columns < NARROWEST_PICTURE ? 'plain' : 'ink';
}

/** `NO_COLOR` overrides `FORCE_COLOR`, which overrides the terminal. `FORCE_COLOR=0` turns color off. */
export function chooseColor(isTerminal: boolean, environment: TerminalEnvironment): ColorMode {
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return 'off';
  if (environment.FORCE_COLOR !== undefined) return isOn(environment.FORCE_COLOR) ? 'on' : 'off';
  return isTerminal && environment.TERM !== 'dumb' ? 'on' : 'off';
}

/** Unicode for a UTF-8 locale. Windows and macOS terminals always show Unicode. */
export function chooseGlyphs(environment: TerminalEnvironment, platform: NodeJS.Platform): Glyphs {
  if (environment.TERM === 'linux') return 'ascii';
  if (platform === 'win32' || platform === 'darwin') return 'unicode';
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  return /utf-?8/i.test(locale) ? 'unicode' : 'ascii';
}

/** Chooses the glyphs of reports. A screen reader gets words only. */
export function chooseReportGlyphs(environment: TerminalEnvironment, platform: NodeJS.Platform): ReportGlyphs {
  return isOn(environment.INK_SCREEN_READER) ? 'words' : chooseGlyphs(environment, platform);
}

/** Whether a switch variable is on: not empty, `0` or `false`. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
