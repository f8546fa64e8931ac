import type { CommandSheet, OptionSheet, ProgramSheet } from '../options/command-sheets.ts';

/** A command line as far as it goes, told by the table. */
export interface ReadLine {
  /** The word that stands where a command's name does, or null. */
  readonly named: string | null;
  /** Null also when the table has none of that name. */
  readonly command: CommandSheet | null;
  readonly given: readonly { readonly option: OptionSheet; readonly value: string | null }[];
  /** The words of the command, without its name. */
  readonly words: readonly string[];
  /** The option that the next word is the value of, or null. */
  readonly pending: OptionSheet | null;
  /** Options that the table does not have, as typed but without a value behind `=`. */
  readonly unknown: readonly string[];
  /** Whether `--` was there: what follows are words. */
  readonly ended: boolean;
}

/** Reads words as the command line does: global options stand before or after the command, its own ones after it. */
export function readLine(sheet: ProgramSheet, typed: readonly string[]): ReadLine {
  let named: string | null = null;
  let command: CommandSheet | null = null;
  let pending: OptionSheet | null = null;
  let ended = false;
  const given: { option: OptionSheet; value: string | null }[] = [];
  const words: string[] = [];
  const unknown: string[] = [];

  for (const word of typed) {
    if (pending !== null) {
      given.push({ option: pending, value: word });
      pending = null;
    } else if (!ended && word === '--') {
      ended = true;
    } else if (!ended && isOption(word)) {
      const { name, value } = splitOption(word);
      const option = findOption(sheet, command, name);
      if (option === null) unknown.push(word.split('=', 1)[0] ?? word);
      else if (option.takes === null || value !== null) given.push({ option, value });
      else pending = option;
    } else if (named === null) {
      named = word;
      command = sheet.commands.find(({ name }) => name === word) ?? null;
    } else {
      words.push(word);
    }
  }
  return { named, command, given, words, pending, unknown, ended };
}

/** By `--name` or `-n`. The command's own option comes before a global one. */
export function findOption(sheet: ProgramSheet, command: CommandSheet | null, name: string): OptionSheet | null {
  const options = [...(command?.options ?? []), ...(command?.hiddenOptions ?? []), ...sheet.options];
  return options.find(({ long, short }) => long === name || short === name) ?? null;
}

/** `-` alone is a word: it often stands for standard input. */
function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

/** `--format=json` and `-eproduction` hold their value. */
function splitOption(word: string): { readonly name: string; readonly value: string | null } {
  const [, long, rest] = /^(--[^=]*)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined) return { name: long, value: rest ?? '' };
  const isGlued = !word.startsWith('--') && word.length > 2;
  return isGlued ? { name: word.slice(0, 2), value: word.slice(2) } : { name: word, value: null };
}
