import { describe, expect, test } from 'vitest';
import { CI_SERVICES } from '../../src/cli/commands/init/init-answers.ts';
import type { CommandSheet, OptionSheet } from '../../src/cli/options/command-sheets.ts';
import { createProgram, describeTable } from '../../src/cli/options/program.ts';
import { kindOfValue, kindsOfWords, type ValueKind } from '../../src/cli/options/value-kinds.ts';
import { TARGET_KINDS } from '../../src/publish/index.ts';
import { fakeContext } from './fake-context.ts';

const { context } = fakeContext();
const sheet = await describeTable(context);
const EXAMPLES = sheet.commands.flatMap(({ name, examples }) => examples.map((example) => [example, name] as const));

/** The words of the line's own call of the command, as a shell would split them. */
function wordsOf(example: string): readonly string[] {
  const [, call = ''] = /\bpipeform ([^>)|]+)/.exec(example) ?? [];
  return (call.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? []).map((word) => word.replaceAll(/['"]/g, ''));
}

describe('every command', () => {
  test.each(sheet.commands.map((command) => [command.name, command] as const))(
    '%s has examples of its own',
    (name, command) => {
      expect(command.examples.length).toBeGreaterThan(0);
      for (const example of command.examples) expect(wordsOf(example)[0]).toBe(name);
    },
  );

  test.each(EXAMPLES)('%s can be parsed', async (example, name) => {
    const words = wordsOf(example);
    const program = await createProgram(words, context, { choose: () => {}, finish: () => {} });
    const ran: string[] = [];
    for (const command of program.commands) command.action(() => void ran.push(command.name()));
    await program.parseAsync([...words], { from: 'user' });
    expect(ran).toEqual([name]);
  });

  test.each(EXAMPLES)('%s names formats and choices that there are', (example, name) => {
    const words = wordsOf(example);
    const command = sheet.commands.find((one) => one.name === name);
    for (const option of [...(command?.options ?? []), ...sheet.options]) {
      const value = words[words.indexOf(option.long) + 1];
      if (!words.includes(option.long) || value === undefined || command === undefined) continue;
      const choices = choicesOf(option, command);
      if (choices !== null) expect(choices).toContain(value);
    }
  });

  test('is listed with one line, and says what it is for', () => {
    for (const { meaning, group } of sheet.commands) {
      expect(meaning).toMatch(/^[a-z].*[^.]$/);
      expect(group).toMatch(/:$/);
    }
  });
});

function choicesOf({ takes }: OptionSheet, { formats }: CommandSheet): readonly string[] | null {
  if (takes?.of === 'format') return formats;
  return takes?.of === 'choice' ? takes.choices : null;
}

describe('what completion offers', () => {
  test('was thought of for each option that takes a value', () => {
    const all = [
      ...sheet.options,
      ...sheet.commands.flatMap(({ options, hiddenOptions }) => [...options, ...hiddenOptions]),
    ];
    const forgotten = all.filter(({ long, value }) => value !== null && kindOfValue(long, value) === undefined);
    expect(forgotten.map(({ flags }) => flags)).toEqual([]);
  });

  test('was thought of for each command that takes words', () => {
    const forgotten = sheet.commands.filter(({ name, words }) => kindsOfWords(name).length === 0 && words.length > 0);
    expect(forgotten.map(({ name }) => name)).toEqual([]);
  });

  test('are choices that the commands know', () => {
    expect(choices('publish', '--to')).toEqual(TARGET_KINDS);
    expect(CI_SERVICES).toEqual(expect.arrayContaining([...choices('init', '--ci')]));
    expect(choices('pull', '--accept')).toEqual(['live', 'git']);
  });

  function choices(name: string, long: string): readonly string[] {
    const option = sheet.commands.find((one) => one.name === name)?.options.find((one) => one.long === long);
    const takes: ValueKind | null | undefined = option?.takes;
    return takes?.of === 'choice' ? takes.choices : [];
  }
});
