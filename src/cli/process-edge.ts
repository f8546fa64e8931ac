import { writeSync } from 'node:fs';
import { MACHINE_CLOCK } from '../platform/machine-clock.ts';
import { main } from './main.ts';
import type { Context } from './options/context.ts';
import { describeCrash } from './output/crash-words.ts';
import { writeWhole } from './whole-output.ts';

/** Runs one command line (without the program's name) in this process: its streams, its signals and its exit code. */
export async function runProcess(words: readonly string[]): Promise<void> {
  // React chooses its build by this variable when the progress view loads it; the development build is slower.
  process.env.NODE_ENV ??= 'production';

  const stop = new AbortController();
  const abort = new AbortController();

  function interrupt(signal: NodeJS.Signals): void {
    if (abort.signal.aborted) process.exit(signal === 'SIGTERM' ? 143 : 130);
    if (stop.signal.aborted) abort.abort(signal);
    else stop.abort(signal);
  }
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  // A terminal that was closed asks for the same as a service manager does.
  process.on('SIGHUP', () => interrupt('SIGTERM'));

  // A reader or a terminal that went away (`| head`) wants no more output; that is no failure. A full disk is: what is in
  // flight is finished, nothing more is started, and a command that has done its work fails all the same.
  let isOutputLost = false;
  for (const stream of [process.stdout, process.stderr]) {
    writeWhole(stream);
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'EIO' || isOutputLost) return;
      isOutputLost = true;
      process.exitCode ||= 1;
      tell(`The output could not be written: ${error.message}.`);
      stop.abort('the output was lost');
    });
  }
  process.on('uncaughtException', (error) =>
    giveUp(`Pipeform made a mistake and stopped: ${describeCrash(error, { args: words, environment: process.env })}`),
  );

  const context: Context = {
    cwd: currentFolder(),
    environment: process.env,
    platform: process.platform,
    // Opened when it is first asked for: most commands ask nothing.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    clock: MACHINE_CLOCK,
    random: Math.random,
    interrupts: { stop: stop.signal, abort: abort.signal },
  };

  const code = await main(words, context);
  process.exitCode = isOutputLost && code === 0 ? 1 : code;
}

/** The last resort: what happened, in as few words as there are. */
function giveUp(words: string): never {
  tell(words);
  process.exit(1);
}

function tell(words: string): void {
  try {
    writeSync(process.stderr.fd, `${words}\n`);
  } catch {
    // There is no place left to say it; the exit code does.
  }
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return giveUp('The current folder no longer exists. Change to one that does.');
  }
}
