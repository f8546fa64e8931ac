import { expect, test } from 'vitest';
import { renderHelp } from '../../src/cli/commands/help.ts';
import { chooseWidth } from '../../src/cli/help/wrap-help.ts';
import { listOwnOptions } from '../../src/cli/options/command-spec.ts';
import { PROGRAM } from '../../src/cli/options/commands.ts';
import { runLine } from './fake-context.ts';

const PAGES = [null, ...PROGRAM.commands].map((command) => [command?.name ?? 'the program', command] as const);
const WIDTHS = [40, 60, 80, 100, 200];

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

test.each(PAGES.flatMap(([name, page]) => WIDTHS.map((width) => [name, width, page] as const)))(
  'help of %s in %i columns: no line but an example is too long, and no word is broken',
  (_, width, page) => {
    const complete = renderHelp(page, PROGRAM, width);
    const [help = ''] = complete.split('Examples:\n');
    // A word that is longer than a line has its own line, and an option stays with its value.
    const tooLong = help.split('\n').filter((line) => line.length > width && wordsOf(line).length > 2);
    expect(tooLong).toEqual([]);
    expect(wordsOf(complete)).toEqual(wordsOf(renderHelp(page, PROGRAM, null)));
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(Math.max(100, width / 2));
  },
);

test.each(WIDTHS)('examples in %i columns are not broken, so that they can be pasted', (width) => {
  for (const command of PROGRAM.commands) {
    const shown = renderHelp(command, PROGRAM, width).split('Examples:\n')[1];
    expect(shown).toBe(command.examples.map((line) => `  ${line}\n`).join(''));
  }
});

test('limits the line length on a wide terminal', () => {
  expect([chooseWidth(null), chooseWidth(60), chooseWidth(200), chooseWidth(10)]).toEqual([100, 60, 100, 40]);
});

test('the help of the program lists each command under its heading, and each heading once', () => {
  const help = renderHelp(null, PROGRAM, 80);
  for (const { name, group } of PROGRAM.commands) {
    const section = help.slice(help.indexOf(`\n${group}:\n`)).split('\n\n')[0] ?? '';
    expect(section).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
  }
  const headings = help.split('\n').filter((line) => /^\S.*:$/.test(line));
  expect(headings).toEqual([...new Set(headings)]);
  expect(headings).not.toContain('Commands:');
});

test.each(PROGRAM.commands.map((command) => [command.name, command] as const))(
  'help of %s lists its options, formats and variables, and where the global options are',
  async (name, command) => {
    const { formats, examples } = command;
    const { code, stdout, stderr } = await runLine([name, '--help'], { columns: 100 });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { flags } of listOwnOptions(command)) expect(stdout).toContain(flags);
    expect(stdout).toContain('`pipeform --help` explains them');
    expect(stdout).toContain('PIPEFORM_ENV for --env');
    expect(stdout.includes('Formats: --format')).toBe(formats.length > 1);
    expect(stdout).toContain(`Examples:\n  ${(examples[0] ?? '').split(' ').slice(0, 2).join(' ')}`);
    expect((await runLine(['help', name], { columns: 100 })).stdout).toBe(stdout);
  },
);

test('help is as wide as the terminal', async () => {
  const plan = PROGRAM.commands.find(({ name }) => name === 'plan') ?? null;
  for (const line of [
    ['plan', '--help'],
    ['help', 'plan'],
  ])
    expect((await runLine(line, { columns: 60 })).stdout).toBe(renderHelp(plan, PROGRAM, 60));
});

test('a command that calls a service lists the credentials it needs', async () => {
  expect((await runLine(['plan', '--help'])).stdout).toMatch(/ PIPEFORM_KEY_SECRET .* PIPEFORM_KEY_SECRET_FILE /s);
  expect((await runLine(['check', '--help'])).stdout).toMatch(/ PIPEFORM_ACCESS_TOKEN .* PIPEFORM_ACCESS_TOKEN_FILE /s);
  expect((await runLine(['validate', '--help'])).stdout).not.toContain('PIPEFORM_KEY');
});
