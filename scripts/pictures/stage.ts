import { spawn as spawnProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { type Row, readRows } from './cells.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PIPEFORM = join(ROOT, 'dist', 'bin.js');

const PATIENCE_MS = 30_000;

/** So many rows that nothing scrolls away. */
const TALL_ROWS = 90;

/** A copy of an example, with a sandbox of its own. */
export interface Stage {
  readonly folder: string;
  /** The address of the sandbox. */
  readonly url: string;
  /** Runs the built command on a terminal of so many columns, and gives what it printed. */
  shoot(args: readonly string[], columns: number): Promise<readonly Row[]>;
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
  const film = async (args: readonly string[], cols: number, rows: number): Promise<readonly (readonly Row[])[]> => {
    const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
    const frames: (readonly Row[])[] = [];
    const take = (): void => {
      frames.push(readRows(terminal));
    };
    terminal.write(`\x1b[2m$\x1b[0m \x1b[1mpipeform ${args.join(' ')}\x1b[0m\r\n`, take);
    const child = spawn(process.execPath, [PIPEFORM, ...args], { cols, rows, cwd: folder, env: environment });
    const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    child.onData((data) => terminal.write(data, take));
    const signal = await new Promise<number | undefined>((resolve) =>
      child.onExit((end) => terminal.write('', () => resolve(end.signal))),
    );
    clearTimeout(patience);
    terminal.dispose();
    if (signal) throw new Error(`pipeform ${args.join(' ')} did not end within ${PATIENCE_MS} ms.`);
    return frames;
  };
  return {
    folder,
    url,
    shoot: async (args, columns) => (await film(args, columns, TALL_ROWS)).at(-1) ?? [],
    film,
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
