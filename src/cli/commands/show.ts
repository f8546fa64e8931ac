import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { exitCode } from '../output/exit-code.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { reportProblems } from '../output/report-problems.ts';
import { writeReport } from '../output/write-report.ts';
import { describeSavedApply } from './run/apply-command.ts';

/** Renders a saved plan, drift report or run in any format. Offline: neither configuration nor service is looked at. */
export async function runShow(file: string, options: GlobalOptions, context: Context): Promise<number> {
  const read = await readReportFile(file, options, context);
  if (!read.ok) return reportProblems([read.diagnostic], options, context);
  const { report } = read;
  await writeReport(report, { applyCommand: describeSavedApply(file, report, options) }, options, context);
  return exitCode({ of: 'done' });
}
