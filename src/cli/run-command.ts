import { describeCrash } from '../engine/describe-crash.ts';
import { BUG_CURE } from '../model/bug-cure.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { isOn } from '../progress/choose-view.ts';
import type { CommandSpec } from './options/command-spec.ts';
import type { Context } from './options/context.ts';
import { findUnknownVariables, refuseRevealingDebug } from './options/environment.ts';
import { GLOBAL, isDebug, readOptions, resolveWorkspace } from './options/global-options.ts';
import { type OptionSpec, readText } from './options/option-spec.ts';
import type { CommandLine } from './options/read-line.ts';
import { UsageError } from './options/value-types.ts';
import { endFailed } from './output/end-failed.ts';
import { logBugs } from './output/log-debug.ts';
import { Printer } from './output/printer.ts';

/** Runs a command and returns its exit code. Throws an AggregateError of UsageErrors for invalid values. */
export async function runCommand(
  command: CommandSpec,
  { given, args }: CommandLine,
  context: Context,
): Promise<number> {
  refuseRevealingDebug(context.environment);
  const { options, ownOptions } = readOptions({ ...command, ...command.formattingOf?.(args) }, given, context);
  const workspace = resolveWorkspace(options, context);
  const printer = new Printer({ ...options, cwd: workspace.cwd }, context);
  if (options.logLevel !== 'quiet') printer.diagnostics(findUnknownVariables(context.environment));
  return (await command.run?.({ ownOptions, args, options, workspace, printer, context })) ?? 0;
}

/** Reports what a command threw: usage errors, or a bug. Returns the exit code. */
export async function endWithError(error: unknown, line: CommandLine, context: Context): Promise<number> {
  const read = (option: OptionSpec) => readText(option, line.given, context.environment);
  const isJson = read(GLOBAL.format) === 'json';
  const color = isOn(read(GLOBAL.noColor)) ? 'off' : 'auto';
  const logLevel = isDebug(line.given, context.environment) ? 'debug' : 'info';
  const format = isJson ? 'json' : 'text';
  const printer = new Printer({ format, color, logLevel, noPager: true, cwd: context.cwd }, context);
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const diagnostics = errors.map((one) => diagnoseError(one, printer));
  if (!isJson || line.command?.name !== 'apply') return endFailed(diagnostics, printer);
  const { abandonUnstartedRun } = await import('../engine/run.ts');
  abandonUnstartedRun(null, diagnostics, (event) => printer.jsonOnly(event, 0), context);
  return 1;
}

function diagnoseError(error: unknown, printer: Printer): Diagnostic {
  if (error instanceof UsageError) {
    return diagnose('error', { code: 'usage', summary: error.message, hint: error.hint });
  }
  logBugs(printer)?.(error);
  const detail = describeCrash(error, printer.context.environment, false);
  const summary = 'Pipeform stopped because of an internal error.';
  return diagnose('error', { code: 'internal', summary, detail, hint: BUG_CURE });
}
