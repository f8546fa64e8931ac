// Prepares a fresh clone: installs the locked dependencies and builds, each only when it is out of date. Needs Node and npm
// alone. Only one at a time works on a clone; the others wait and then find it done.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
process.chdir(root);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Pipeform needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

// npm goes on for long after a signal; a half-installed node_modules is no harm, since the next setup begins it anew.
const MAX_FAREWELL_MS = 1_000;
const LOOK_AGAIN_MS = 200;

const READY = `Ready: \`node dist/bin.js\` is the command. \`npm run demo\` shows it at work, \`npm test\` runs the tests.\n`;

/** Aborted by the first signal; the reason is the exit code. */
const stop = new AbortController();
/** Asks what runs at the moment to end. */
let passOn = () => {};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
  process.on(signal, () => {
    stop.abort(128 + constants.signals[signal]);
    passOn(signal);
  });
}
process.stderr.on('error', () => {});

try {
  const unlock = await lockClone();
  try {
    await setUp();
    if (process.env.npm_lifecycle_event === 'setup') process.stderr.write(READY);
  } finally {
    unlock();
  }
} catch (error) {
  if (!stop.signal.aborted) process.stderr.write(`${error.message}\n`);
  process.exitCode = stop.signal.reason ?? 1;
}

async function setUp() {
  await prepare('install', ['package.json', 'package-lock.json'], 'node_modules/.package-lock.json', () =>
    run(
      'npm',
      ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      'Installing the dependencies',
    ),
  );
  await prepare(
    'build',
    [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'tsconfig.build.json',
      'scripts/build.mjs',
      ...filesUnder('scripts/manual'),
      ...filesUnder('src'),
    ],
    'dist/bin.js',
    () => run(process.execPath, ['scripts/build.mjs'], 'Building'),
  );
}

/** Does a step unless its inputs are the same as when it was last done and what it makes is there. */
async function prepare(step, inputs, product, work) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of inputs) hash.update(file).update(readFileSync(file));
  const digest = hash.digest('hex');
  const stamps = join('node_modules', '.cache', 'pipeform');
  const stamp = join(stamps, `${step}.sha256`);
  if (existsSync(product) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, digest);
}

/** Resolves once the command has succeeded; a signal to this process ends it, and what it started, first. */
async function run(command, args, doing) {
  stop.signal.throwIfAborted();
  process.stderr.write(`${doing} …\n`);
  const isWindows = process.platform === 'win32';
  const child = spawn(command, args, {
    shell: isWindows && command === 'npm',
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: it gets each signal once, from here, and with all that it started.
    detached: !isWindows,
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
  passOn = (signal) => {
    const kill = (last) => (isWindows ? child.kill(last) : killGroup(child.pid, last));
    kill(signal);
    setTimeout(kill, MAX_FAREWELL_MS, 'SIGKILL').unref();
  };
  const ending = await new Promise((resolve) => {
    child.once('error', ({ code }) => resolve(code));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  passOn = () => {};
  stop.signal.throwIfAborted();
  if (ending === 0) return;
  throw new Error(`${Buffer.concat(printed)}\n${doing} failed (${command} ended with ${ending}).`);
}

function killGroup(leader, signal) {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Takes the clone for this process, and waits while another has it. The lock is a file with the holder's process id, outside
 * the clone because `npm ci` removes `node_modules`. A lock whose process is gone is taken over.
 * @returns what gives the clone back.
 */
async function lockClone() {
  const key = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `pipeform-setup-${key}.lock`);
  const mine = `${lock}.${process.pid}`;
  // Linked into place when it is whole, so that a lock always names its holder.
  writeFileSync(mine, String(process.pid));
  try {
    let announced;
    while (!tryLink(mine, lock)) {
      const holder = holderOf(lock);
      if (holder !== undefined && !isAlive(holder)) {
        removeStale(lock, `${mine}.stale`);
        continue;
      }
      if (holder !== undefined && holder !== announced) {
        process.stderr.write(`Another setup (process ${holder}, ${lock}) is at work here; waiting for it …\n`);
        announced = holder;
      }
      await wait(LOOK_AGAIN_MS, undefined, { signal: stop.signal });
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Only one process can rename a file away: two that saw the same stale lock do not remove each other's new one. */
function removeStale(lock, aside) {
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (isAlive(holderOf(aside))) tryLink(aside, lock);
  rmSync(aside);
}

/** Undefined when the lock is gone. */
function holderOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

// In a container the next process may get the number of the one before: our own number means a stale lock.
function isAlive(processId) {
  if (!Number.isInteger(processId) || processId <= 0 || processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
