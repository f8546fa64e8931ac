import { readToolVersion } from '../model/version.ts';
import { findMistake } from './help/find-mistake.ts';
import type { CommandSpec } from './options/command-spec.ts';
import { PROGRAM } from './options/commands.ts';
import type { Context } from './options/context.ts';
import { GLOBAL_OPTIONS, readGlobalOptions } from './options/global-options.ts';
import { readValues } from './options/option-spec.ts';
import type { CommandLine } from './options/read-line.ts';
import { resolvePlace } from './options/resolve-place.ts';
import { Streams } from './output/streams.ts';

/** Leaves out the variables that most pipelines set, which need no check. */
const UNUSUAL = /^PIPEFORM_(?!(?:KEY_ID|KEY_SECRET|ACCESS_TOKEN|ENV|FORMAT|API_URL|OBSERVABILITY_URL)$)/;

/**
 * Runs a command line and returns the exit code.
 * @throws UsageError for a line that cannot be parsed; an AggregateError of them for invalid values.
 */
export async function runLine(line: CommandLine, context: Context): Promise<number> {
  const { named, given, words, pending } = line;
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
    await command.print(words, PROGRAM, new Streams(context), context);
    return 0;
  }
  const options = readGlobalOptions(given, context, command);
  const place = resolvePlace(options, context);
  const { createView } = await import('./output/create-view.ts');
  const view = createView({ ...options, cwd: place.cwd }, context);
  const variables = Object.keys(context.environment).filter((name) => UNUSUAL.test(name));
  if (options.logLevel !== 'quiet' && variables.length > 0) {
    const { findUnknownVariables } = await import('./options/environment.ts');
    view.diagnostics(findUnknownVariables(variables, context.environment, GLOBAL_OPTIONS));
  }
  const own = readValues(command.options, given, context.environment);
  return (await command.run?.({ own, words, options, place, view, context })) ?? 0;
}
