import { describeCrash } from '../engine/describe-crash.ts';
import { type Diagnostic, diagnose, diagnoseCode } from '../model/diagnostic.ts';
import { readToolVersion } from '../model/version.ts';
import { isOn } from '../progress/choose-view.ts';
import { withDeadline } from './deadline.ts';
import { findMistake } from './help/find-mistake.ts';
import type { CommandSpec } from './options/command-spec.ts';
import { PROGRAM } from './options/commands.ts';
import type { Context } from './options/context.ts';
import { GLOBAL, isDebug, readOptions, resolveWorkspace } from './options/global-options.ts';
import { type OptionSpec, readText } from './options/option-spec.ts';
import { type CommandLine, readLine } from './options/read-line.ts';
import { UsageError } from './options/value-types.ts';
import { Streams } from './output/streams.ts';
import type { View, ViewSettings } from './output/view.ts';

/** Runs one command line (without the program's name) and returns its exit code. Never throws: a bug is reported. */
export async function main(args: readonly string[], context: Context): Promise<number> {
  if (args.length === 0) {
    const { renderShortHelp } = await import('./commands/help.ts');
    new Streams(context).print(({ columns }) => renderShortHelp(PROGRAM, columns));
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
    new Streams(context).print(`${readToolVersion().version}\n`);
    return 0;
  }
  if (isRequested('--help')) {
    (await import('./commands/help.ts')).runHelp(named, PROGRAM, new Streams(context));
    return 0;
  }
  const mistake = findMistake(line, PROGRAM);
  if (mistake !== null) throw mistake;
  // findMistake reports a line without a command.
  const command = line.command as CommandSpec;
  if (command.print !== undefined) {
    await command.print(args, PROGRAM, new Streams(context), context);
    return 0;
  }
  const { findUnknownVariables, refuseRevealingDebug } = await import('./options/environment.ts');
  refuseRevealingDebug(context.environment);
  const { options, own } = readOptions({ ...command, ...command.formattingOf?.(args) }, given, context);
  const workspace = resolveWorkspace(options, context);
  const { context: limited, end } = withDeadline(context, options.deadline);
  try {
    const view = await openView({ ...options, cwd: workspace.cwd }, limited);
    if (options.logLevel !== 'quiet') {
      view.diagnostics(findUnknownVariables(context.environment));
    }
    return (await command.run?.({ own, args, options, workspace, view, context: limited })) ?? 0;
  } finally {
    end();
  }
}

async function openView(settings: ViewSettings, context: Context): Promise<View> {
  if (settings.format === 'json') return new (await import('./output/json-view.ts')).JsonView(settings, context);
  return new (await import('./output/text-view.ts')).TextView(settings, context);
}

async function endWithError(error: unknown, line: CommandLine, context: Context): Promise<number> {
  const read = (option: OptionSpec) => readText(option, line.given, context.environment);
  const isJson = read(GLOBAL.format) === 'json';
  const color = isOn(read(GLOBAL.noColor)) ? 'off' : 'auto';
  const logLevel = isDebug(line.given, context.environment) ? 'debug' : 'info';
  const format = isJson ? 'json' : 'text';
  const view = await openView({ format, color, logLevel, noPager: true, cwd: context.cwd }, context);
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const diagnostics = errors.map((one) => describeError(one, view, context));
  if (!isJson || line.command?.name !== 'apply') return view.fail(diagnostics);
  const { abandonUnstartedRun } = await import('../engine/run.ts');
  abandonUnstartedRun(null, diagnostics, (event) => view.event(event), context);
  return 1;
}

function describeError(error: unknown, { onBug }: View, { environment }: Context): Diagnostic {
  if (error instanceof UsageError) {
    return diagnose('error', { code: 'usage', summary: error.message, hint: error.hint });
  }
  onBug?.(error);
  const detail = describeCrash(error, environment, false);
  return diagnoseCode('internal', 'Pipeform stopped because of an internal error.', detail);
}
