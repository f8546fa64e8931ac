import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program to run, in the environment of `environment()` and what `env` adds. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A process that ended with 0. */
export interface Ended {
  /** From when its program was loaded until it ended. */
  readonly wallMs: number;
  readonly stdout: string;
}

const MAX_FAREWELL_MS = 2_000;
// Would change what one side does: settings of either side, what Node loads first, proxies.
const FOREIGN = /^(PIPEFORM|TF|ANSIBLE|NODE|npm)_|_proxy$|^(CI|FORCE_COLOR|CURL_HOME|JQ_COLORS)$/i;

const running = new Set<ChildProcess>();
let isOver = false;

/**
 * Starts a process that leads a group of its own, so that it can be ended with all that it started.
 * @throws Error after `endAll`.
 */
export function start({ program, args, cwd, env }: Command): ChildProcess {
  if (isOver) throw new Error(`${program} is not started: the measurements have ended`);
  const child = spawn(program, args, {
    cwd,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/**
 * Runs a command to its end.
 * @throws Error with what it printed, unless it ended with 0.
 */
export async function run(command: Command): Promise<Ended> {
  const child = start(command);
  // Not before: `spawn` returns when the program has been loaded, and forking this process takes longer than forking a
  // shell would, which makes short programs look alike.
  const startedAt = process.hrtime.bigint();
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const ended = once(child, 'exit').then(() => process.hrtime.bigint());
  const [endedAt] = await Promise.all([ended, once(child, 'close')]);
  if (child.exitCode === 0) return { wallMs: Number(endedAt - startedAt) / 1e6, stdout: stdout() };
  const how = child.exitCode ?? child.signalCode ?? 'no code';
  const printed = `${stdout()}${stderr()}`.trim().slice(-2_000);
  throw new Error(`${[command.program, ...command.args].join(' ')} ended with ${how}: ${printed}`);
}

/** What a program prints with these arguments; null when it is not there. */
export async function ask(program: string, args: readonly string[], cwd: string): Promise<string | null> {
  try {
    return (await run({ program, args, cwd })).stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Ends a process and its group, by force when it takes its time. */
export async function end(child: ChildProcess): Promise<void> {
  if (!running.has(child) || child.pid === undefined) return;
  const closed = once(child, 'close');
  signalGroup(child.pid, 'SIGTERM');
  const timer = setTimeout(signalGroup, MAX_FAREWELL_MS, child.pid, 'SIGKILL');
  await closed;
  clearTimeout(timer);
}

/** Ends every process that was started here and is still running, for good: no other is started. */
export async function endAll(): Promise<void> {
  isOver = true;
  await Promise.all([...running].map(end));
}

function environment(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  return { ...Object.fromEntries(own), LC_ALL: 'C.UTF-8' } as Record<string, string>;
}

function collect(stream: ChildProcess['stdout']): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
