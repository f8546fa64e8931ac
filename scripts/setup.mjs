// Prepares a fresh clone: installs the locked dependencies and builds, each only when it is out of date. Needs Node and npm alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Pipeform needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

const stamps = join('node_modules', '.cache', 'pipeform');
prepare('install', ['package.json', 'package-lock.json'], 'node_modules/.package-lock.json', () =>
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], 'Installing the dependencies'),
);
prepare(
  'build',
  [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/build.mjs',
    ...filesUnder('src'),
  ],
  'dist/bin.js',
  () => run(process.execPath, ['scripts/build.mjs'], 'Building'),
);

/** Does a step unless its inputs are the same as when it was last done and what it makes is there. */
function prepare(step, inputs, product, work) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of inputs) hash.update(file).update(readFileSync(file));
  const digest = hash.digest('hex');
  const stamp = join(stamps, `${step}.sha256`);
  if (existsSync(product) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, digest);
}

function run(command, args, doing) {
  process.stderr.write(`${doing} …\n`);
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32' && command === 'npm',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}\n${doing} failed.\n`);
  process.exit(1);
}

function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
