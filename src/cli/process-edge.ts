import { describeCrash } from '../engine/describe-crash.ts';
import { describeCure, describeSystemError } from '../engine/describe-system-error.ts';
import { createSteadyClock } from '../model/clock.ts';
import { CURES } from '../model/diagnostic-codes.ts';
import { MACHINE_CLOCK } from '../platform/machine-clock.ts';
import { limitHeapGrowth } from './heap.ts';
import { main, readCommandLine } from './main.ts';
import type { Context } from './options/context.ts';
import { INTERRUPT_CODES } from './options/exit-codes.ts';
import { isDebug } from './options/global-options.ts';

/** Runs one command line (without the program's name) in this process; writes nothing itself. `writeLastResort` prints on stderr and never throws. */
export async function runProcess(args: readonly string[], writeLastResort: (text: string) => void): Promise<void> {
  limitHeapGrowth();
  const stop = new AbortController();
  const abort = new AbortController();

  function interrupt(signal: keyof typeof INTERRUPT_CODES): void {
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
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'EIO' || isOutputLost) return;
      isOutputLost = true;
      setExitCode();
      const words = [`${name} cannot be written.`, describeSystemError(error), describeCure(error)];
      writeLastResort(words.filter((one) => one !== null).join(' '));
      stop.abort('the output was lost');
    });
  }
  process.on('uncaughtException', (error) => {
    const showsStack = isDebug(readCommandLine(args).given, process.env);
    const crash = describeCrash(error, process.env, showsStack);
    writeLastResort(`Pipeform stopped because of an internal error: ${crash}\n${CURES.internal}`);
    process.exit(1);
  });

  const context: Context = {
    cwd: currentFolder(writeLastResort),
    environment: process.env,
    platform: process.platform,
    // Opened at first use: most commands do not prompt.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    noteUpdates: () => {
      hasSentUpdates = true;
    },
    clock: createSteadyClock(MACHINE_CLOCK),
    random: Math.random,
    interrupts: { stop: stop.signal, abort: abort.signal },
  };

  code = await main(args, context);
  setExitCode();
}

function currentFolder(writeLastResort: (text: string) => void): string {
  try {
    return process.cwd();
  } catch {
    writeLastResort('The current folder no longer exists. Change to one that does.');
    return process.exit(1);
  }
}
