import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { interruptedBy } from '../../model/run.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { exitCode } from './exit-code.ts';
import { JsonView } from './json-view.ts';
import { TextView } from './text-view.ts';
import type { View } from './view.ts';

/** Ends a command that has no result: the diagnostics are shown, and the exit code says so. */
export function failWith(
  view: View,
  context: Context,
  diagnostics: readonly Diagnostic[],
  sources?: Sources,
  document?: object,
): number {
  view.failure(diagnostics, sources, document);
  return exitCode({ of: 'failure', interrupted: interruptedBy(context.interrupts.stop) });
}

/** The view of a command: JSON with --format json, text in every other format. */
export function createView(options: GlobalOptions, context: Context): View {
  return options.format === 'json' ? new JsonView(options, context) : new TextView(options, context);
}
