import type { CommanderError } from 'commander';
import { suggest } from '../../model/suggest.ts';
import { type ReadLine, readLine } from '../completion/read-line.ts';
import type { CommandSheet, OptionSheet, ProgramSheet } from '../options/command-sheets.ts';
import { commandElsewhere, optionElsewhere } from '../options/other-words.ts';
import { UsageError } from '../options/usage-error.ts';
import type { ValueKind } from '../options/value-kinds.ts';

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
    case 'commander.conflictingOption':
      return conflict(line, error);
    default:
      return inItsWords(error, line);
  }
}

/** For a name that no command has. */
export function unknownCommand(name: string, { commands }: ProgramSheet): UsageError {
  const names = commands.map((command) => command.name);
  const hints = [commandElsewhere(name) ?? didYouMean(suggest(name, names)), 'See `pipeform --help` for all of them.'];
  return new UsageError(`There is no command \`${name}\`.`, joinHints(hints));
}

function unknownOption({ unknown: [name = ''], command }: ReadLine, sheet: ProgramSheet): UsageError {
  const known = [...(command?.options ?? []), ...sheet.options].map(({ long }) => long);
  // Other tools have long names with one hyphen.
  const long = /^-\w{2}/.test(name) ? `-${name}` : name;
  const owners = sheet.commands.filter(({ options }) => options.some((option) => option.long === long));
  const others = owners.map((owner) => owner.name).join(', ');
  const elsewhere = optionElsewhere(name);
  const isOurs = elsewhere?.needs === undefined || known.includes(elsewhere.needs);
  const nearest = suggest(long, known);
  const hints = [
    nearest === null && elsewhere !== null && isOurs ? elsewhere.hint : didYouMean(nearest),
    owners.length === 0 || elsewhere !== null ? null : `${long === name ? 'It' : long} is an option of ${others}.`,
    seeHelp(command),
  ];
  return new UsageError(`${nameOf(command)} has no option ${name}.`, joinHints(hints));
}

function noValue({ pending, command }: ReadLine, error: CommanderError): UsageError {
  if (pending === null) return inItsWords(error, { command });
  return new UsageError(`${pending.long} needs a value.`, `${howToWrite(pending, command)}. ${seeHelp(command)}`);
}

function howToWrite(option: OptionSheet, command: CommandSheet | null): string {
  const choices = choicesOf(option.takes, command);
  return choices === null ? `Write it as ${option.long} ${option.value?.toUpperCase()}` : `It takes ${choices}`;
}

function noWord({ command, words }: ReadLine, error: CommanderError): UsageError {
  const missing = command?.words.filter(({ required }) => required)[words.length];
  if (command === null || missing === undefined) return inItsWords(error, { command });
  const choices = choicesOf(command.takes[words.length] ?? null, command);
  const what = `${/^[aeiou]/.test(missing.name) ? 'an' : 'a'} ${missing.name}`;
  return new UsageError(
    `${nameOf(command)} needs ${choices === null ? what : `${what}: ${choices}`}.`,
    seeExample(command),
  );
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

function tooManyWords(line: ReadLine, error: CommanderError): UsageError {
  const { command, words } = line;
  if (command === null) return inItsWords(error, { command });
  const swallowed = swallowedOption(line);
  if (swallowed !== null) return swallowed;
  const taken = command.words.length;
  const most = taken === 0 ? 'takes options only' : `takes no more than ${taken === 1 ? 'one word' : `${taken} words`}`;
  const names = taken === 0 && TAKES_PIPES.has(command.name) ? 'Pipes are named with --target.' : null;
  const hint = joinHints([names, seeHelp(command)]);
  return new UsageError(`${nameOf(command)} ${most}, not \`${words[taken] ?? ''}\`.`, hint);
}

/** The commands without words that go by --target. */
const TAKES_PIPES: ReadonlySet<string> = new Set(['plan', 'drift']);

/** In `-e -c FILE`, the parser takes `-c` for the environment, and FILE is one word too many. */
function swallowedOption({ given, command }: ReadLine): UsageError | null {
  const found = given.find(({ value }) => value !== null && /^-./.test(value));
  if (found === undefined) return null;
  const { option, value } = found;
  const meant = `${howToWrite(option, command)}, or as ${option.long}=${value} if that is what is meant`;
  return new UsageError(
    `${option.long} needs a value, and ${value} was taken for it.`,
    `${meant}. ${seeHelp(command)}`,
  );
}

function conflict({ given, command }: ReadLine, error: CommanderError): UsageError {
  const named = given.map(({ option }) => option.long).filter((long) => error.message.includes(`'${long}'`));
  const [one, other] = [...new Set(named)].sort();
  if (one === undefined || other === undefined) return inItsWords(error, { command });
  return new UsageError(`${one} cannot be used with ${other}.`, `Give one of them. ${seeHelp(command)}`);
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

function didYouMean(nearest: string | null): string | null {
  return nearest === null ? null : `Did you mean ${nearest}?`;
}

function joinHints(hints: readonly (string | null)[]): string {
  return hints.filter((hint) => hint !== null).join(' ');
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
