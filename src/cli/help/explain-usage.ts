import { suggest } from '../../model/suggest.ts';
import { type ArgumentSpec, type CommandSpec, optionsFor, type ProgramSpec } from '../options/command-spec.ts';
import type { OptionSpec } from '../options/option-spec.ts';
import { findOption } from '../options/read-line.ts';
import { UsageError } from '../options/value-types.ts';

export function explainNoCommand(): UsageError {
  return new UsageError('No command is named.', 'See `pipeform --help`.');
}

export function explainUnknownCommand(name: string, { commands }: ProgramSpec): UsageError {
  const names = commands.map((command) => command.name);
  const hints = [didYouMean(suggest(name, names)), 'See `pipeform --help` for all of them.'];
  return new UsageError(`There is no command \`${name}\`.`, joinHints(hints));
}

export function explainUnknownOption(name: string, command: CommandSpec | null, program: ProgramSpec): UsageError {
  if (findOption(command, name) !== null) {
    return new UsageError(`${name} takes no value.`, `Write it as ${name}, or leave it out. ${seeHelp(command)}`);
  }
  const known = optionsFor(command).map(({ long }) => long);
  // Other tools have long names with one hyphen.
  const long = /^-\w{2}/.test(name) ? `-${name}` : name;
  const owners = program.commands.filter(({ options }) =>
    Object.values(options).some((option) => option.long === long || option.alias === long),
  );
  const names = owners.map((owner) => owner.name).join(', ');
  const hints = [
    didYouMean(suggest(long, known)),
    owners.length === 0 ? null : `${long === name ? 'It' : long} is an option of ${names}.`,
    seeHelp(command),
  ];
  return new UsageError(`${nameOf(command)} has no option ${name}.`, joinHints(hints));
}

export function explainMissingValue(option: OptionSpec, command: CommandSpec | null): UsageError {
  return new UsageError(`${option.long} needs a value.`, `${howToWrite(option)}. ${seeHelp(command)}`);
}

export function explainMissingArgument({ name, type: { choices } }: ArgumentSpec, command: CommandSpec): UsageError {
  const what = `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
  const needed = choices === null ? what : `${what}: ${choices.join(', ')}`;
  return new UsageError(`${nameOf(command)} needs ${needed}.`, seeExample(command));
}

export function explainMissingOption({ flags, type }: OptionSpec, command: CommandSpec): UsageError {
  const choices = type?.choices ?? null;
  const takes = choices === null ? '' : `It takes ${choices.join(', ')}. `;
  return new UsageError(`${nameOf(command)} needs ${flags}.`, `${takes}${seeExample(command)}`);
}

export function explainConflict(one: string, other: string, command: CommandSpec): UsageError {
  const [first, second] = [one, other].sort();
  return new UsageError(`${first} cannot be used with ${second}.`, `Give one of them. ${seeHelp(command)}`);
}

export function explainExcessArguments(words: readonly string[], command: CommandSpec): UsageError {
  const most = command.arguments.length;
  const takes = most === 0 ? 'no arguments' : most === 1 ? 'at most one argument' : `at most ${most} arguments`;
  const names = TAKES_TARGETS.has(command.name) ? 'Select pipes with --target.' : null;
  return new UsageError(
    `${nameOf(command)} takes ${takes}, but got \`${words[most] ?? ''}\`${most === 0 ? '' : ' too'}.`,
    joinHints([names, seeHelp(command)]),
  );
}

/** The commands without arguments that people give names of pipes. */
const TAKES_TARGETS: ReadonlySet<string> = new Set(['plan', 'drift']);

function howToWrite({ long, value, type }: OptionSpec): string {
  const choices = type?.choices ?? null;
  if (choices !== null && choices.length > 1) return `It takes ${choices.join(', ')}`;
  return `Write it as ${long} ${value?.toUpperCase()}`;
}

function didYouMean(nearest: string | null): string | null {
  return nearest === null ? null : `Did you mean ${nearest}?`;
}

function joinHints(hints: readonly (string | null)[]): string {
  return hints.filter((hint) => hint !== null).join(' ');
}

function nameOf(command: CommandSpec | null): string {
  return command === null ? 'pipeform' : `\`pipeform ${command.name}\``;
}

function seeExample(command: CommandSpec): string {
  return `For example: \`${command.examples[0]}\`. ${seeHelp(command)}`;
}

function seeHelp(command: CommandSpec | null): string {
  return command === null ? 'See `pipeform --help`.' : `See \`pipeform ${command.name} --help\`.`;
}
