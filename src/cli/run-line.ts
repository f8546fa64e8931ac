import { readToolVersion } from '../model/version.ts';
import type { CommandSpec } from './options/command-spec.ts';
import { PROGRAM } from './options/commands.ts';
import type { Context } from './options/context.ts';
import { GLOBAL_OPTIONS, readGlobalOptions } from './options/global-options.ts';
import { readValues } from './options/option-spec.ts';
import type { CommandLine } from './options/read-line.ts';
import { resolvePlace } from './options/resolve-place.ts';
import type { UsageError } from './options/value-types.ts';
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
    await (await import('./commands/help.ts')).runHelp(named, PROGRAM, new Streams(context));
    return 0;
  }
  const explain = findMistake(line);
  if (explain !== null) throw explain(await import('./help/explain-usage.ts'));
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

/** Explains a mistake. The messages are loaded only for a mistake. */
type Explain = (usage: typeof import('./help/explain-usage.ts')) => UsageError;

/** The first mistake in a command line, or null. Values are not checked. */
export function findMistake(line: CommandLine): Explain | null {
  const { named, command, given, unknown, pending } = line;
  if (pending !== null) return (usage) => usage.explainMissingValue(pending, command);
  if (command === null && named !== null) return (usage) => usage.explainUnknownCommand(named, PROGRAM);
  const empty = given.find(({ option, value }) => value === '' && option.type?.allowsEmpty !== true)?.option;
  if (empty !== undefined) return (usage) => usage.explainMissingValue(empty, command);
  const [stranger] = unknown;
  if (command === null) {
    return (usage) =>
      stranger === undefined ? usage.explainNoCommand() : usage.explainUnknownOption(stranger, null, PROGRAM);
  }
  const isGiven = (long: string | null): boolean => given.some(({ option }) => option.long === long);
  const missing = Object.values(command.options).find(({ isRequired, long }) => isRequired && !isGiven(long));
  if (missing !== undefined) return (usage) => usage.explainMissingOption(missing, command);
  const conflict = given.find(({ option }) => isGiven(option.conflictsWith))?.option;
  if (conflict !== undefined) {
    return (usage) => usage.explainConflict(conflict.long, conflict.conflictsWith ?? '', command);
  }
  if (stranger !== undefined) return (usage) => usage.explainUnknownOption(stranger, command, PROGRAM);
  return findWrongArgument(line, command);
}

function findWrongArgument(line: CommandLine, command: CommandSpec): Explain | null {
  const due = command.arguments[line.words.length];
  if (due?.isRequired === true) return (usage) => usage.explainMissingArgument(due, command);
  const isTooMany = line.words.length > command.arguments.length && command.arguments.at(-1)?.isVariadic !== true;
  return isTooMany ? (usage) => usage.explainExcessArguments(line.words, command) : null;
}
