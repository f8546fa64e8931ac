import { readToolVersion } from '../model/version.ts';
import { findMistake } from './help/find-mistake.ts';
import type { CommandSpec } from './options/command-spec.ts';
import { PROGRAM } from './options/commands.ts';
import { type Context, columnsOf } from './options/context.ts';
import { type CommandLine, readLine } from './options/read-line.ts';

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
    const { endWithError } = await import('./run-command.ts');
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
  const { runCommand } = await import('./run-command.ts');
  return runCommand(command, line, context);
}
