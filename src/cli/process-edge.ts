import { fstatSync, writeSync } from 'node:fs';
import { describeCrash } from '../engine/describe-crash.ts';
import { describeCure, describeSystemError } from '../engine/describe-system-error.ts';
import { BUG_CURE } from '../model/bug-cure.ts';
import { createSteadyClock } from '../model/clock.ts';
import { MACHINE_CLOCK } from '../platform/machine-clock.ts';
import { main } from './main.ts';
import { PROGRAM } from './options/commands.ts';
import type { Context } from './options/context.ts';
import { INTERRUPT_CODES } from './options/exit-codes.ts';
import { isDebug } from './options/global-options.ts';
import { readLine } from './options/read-line.ts';

const STDERR = 2;

/**
 * A terminal and some runners signal every process of a job, and `npx` and shells hand the signal on: the command gets one interrupt
 * twice. A person who interrupts again takes longer.
 */
const SAME_INTERRUPT_MS = 200;

const UNFINISHED =
  'Pipeform stopped before the command was done, because nothing was left that it could wait for. The result is unknown. ' +
  'Run `pipeform plan` to see what is live. This is a bug in Pipeform: please report it with the command and ' +
  '`pipeform --version`.';

/** Runs one command line (without the program's name) in this process. */
export async function runProcess(args: readonly string[]): Promise<void> {
  // Node ends a process silently when its event loop is empty, even in the middle of a command.
  process.on('beforeExit', reportUnfinished);
  const stop = new AbortController();
  const abort = new AbortController();

  const clock = createSteadyClock(MACHINE_CLOCK);
  let last = { signal: '', atMs: 0 };
  function interrupt(signal: keyof typeof INTERRUPT_CODES): void {
    const { signal: earlier, atMs } = last;
    last = { signal, atMs: clock.monotonicMs() };
    if (signal === earlier && last.atMs - atMs < SAME_INTERRUPT_MS) return;
    if (abort.signal.aborted) process.exit(INTERRUPT_CODES[signal]);
    if (stop.signal.aborted) abort.abort(signal);
    else stop.abort(signal);
  }
  process.on('SIGINT', () => interrupt('SIGINT'));
  process.on('SIGTERM', () => interrupt('SIGTERM'));
  // A closed terminal sends SIGHUP.
  process.on('SIGHUP', () => interrupt('SIGTERM'));

  // A closed pipe or terminal (`| head`) is not a failure. A full disk is: requests in flight finish, and the command fails.
  let isOutputLost = false;
  let hasSentUpdates = false;
  let code = 0;
  function setExitCode(): void {
    // With 2, a script would read the differences in the lost report.
    const mustFail = isOutputLost && (code === 0 || code === 2);
    process.exitCode = mustFail ? (hasSentUpdates ? 3 : 1) : code;
  }
  function reportLost(name: 'stdout' | 'stderr', error: NodeJS.ErrnoException): void {
    if (error.code === 'EPIPE' || error.code === 'EIO' || isOutputLost) return;
    isOutputLost = true;
    setExitCode();
    const words = [`${name} cannot be written.`, describeSystemError(error), describeCure(error)];
    writeLastResort(words.filter((one) => one !== null).join(' '));
    stop.abort('the output was lost');
  }
  const opened = new Set<string>();
  // Opening both takes longer than what `--version` does besides.
  function openOutput(name: 'stdout' | 'stderr'): NodeJS.WriteStream & { readonly fd: number } {
    const stream = process[name];
    if (opened.has(name)) return stream;
    opened.add(name);
    writeAllOrFail(stream);
    return stream.on('error', (error) => reportLost(name, error));
  }
  process.on('uncaughtException', (error) => {
    const showsStack = isDebug(readLine(PROGRAM.commands, args).given, process.env);
    const crash = describeCrash(error, process.env, showsStack);
    writeLastResort(`Pipeform stopped because of an internal error: ${crash}\n${BUG_CURE}`);
    process.exit(1);
  });

  const context: Context = {
    cwd: currentFolder(),
    environment: process.env,
    platform: process.platform,
    // Each is opened at first use: most commands do not prompt, and some print to one only.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return openOutput('stdout');
    },
    get stderr() {
      return openOutput('stderr');
    },
    noteUpdates: () => {
      hasSentUpdates = true;
    },
    clock,
    random: Math.random,
    interrupts: { stop: stop.signal, abort: abort.signal },
  };

  code = await main(args, context);
  setExitCode();
  process.off('beforeExit', reportUnfinished);
}

function reportUnfinished(): void {
  writeLastResort(UNFINISHED);
  process.exit(1);
}

function writeLastResort(text: string): void {
  try {
    writeSync(STDERR, `${text}\n`);
  } catch {
    // stderr is gone; the exit code remains.
  }
}

/** Makes a stream to a file write everything or fail: Node reports no error for a partial write to a full disk. */
function writeAllOrFail(stream: NodeJS.WriteStream & { readonly fd: number }): void {
  if (!isFile(stream.fd)) return;
  stream._write = (chunk: Buffer | string, encoding, done) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(stream.fd, bytes, written);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    writeLastResort('The current folder no longer exists. Change to one that does.');
    return process.exit(1);
  }
}
