import { type CommandSpec, optionsFor, type ProgramSpec } from '../options/command-spec.ts';
import type { OptionSpec } from '../options/option-spec.ts';
import { COMMAND, TEXT, type ValueType } from '../options/value-types.ts';

// A reader of its own, since commander parses whole lines: of one that is being typed it reports an error.

/** A command line as far as it goes. */
interface TypedLine {
  /** The word in the place of a command's name, or null. */
  readonly named: string | null;
  /** Null also when there is no command of that name. */
  readonly command: CommandSpec | null;
  readonly given: readonly { readonly option: OptionSpec; readonly value: string | null }[];
  /** The arguments of the command. */
  readonly words: readonly string[];
  /** The option that the next word is the value of, or null. */
  readonly pending: OptionSpec | null;
  /** Whether `--` was there: all words after it are arguments. */
  readonly ended: boolean;
}

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
  readonly line: TypedLine;
}

/** @param typed the words behind the program's name; the last one is being typed, and may be empty. */
export function readQuestion(program: ProgramSpec, typed: readonly string[]): Question {
  const line = readLine(program, typed.slice(0, -1));
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

/** Global options stand before or after the command, its own options after it. */
function readLine(program: ProgramSpec, typed: readonly string[]): TypedLine {
  let named: string | null = null;
  let command: CommandSpec | null = null;
  let pending: OptionSpec | null = null;
  let ended = false;
  const given: { option: OptionSpec; value: string | null }[] = [];
  const words: string[] = [];

  for (const word of typed) {
    if (pending !== null) {
      given.push({ option: pending, value: word });
      pending = null;
    } else if (!ended && word === '--') {
      ended = true;
    } else if (!ended && word.startsWith('-') && word !== '-') {
      const { name, value } = splitOption(word);
      const option = findOption(command, name);
      if (option === null) continue;
      if (option.type === null || value !== null) given.push({ option, value });
      else pending = option;
    } else if (named === null) {
      named = word;
      command = program.commands.find(({ name }) => name === word) ?? null;
    } else {
      words.push(word);
    }
  }
  return { named, command, given, words, pending, ended };
}

function findOption(command: CommandSpec | null, name: string): OptionSpec | null {
  return optionsFor(command).find(({ long, short, alias }) => [long, short, alias].includes(name)) ?? null;
}

/** `--format=json` and `-eproduction` hold their value. */
function splitOption(word: string): { readonly name: string; readonly value: string | null } {
  const [, long, rest] = /^(--[^=]*)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined) return { name: long, value: rest ?? '' };
  const isGlued = !word.startsWith('--') && word.length > 2;
  return isGlued ? { name: word.slice(0, 2), value: word.slice(2) } : { name: word, value: null };
}
