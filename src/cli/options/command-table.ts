import type { Command } from 'commander';
import type { Note } from './command-sheets.ts';
import type { Format, GlobalOptions, Raw } from './global-options.ts';
import { UsageError } from './usage-error.ts';

/** How the command table adds a command, and what it runs. */
export interface CommandTable {
  add(name: string, description: string, examples: readonly string[], words?: string): Command;
  run(
    command: Command,
    formats: readonly Format[],
    start: (options: GlobalOptions, own: Raw, words: readonly string[]) => Promise<number>,
  ): void;
  /**
   * For a command about the table itself: it looks at no option and at no variable that stands for one, and it is done or
   * throws.
   */
  answer(command: Command, start: (words: readonly string[]) => Promise<void>): void;
  /** What its help is to say besides. */
  note(command: Command, note: Note): void;
}

/** A line of the table: what commander holds of a command, and what it has no place for. */
export interface TableEntry {
  readonly command: Command;
  /** Whole command lines, the commonest use first. */
  readonly examples: readonly string[];
  /** What `--format` may name. */
  readonly formats: readonly Format[];
  readonly notes: readonly Note[];
}

/** What can be said of a plan, a drift report or a run. */
export const REPORT_FORMATS: readonly Format[] = ['text', 'json', 'markdown', 'html', 'github'];

export function unknownFormat(command: string, format: Format, formats: readonly Format[]): UsageError {
  return new UsageError(`\`pipeform ${command}\` does not print ${format}.`, `It prints ${formats.join(', ')}.`);
}
