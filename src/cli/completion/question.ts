import type { CommandSheet, OptionSheet, ProgramSheet } from '../options/command-sheets.ts';
import type { ValueKind } from '../options/value-kinds.ts';
import { findOption, type ReadLine, readLine } from './read-line.ts';

/** What may stand where the cursor is. */
export interface Question {
  /** What of the word is there before the answer starts, as `--format=`. */
  readonly prefix: string;
  /** The beginning of the answer. */
  readonly typed: string;
  readonly asks: { readonly of: 'options' } | ValueKind;
  /** What the same question was answered with before, on this line. */
  readonly answered: readonly string[];
  /** The words before. */
  readonly line: ReadLine;
}

/** @param typed the words behind the program's name; the last one is being typed, and may be empty. */
export function readQuestion(sheet: ProgramSheet, typed: readonly string[]): Question {
  const line = readLine(sheet, typed.slice(0, -1));
  const word = typed.at(-1) ?? '';
  if (line.pending !== null) return askValue(line.pending, '', word, line);
  if (line.ended || !word.startsWith('-')) return askWord(word, line);
  const [, prefix = '', rest = ''] = /^(--[^=]+=)(.*)$/s.exec(word) ?? [];
  const option = prefix === '' ? null : findOption(sheet, line.command, prefix.slice(0, -1));
  const short = /^-\w./s.test(word) ? findOption(sheet, line.command, word.slice(0, 2)) : null;
  if (short !== null && hasWords(short)) return askValue(short, word.slice(0, 2), word.slice(2), line);
  if (prefix === '') return { prefix, typed: word, asks: { of: 'options' }, answered: [], line };
  return option === null ? askNothing(word, line) : askValue(option, prefix, rest, line);
}

/** Whether words stand for its value: what a shell finds on the disk, it finds behind `=` alone. */
function hasWords({ takes }: OptionSheet): boolean {
  return takes !== null && takes.of !== 'file' && takes.of !== 'folder';
}

function askValue(option: OptionSheet, prefix: string, typed: string, line: ReadLine): Question {
  const values = line.given.flatMap((one) => (one.option.long === option.long ? (one.value ?? []) : []));
  const answered = option.given === 'repeatedly' ? values : [];
  return { prefix, typed, asks: option.takes ?? { of: 'text' }, answered, line };
}

/** Where nothing is known of a word, or none is due, an empty one is asked for the options. */
function askWord(typed: string, line: ReadLine): Question {
  if (line.named === null) return { prefix: '', typed, asks: { of: 'command' }, answered: [], line };
  const kind = line.command === null ? null : kindAt(line.command, line.words.length);
  if (kind !== null && kind.of !== 'text') return { prefix: '', typed, asks: kind, answered: line.words, line };
  if (line.command !== null && typed === '' && !line.ended) {
    return { prefix: '', typed, asks: { of: 'options' }, answered: [], line };
  }
  return askNothing(typed, line);
}

/** The last word of a command may stand for several, but those of a command that has a kind for each are counted. */
function kindAt({ words, takes }: CommandSheet, index: number): ValueKind | null {
  if (index < takes.length) return takes[index] ?? null;
  const last = words.at(-1);
  return last?.variadic === true && takes.length === words.length ? (takes.at(-1) ?? null) : null;
}

function askNothing(typed: string, line: ReadLine): Question {
  return { prefix: '', typed, asks: { of: 'text' }, answered: [], line };
}
