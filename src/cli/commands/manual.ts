import { readToolVersion } from '../../model/version.ts';
import { renderManual } from '../help/manual-text.ts';
import type { ProgramSheet } from '../options/command-sheets.ts';
import type { Context } from '../options/context.ts';

/**
 * Prints the manual page for the build. It has the date of SOURCE_DATE_EPOCH (seconds, as builds that can be repeated have it), or
 * of today.
 */
export async function runManual(sheet: ProgramSheet, { environment, clock, stdout }: Context): Promise<void> {
  const seconds = Number(environment.SOURCE_DATE_EPOCH || Number.NaN);
  const date = new Date(Number.isFinite(seconds) ? seconds * 1_000 : clock.now());
  stdout.write(renderManual(sheet, { version: readToolVersion().version, date: date.toISOString().slice(0, 10) }));
}
