import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { listOwnOptions } from '../../src/cli/options/command-spec.ts';
import { PROGRAM } from '../../src/cli/options/commands.ts';
import { ROOT } from '../ci/shell.ts';
import { type Block, type Comment, type InlineCode, listParts, type Part, read } from './commands/page-parts.ts';
import { type BlockEnd, runBlock, type Shell, startBlock, typeBlock } from './commands/shell.ts';
import { noteSandbox, type Stage, setStage } from './commands/stage.ts';
import { listPages } from './pages.ts';

/** The code in the sentences and tables of a page. */
function listInlineCode(markdown: string): readonly InlineCode[] {
  return read(markdown).flatMap(([step, token, context]) =>
    step === 'enter' && token.type === 'codeText'
      ? [
          {
            text: context
              .sliceSerialize(token)
              .replace(/^(`+) ?([\s\S]*?) ?\1$/, '$2')
              .replace(/\s+/g, ' '),
            line: token.start.line,
          },
        ]
      : [],
  );
}

/** Commands of a page, typed into one shell, and what they must do. */
interface CommandsStep {
  readonly kind: 'commands';
  readonly text: string;
  readonly line: number;
  /** The exit codes other than 0, in order. */
  readonly exits: readonly number[];
  /** Answers to prompts: the block then runs on a terminal. */
  readonly types: readonly string[] | null;
  /** Runs in its own terminal until the scene ends: the output that shows it is ready. */
  readonly background: string | null;
  /** What the page shows of the output. */
  readonly shown: string | null;
}

/** A file that the page has the reader write or change. */
interface FileStep {
  readonly kind: 'file' | 'append' | 'edit';
  readonly path: string;
  readonly text: string;
  readonly line: number;
}

/** Steps that belong together: from one `<!-- run: … -->` to the next. */
interface Scene {
  readonly line: number;
  /** The environment of the scene. */
  readonly needs: readonly string[];
  readonly steps: readonly (CommandsStep | FileStep)[];
}

interface PageScenes {
  readonly scenes: readonly Scene[];
  /** What a page may not have. */
  readonly problems: readonly string[];
}

const COMMAND_LANGUAGES = ['sh', 'bash'];
/** Languages that are shown and not run. */
const DATA_LANGUAGES = ['text', 'yaml', 'json', 'diff', 'js', 'mermaid'];
/** Languages that need a file: programs and diffs. */
const FILE_LANGUAGES = ['diff', 'js'];
const FILE_COMMENTS = ['file', 'append', 'edit'] as const;
const COMMENTS = ['run', 'hidden', 'exits', 'types', 'background', ...FILE_COMMENTS];

const SANDBOX_IS_READY = 'Sandbox: http';

/** Reads the scenes of a page; every block of commands is in one of them. */
function readScenes(parts: readonly Part[]): PageScenes {
  const scenes: { line: number; needs: readonly string[]; steps: (CommandsStep | FileStep)[] }[] = [];
  const problems: string[] = [];
  let comments: Comment[] = [];
  const textOf = (name: string): string | null => comments.find((comment) => comment.name === name)?.text ?? null;
  const addStep = (step: CommandsStep | FileStep): void => {
    const scene = scenes.at(-1);
    if (scene === undefined) problems.push(`line ${step.line}: no <!-- run: … --> says what this block runs in.`);
    else scene.steps.push(step);
  };
  const addBlock = (block: Block): void => {
    const { language, text, line } = block;
    const file = FILE_COMMENTS.find((name) => textOf(name) !== null);
    if (COMMAND_LANGUAGES.includes(language)) {
      addStep(readCommands(block, textOf));
    } else if (!DATA_LANGUAGES.includes(language)) {
      problems.push(`line ${line}: a block of ${language || 'no language'}: commands are sh, output is text.`);
    } else if (file !== undefined) {
      addStep({ kind: file, path: textOf(file) ?? '', text, line });
    } else if (FILE_LANGUAGES.includes(language)) {
      problems.push(`line ${line}: nothing says which file this ${language} is of.`);
    } else if (language === 'text') {
      const step = scenes.at(-1)?.steps.at(-1);
      if (step?.kind !== 'commands' || step.shown !== null) problems.push(`line ${line}: no command printed this.`);
      else scenes.at(-1)?.steps.splice(-1, 1, { ...step, shown: text });
    }
  };

  for (const part of parts) {
    if (part.kind === 'stray') problems.push(`line ${part.line}: ${part.what}: commands stand in fenced blocks.`);
    else if (part.kind === 'block') {
      addBlock(part);
      comments = [];
    } else if (part.name === 'run') {
      scenes.push({ line: part.line, needs: part.text.split(/[\s,]+/).filter((word) => word !== ''), steps: [] });
    } else if (part.name === 'hidden') {
      addStep(readCommands({ ...part, kind: 'block', language: 'sh' }, textOf));
      comments = [];
    } else if (COMMENTS.includes(part.name)) comments.push(part);
    else problems.push(`line ${part.line}: nobody knows what ${part.name} means.`);
  }
  for (const { name, line } of comments) problems.push(`line ${line}: no block follows this ${name}.`);
  return { scenes, problems };
}

function readCommands({ text, line }: Block, textOf: (name: string) => string | null): CommandsStep {
  const list = (name: string) => textOf(name)?.split(/\s*,\s*/) ?? null;
  const background = textOf('background');
  return {
    kind: 'commands',
    text,
    line,
    exits: (list('exits') ?? []).map(Number),
    types: list('types'),
    background: background === '' ? SANDBOX_IS_READY : background,
    shown: null,
  };
}

const PAGES = listPages();

const pageText = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const PARTS = new Map(PAGES.map((page) => [page, listParts(pageText(page))]));
const partsOf = (page: string): readonly Part[] => PARTS.get(page) ?? [];

const READ = PAGES.map((page) => ({ page, ...readScenes(partsOf(page)) }));

test('every block of commands on every page is run, and none is outside a fenced block', () => {
  expect(READ.flatMap(({ page, problems }) => problems.map((problem) => `${page}, ${problem}`))).toEqual([]);
});

test('commands within a sentence exist', () => {
  const flaws = PAGES.flatMap((page) =>
    listInlineCode(pageText(page)).flatMap(({ text, line }) => {
      const [name = '', ...words] = text.replace(/^pipeform /, '').split(' ');
      const command = PROGRAM.commands.find((one) => one.name === name);
      if (command === undefined) return /^pipeform [a-z]/.test(text) ? [`${page}, line ${line}: ${text}`] : [];
      const known = [...PROGRAM.options, ...listOwnOptions(command)];
      const strange = words.filter((word) => {
        const [option = ''] = word.split('=');
        return (
          /^--?[a-z]/i.test(option) &&
          option !== '--help' &&
          !known.some(({ short, long, alias }) => [short, long, alias].includes(option))
        );
      });
      return strange.map((word) => `${page}, line ${line}: ${text} takes no ${word}`);
    }),
  );
  expect(flaws).toEqual([]);
});

const SCENES = READ.flatMap(({ page, scenes }) => scenes.map((scene) => ({ name: `${page}:${scene.line}`, scene })));

test.concurrent.for(SCENES)('$name works as described', { timeout: 150_000 }, async ({ scene }, context) => {
  await playScene(scene, await setStage(scene.needs, context));
});

describe('the check of a page', () => {
  const PLAY: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['a command that fails', ['```sh', 'true', 'false', 'true', '```'], /ended with 1, and the page says 0/],
    ['a command that does not fail', ['<!-- exits: 1 -->', '```sh', 'true', '```'], /ended with 0, .* says 1/],
    ['other output', ['```sh', 'echo a', '```', '```text', 'b', '```'], /printed something else/],
    ['more output', ['```sh', 'printf "a\\nb\\nc"', '```', '```text', 'a', 'c', '```'], /printed something else/],
    [
      'a stand-in that received nothing',
      ['<!-- run: slack -->', '```sh', 'true', '```'],
      /nothing was posted to Slack/,
    ],
  ];
  test.concurrent.for(PLAY)('rejects %s', async ([, lines, problem], context) => {
    const scene = readScenes(listParts(['<!-- run: -->', ...lines].join('\n'))).scenes.at(-1);
    if (scene === undefined) throw new Error('there is a scene');
    await expect(playScene(scene, await setStage(scene.needs, context))).rejects.toThrow(problem);
  });
});

/**
 * Runs a scene of a page from top to bottom in one shell.
 * @throws Error that names the line of the page, when the exit code or the output of a command differs from the page.
 */
async function playScene({ steps, line }: Scene, stage: Stage): Promise<void> {
  let shell = withVariables(stage.start, stage);
  for (const [index, step] of steps.entries()) {
    shell = step.kind === 'commands' ? await runCommands(step, shell, stage, index) : writeStep(step, shell);
  }
  const missed = stage.missed.flatMap((miss) => miss() ?? []);
  if (missed.length > 0) throw new Error(`line ${line}: once the scene was over, ${missed.join(', ')}.`);
}

async function runCommands(step: CommandsStep, shell: Shell, stage: Stage, index: number): Promise<Shell> {
  const commands = onAnyPort(here(step.text, stage));
  if (step.background !== null) {
    const printed = await startBlock(withVariables(stage.start, stage), commands, here(step.background, stage));
    const [, url] = /^Sandbox: (\S+)/m.exec(printed) ?? [];
    if (url !== undefined) noteSandbox(stage, url);
    checkOutput(step, { printed, codes: [], shell }, stage);
    return url === undefined ? shell : withVariables(shell, stage);
  }
  const place = join(stage.backstage, String(index));
  const end = await (step.types === null
    ? runBlock(shell, commands, place)
    : typeBlock(shell, commands, step.types, place));
  checkOutput(step, end, stage);
  return end.shell;
}

function withVariables(shell: Shell, { variables }: Stage): Shell {
  return { ...shell, env: { ...shell.env, ...variables } };
}

function checkOutput({ line, text, exits, shown }: CommandsStep, { printed, codes }: BlockEnd, stage: Stage): void {
  const output = there(printed, stage);
  const problem =
    codes.join() !== exits.join()
      ? `ended with ${codes.join(', ') || '0'}, and the page says ${exits.join(', ') || '0'}`
      : shown !== null && !isShown(shown, output)
        ? `printed something else than the page shows:\n${shown}`
        : null;
  if (problem !== null) throw new Error(`line ${line}:\n${text}${problem}\n--- it printed:\n${output}`);
}

function writeStep({ kind, path, text, line }: FileStep, shell: Shell): Shell {
  const file = join(shell.cwd, path);
  mkdirSync(dirname(file), { recursive: true });
  const before = kind === 'file' ? '' : readFileSync(file, 'utf8');
  writeFileSync(file, kind === 'edit' ? edit(before, text, line) : before + text);
  return shell;
}

/** Makes the change that a diff shows, at the one place where its lines are. */
function edit(before: string, diff: string, line: number): string {
  const lines = diff.trimEnd().split('\n');
  const side = (left: string): string =>
    lines.flatMap((text) => (text.startsWith(left) ? [] : [`${text.slice(1)}\n`])).join('');
  const parts = before.split(side('+'));
  if (parts.length !== 2)
    throw new Error(`line ${line}: the file has ${parts.length - 1} places like this:\n${before}`);
  return parts.join(side('-'));
}

/** Replaces names on the page with those of this run. */
function here(text: string, { places }: Stage): string {
  return [...places].reduce((all, [name, place]) => all.replaceAll(name, place), text);
}

/** The reverse, with the folder of the reader as `~`. */
function there(text: string, { places, start }: Stage): string {
  const named = [...places].reduce((all, [name, place]) => all.replaceAll(place, name), text);
  return named.replaceAll(start.env.HOME ?? '', '~');
}

/** Two sandboxes on one machine cannot use the same port. */
function onAnyPort(commands: string): string {
  return commands.replace(/(\bpipeform|bin\.js) sandbox\b(?![^\n]* --port)/g, '$& --port 0');
}

/** Output that differs in each run, and its placeholder on both sides. */
const VARIABLE: readonly (readonly [RegExp, string])[] = [
  [/\b\d{8}T\d{6}((\d{3})?Z-[0-9a-f]{6})?\b/g, 'RUN'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z?\b/g, 'TIME'],
  [/\bin (\d+m )?\d+(\.\d+)?(ms|s)\b/g, 'in TIME'],
  // Runs of one second are listed by their whole names.
  [/\bRUN +/g, 'RUN  '],
  // A column of times in the list of runs.
  [/\bTOOK +/g, 'TOOK  '],
  [/\b(finished +)\d+(\.\d+)?(ms|s) +/g, '$1TIME  '],
  [/\b(request id|requestId) [0-9a-f-]{36}\b/g, '$1 ID'],
  [/\bpipeform \d+\.\d+\.\d+\b/g, 'pipeform VERSION'],
  [/\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b(?!-)/g, 'COMMIT'],
];

/** Whether a page shows what was printed: `…` stands for anything, alone on a line for any lines. */
function isShown(shown: string, printed: string): boolean {
  const lines = listLines(shown);
  const pattern = lines
    .map((line) => (line.trim() === '…' ? '(?:.*\\n)*?' : `${line.split('…').map(escapeWords).join('.*?')}\\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${listLines(printed).join('\n')}\n`);
}

/** Lines without colors, varying output and empty lines. */
function listLines(text: string): readonly string[] {
  const plain = VARIABLE.reduce((all, [pattern, word]) => all.replace(pattern, word), stripVTControlCharacters(text));
  return plain.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
}

function escapeWords(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
