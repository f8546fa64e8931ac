import { parseArgs } from 'node:util';
import { type CommandSpec, optionsFor, type ProgramSpec } from '../options/command-spec.ts';
import type { OptionSpec } from '../options/option-spec.ts';
import { COMMAND, TEXT, type ValueType } from '../options/value-types.ts';

// Not commander, which parses whole lines: of one that is being typed it reports an error.

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
  const first = parseWords(null, typed).find(({ kind }) => kind === 'positional')?.index ?? typed.length;
  const named = typed[first] ?? null;
  const command = program.commands.find(({ name }) => name === named) ?? null;
  const tokens = parseWords(command, typed.toSpliced(first, 1));
  const given = tokens.flatMap((token) => {
    const option = token.kind === 'option' ? findOption(command, token.rawName) : null;
    return token.kind === 'option' && option !== null ? [{ option, value: token.value ?? null }] : [];
  });
  return {
    named,
    command,
    given,
    words: tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
    // Only the last word can lack its value.
    pending: given.find(({ option, value }) => option.type !== null && value === null)?.option ?? null,
    ended: tokens.some(({ kind }) => kind === 'option-terminator'),
  };
}

function parseWords(command: CommandSpec | null, words: readonly string[]) {
  const options: Record<string, { type: 'boolean' | 'string'; short?: string }> = {};
  for (const { long, short, alias, type } of optionsFor(command)) {
    const kind = type === null ? 'boolean' : 'string';
    options[long.slice(2)] = { type: kind, ...(short !== null && { short: short.slice(1) }) };
    if (alias !== null) options[alias.slice(2)] = { type: kind };
  }
  return parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function findOption(command: CommandSpec | null, name: string): OptionSpec | null {
  return optionsFor(command).find(({ long, short, alias }) => [long, short, alias].includes(name)) ?? null;
}
