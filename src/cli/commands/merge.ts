import type { Report } from '../../model/report.ts';
import { mergeReports, type NamedReport } from '../../plan/saved/merge-reports.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { checkOutputs, type Output } from '../output/check-outputs.ts';
import { createView, failWith } from '../output/create-view.ts';
import { type Ending, exitCode } from '../output/exit-code.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { saveReport } from '../output/save-report.ts';
import { describeSavedApply } from './apply-command.ts';

export interface MergeCommandOptions extends GlobalOptions {
  readonly files: readonly string[];
  /** The file to save the joined report in, or null. */
  readonly out: string | null;
  readonly outputs: readonly Output[];
  /** Whether differences end with exit code 2 (--detailed-exitcode). */
  readonly detailedExitCode: boolean;
}

/** Joins the reports of shards into the report of the whole, and ends as one command over the whole would have. */
export async function runMerge(options: MergeCommandOptions, context: Context): Promise<number> {
  const view = createView(options, context);
  const reports: NamedReport[] = [];
  const problems = [...(await checkOutputs(options.outputs, options.files, options, context)).diagnostics];
  for (const name of options.files) {
    const read = await readReportFile(name, options, context);
    if (read.ok) reports.push({ name, report: read.report });
    else problems.push(read.diagnostic);
  }
  if (problems.length > 0) return failWith(view, context, problems);
  const merged = mergeReports(reports);
  if (!merged.ok) return failWith(view, context, merged.diagnostics);
  const { report } = merged;
  const applyCommand = options.out === null ? null : describeSavedApply(options.out, report, options);
  await view.report(report, { applyCommand, isSaved: options.out !== null });
  const isSaved = options.out === null || (await saveReport(report, options.out, options, view, context));
  return exitCode(isSaved ? endingOf(report, options) : { of: 'failure', interrupted: null });
}

function endingOf(report: Report, { detailedExitCode: detailed }: MergeCommandOptions): Ending {
  switch (report.kind) {
    case 'plan':
      return { of: 'plan', plan: report, interrupted: null, detailed };
    case 'drift':
      return { of: 'drift', drift: report, interrupted: null };
    case 'run':
      return { of: 'run', run: report };
  }
}
