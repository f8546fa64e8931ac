import type { Block, Comment, Part } from './page-parts.ts';

/** Commands of a page, typed into one shell, and what they must do. */
export interface CommandsStep {
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
export interface FileStep {
  readonly kind: 'file' | 'append' | 'edit';
  readonly path: string;
  readonly text: string;
  readonly line: number;
}

/** Steps that belong together: from one `<!-- run: … -->` to the next. */
export interface Scene {
  readonly line: number;
  /** The environment of the scene. */
  readonly needs: readonly string[];
  readonly steps: readonly (CommandsStep | FileStep)[];
}

export interface PageScenes {
  readonly scenes: readonly Scene[];
  /** Blocks of commands that are not run, each with the reason that the page gives. */
  readonly left: readonly { readonly text: string; readonly reason: string }[];
  /** What a page may not have. */
  readonly problems: readonly string[];
}

const COMMAND_LANGUAGES = ['sh', 'bash'];
/** Languages that are shown and not run. */
const DATA_LANGUAGES = ['text', 'yaml', 'json', 'diff', 'js', 'mermaid'];
/** Languages that need a file: programs and diffs. */
const FILE_LANGUAGES = ['diff', 'js'];
const FILE_COMMENTS = ['file', 'append', 'edit'] as const;
const COMMENTS = ['run', 'hidden', 'exits', 'types', 'background', 'not run', ...FILE_COMMENTS];

const SANDBOX_IS_READY = 'Sandbox: http';

/** Reads the scenes of a page; every block of commands is in one of them, or left out for a reason. */
export function readScenes(parts: readonly Part[]): PageScenes {
  const scenes: { line: number; needs: readonly string[]; steps: (CommandsStep | FileStep)[] }[] = [];
  const left: { text: string; reason: string }[] = [];
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
    const reason = textOf('not run');
    const file = FILE_COMMENTS.find((name) => textOf(name) !== null);
    if (COMMAND_LANGUAGES.includes(language)) {
      if (reason !== null) left.push({ text, reason });
      else addStep(readCommands(block, textOf));
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
  return { scenes, left, problems };
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
