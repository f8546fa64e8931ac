import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { interruptedBy } from '../../model/run.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { exitCode } from './exit-code.ts';
import { streamStyle } from './terminal.ts';
import { writeJson } from './write-output.ts';

/** Ends a command that has no document to show: the problems on stderr, or as a JSON document on stdout. */
export function reportProblems(
  diagnostics: readonly Diagnostic[],
  options: GlobalOptions,
  context: Context,
  sources: Sources = new Map(),
): number {
  if (options.format === 'json') writeJson(context, { kind: 'error', formatVersion: 1, diagnostics });
  else context.stderr.write(renderDiagnostics(diagnostics, sources, streamStyle(context.stderr, options, context)));
  return exitCode({ of: 'failure', interrupted: interruptedBy(context.interrupts.stop) });
}
