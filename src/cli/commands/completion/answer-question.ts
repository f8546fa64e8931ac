import { optionsFor, type ProgramSpec } from '../../options/command-spec.ts';
import type { OptionSpec } from '../../options/option-spec.ts';
import { type CommandLine, findOption, readLine } from '../../options/read-line.ts';
import { type Candidate, COMMAND, type CompletionNames, TEXT, type ValueType } from '../../options/value-types.ts';

/** The word at the cursor, and what may complete it. */
export interface Question {
  /** The part of the word before the value, such as `--format=`. */
  readonly prefix: string;
  /** The typed part of the value. */
  readonly typed: string;
  readonly expects: 'options' | ValueType;
  /** Values of the same option or argument that the line has already. */
  readonly answered: readonly string[];
  readonly line: CommandLine;
}

/** @param typed the words after the program's name; the last one is incomplete, and may be empty. */
export function readQuestion(program: ProgramSpec, typed: readonly string[]): Question {
  const line = readLine(program.commands, typed.slice(0, -1));
  const word = typed.at(-1) ?? '';
  const { named, command, given, args, pending, ended } = line;
  const expect = (expects: Question['expects'], answered: readonly string[] = [], prefix = ''): Question => {
    return { prefix, typed: word.slice(prefix.length), expects, answered, line };
  };
  const expectValue = ({ type, long, isRepeatable }: OptionSpec, prefix = ''): Question => {
    const values = given.flatMap((one) => (isRepeatable && one.option.long === long ? (one.value ?? []) : []));
    return expect(type ?? TEXT, values, prefix);
  };
  if (pending !== null) return expectValue(pending);
  if (!ended && word.startsWith('-')) {
    const [prefix] = /^--[^=]+=/.exec(word) ?? [];
    const option = prefix === undefined ? null : findOption(command, prefix.slice(0, -1));
    if (prefix !== undefined) return option === null ? expect(TEXT) : expectValue(option, prefix);
    const short = /^-\w./s.test(word) ? findOption(command, word.slice(0, 2)) : null;
    return short !== null && completesWords(short) ? expectValue(short, word.slice(0, 2)) : expect('options');
  }
  if (named === null) return expect(COMMAND);
  const last = command?.arguments.at(-1);
  const due = command?.arguments[args.length] ?? (last?.isVariadic === true ? last : undefined);
  if (due !== undefined && due.type.completion.kind !== 'nothing') return expect(due.type, args);
  // Where no argument is expected, an empty word lists the options.
  return expect(command !== null && word === '' && !ended ? 'options' : TEXT);
}

/** Shells complete files and folders after `=`, but not after a short name. */
function completesWords({ type }: OptionSpec): boolean {
  return type !== null && type.completion.kind !== 'files' && type.completion.kind !== 'folders';
}

export type CompletionAnswer =
  | { readonly kind: 'words'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'files' | 'folders' };

/** Finds the candidates that begin with the typed part, as complete words. */
export function answerQuestion(question: Question, program: ProgramSpec, names: CompletionNames): CompletionAnswer {
  const { expects, typed, prefix, answered } = question;
  const completion = expects === 'options' ? null : expects.completion;
  if (completion?.kind === 'files' || completion?.kind === 'folders') return { kind: completion.kind };
  const commands = program.commands.map(({ name, summary }) => ({ word: name, meaning: shorten(summary) }));
  const values = completion?.kind === 'words' ? completion.list({ ...names, commands }, typed) : [];
  const candidates = (completion === null ? listOptions(question) : values)
    .filter(({ word }) => word.startsWith(typed) && !answered.includes(word) && isPrintable(word))
    .map(({ word, meaning }) => ({ word: `${prefix}${word}`, meaning }));
  if (candidates.length === 0 && completion?.kind === 'words' && completion.orFiles) return { kind: 'files' };
  return { kind: 'words', candidates };
}

/** One line per candidate: word, tab, meaning; `:files` or `:folders` when the shell completes the word itself. */
export function renderAnswer(answer: CompletionAnswer): string {
  if (answer.kind !== 'words') return `:${answer.kind}\n`;
  return answer.candidates.map(({ word, meaning }) => `${word}\t${meaning}\n`).join('');
}

/** Long names. A typed short name is a candidate too, so that the shell completes it. */
function listOptions({ typed, line: { command, given } }: Question): readonly Candidate[] {
  const isHelp = ({ long }: { readonly long: string }): boolean => long === '--help';
  const options = optionsFor(command).filter(
    ({ long, isRepeatable }) =>
      (command === null || long !== '--version') && (isRepeatable || given.every(({ option }) => option.long !== long)),
  );
  return [...options.filter((option) => !isHelp(option)), ...options.filter(isHelp)].map(
    ({ short, long, description }) => ({ word: typed === short ? short : long, meaning: shorten(description) }),
  );
}

/** The first part of a description. */
function shorten(description: string): string {
  return description.split(/; | \(/, 1)[0] ?? description;
}

/** Names are data: a control character could end a line or move the cursor. */
function isPrintable(word: string): boolean {
  return !/\p{Cc}/u.test(word);
}
