import type { ShowOptions } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { endFailed } from '../output/end-failed.ts';
import { printReport } from '../output/print-report.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { describeSavedApply } from '../steps/describe-apply-command.ts';

/** Renders a saved plan, drift report or run. Reads neither the configuration nor the service. */
export async function runShow(invocation: Invocation<ShowOptions>): Promise<number> {
  const { ownOptions, args, options, printer } = invocation;
  const [file = ''] = args;
  const read = await readReportFile(file, invocation);
  if (!read.ok) return endFailed([read.diagnostic], printer);
  const { report } = read;
  await printReport(
    report,
    {
      applyCommand: describeSavedApply(file, report, options),
      isSaved: true,
      detail: { ...ownOptions, isAlone: true },
    },
    printer,
  );
  return chooseExitCode({ kind: 'done' });
}
