import { describeCrash } from '../engine/describe-crash.ts';
import { BUG_CURE } from '../model/bug-cure.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { readToolVersion } from '../model/version.ts';
import { isOn } from '../progress/choose-view.ts';
import { findMistake } from './help/find-mistake.ts';
import type { CommandSpec } from './options/command-spec.ts';
import { PROGRAM } from './options/commands.ts';
import { type Context, columnsOf } from './options/context.ts';
import { GLOBAL, isDebug, readOptions, resolveWorkspace } from './options/global-options.ts';
import { type OptionSpec, readText } from './options/option-spec.ts';
import { type CommandLine, readLine } from './options/read-line.ts';
import { UsageError } from './options/value-types.ts';
import type { logBugs } from './output/log-debug.ts';
import type { Printer, PrintSettings } from './output/printer.ts';

/** Runs one command line (without the program's name) and returns its exit code. Never throws: a bug is reported. */
export async function main(args: readonly string[], context: Context): Promise<number> {
  if (args.length === 0) {
    const { renderShortHelp } = await import('./commands/help.ts');
    context.stdout.write(renderShortHelp(PROGRAM, columnsOf(context.stdout)));
    return 0;
  }
  const line = readLine(PROGRAM.commands, args);
  try {
    return await runLine(line, context);
  } catch (error) {
    return endWithError(error, line, context);
  }
}

/** Throws UsageError for a line that cannot be parsed; an AggregateError of them for invalid values. */
async function runLine(line: CommandLine, context: Context): Promise<number> {
  const { named, given, args, pending } = line;
  const isRequested = (long: string): boolean => pending === null && given.some(({ option }) => option.long === long);
  if (isRequested('--version')) {
    context.stdout.write(`${readToolVersion().version}\n`);
    return 0;
  }
  if (isRequested('--help')) {
    const { renderHelpOn } = await import('./commands/help.ts');
    context.stdout.write(renderHelpOn(named, PROGRAM, columnsOf(context.stdout)));
    return 0;
  }
  const mistake = findMistake(line, PROGRAM);
  if (mistake !== null) throw mistake;
  // findMistake reports a line without a command.
  const command = line.command as CommandSpec;
  if (command.render !== undefined) {
    context.stdout.write(await command.render(args, PROGRAM, context));
    return 0;
  }
  const { findUnknownVariables, refuseRevealingDebug } = await import('./options/environment.ts');
  refuseRevealingDebug(context.environment);
  const { options, ownOptions } = readOptions({ ...command, ...command.formattingOf?.(args) }, given, context);
  const workspace = resolveWorkspace(options, context);
  const printer = await openPrinter({ ...options, cwd: workspace.cwd }, context);
  if (options.logLevel !== 'quiet') {
    printer.diagnostics(findUnknownVariables(context.environment));
  }
  return (await command.run?.({ ownOptions, args, options, workspace, printer, context })) ?? 0;
}

async function openPrinter(settings: PrintSettings, context: Context): Promise<Printer> {
  return new (await import('./output/printer.ts')).Printer(settings, context);
}

async function endWithError(error: unknown, line: CommandLine, context: Context): Promise<number> {
  const read = (option: OptionSpec) => readText(option, line.given, context.environment);
  const isJson = read(GLOBAL.format) === 'json';
  const color = isOn(read(GLOBAL.noColor)) ? 'off' : 'auto';
  const logLevel = isDebug(line.given, context.environment) ? 'debug' : 'info';
  const format = isJson ? 'json' : 'text';
  const printer = await openPrinter({ format, color, logLevel, noPager: true, cwd: context.cwd }, context);
  const { endFailed } = await import('./output/end-failed.ts');
  const onBug = (await import('./output/log-debug.ts')).logBugs(printer);
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const diagnostics = errors.map((one) => describeError(one, onBug, context));
  if (!isJson || line.command?.name !== 'apply') return endFailed(diagnostics, printer);
  const { abandonUnstartedRun } = await import('../engine/run.ts');
  abandonUnstartedRun(null, diagnostics, (event) => printer.jsonOnly(event, 0), context);
  return 1;
}

function describeError(error: unknown, onBug: ReturnType<typeof logBugs>, { environment }: Context): Diagnostic {
  if (error instanceof UsageError) {
    return diagnose('error', { code: 'usage', summary: error.message, hint: error.hint });
  }
  onBug?.(error);
  const detail = describeCrash(error, environment, false);
  const summary = 'Pipeform stopped because of an internal error.';
  return diagnose('error', { code: 'internal', summary, detail, hint: BUG_CURE });
}
