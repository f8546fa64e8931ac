import { suggest } from '../../model/suggest.ts';
import { type CommandSpec, optionsFor, type ProgramSpec } from '../options/command-spec.ts';
import type { OptionSpec } from '../options/option-spec.ts';
import { type CommandLine, findOption } from '../options/read-line.ts';
import { UsageError } from '../options/value-types.ts';

/** The first mistake in a command line, or null. Values are not parsed. */
export function findMistake(line: CommandLine, program: ProgramSpec): UsageError | null {
  const { named, command, given, unknown, args, pending } = line;
  if (pending !== null) return explainMissingValue(pending, command);
  if (command === null && named !== null) return explainUnknownCommand(named, program);
  const empty = given.find(({ option, value }) => value === '' && option.type?.allowsEmpty !== true)?.option;
  if (empty !== undefined) return explainMissingValue(empty, command);
  const [firstUnknown] = unknown;
  if (command === null) {
    return firstUnknown === undefined
      ? new UsageError('No command is given.', describeHelpHint(null))
      : explainUnknownOption(firstUnknown, null, program);
  }
  const missing = Object.values(command.options).find(
    ({ isRequired, long }) => isRequired && given.every(({ option }) => option.long !== long),
  );
  if (missing !== undefined) return explainMissingOption(missing, command);
  if (firstUnknown !== undefined) return explainUnknownOption(firstUnknown, command, program);
  return findWrongArgument(args, command);
}

const LIST = '`pipeform plan` reads every pipe, `pipeform explain NAME` shows one, and `pipeform runs` lists the runs.';
const DESTROY =
  'Pipeform never deletes a pipe: one that you remove from the configuration is no longer managed. `pipeform rollback RUN` restores the values that a run replaced.';

const JSON_FORMAT = '`--format json` prints JSON; `--out FILE` saves a plan or a report.';
const VARIABLES =
  'The configuration takes values from the environment, as in `replicas: ${REPLICAS}`: run `REPLICAS=3 pipeform plan`.';
const APPROVE = '`--auto-approve` applies without asking.';
const DEBUG = '`--log-level debug` shows each request.';
const QUIET = '`--log-level quiet` prints only the result and errors.';
const TARGET = '`--target NAME` selects pipes.';
const REFRESH = '`pipeform drift` reports what differs, and writes nothing.';

/** What does here what another tool has the word for. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['diff', '`pipeform plan` shows what apply would change, and `pipeform drift` whether the live pipes still match.'],
  ['preview', '`pipeform plan` shows what apply would do.'],
  ['sync', '`pipeform apply` changes the live pipes, and `pipeform pull` the files.'],
  ['deploy', '`pipeform apply` changes the live pipes.'],
  ['import', '`pipeform pull ID --service NAME` adds live pipes to the configuration.'],
  ['list', LIST],
  ['ls', LIST],
  ['status', '`pipeform drift` reports whether the live pipes match, and `pipeform runs` what was applied.'],
  ['lint', '`pipeform validate` checks the configuration.'],
  ['undo', '`pipeform rollback RUN` restores the values that a run replaced.'],
  ['destroy', DESTROY],
  ['delete', DESTROY],
  ['version', '`pipeform --version` prints the version.'],
  ['--json', JSON_FORMAT],
  ['--output', JSON_FORMAT],
  ['-o', JSON_FORMAT],
  ['--var', VARIABLES],
  ['--var-file', VARIABLES],
  ['--set', VARIABLES],
  ['--approve', APPROVE],
  ['-y', APPROVE],
  ['--verbose', DEBUG],
  ['--debug', DEBUG],
  ['-v', DEBUG],
  ['--quiet', QUIET],
  ['-q', QUIET],
  ['-t', TARGET],
  ['--refresh-only', REFRESH],
  ['--file', '`-c FILE` names the root document.'],
  ['-f', '`-c FILE` names the root document.'],
  ['--environment', '`-e NAME` chooses an environment.'],
  ['--workspace', '`-e NAME` chooses an environment.'],
  [
    '--dry-run',
    '`pipeform plan` shows what apply would do. `pipeform rollback RUN --dry-run` shows what a rollback would do.',
  ],
]);

export function explainUnknownCommand(name: string, { commands }: ProgramSpec): UsageError {
  const names = commands.map((command) => command.name);
  const hints = [OTHER_WORDS.get(name) ?? didYouMean(suggest(name, names)), 'See `pipeform --help` for all commands.'];
  return new UsageError(`There is no command \`${name}\`.`, joinHints(hints));
}

function explainUnknownOption(name: string, command: CommandSpec | null, program: ProgramSpec): UsageError {
  if (findOption(command, name) !== null) {
    return new UsageError(
      `${name} takes no value.`,
      `Write it as ${name}, or leave it out. ${describeHelpHint(command)}`,
    );
  }
  const known = optionsFor(command).map(({ long }) => long);
  // Other tools have long names with one hyphen.
  const long = /^-\w{2}/.test(name) ? `-${name}` : name;
  const owners = program.commands.filter(({ options }) =>
    Object.values(options).some((option) => option.long === long || option.alias === long),
  );
  const names = owners.map((owner) => owner.name).join(', ');
  const otherWord = OTHER_WORDS.get(long) ?? null;
  if (long !== name && known.includes(long)) {
    return new UsageError(
      `${nameOf(command)} has no option ${name}.`,
      `Did you mean ${long}? ${describeHelpHint(command)}`,
    );
  }
  const owned = owners.length === 0 ? null : `${long === name ? 'It' : long} is an option of ${names}.`;
  const hints = otherWord === null ? [didYouMean(suggest(long, known)), owned] : [otherWord];
  return new UsageError(`${nameOf(command)} has no option ${name}.`, joinHints([...hints, describeHelpHint(command)]));
}

function explainMissingValue(option: OptionSpec, command: CommandSpec | null): UsageError {
  return new UsageError(`${option.long} needs a value.`, `${describeForm(option)}. ${describeHelpHint(command)}`);
}

function explainMissingOption({ flags, type }: OptionSpec, command: CommandSpec): UsageError {
  const choices = type?.choices ?? null;
  const accepted = choices === null ? '' : `It takes ${choices.join(', ')}. `;
  return new UsageError(`${nameOf(command)} needs ${flags}.`, `${accepted}${describeExampleHint(command)}`);
}

function findWrongArgument(args: readonly string[], command: CommandSpec): UsageError | null {
  const most = command.arguments.length;
  const missing = command.arguments[args.length];
  if (missing?.isRequired === true) {
    const { name, type } = missing;
    const article = /^[aeiou]/.test(name) ? 'an' : 'a';
    const values = type.choices === null ? '' : `: ${type.choices.join(', ')}`;
    return new UsageError(`${nameOf(command)} needs ${article} ${name}${values}.`, describeExampleHint(command));
  }
  const excess = args[most];
  if (excess === undefined || command.arguments.at(-1)?.isVariadic === true) return null;
  const accepted = most === 0 ? 'no arguments' : most === 1 ? 'at most one argument' : `at most ${most} arguments`;
  const names = TAKES_TARGETS.has(command.name) ? 'Select pipes with --target.' : null;
  return new UsageError(
    `${nameOf(command)} takes ${accepted}, but got \`${excess}\`${most === 0 ? '' : ' too'}.`,
    joinHints([names, describeHelpHint(command)]),
  );
}

/** The commands without arguments that people give names of pipes. */
const TAKES_TARGETS: ReadonlySet<string> = new Set(['plan', 'drift']);

function describeForm({ long, value, type }: OptionSpec): string {
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

function describeExampleHint(command: CommandSpec): string {
  return `For example: \`${command.examples[0]}\`. ${describeHelpHint(command)}`;
}

function describeHelpHint(command: CommandSpec | null): string {
  return command === null ? 'See `pipeform --help`.' : `See \`pipeform ${command.name} --help\`.`;
}
