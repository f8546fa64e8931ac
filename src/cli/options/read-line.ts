import { parseArgs } from 'node:util';
import { type CommandSpec, optionsFor } from './command-spec.ts';
import type { GivenOption, OptionSpec } from './option-spec.ts';

/** A command line, which may be incomplete. */
export interface CommandLine {
  /** The name of the command as typed, or null. */
  readonly named: string | null;
  /** The command is null also when none has this name. */
  readonly command: CommandSpec | null;
  readonly given: readonly (GivenOption & { readonly option: OptionSpec })[];
  /** Unknown options and switches with a value, as typed, without the value. */
  readonly unknown: readonly string[];
  readonly args: readonly string[];
  /** The option whose value would be the next word, or null. */
  readonly pending: OptionSpec | null;
  /** Whether the line has `--`, after which all words are arguments. */
  readonly ended: boolean;
}

/** Parses a command line (without the program's name). Global options may come before the command, its own only after it. */
export function readLine(commands: readonly CommandSpec[], typed: readonly string[]): CommandLine {
  const start = parseWords(null, typed);
  const first = start.find(
    (token) => token.kind === 'positional' || (token.kind === 'option' && findOption(null, token.rawName) === null),
  );
  const at = first?.kind === 'positional' ? first.index : typed.length;
  const named = typed[at] ?? null;
  const command = commands.find(({ name }) => name === named) ?? null;
  const rest = typed.toSpliced(at, 1);
  const given: { option: OptionSpec; value: string | null }[] = [];
  const unknown: string[] = [];
  const args: string[] = [];
  let ended = false;
  for (const token of parseWords(command, rest)) {
    if (token.kind === 'option-terminator') ended = true;
    else if (token.kind === 'positional') args.push(token.value);
    else {
      const option = findOption(command, token.rawName);
      // `--auto-approve=false` must not count as given.
      const isWrong = option === null || (option.type === null && token.value !== undefined);
      if (isWrong) unknown.push(rest[token.index]?.split('=', 1)[0] ?? token.rawName);
      else given.push({ option, value: token.value ?? null });
    }
  }
  // Only the last word can lack its value.
  const pending = given.find(({ option, value }) => option.type !== null && value === null)?.option ?? null;
  return { named, command, given, unknown, args, pending, ended };
}

export function findOption(command: CommandSpec | null, name: string): OptionSpec | null {
  return optionsFor(command).find(({ long, short, alias }) => [long, short, alias].includes(name)) ?? null;
}

function parseWords(command: CommandSpec | null, words: readonly string[]) {
  const options: Record<string, { type: 'boolean' | 'string'; short?: string }> = {};
  for (const { long, short, alias, type } of optionsFor(command)) {
    const kind = type === null ? 'boolean' : 'string';
    options[long.slice(2)] = short === null ? { type: kind } : { type: kind, short: short.slice(1) };
    if (alias !== null) options[alias.slice(2)] = { type: kind };
  }
  return parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}
