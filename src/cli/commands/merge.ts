import type { Report } from '../../model/report.ts';
import { mergeReports, type NamedReport } from '../../plan/saved/merge-reports.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { checkOutputs, type Output } from '../output/check-outputs.ts';
import { type Ending, exitCode } from '../output/exit-code.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { reportProblems } from '../output/report-problems.ts';
import { saveReport } from '../output/save-report.ts';
import { sourceOf, writeReport } from '../output/write-report.ts';
import { describeSavedApply } from './run/apply-command.ts';

export interface MergeCommandOptions extends GlobalOptions {
  readonly files: readonly string[];
  /** The file to save the joined report in, or null. */
  readonly out: string | null;
  readonly outputs: readonly Output[];
  readonly differences: 'ignored' | 'reported';
}

/** Joins the reports of shards into the report of the whole, and ends as one command over the whole would have. */
export async function runMerge(options: MergeCommandOptions, context: Context): Promise<number> {
  const reports: NamedReport[] = [];
  const problems = [...(await checkOutputs(options.outputs, options.files, options, context)).diagnostics];
  for (const name of options.files) {
    const read = await readReportFile(name, options, context);
    if (read.ok) reports.push({ name, report: read.report });
    else problems.push(read.diagnostic);
  }
  if (problems.length > 0) return reportProblems(problems, options, context);
  const merged = mergeReports(reports);
  if (!merged.ok) return reportProblems(merged.diagnostics, options, context);
  const { report } = merged;
  const applyCommand = options.out === null ? null : describeSavedApply(options.out, report, options);
  await writeReport(report, { applyCommand, source: sourceOf(options.out) }, options, context);
  const isSaved = options.out === null || (await saveReport(report, options.out, options, context));
  return exitCode(isSaved ? endingOf(report, options) : { of: 'failure', interrupted: null });
}

function endingOf(report: Report, { differences }: MergeCommandOptions): Ending {
  switch (report.kind) {
    case 'plan':
      return { of: 'plan', plan: report, interrupted: null, differences };
    case 'drift':
      return { of: 'drift', drift: report, interrupted: null };
    case 'run':
      return { of: 'run', run: report };
  }
}
