import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CommandsStep, FileStep, Scene } from './scenes.ts';
import { type Heard, runBlock, type Shell, startBlock, typeBlock } from './shell.ts';
import { isShown } from './shown-output.ts';
import { noteSandbox, type Stage } from './stage.ts';

/**
 * Runs a scene of a page from top to bottom in one shell.
 * @throws Error that names the line of the page, when the exit code or the output of a command differs from the page.
 */
export async function playScene({ steps, line }: Scene, stage: Stage): Promise<void> {
  let shell = withVariables(stage.start, stage);
  for (const [index, step] of steps.entries()) {
    shell = step.kind === 'commands' ? await doCommands(step, shell, stage, index) : doFile(step, shell);
  }
  const missed = stage.missed.flatMap((miss) => miss() ?? []);
  if (missed.length > 0) throw new Error(`line ${line}: once the scene was over, ${missed.join(', ')}.`);
}

async function doCommands(step: CommandsStep, shell: Shell, stage: Stage, index: number): Promise<Shell> {
  const commands = onAnyPort(here(step.text, stage));
  if (step.background !== null) {
    const printed = await startBlock(withVariables(stage.start, stage), commands, here(step.background, stage));
    const [, url] = /^Sandbox: (\S+)/m.exec(printed) ?? [];
    if (url !== undefined) noteSandbox(stage, url);
    judge(step, { printed, codes: [], shell }, stage);
    return url === undefined ? shell : withVariables(shell, stage);
  }
  const place = join(stage.backstage, String(index));
  const heard = await (step.types === null
    ? runBlock(shell, commands, place)
    : typeBlock(shell, commands, step.types, place));
  judge(step, heard, stage);
  return heard.shell;
}

function withVariables(shell: Shell, { variables }: Stage): Shell {
  return { ...shell, env: { ...shell.env, ...variables } };
}

function judge({ line, text, exits, shown }: CommandsStep, { printed, codes }: Heard, stage: Stage): void {
  const told = there(printed, stage);
  const problem =
    codes.join() !== exits.join()
      ? `ended with ${codes.join(', ') || '0'}, and the page says ${exits.join(', ') || '0'}`
      : shown !== null && !isShown(shown, told)
        ? `printed something else than the page shows:\n${shown}`
        : null;
  if (problem !== null) throw new Error(`line ${line}:\n${text}${problem}\n--- it printed:\n${told}`);
}

function doFile({ kind, path, text, line }: FileStep, shell: Shell): Shell {
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
