import { describe, expect, test } from 'vitest';
import { findMistake } from '../../src/cli/help/find-mistake.ts';
import { optionsFor } from '../../src/cli/options/command-spec.ts';
import { PROGRAM } from '../../src/cli/options/commands.ts';
import { readLine } from '../../src/cli/options/read-line.ts';

const EXAMPLES = PROGRAM.commands.flatMap(({ name, examples }) => examples.map((example) => [example, name] as const));

/** The words of the command in the line, split like a shell does. */
function wordsOf(example: string): readonly string[] {
  const [, call = ''] = /\bpipeform ([^>)|]+)/.exec(example) ?? [];
  return (call.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? []).map((word) => word.replaceAll(/['"]/g, ''));
}

describe('every command', () => {
  test.each(PROGRAM.commands.map((command) => [command.name, command] as const))(
    '%s has examples of its own',
    (name, command) => {
      expect(command.examples.length).toBeGreaterThan(0);
      for (const example of command.examples) expect(wordsOf(example)[0]).toBe(name);
    },
  );

  test.each(EXAMPLES)('%s can be parsed', (example, name) => {
    const line = readLine(PROGRAM.commands, wordsOf(example));
    expect(line.command?.name).toBe(name);
    expect(findMistake(line, PROGRAM)).toBeNull();
  });

  test.each(EXAMPLES)('%s uses existing formats and choices', (example, name) => {
    const words = wordsOf(example);
    const command = PROGRAM.commands.find((one) => one.name === name) ?? null;
    for (const { long, type } of optionsFor(command)) {
      const value = words[words.indexOf(long) + 1];
      if (words.includes(long) && value !== undefined) expect(() => type?.parse(value, long, {})).not.toThrow();
    }
  });

  test('is listed with one line, and has a description', () => {
    for (const { summary } of PROGRAM.commands) expect(summary).toMatch(/^[a-z].*[^.]$/);
  });
});
