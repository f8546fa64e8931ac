import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Report } from '../../model/report.ts';
import { isOn } from '../../progress/choose-view.ts';
import { fitLines } from '../../report/text/fit-text.ts';
import type { Style } from '../../report/text/style.ts';
import { renderVerdict } from '../../report/text/write-text.ts';
import { assessReport } from '../../report/view-model/verdict.ts';
import type { Context } from '../options/context.ts';

/** The flags of less: quit when the text fits on the screen (F), show colors (R), and leave the text on the screen (X). */
const LESS_OPTIONS = 'FRX';

/** Whether a text for a terminal goes through a pager: it is longer than the screen, and PAGER is not empty and not `cat`. */
export function needsPager(text: string, { stdout, environment }: Context): boolean {
  const { PAGER = 'less', TERM, CI, INK_SCREEN_READER } = environment;
  if (TERM === 'dumb' || isOn(CI) || isOn(INK_SCREEN_READER)) return false;
  return text.split('\n').length > stdout.rows && !['', 'cat'].includes(PAGER.trim());
}

/** Shows a text in `$PAGER`, or else in less, until the reader quits. False: the pager cannot be started. */
export async function showInPager(text: string, { stdout, stderr, environment }: Context): Promise<boolean> {
  const { PAGER, LESS = LESS_OPTIONS } = environment;
  const settings: SpawnOptions = { stdio: ['pipe', stdout, stderr], env: { ...environment, LESS } };
  // A PAGER may have options and quotes, so a shell reads it, as for git.
  const pager =
    PAGER === undefined ? spawn('less', [`-${LESS_OPTIONS}`], settings) : spawn(PAGER, { ...settings, shell: true });
  // A reader may quit before the pager has read everything.
  pager.stdin?.on('error', () => {});
  pager.stdin?.end(text);
  const [code] = await once(pager, 'close').catch(() => [COMMAND_NOT_FOUND]);
  return code !== COMMAND_NOT_FOUND;
}

/** A reader who quits the pager early has not seen the last line of the report. */
export function renderLastLine(report: Report, style: Style): string {
  return fitLines(`${renderVerdict(assessReport(report), style)}\n`, style.columns);
}

/** The exit code of a shell. */
const COMMAND_NOT_FOUND = 127;
