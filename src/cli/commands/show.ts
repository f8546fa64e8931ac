import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { createView, failWith } from '../output/create-view.ts';
import { exitCode } from '../output/exit-code.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { describeSavedApply } from './apply-command.ts';

/** Renders a saved plan, drift report or run in any format. Offline: neither configuration nor service is looked at. */
export async function runShow(file: string, options: GlobalOptions, context: Context): Promise<number> {
  const view = createView(options, context);
  const read = await readReportFile(file, options, context);
  if (!read.ok) return failWith(view, context, [read.diagnostic]);
  const { report } = read;
  await view.report(report, { applyCommand: describeSavedApply(file, report, options), isSaved: true });
  return exitCode({ of: 'done' });
}
