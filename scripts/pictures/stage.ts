import { spawn as spawnProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { type Row, readRows, readScreen } from './cells.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PIPEFORM = join(ROOT, 'dist', 'bin.js');

const PATIENCE_MS = 30_000;

export interface Shot {
  readonly args: readonly string[];
  readonly columns: number;
  /** When the picture is taken: at the end, or as soon as the lines on the screen are as asked. */
  readonly when?: (lines: readonly string[]) => boolean;
}

/** A copy of an example, with a sandbox of its own. */
export interface Stage {
  readonly folder: string;
  /** The address of the sandbox. */
  readonly url: string;
  /** Runs the built command on a terminal and gives what stands on it. */
  shoot(shot: Shot): Promise<readonly Row[]>;
  /** Runs the built command on a terminal of this size, and gives each picture that stood on it, from the command to the end. */
  film(args: readonly string[], columns: number, rows: number): Promise<readonly (readonly Row[])[]>;
  /** Runs the built command and gives its stdout. */
  run(args: readonly string[]): Promise<string>;
}

/** Gives a stage to `act`, and takes everything down again, however it ends. */
export async function onStage<T>(
  example: string,
  sandboxArgs: readonly string[],
  act: (stage: Stage) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pipeform-picture-'));
  cpSync(join(ROOT, 'examples', example), folder, { recursive: true });
  const sandbox = spawnProcess(process.execPath, [PIPEFORM, 'sandbox', '--port', '0', ...sandboxArgs], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => sandbox.once('close', resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: sandbox.stdout }).on('line', (line) => {
        const address = /^Sandbox: (\S+)/.exec(line)?.[1];
        if (address !== undefined) resolve(address);
      });
      void ended.then(() => reject(new Error('the sandbox ended before it listened.')));
    });
    return await act(openStage(folder, url));
  } finally {
    sandbox.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

function openStage(folder: string, url: string): Stage {
  const environment = {
    PATH: process.env.PATH ?? '',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    PIPEFORM_API_URL: url,
    PIPEFORM_KEY_ID: 'sandbox',
    PIPEFORM_KEY_SECRET: 'sandbox',
    PIPEFORM_ACCESS_TOKEN: 'sandbox',
  };
  return {
    folder,
    url,
    shoot: (shot) => shoot(shot, folder, environment),
    film: (args, columns, rows) => film(args, { columns, rows, folder, environment }),
    run(args) {
      const child = spawnProcess(process.execPath, [PIPEFORM, ...args], {
        cwd: folder,
        env: environment,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      return new Promise((resolve) => child.once('close', () => resolve(text)));
    },
  };
}

/** High enough that nothing scrolls away. */
const SCREEN_ROWS = 90;

async function shoot(
  { args, columns, when }: Shot,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<readonly Row[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows: SCREEN_ROWS, allowProposedApi: true });
  terminal.write(commandLine(args));
  const child = spawn(process.execPath, [PIPEFORM, ...args], {
    cols: columns,
    rows: SCREEN_ROWS,
    cwd: folder,
    env: environment,
  });
  const isOver = new Promise<void>((resolve) => {
    child.onExit(() => terminal.write('', () => resolve()));
  });
  let timer: NodeJS.Timeout | undefined;
  const rows = await new Promise<readonly Row[]>((resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`never: pipeform ${args.join(' ')}\n${linesOf(terminal).join('\n')}`)),
      PATIENCE_MS,
    );
    child.onData((data) =>
      terminal.write(data, () => {
        if (when?.(linesOf(terminal)) === true) resolve(readRows(terminal));
      }),
    );
    void isOver.then(() =>
      when === undefined ? resolve(readRows(terminal)) : reject(new Error('it ended too soon.')),
    );
  }).finally(() => {
    clearTimeout(timer);
    if (when !== undefined) child.kill('SIGKILL');
  });
  await isOver;
  terminal.dispose();
  return rows;
}

async function film(
  args: readonly string[],
  place: { columns: number; rows: number; folder: string; environment: Readonly<Record<string, string>> },
): Promise<readonly (readonly Row[])[]> {
  const { columns: cols, rows, folder: cwd, environment: env } = place;
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  const frames: (readonly Row[])[] = [];
  const take = (): void => {
    frames.push(readScreen(terminal));
  };
  await new Promise<void>((resolve) => terminal.write(commandLine(args), resolve));
  take();
  const child = spawn(process.execPath, [PIPEFORM, ...args], { cols, rows, cwd, env });
  child.onData((data) => terminal.write(data, take));
  await new Promise<void>((resolve) => child.onExit(() => terminal.write('', resolve)));
  terminal.dispose();
  return frames;
}

function commandLine(args: readonly string[]): string {
  return `\x1b[2m$\x1b[0m \x1b[1mpipeform ${args.join(' ')}\x1b[0m\r\n`;
}

function linesOf(terminal: InstanceType<typeof xterm.Terminal>): readonly string[] {
  const buffer = terminal.buffer.active;
  return Array.from({ length: buffer.length }, (_, line) => buffer.getLine(line)?.translateToString(true) ?? '');
}
