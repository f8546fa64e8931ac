// The main job on the embedded sandbox, from nothing to a reverted console edit. Works on copies in a temporary folder and
// leaves nothing running, however it ends.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pipeform = join(root, 'dist', 'bin.js');
const folder = mkdtempSync(join(tmpdir(), 'pipeform-demo-'));
const ORDERS = '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001';

const sandbox = spawn(
  process.execPath,
  [pipeform, 'sandbox', '--port', '0', '--latency', '80ms', '--settle', '1500ms'],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
let running = null;
const stopped = new Promise((resolve) => sandbox.once('close', resolve));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => running?.kill(signal));

try {
  cpSync(join(root, 'examples', 'quickstart'), folder, { recursive: true });
  const url = await addressOf(sandbox);

  say('A sandbox serves six pipes. The configuration in examples/quickstart manages five of them.');
  await run(['validate'], 0);
  say('What would apply do? Nothing is written by a plan.');
  await run(['plan'], 0);
  say('Do it. The prompt is answered by --auto-approve; each update is confirmed by a read.');
  await run(['apply', '--auto-approve'], 0);
  say('Plan again: git and the pipes agree.');
  await run(['plan'], 0);

  say('Now someone edits a pipe in the console, behind git’s back: orders-prod, db_max_threads 8 -> 2, one replica.');
  const edit = await fetch(`${url}/_sandbox/pipes/${ORDERS}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { db_max_threads: 2 }, scaling: { replicas: 1 } }),
  });
  if (!edit.ok) throw new Error(`The console edit was answered ${edit.status}: ${await edit.text()}`);
  say('The plan that would revert it. With --detailed-exitcode, differences exit with 2.');
  await run(['plan', '--detailed-exitcode'], 2);
  say('That was the main job. "Try it by hand" in the README does the same with a sandbox in another terminal.');

  function run(args, expected) {
    process.stdout.write(`\n$ pipeform ${args.join(' ')}\n`);
    return new Promise((resolve, reject) => {
      running = spawn(process.execPath, [pipeform, ...args], {
        cwd: folder,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, PIPEFORM_API_URL: url, PIPEFORM_KEY_ID: 'sandbox', PIPEFORM_KEY_SECRET: 'sandbox' },
      });
      running.once('close', (code) => {
        running = null;
        if (code === expected) resolve();
        else reject(new Error(`pipeform ${args.join(' ')} exited with ${code}; ${expected} was expected.`));
      });
    });
  }
} catch (error) {
  process.stderr.write(`\nThe demo stopped: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  sandbox.kill('SIGTERM');
  await stopped;
  rmSync(folder, { recursive: true, force: true });
}

function say(text) {
  process.stdout.write(`\n# ${text}\n`);
}

/** The address that the sandbox prints once it listens. */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /^Sandbox: (\S+)/.exec(line);
      if (match !== null) resolve(match[1]);
    });
    child.once('close', (code) => reject(new Error(`the sandbox ended with ${code} before it listened`)));
  });
}
