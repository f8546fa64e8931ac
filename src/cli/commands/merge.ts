import { mergeReports, type NamedReport } from '../../plan/saved/merge-reports.ts';
import type { MergeOptions } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { endFailed } from '../output/end-failed.ts';
import { checkOutputs, saveReport } from '../output/output-files.ts';
import { printReport } from '../output/print-report.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { describeSavedApply } from '../steps/describe-apply-command.ts';

/** Joins the reports of shards. The exit code is that of one command over the complete fleet. */
export async function runMerge(invocation: Invocation<MergeOptions>): Promise<number> {
  const { ownOptions, args: files, options, workspace, printer } = invocation;
  const { out, detailedExitcode } = ownOptions;
  const reports: NamedReport[] = [];
  const problems = [...(await checkOutputs({ out }, files, workspace.cwd)).diagnostics];
  for (const name of files) {
    const read = await readReportFile(name, invocation);
    if (read.ok) reports.push({ name, report: read.report });
    else problems.push(read.diagnostic);
  }
  if (problems.length > 0) return endFailed(problems, printer);
  const merged = mergeReports(reports);
  if (!merged.ok) return endFailed(merged.diagnostics, printer);
  const { report } = merged;
  const applyCommand = out === null ? null : describeSavedApply(out, report, options);
  await printReport(report, { applyCommand, isSaved: out !== null }, printer);
  const lost = await saveReport(report, { out }, invocation);
  return chooseExitCode(
    lost.length === 0 ? { kind: 'report', report, detailed: detailedExitcode } : { kind: 'failure' },
  );
}
