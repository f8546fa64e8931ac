import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { afterTests } from '../../e2e/clean-up.ts';
import { openTerminal } from '../../progress/terminal.ts';

/** Where the next command of a shell runs. Variables that a page does not export are lost from block to block. */
export interface Shell {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The result of a block. */
export interface BlockEnd {
  readonly printed: string;
  /** The exit codes of the commands that failed, in order. */
  readonly codes: readonly number[];
  readonly shell: Shell;
}

/** A block as a script that notes what fails and where it ends up. `place`: the beginning of the names of its files. */
function prepare(commands: string, place: string): readonly string[] {
  const note = `trap 'echo "$?" >> ${place}.codes' ERR\ntrap 'pwd > ${place}.cwd; env -0 > ${place}.env' EXIT\n`;
  writeFileSync(`${place}.sh`, note + commands);
  return ['bash', `${place}.sh`];
}

function collect(shell: Shell, code: number, place: string): Omit<BlockEnd, 'printed'> {
  const noted = existsSync(`${place}.codes`)
    ? readFileSync(`${place}.codes`, 'utf8').trim().split('\n').map(Number)
    : [];
  // bash does not trap a failure of `a` in a list such as `a && b`.
  const codes = code !== 0 && noted.at(-1) !== code ? [...noted, code] : noted;
  if (!existsSync(`${place}.env`)) return { codes, shell };
  const env = readFileSync(`${place}.env`, 'utf8')
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]);
  return { codes, shell: { cwd: readFileSync(`${place}.cwd`, 'utf8').trimEnd(), env: Object.fromEntries(env) } };
}

/** Runs a block with nothing on stdin; stdout and stderr are combined in the order of printing. */
export async function runBlock(shell: Shell, commands: string, place: string): Promise<BlockEnd> {
  const output = openSync(`${place}.out`, 'a');
  const [program = '', ...args] = prepare(commands, place);
  const child = spawn(program, args, { ...shell, stdio: ['ignore', output, output], detached: true });
  closeSync(output);
  afterTests(() => endGroup(child.pid));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? -1));
  });
  return { printed: readFileSync(`${place}.out`, 'utf8'), ...collect(shell, code, place) };
}

/** The end of a prompt: the answer is typed after it. */
const QUESTION = /[:?]\s*$/;

/** The timeout for one prompt or the end, less than that of a scene. */
const TIMEOUT_MS = 60_000;

/** Runs a block on a terminal, where a person answers one question after another. */
export async function typeBlock(
  shell: Shell,
  commands: string,
  answers: readonly string[],
  place: string,
): Promise<BlockEnd> {
  const terminal = openTerminal(160, 50, prepare(commands, place), { ...shell, timeoutMs: TIMEOUT_MS });
  afterTests(() => terminal.close());
  let lastRow = -1;
  for (const answer of answers) {
    await terminal.until(`a question to answer with ${answer || 'an empty line'}`, () => {
      const { row, text } = terminal.cursorLine();
      return row > lastRow && QUESTION.test(text);
    });
    lastRow = terminal.cursorLine().row;
    terminal.type(`${answer}\r`);
  }
  // An unexpected prompt is reported with the screen, not as a timeout.
  const code = await Promise.race([terminal.ended, terminal.until('the end', () => false).then(() => -1)]);
  return { printed: terminal.everything().join('\n'), ...collect(shell, code, place) };
}

/** Starts a block in its own terminal; resolves with the output once it contains `ready`. */
export function startBlock(shell: Shell, commands: string, ready: string): Promise<string> {
  const child = spawn('bash', ['-ec', commands], { ...shell, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  afterTests(() => {
    endGroup(child.pid);
    return ended;
  });
  let printed = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes(ready)) resolve(printed);
      });
    }
    child.once('error', reject);
    void ended.then(() => reject(new Error(`it ended before it printed ${JSON.stringify(ready)}:\n${printed}`)));
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
