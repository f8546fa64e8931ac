#!/usr/bin/env node
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { main } from './cli.ts';
import type { Context } from './commands/context.ts';

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

// A reader or a terminal that went away (`| head`) wants no more output; that is no failure. A full disk is.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') giveUp(`The output could not be written: ${error.message}.`);
  });
}
process.on('uncaughtException', (error) => giveUp(`Pipeform made a mistake and stopped: ${error.message}`));

/** The last resort: what happened in one line, without a stack trace. */
function giveUp(words: string): never {
  writeSync(process.stderr.fd, `${words}\n`);
  process.exit(1);
}

const context: Context = {
  cwd: process.cwd(),
  environment: process.env,
  platform: process.platform,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  clock: {
    now: Date.now,
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => {}),
  },
  random: Math.random,
  interrupts: { stop: stop.signal, abort: abort.signal },
};

process.exitCode = await main(process.argv.slice(2), context);
