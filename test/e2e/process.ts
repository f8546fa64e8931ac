import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { main } from '../../src/cli/main.ts';
import type { Clock } from '../../src/model/clock.ts';
import { MACHINE_CLOCK } from '../../src/platform/machine-clock.ts';
import { afterTests } from './clean-up.ts';

/** The built command: what `npm install` puts on the path. */
export const PIPEFORM = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));

/** A command that has ended. */
export interface Ended {
  /** The exit code, or the signal that killed it. */
  readonly code: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd: string;
  /** The whole environment except `PATH` and `HOME`, so that CI and color settings of the machine have no effect. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A command in this process. */
interface SurroundingsHere extends Surroundings {
  /** Makes the streams a terminal, on which this answers the prompt when it is printed. Without it, stdin is empty. */
  readonly answer?: (() => Promise<string> | string) | undefined;
  readonly clock?: Clock | undefined;
}

/** A running command. */
export interface Running {
  /** Resolves with the match once stdout holds the pattern; rejects with all output when the command ends without it. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** The same for stderr. */
  complains(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the event; rejects with all output when the command ends without it. */
  reaches(event: Promise<void>): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Types into stdin, which stays open. */
  type(text: string): void;
  closeInput(): void;
  /** Calls back after each piece of stdout, with all of it so far. */
  onOutput(listener: (stdout: string) => void): void;
  /** All output so far. */
  output(): Pick<Ended, 'stdout' | 'stderr'>;
  /** Reads no more of stdout, as `head` does when it has enough. */
  leave(): void;
  readonly ended: Promise<Ended>;
}

export function cleanEnvironment(cwd: string, env: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: cwd, LANG: 'C.UTF-8', ...env };
}

/** Starts the built command; a test that fails leaves nothing running. */
export function startCommand(args: readonly string[], surroundings: Surroundings): Running {
  return startProgram(process.execPath, [PIPEFORM, ...args], surroundings);
}

/** The same for any program. */
export function startProgram(program: string, args: readonly string[], surroundings: Surroundings): Running {
  const env = cleanEnvironment(surroundings.cwd, surroundings.env);
  return watchProcess(spawn(program, args, { cwd: surroundings.cwd, env }));
}

/** Runs the built command to its end with nothing on stdin. */
export function runCommand(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  return endWithoutInput(startCommand(args, surroundings));
}

export function endWithoutInput(running: Running): Promise<Ended> {
  running.closeInput();
  return running.ended;
}

/**
 * Runs a command line to its end in this process, with the `main` that the built command calls. Most of the time of a short
 * command is the start of its process, so tests of what a command does use this.
 */
export async function runHere(
  args: readonly string[],
  { cwd, env, answer, clock = MACHINE_CLOCK }: SurroundingsHere,
): Promise<Ended> {
  const isTTY = answer !== undefined;
  const input = isTTY ? new PassThrough() : Readable.from([]);
  const stdin = Object.assign(input, { isTTY, setRawMode: () => input });
  const stdout = collectText(isTTY);
  const stderr = collectText(isTTY, async (text) => {
    if (text.endsWith('accepted: ')) stdin.push(`${await answer?.()}\n`);
  });
  const code = await main(args, {
    cwd,
    environment: cleanEnvironment(cwd, { ...(isTTY && { TERM: 'dumb' }), ...env }),
    platform: process.platform,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout.stream,
    stderr: stderr.stream,
    noteUpdates: () => {},
    clock,
    random: Math.random,
    interrupts: { stop: new AbortController().signal, abort: new AbortController().signal },
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collectText(isTTY: boolean, onText: (text: string) => void = () => {}) {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      text += chunk;
      onText(text);
      done();
    },
  });
  return {
    stream: Object.assign(stream, { isTTY, columns: 100 }) as unknown as NodeJS.WriteStream,
    text: () => text,
  };
}

/** Runs a line of a real shell, in which `$PIPEFORM` is the built command. */
export function runShell(line: string, { cwd, env }: Surroundings): Promise<Ended> {
  const surroundings = { cwd, env: { ...env, PIPEFORM: `${process.execPath} ${PIPEFORM}` } };
  return endWithoutInput(startProgram('bash', ['-c', line], surroundings));
}

/** Watches a process from its start; it is killed when the tests of the file have ended. */
export function watchProcess(child: ChildProcessByStdio<Writable | null, Readable, Readable>): Running {
  const output = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  const checkAll = (): void => {
    for (const check of watchers) check();
  };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      checkAll();
    });
  }
  // A command may end before it has read its input.
  child.stdin?.on('error', () => {});
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve({ code: code ?? signal ?? 'SIGKILL', ...output });
      checkAll();
    });
  });
  afterTests(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended.catch(() => {});
  });

  const waitFor = (name: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = pattern.exec(output[name]);
        if (found !== null) {
          watchers.delete(check);
          resolve(found);
        } else if (child.exitCode !== null || child.signalCode !== null) {
          watchers.delete(check);
          reject(new Error(`${name} never held ${pattern}:\n${output.stdout}\n${output.stderr}`));
        }
      };
      watchers.add(check);
      check();
    });

  return {
    says: (pattern) => waitFor('stdout', pattern),
    complains: (pattern) => waitFor('stderr', pattern),
    async reaches(event) {
      const early = ended.then(({ stdout, stderr }) => {
        throw new Error(`it ended too early:\n${stdout}\n${stderr}`);
      });
      await Promise.race([event, early]);
    },
    signal: (signal) => void child.kill(signal),
    type: (text) => void child.stdin?.write(text),
    closeInput: () => void child.stdin?.end(),
    onOutput: (listener) => void watchers.add(() => listener(output.stdout)),
    output: () => ({ ...output }),
    leave: () => void child.stdout.destroy(),
    ended,
  };
}
