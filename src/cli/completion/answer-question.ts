import { optionsFor, type ProgramSpec } from '../options/command-spec.ts';
import type { OptionSpec } from '../options/option-spec.ts';
import { type CommandLine, findOption, readLine } from '../options/read-line.ts';
import { type Candidate, COMMAND, type Names, TEXT, type ValueType } from '../options/value-types.ts';

/** What may stand where the cursor is. */
export interface Question {
  /** The part of the word before the answer, such as `--format=`. */
  readonly prefix: string;
  /** The beginning of the answer. */
  readonly typed: string;
  readonly asks: 'options' | ValueType;
  /** Earlier answers to the same question on this line. */
  readonly answered: readonly string[];
  /** The words before. */
  readonly line: CommandLine;
}

/** @param typed the words behind the program's name; the last one is being typed, and may be empty. */
export function readQuestion(program: ProgramSpec, typed: readonly string[]): Question {
  const line = readLine(program.commands, typed.slice(0, -1));
  const word = typed.at(-1) ?? '';
  const { named, command, given, words, pending, ended } = line;
  const ask = (asks: Question['asks'], answered: readonly string[] = [], prefix = ''): Question => {
    return { prefix, typed: word.slice(prefix.length), asks, answered, line };
  };
  const askValue = ({ type, long, isRepeatable }: OptionSpec, prefix = ''): Question => {
    const values = given.flatMap((one) => (isRepeatable && one.option.long === long ? (one.value ?? []) : []));
    return ask(type ?? TEXT, values, prefix);
  };
  if (pending !== null) return askValue(pending);
  if (!ended && word.startsWith('-')) {
    const [prefix] = /^--[^=]+=/.exec(word) ?? [];
    const option = prefix === undefined ? null : findOption(command, prefix.slice(0, -1));
    if (prefix !== undefined) return option === null ? ask(TEXT) : askValue(option, prefix);
    const short = /^-\w./s.test(word) ? findOption(command, word.slice(0, 2)) : null;
    return short !== null && completesWords(short) ? askValue(short, word.slice(0, 2)) : ask('options');
  }
  if (named === null) return ask(COMMAND);
  const last = command?.arguments.at(-1);
  const due = command?.arguments[words.length] ?? (last?.isVariadic === true ? last : undefined);
  if (due !== undefined && due.type.completion.of !== 'nothing') return ask(due.type, words);
  // Where no word is expected, an empty one asks for the options.
  return ask(command !== null && word === '' && !ended ? 'options' : TEXT);
}

/** Shells complete files and folders behind `=`, but not behind a short name. */
function completesWords({ type }: OptionSpec): boolean {
  return type !== null && type.completion.of !== 'files' && type.completion.of !== 'folders';
}

/** What a shell offers: words, or files and folders that it finds itself. */
export type CompletionAnswer =
  | { readonly of: 'words'; readonly candidates: readonly Candidate[] }
  | { readonly of: 'files' | 'folders' };

/** The candidates that begin with what is typed, as whole words. */
export function answerQuestion(question: Question, program: ProgramSpec, names: Names): CompletionAnswer {
  const { asks, typed, prefix, answered } = question;
  const completion = asks === 'options' ? null : asks.completion;
  if (completion?.of === 'files' || completion?.of === 'folders') return { of: completion.of };
  const commands = program.commands.map(({ name, summary }) => ({ word: name, meaning: shorten(summary) }));
  const values = completion?.of === 'words' ? completion.list({ ...names, commands }, typed) : [];
  const candidates = (completion === null ? listOptions(question) : values)
    .filter(({ word }) => word.startsWith(typed) && !answered.includes(word) && isPrintable(word))
    .map(({ word, meaning }) => ({ word: `${prefix}${word}`, meaning }));
  return { of: 'words', candidates };
}

/** A line for each candidate: the word, a tab, its meaning; or one line that names what the shell completes itself. */
export function renderAnswer(answer: CompletionAnswer): string {
  if (answer.of !== 'words') return `:${answer.of}\n`;
  return answer.candidates.map(({ word, meaning }) => `${word}\t${meaning}\n`).join('');
}

/** The long names. A short one is offered only when it is typed, so that the shell sees that it is complete. */
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

/** A list has room for the first part of a description; help shows all of it. */
function shorten(description: string): string {
  return description.split(/; | \(/, 1)[0] ?? description;
}

/** Names are data: a control character in one could end a line or move the cursor. */
function isPrintable(word: string): boolean {
  return !/\p{Cc}/u.test(word);
}
