import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { interruptedBy } from '../../model/run.ts';
import { chooseExitCode } from './choose-exit-code.ts';
import type { Printer } from './printer.ts';

interface FailedEnd {
  readonly sources?: Sources | undefined;
  /** What JSON prints in place of an error document; null for nothing. */
  readonly document?: object | null;
}

/** Ends a command without a result: prints why, in JSON as a document. Returns the exit code. */
export function endFailed(
  diagnostics: readonly Diagnostic[],
  printer: Printer,
  { sources, document = createErrorDocument(diagnostics) }: FailedEnd = {},
): number {
  if (printer.format !== 'json') printer.diagnostics(diagnostics, sources);
  else if (document !== null) printer.jsonOnly(document);
  return chooseExitCode({ kind: 'failure', interrupted: interruptedBy(printer.context.interrupts.stop) });
}

function createErrorDocument(diagnostics: readonly Diagnostic[]): object {
  return { kind: 'error', formatVersion: 1, diagnostics };
}
