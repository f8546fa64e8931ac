import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { afterTests } from '../../e2e/clean-up.ts';
import { openTerminal } from '../../progress/terminal.ts';

/** Where the next command of a shell runs. Variables that a page does not export are lost from block to block. */
export interface Shell {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What came of a block. */
export interface Heard {
  readonly printed: string;
  /** The exit codes of the commands that failed, in their order. */
  readonly codes: readonly number[];
  readonly shell: Shell;
}

/** A block as a script that notes what fails and where it ends up. `place`: the beginning of the names of its files. */
function prepare(commands: string, place: string): readonly string[] {
  const note = `trap 'echo "$?" >> ${place}.codes' ERR\ntrap 'pwd > ${place}.cwd; env -0 > ${place}.env' EXIT\n`;
  writeFileSync(`${place}.sh`, note + commands);
  return ['bash', `${place}.sh`];
}

function collect(shell: Shell, code: number, place: string): Omit<Heard, 'printed'> {
  const noted = existsSync(`${place}.codes`)
    ? readFileSync(`${place}.codes`, 'utf8').trim().split('\n').map(Number)
    : [];
  // The end of a list such as `a && b` is no failure that bash notes when `a` fails.
  const codes = code !== 0 && noted.at(-1) !== code ? [...noted, code] : noted;
  if (!existsSync(`${place}.env`)) return { codes, shell };
  const env = readFileSync(`${place}.env`, 'utf8')
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]);
  return { codes, shell: { cwd: readFileSync(`${place}.cwd`, 'utf8').trimEnd(), env: Object.fromEntries(env) } };
}

/** Runs a block with nothing on stdin; what it prints on stdout and stderr comes in the order in which it was printed. */
export async function runBlock(shell: Shell, commands: string, place: string): Promise<Heard> {
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

/** What ends a question: the answer is typed behind it. */
const QUESTION = /[:?]\s*$/;

/** For one question, or the end: less than a scene may take. */
const PATIENCE_MS = 60_000;

/** Runs a block on a terminal, where a person answers one question after another. */
export async function typeBlock(
  shell: Shell,
  commands: string,
  answers: readonly string[],
  place: string,
): Promise<Heard> {
  const terminal = openTerminal(160, 50, prepare(commands, place), { ...shell, patienceMs: PATIENCE_MS });
  afterTests(() => terminal.close());
  let asked = -1;
  for (const answer of answers) {
    await terminal.until(`a question to answer with ${answer || 'an empty line'}`, () => {
      const { row, text } = terminal.cursorLine();
      return row > asked && QUESTION.test(text);
    });
    asked = terminal.cursorLine().row;
    terminal.type(`${answer}\r`);
  }
  // One question too many is told with the screen, not by running out of time.
  const code = await Promise.race([terminal.ended, terminal.until('the end', () => false).then(() => -1)]);
  return { printed: terminal.everything().join('\n'), ...collect(shell, code, place) };
}

/** Starts a block in a terminal of its own; resolves with what it has printed once that holds `ready`. */
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
