import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, type TestContext, test, vi } from 'vitest';
import { ROOT, run } from '../../ci/shell.ts';
import { requireTool } from '../../ci/tools.ts';
import { afterTests } from '../../e2e/clean-up.ts';
import { PIPEFORM } from '../../e2e/process.ts';
import { openTerminal, type WatchedTerminal } from '../../progress/terminal.ts';

const EXAMPLE = join(ROOT, 'examples/environments');
const HOME = mkdtempSync(join(tmpdir(), 'pipeform-shells-'));
afterTests(() => rmSync(HOME, { recursive: true, force: true, maxRetries: 5 }));

const ENVIRONMENT = {
  PATH: `${join(HOME, 'bin')}:${process.env.PATH}`,
  HOME,
  ZDOTDIR: HOME,
  LANG: 'C.UTF-8',
};

/** `it's $(id):x`, quoted for each shell. */
const HOSTILE = "it\\'s\\ \\$\\(id\\):x";

/** The text typed before Tab, and the line after it. The mark typed after Tab shows where the cursor was. */
const LINES: readonly (readonly [string, string, string])[] = [
  ['a command', 'pipeform pla', 'pipeform plan Z'],
  ['an option', 'pipeform plan --revie', 'pipeform plan --reviewed Z'],
  ['a pipe', 'pipeform plan --target or', 'pipeform plan --target orders Z'],
  ['a pipe within quotes', 'pipeform plan --target "or', 'pipeform plan --target "orders" Z'],
  [
    'a pipe of another folder',
    'pipeform -C ../quickstart plan --target cl',
    'pipeform -C ../quickstart plan --target clickstream Z',
  ],
  ['an environment behind =', 'pipeform plan --env=st', 'pipeform plan --env=staging Z'],
  ['one of several', 'pipeform plan --only-origin config,d', 'pipeform plan --only-origin config,drift Z'],
  ['a file', 'pipeform show plan.st', 'pipeform show plan.staging.txt Z'],
  ['a file behind =', 'pipeform plan --out=plan.st', 'pipeform plan --out=plan.staging.txt Z'],
  ['an environment behind its letter', 'pipeform plan -eprod', 'pipeform plan -eproduction Z'],
  ['a folder', 'pipeform -C ../quick', 'pipeform -C ../quickstart/Z'],
  ['nothing for free text', 'pipeform plan --base plan.st', 'pipeform plan --base plan.stZ'],
  [
    'a name that means something to a shell',
    'pipeform -C ~/hostile plan --target it',
    `pipeform -C ~/hostile plan --target ${HOSTILE} Z`,
  ],
  ['behind a variable and another command', 'cd .; X=1 pipeform val', 'cd .; X=1 pipeform validate Z'],
];

/** How each shell is started, and its startup file, which gets the line from the script. */
const SHELLS = {
  bash: { command: ['bash', '--rcfile', join(HOME, '.bashrc'), '-i'], file: '.bashrc', settings: "PS1='$ '" },
  zsh: { command: ['zsh', '-i'], file: '.zshrc', settings: "PS1='$ '; autoload -Uz compinit && compinit -u" },
  fish: {
    command: ['fish', '-i'],
    file: '.config/fish/config.fish',
    settings: "function fish_prompt; echo '$ '; end; set -g fish_autosuggestion_enabled 0; set -g fish_greeting",
  },
} as const;
type Shell = keyof typeof SHELLS;

/** The setup of a shell, from the comment at the top of its script. */
function findInstallation(shell: Shell): string {
  const script = readFileSync(
    new URL(`../../../src/cli/commands/completion/pipeform.${shell}`, import.meta.url),
    'utf8',
  );
  return /^# Completion .*: (.*pipeform completion .*)$/m.exec(script)?.[1] ?? '';
}

async function install(shell: Shell): Promise<void> {
  const { file, settings } = SHELLS[shell];
  const line = findInstallation(shell);
  if (shell === 'fish') {
    writeFileSync(join(HOME, file), settings);
    await run(['sh', '-c', line], EXAMPLE, ENVIRONMENT);
  } else {
    writeFileSync(join(HOME, file), `${settings}\n${line}\n`);
  }
}

/** Starting a shell and Node each time takes seconds when browsers run at the same time. */
const TIMEOUT_MS = 25_000;
vi.setConfig({ testTimeout: 3 * TIMEOUT_MS });

const opened = new Map<Shell, Promise<WatchedTerminal>>();

function isAtPrompt({ cursorLine }: WatchedTerminal): boolean {
  return cursorLine().text.trimEnd() === '$';
}

async function openShell(shell: Shell): Promise<WatchedTerminal> {
  await install(shell);
  const terminal = openTerminal(110, 40, SHELLS[shell].command, {
    cwd: EXAMPLE,
    env: ENVIRONMENT,
    timeoutMs: TIMEOUT_MS,
  });
  // A shell that is killed may still write its history when the folder is removed.
  afterTests(async () => {
    terminal.type('\u0005\u0015exit\r');
    await terminal.ended;
  });
  await terminal.until('a prompt', () => isAtPrompt(terminal));
  return terminal;
}

/** The shell with an empty line. It is opened once, because that takes longer than a completion. */
async function enterShell(shell: Shell, context: TestContext): Promise<WatchedTerminal> {
  requireTool(shell, context);
  const opening = opened.get(shell) ?? openShell(shell);
  opened.set(shell, opening);
  const terminal = await opening;
  terminal.type('\u0005\u0015');
  await terminal.until('an empty line', () => isAtPrompt(terminal));
  return terminal;
}

/** When this folder exists, fish does not scan the manual pages of the machine. */
const NOTHING_TO_GENERATE = '.local/share/fish/generated_completions';

beforeAll(() => {
  for (const folder of ['bin', '.config/fish/completions', NOTHING_TO_GENERATE])
    mkdirSync(join(HOME, folder), { recursive: true });
  mkdirSync(join(HOME, 'hostile'));
  writeFileSync(join(HOME, 'hostile/pipeform.yaml'), `pipes: { "it's $(id):x": {} }`);
  installCopy();
});

/** A copy of the build, because a build during the tests removes the files of a command. */
function installCopy(): void {
  const copy = join(HOME, 'package');
  cpSync(dirname(PIPEFORM), join(copy, 'dist'), { recursive: true });
  for (const name of ['schema', 'package.json', 'node_modules']) symlinkSync(join(ROOT, name), join(copy, name));
  symlinkSync(join(copy, 'dist/bin.js'), join(HOME, 'bin/pipeform'));
}

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  test.for(LINES)('completes $0', async ([, typed, completed], context) => {
    const { cursorLine, type, until } = await enterShell(shell, context);
    type(`${typed}\tZ`);
    await until(completed, () => cursorLine().text.trimEnd() === `$ ${completed}`);
  });

  test('completes in the middle of a line', async (context) => {
    const { cursorLine, type, until } = await enterShell(shell, context);
    const behind = ' --target orders';
    type(`pipeform pla${behind}${'\u001b[D'.repeat(behind.length)}\tZ`);
    await until('the command', () => /^\$ pipeform plan ?Z ?--target orders$/.test(cursorLine().text.trimEnd()));
  });

  test.for(["'", '"', ''])('a completed %s is the plain name', async (quote, context) => {
    const { cursorLine, screen, type, until } = await enterShell(shell, context);
    type(`pipeform -C ~/hostile plan --target ${quote}it\t`);
    await until('the name', () => cursorLine().text.includes(':x'));
    type('\u0001echo \u0005\r');
    await until('the name as a word', () =>
      screen().includes(`pipeform -C ${HOME}/hostile plan --target it's $(id):x`),
    );
  });

  test('lists the candidates, with their descriptions when the shell supports them', async (context) => {
    const { type, until, screen } = await enterShell(shell, context);
    type('pipeform \t\t');
    const meaning = shell === 'bash' ? '' : 'read the live pipes and show what apply would do';
    await until('a list', () => ['rollback', 'series', meaning].every((word) => screen().join('\n').includes(word)));
  });
});
