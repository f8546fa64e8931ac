// The main job on the embedded sandbox, from nothing to a reverted console edit. Works on copies in a temporary folder and
// leaves nothing running, however it ends: a signal, a reader that went away, a command that fails.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pipeform = join(root, 'dist', 'bin.js');
const ORDERS = '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001';
const LONGEST_FAREWELL_MS = 10_000;

/** Aborted once the demo is to end early; the reason is the exit code. */
const stop = new AbortController();
const stopped = new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(stop.signal.reason)));
let folder;
/** What runs: a child process, and `ended`, which resolves when it does not any more. */
let sandbox;
let command;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
  process.on(signal, () => {
    stop.abort(128 + constants.signals[signal]);
    dismiss(command, signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
  });
}
// A write tells its own failure (see `write`); without a listener the same failure would end the process at once.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

let failure;
try {
  await Promise.race([stopped, giveTour()]);
} catch (error) {
  if (!stop.signal.aborted) failure = error;
} finally {
  // A command that was interrupted finishes what is in flight, for which it needs the sandbox.
  await command?.ended;
  dismiss(sandbox, 'SIGTERM');
  await sandbox?.ended;
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
if (failure !== undefined) process.stderr.write(`\nThe demo stopped: ${failure.message}\n`);
process.exitCode = stop.signal.reason ?? (failure === undefined ? 0 : 1);

async function giveTour() {
  if (!existsSync(pipeform)) throw new Error('Pipeform is not built. "npm run demo" builds it first.');
  folder = mkdtempSync(join(tmpdir(), 'pipeform-demo-'));
  cpSync(join(root, 'examples', 'quickstart'), folder, { recursive: true });
  sandbox = start(['sandbox', '--port', '0', '--latency', '80ms', '--settle', '1500ms'], 'pipe');
  const url = await addressOf(sandbox);

  await say('A sandbox serves six pipes. The configuration in examples/quickstart manages five of them.');
  await run(['validate'], 0, url);
  await say('What would apply do? Nothing is written by a plan.');
  await run(['plan'], 0, url);
  await say('Do it. The prompt is answered by --auto-approve; each update is confirmed by a read.');
  await run(['apply', '--auto-approve'], 0, url);
  await say('Plan again: git and the pipes agree.');
  await run(['plan'], 0, url);

  await say(
    'Now someone edits a pipe in the console, behind git’s back: orders-prod, db_max_threads 8 -> 2, one replica.',
  );
  const edit = await fetch(`${url}/_sandbox/pipes/${ORDERS}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { db_max_threads: 2 }, scaling: { replicas: 1 } }),
    signal: stop.signal,
  });
  if (!edit.ok) throw new Error(`The console edit was answered ${edit.status}: ${await edit.text()}`);
  await say('The plan that would revert it. With --detailed-exitcode, differences exit with 2.');
  await run(['plan', '--detailed-exitcode'], 2, url);
  await say('That was the main job. "Try it by hand" in the README does the same with a sandbox in another terminal.');
}

/** Starts Pipeform, unless the demo is to end. */
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

async function run(args, expected, url) {
  await write(`\n$ pipeform ${args.join(' ')}\n`);
  const credentials = { PIPEFORM_API_URL: url, PIPEFORM_KEY_ID: 'sandbox', PIPEFORM_KEY_SECRET: 'sandbox' };
  command = start(args, 'inherit', credentials);
  const { child, ended } = command;
  await ended;
  if (child.exitCode === expected) return;
  // A command fails, too, when its reader went away; that ends the demo here, and quietly.
  await write('\n');
  throw new Error(
    `pipeform ${args.join(' ')} ended with ${child.exitCode ?? child.signalCode}; ${expected} was expected.`,
  );
}

/** Asks what runs, if anything, to end, and ends it when it does not. */
function dismiss(running, signal) {
  running?.child.kill(signal);
  setTimeout(() => running?.child.kill('SIGKILL'), LONGEST_FAREWELL_MS).unref();
}

function say(text) {
  return write(`\n# ${text}\n`);
}

/** Resolves once the text is out. A reader that went away (`| head`) has seen enough: that ends the demo, and is no failure. */
function write(text) {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) return resolve();
      if (error.code === 'EPIPE' || error.code === 'EIO') stop.abort(0);
      reject(new Error(`the output could not be written (${error.code}).`));
    });
  });
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
