import type { ProgramSpec } from '../options/command-spec.ts';
import type { OptionSpec } from '../options/option-spec.ts';
import { type CommandLine, findOption, readLine } from '../options/read-line.ts';
import { COMMAND, TEXT, type ValueType } from '../options/value-types.ts';

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
