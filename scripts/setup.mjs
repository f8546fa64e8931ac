// Prepares a clone: installs the locked dependencies and builds, each when something is missing or older than its source.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = [
  'src',
  'schema',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  fail(`Pipeform needs Node 20.19 or newer; this is ${process.versions.node}.`);
if (isOlder('node_modules/.package-lock.json', ['package.json', 'package-lock.json'])) {
  run('Installing the dependencies', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
}
if (!existsSync('generated') || isOlder('dist', SOURCES)) run('Building', process.execPath, ['scripts/build.mjs']);
if (process.env.npm_lifecycle_event === 'setup') {
  process.stderr.write(
    'Ready: `node dist/bin.js` is the command. `npm run demo` shows it at work, `npm test` runs the tests.\n',
  );
}

/** Whether a product is missing, or older than a source. */
function isOlder(product, sources) {
  return (
    !existsSync(product) ||
    sources.flatMap(listFiles).some((file) => statSync(file).mtimeMs > statSync(product).mtimeMs)
  );
}

/** A folder and all in it, or a file. The time of a folder is that of the last file that was added or removed. */
function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  return [path, ...readdirSync(path, { recursive: true }).map((name) => join(path, name))];
}

function run(doing, command, args) {
  process.stderr.write(`${doing} …\n`);
  const shell = process.platform === 'win32' && command === 'npm';
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], shell });
  if (status !== 0) fail(`${doing} failed${error === undefined ? '' : `: ${error.message}`}.`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
