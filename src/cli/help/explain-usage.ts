import { suggest } from '../../model/suggest.ts';
import { type ArgumentSpec, type CommandSpec, optionsFor, type ProgramSpec } from '../options/command-spec.ts';
import type { OptionSpec } from '../options/option-spec.ts';
import { type CommandLine, findOption } from '../options/read-line.ts';
import { UsageError } from '../options/value-types.ts';

export function explainNoCommand(): UsageError {
  return new UsageError('No command is named.', 'See `pipeform --help`.');
}

export function explainUnknownCommand(name: string, { commands }: ProgramSpec): UsageError {
  const names = commands.map((command) => command.name);
  const elsewhere = OTHER_COMMANDS.find(([words]) => words.includes(name.toLowerCase()))?.[1];
  const known = elsewhere ?? didYouMean(suggest(name, names));
  return new UsageError(
    `There is no command \`${name}\`.`,
    joinHints([known, 'See `pipeform --help` for all of them.']),
  );
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
  const [, elsewhere = null, needs] = OTHER_OPTIONS.find(([names]) => names.includes(name)) ?? [];
  const fits = needs === undefined || known.includes(needs);
  const nearest = suggest(long, known);
  const names = owners.map((owner) => owner.name).join(', ');
  const hints = [
    nearest === null && fits ? elsewhere : didYouMean(nearest),
    owners.length === 0 || elsewhere !== null ? null : `${long === name ? 'It' : long} is an option of ${names}.`,
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

export function explainExcessArguments(line: CommandLine): UsageError {
  const { words, command } = line;
  const swallowed = findSwallowedOption(line);
  if (swallowed !== null) return swallowed;
  const most = command?.arguments.length ?? 0;
  const takes = most === 0 ? 'no arguments' : most === 1 ? 'at most one argument' : `at most ${most} arguments`;
  const names = command !== null && TAKES_TARGETS.has(command.name) ? 'Select pipes with --target.' : null;
  return new UsageError(
    `${nameOf(command)} takes ${takes}, but got \`${words[most] ?? ''}\`${most === 0 ? '' : ' too'}.`,
    joinHints([names, seeHelp(command)]),
  );
}

/** The commands without arguments that people give names of pipes. */
const TAKES_TARGETS: ReadonlySet<string> = new Set(['plan', 'drift']);

/** In `-e -c FILE`, `-c` is the environment, and FILE is one argument too many. */
function findSwallowedOption({ given, command }: CommandLine): UsageError | null {
  const swallower = given.find(({ value }) => value !== null && /^-./.test(value));
  if (swallower === undefined) return null;
  const { option, value } = swallower;
  const meant = `${howToWrite(option)}, or as ${option.long}=${value} if that is what is meant`;
  return new UsageError(
    `${option.long} needs a value, and ${value} was taken for it.`,
    `${meant}. ${seeHelp(command)}`,
  );
}

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

/** Commands of other tools, and what to use here. */
const OTHER_COMMANDS: readonly (readonly [words: readonly string[], hint: string])[] = [
  [['import', 'dump', 'export'], '`pipeform pull` reads live pipes into the configuration.'],
  [['refresh'], '`pipeform drift` reads the live pipes; `pipeform pull` brings their values into the configuration.'],
  [['diff', 'preview'], '`pipeform plan` shows what would change; `pipeform drift` shows what was changed by hand.'],
  [['sync', 'deploy', 'push', 'update', 'up'], '`pipeform apply` shows the plan, asks, and carries it out.'],
  [
    ['destroy', 'delete', 'remove', 'rm', 'create'],
    'Pipeform does not create or delete pipes. A pipe that you remove from the configuration stays as it is.',
  ],
  [['lint', 'verify', 'test'], '`pipeform validate` checks the configuration.'],
  [['format'], '`pipeform fmt` puts the files into canonical order and form.'],
  [['new', 'setup', 'start'], '`pipeform init` writes a first configuration.'],
  [
    ['list', 'ls', 'get', 'status', 'state'],
    '`pipeform drift` shows the state of each pipe; `pipeform runs` lists the runs.',
  ],
  [['log', 'logs', 'history'], '`pipeform runs` lists the runs.'],
  [['forget'], '`pipeform runs forget RUN` stops the report of an interrupted run.'],
  [['undo', 'revert', 'restore'], '`pipeform rollback latest` restores what the last run replaced.'],
  [['mock', 'serve', 'server', 'dev'], '`pipeform sandbox` serves both APIs on this machine.'],
  [['login', 'auth'], 'Credentials come from PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET in the environment.'],
  [
    ['force-unlock', 'unlock'],
    'The next apply takes over a lock whose run has died; for any other lock it names the holder.',
  ],
  [['version'], '`pipeform --version` prints it.'],
];

/** Options of other tools, and what to use here; `needs` is an option that a command must have for the hint to help. */
const OTHER_OPTIONS: readonly (readonly [names: readonly string[], hint: string, needs?: string])[] = [
  [['--json', '-json'], 'Write --format json.'],
  [['--output', '-o'], 'Write --format FORMAT to choose the format, and --out FILE to save the document.', '--out'],
  [['--verbose', '-v', '--trace'], '--debug shows each request; -V prints the version.'],
  [['--quiet', '-q', '--silent'], 'Write --log-level quiet.'],
  [['--environment', '--workspace', '--stage', '--profile'], 'Write --env NAME.'],
  [['--filter', '--only', '--pipe', '--pipes', '-t'], 'Write --target PATTERN.'],
  [['--file', '-f'], 'Write --config FILE, or --chdir DIR.'],
  [['--concurrency', '-j', '-parallel'], 'Write --parallelism N.'],
  [['-y', '--approve', '--assume-yes', '--no-input'], 'Write --auto-approve.', '--auto-approve'],
  [['--dry-run'], '`pipeform plan` writes nothing.'],
  [['--var', '-var', '--set'], 'Values come from ${NAME} in the files and the environment.'],
  [
    ['--key', '--token', '--api-key', '--password', '--user'],
    'Credentials come from the environment: PIPEFORM_KEY_ID, PIPEFORM_KEY_SECRET, PIPEFORM_ACCESS_TOKEN.',
  ],
];
