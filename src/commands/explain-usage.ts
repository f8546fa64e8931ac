import type { CommanderError } from 'commander';
import { type ReadLine, readLine } from '../completion/read-line.ts';
import { suggest } from '../model/suggest.ts';
import type { CommandSheet, ProgramSheet } from './command-sheets.ts';
import { UsageError } from './usage-error.ts';
import type { ValueKind } from './value-kinds.ts';

/** What is wrong with a command line that cannot be parsed, and what to do. The words before are read once more for it. */
export function explainUsage(error: CommanderError, args: readonly string[], sheet: ProgramSheet): UsageError {
  const line = readLine(sheet, args);
  switch (error.code) {
    case 'commander.help':
      return new UsageError('No command is named.', 'See `pipeform --help`.');
    case 'commander.unknownCommand':
      return unknownCommand(line.named ?? '', sheet);
    case 'commander.unknownOption':
      return unknownOption(line, sheet);
    case 'commander.optionMissingArgument':
      return noValue(line, error);
    case 'commander.missingArgument':
      return noWord(line, error);
    case 'commander.missingMandatoryOptionValue':
      return noOption(line, error);
    case 'commander.excessArguments':
      return tooManyWords(line, error);
    default:
      return inItsWords(error, line);
  }
}

/** For a name that no command has. */
export function unknownCommand(name: string, { commands }: ProgramSheet): UsageError {
  const nearest = suggest(
    name,
    commands.map((command) => command.name),
  );
  const all = 'See `pipeform --help` for all of them.';
  return new UsageError(`There is no command \`${name}\`.`, nearest === null ? all : `Did you mean ${nearest}? ${all}`);
}

function unknownOption({ unknown: [name = ''], command }: ReadLine, sheet: ProgramSheet): UsageError {
  const known = [...(command?.options ?? []), ...sheet.options].map(({ long }) => long);
  const nearest = suggest(name, known);
  const owners = sheet.commands.filter(({ options }) => options.some(({ long }) => long === name));
  const hints = [
    ...(nearest === null ? [] : [`Did you mean ${nearest}?`]),
    ...(owners.length === 0 ? [] : [`It is an option of ${owners.map((owner) => owner.name).join(', ')}.`]),
    seeHelp(command),
  ];
  return new UsageError(`${nameOf(command)} has no option ${name}.`, hints.join(' '));
}

function noValue({ pending, command }: ReadLine, error: CommanderError): UsageError {
  if (pending === null) return inItsWords(error, { command });
  const choices = choicesOf(pending.takes, command);
  const hint =
    choices === null ? `Write it as ${pending.long} ${pending.value?.toUpperCase()}.` : `It takes ${choices}.`;
  return new UsageError(`${pending.long} needs a value.`, `${hint} ${seeHelp(command)}`);
}

function noWord({ command, words }: ReadLine, error: CommanderError): UsageError {
  const missing = command?.words.filter(({ required }) => required)[words.length];
  if (command === null || missing === undefined) return inItsWords(error, { command });
  const choices = choicesOf(command.takes[words.length] ?? null, command);
  const what = choices === null ? `a ${missing.name}` : `a ${missing.name}: ${choices}`;
  return new UsageError(`${nameOf(command)} needs ${what}.`, seeExample(command));
}

function noOption({ command, given }: ReadLine, error: CommanderError): UsageError {
  const missing = command?.options.find(
    (option) => option.required && given.every((one) => one.option.long !== option.long),
  );
  if (command === null || missing === undefined) return inItsWords(error, { command });
  const choices = choicesOf(missing.takes, command);
  const takes = choices === null ? '' : `It takes ${choices}. `;
  return new UsageError(`${nameOf(command)} needs ${missing.flags}.`, `${takes}${seeExample(command)}`);
}

function tooManyWords({ command, words }: ReadLine, error: CommanderError): UsageError {
  if (command === null) return inItsWords(error, { command });
  const taken = command.words.length;
  const most = taken === 0 ? 'takes options only' : `takes no more than ${taken === 1 ? 'one word' : `${taken} words`}`;
  const names = taken === 0 ? 'Pipes are named with --target. ' : '';
  return new UsageError(`${nameOf(command)} ${most}, not \`${words[taken] ?? ''}\`.`, `${names}${seeHelp(command)}`);
}

/** The parser's own. */
function inItsWords({ message }: CommanderError, { command }: Pick<ReadLine, 'command'>): UsageError {
  const [first = ''] = message.replace(/^error: /, '').split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  return new UsageError(/[.?!]$/.test(sentence) ? sentence : `${sentence}.`, seeHelp(command));
}

function choicesOf(takes: ValueKind | null, command: CommandSheet | null): string | null {
  if (takes?.of === 'format') return command === null ? null : command.formats.join(', ');
  return takes?.of === 'choice' || takes?.of === 'choices' ? takes.choices.join(', ') : null;
}

function nameOf(command: CommandSheet | null): string {
  return command === null ? 'pipeform' : `\`pipeform ${command.name}\``;
}

function seeExample(command: CommandSheet): string {
  return `For example: \`${command.examples[0] ?? ''}\`. ${seeHelp(command)}`;
}

function seeHelp(command: CommandSheet | null): string {
  return command === null ? 'See `pipeform --help`.' : `See \`pipeform ${command.name} --help\`.`;
}
