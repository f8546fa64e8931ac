import { describeSavedApply } from './apply-command.ts';
import type { Context } from './context.ts';
import { exitCode } from './exit-code.ts';
import type { GlobalOptions } from './global-options.ts';
import { readReportFile } from './read-report-file.ts';
import { reportProblems } from './report-problems.ts';
import { writeReport } from './write-report.ts';

/** Renders a saved plan, drift report or run in any format. Offline: neither configuration nor service is looked at. */
export async function runShow(file: string, options: GlobalOptions, context: Context): Promise<number> {
  const read = await readReportFile(file, options, context);
  if (!read.ok) return reportProblems([read.diagnostic], options, context);
  const { report } = read;
  await writeReport(report, { applyCommand: describeSavedApply(file, report, options) }, options, context);
  return exitCode({ of: 'done' });
}
