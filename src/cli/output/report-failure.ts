import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Report } from '../../model/report.ts';
import { interruptedBy } from '../../model/run.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import type { NoFleet } from '../commands/run/open-fleet.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { exitCode } from './exit-code.ts';
import { mayReplace, saveReport } from './save-report.ts';
import { streamStyle } from './terminal.ts';
import { writeReport } from './write-report.ts';

/**
 * Ends a command that could not begin: the problems on stderr for a person; for every other format also the document, empty
 * but for them, so that whoever reads stdout finds one. It is saved too: what an earlier run left there must not stand for
 * this one.
 */
export async function reportFailure(
  { diagnostics, sources, writable }: NoFleet,
  describe: (diagnostics: readonly Diagnostic[]) => Report,
  options: GlobalOptions,
  context: Context,
): Promise<number> {
  if (options.format !== 'json') {
    context.stderr.write(renderDiagnostics(diagnostics, sources, streamStyle(context.stderr, options, context)));
  }
  const report = describe(diagnostics);
  if (options.format !== 'text') await writeReport(report, { applyCommand: null }, options, context);
  for (const { option, file } of writable) {
    if (option !== '--out' || isNarrowed(options) || !(await mayReplace(file, options, context))) continue;
    await saveReport(report, file, options, context);
  }
  return exitCode({ of: 'failure', interrupted: interruptedBy(context.interrupts.stop) });
}

/** A failure says nothing of what was asked for, and would be taken for one of the whole fleet. */
function isNarrowed({ target, exclude }: GlobalOptions): boolean {
  return target.length + exclude.length > 0;
}
