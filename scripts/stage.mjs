// A show of the built command on an embedded sandbox: works on copies in a temporary folder and leaves nothing running,
// however it ends: a signal, a reader that went away, a command that fails.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pipeform = join(root, 'dist', 'bin.js');
const MAX_FAREWELL_MS = 10_000;

/**
 * Copies an example to a temporary folder and gives a stage to `show`; the process's exit code says how it went. The stage:
 * `openSandbox(args)` starts one and returns its address, `run(args, expected)` runs Pipeform on the copy and
 * checks its exit code, `say(text)` prints a line, and `signal` is aborted once the show is to end early.
 */
export async function perform(example, show) {
  /** Aborted once the show is to end early; the reason is the exit code. */
  const stop = new AbortController();
  const stopped = new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(stop.signal.reason)));
  let folder;
  /** What runs: a child process, and `ended`, which resolves when it does not any more. */
  let sandbox;
  let command;
  let address;

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
    process.on(signal, () => {
      stop.abort(128 + constants.signals[signal]);
      dismiss(command, signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
    });
  }
  // A write tells its own failure (see `write`); without a listener the same failure would end the process at once.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  /** Starts Pipeform, unless the show is to end. */
  function start(args, stdout, variables = {}) {
    stop.signal.throwIfAborted();
    const child = spawn(process.execPath, [pipeform, ...args], {
      cwd: folder,
      stdio: ['ignore', stdout, 'inherit'],
      env: { ...process.env, ...variables },
      // Ctrl-C on a terminal reaches a whole group. In a group of its own, a child gets each signal once: from here.
      detached: process.platform !== 'win32',
    });
    const ended = new Promise((resolve) => {
      child.once('close', resolve);
      child.once('error', resolve);
    });
    return { child, ended };
  }

  /** Resolves once the text is out. A reader that went away (`| head`) has seen enough: that ends the show, and is no failure. */
  function write(text) {
    return new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => {
        if (!error) return resolve();
        if (error.code === 'EPIPE' || error.code === 'EIO') stop.abort(0);
        reject(new Error(`the output could not be written (${error.code}).`));
      });
    });
  }

  const stage = {
    signal: stop.signal,
    // Terminals break words at their edge.
    say: (text) => write(`\n${text.replace(/(.{1,76})(?: |$)/g, '# $1\n')}`),
    async openSandbox(args) {
      sandbox = start(['sandbox', '--port', '0', ...args], 'pipe');
      address = await addressOf(sandbox);
      return address;
    },
    async run(args, expected) {
      await write(`\n$ pipeform ${args.join(' ')}\n`);
      command = start(args, 'inherit', {
        PIPEFORM_API_URL: address,
        PIPEFORM_KEY_ID: 'sandbox',
        PIPEFORM_KEY_SECRET: 'sandbox',
        PIPEFORM_ACCESS_TOKEN: 'sandbox',
      });
      const { child, ended } = command;
      await ended;
      if (child.exitCode === expected) return;
      // A command fails, too, when its reader went away; that ends the show here, and quietly.
      await write('\n');
      throw new Error(
        `pipeform ${args.join(' ')} ended with ${child.exitCode ?? child.signalCode}; ${expected} was expected.`,
      );
    },
  };

  let failure;
  try {
    if (!existsSync(pipeform)) throw new Error('Pipeform is not built. "npm run setup" builds it.');
    folder = mkdtempSync(join(tmpdir(), 'pipeform-'));
    cpSync(join(root, 'examples', example), folder, { recursive: true });
    await Promise.race([stopped, show(stage)]);
  } catch (error) {
    if (!stop.signal.aborted) failure = error;
  } finally {
    // A command that was interrupted finishes what is in flight, for which it needs the sandbox.
    await command?.ended;
    dismiss(sandbox, 'SIGTERM');
    await sandbox?.ended;
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
  if (failure !== undefined) process.stderr.write(`\nThe show stopped: ${failure.message}\n`);
  process.exitCode = stop.signal.reason ?? (failure === undefined ? 0 : 1);
}

/** Asks what runs, if anything, to end, and ends it when it does not. */
function dismiss(running, signal) {
  running?.child.kill(signal);
  setTimeout(() => running?.child.kill('SIGKILL'), MAX_FAREWELL_MS).unref();
}

/** The address that the sandbox prints once it listens. */
function addressOf({ child, ended }) {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /^Sandbox: (\S+)/.exec(line);
      if (match !== null) resolve(match[1]);
    });
    ended.then(() => reject(new Error(`the sandbox ended with ${child.exitCode} before it listened.`)));
  });
}
