// Builds dist/: the command and the library with all packages in it, the types of the library, the manual page and the licenses.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { renderNotices } from './build/notices.mjs';
import { rawFiles } from './build/raw-files.mjs';
import { buildValidators } from './build/validators.mjs';
import { importSource } from './import-source.mjs';

/**
 * The core of axios is built in: importing the package takes 140 to 230 ms, most of it for adapters that are not used here, and
 * the core 30. Each client brings its own adapter (src/api/http/adapter.ts). `debug`, which https-proxy-agent imports, would print
 * the address of the proxy.
 */
const REPLACED = [
  [/\/adapters\.js$/, 'export default { adapters: {}, getAdapter: (adapter) => adapter };'],
  [/^debug$/, 'export default () => () => {};'],
];
const replacedModules = {
  name: 'replaced-modules',
  resolveId: {
    filter: { id: REPLACED.map(([name]) => name) },
    handler: (name) => `\0replaced:${REPLACED.findIndex(([replaced]) => replaced.test(name))}`,
  },
  load: {
    filter: { id: /^\0replaced:/ },
    handler: (id) => ({ code: REPLACED[id.slice('\0replaced:'.length)][1], moduleType: 'js' }),
  },
};

/** Optional parts of ink and https-proxy-agent, which are not installed and not loaded. */
const OPTIONAL = ['react-devtools-core', 'proxy-agent-negotiate'];

/**
 * What every command loads is one file instead of 30, each of which takes about as long to open as to run: `--version` takes 1.4
 * instead of 1.8 times as long as Node alone. Without bin.ts itself, which runs the command: the library loads this file, too.
 */
function collectStart(chunks) {
  const found = new Set();
  const add = (id) => {
    if (found.has(id)) return;
    found.add(id);
    chunks.getModuleInfo(id)?.importedIds.forEach(add);
  };
  chunks.getModuleInfo(join(process.cwd(), 'src/bin.ts'))?.importedIds.forEach(add);
  return found;
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await buildValidators('generated');

/** Known when all modules are parsed. */
let start = null;
const made = 'node_modules/.cache/pipeform/dist';
rmSync(made, { recursive: true, force: true });
// Every package is a development dependency and is built in, so that an installation has the versions of package-lock.json.
const bundle = await rolldown({
  input: { bin: 'src/bin.ts', index: 'src/index.ts' },
  platform: 'node',
  external: (id) => isBuiltin(id) || OPTIONAL.includes(id),
  // A CommonJS package in the start would add the file with the helpers for those.
  resolve: { mainFields: ['module', 'main'] },
  // The development build of React is three times as large, and slower.
  transform: { define: { 'process.env.NODE_ENV': '"production"', __filename: 'import.meta.filename' } },
  // Modules that are imported when they are needed may well be in one file: it is read once.
  checks: { ineffectiveDynamicImport: false },
  plugins: [rawFiles, replacedModules],
});
const { output } = await bundle.write({
  dir: made,
  format: 'esm',
  // Blanks and comments would be a third of the package, and are read at each start.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, legalComments: 'inline' } },
  codeSplitting: {
    groups: [
      {
        debugName: 'start',
        name(id, chunks) {
          start ??= collectStart(chunks);
          return start.has(id) ? 'start' : null;
        },
      },
    ],
  },
});
await bundle.close();
chmodSync(`${made}/bin.js`, 0o755);
writeFileSync(`${made}/THIRD-PARTY-NOTICES.md`, renderNotices(output.flatMap(({ moduleIds }) => moduleIds ?? [])));

const { PROGRAM, renderManual } = await importSource('scripts/manual/render-manual.ts');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync(`${made}/pipeform.1`, renderManual(PROGRAM, { version, date: readDate() }));
for (const shell of ['bash', 'zsh', 'fish']) {
  cpSync(`src/cli/commands/completion/pipeform.${shell}`, `${made}/pipeform.${shell}`);
}

const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', `${made}/types`];
const types = spawnSync(process.execPath, tsc, { stdio: 'inherit' });
if (types.status !== 0) process.exit(1);

// Only a whole build takes the place of the one before.
rmSync('dist', { recursive: true, force: true });
renameSync(made, 'dist');

/** The day of the commit, so that it makes the same package on every day; today where git knows of none. */
function readDate() {
  const commit = spawnSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).stdout?.trim();
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || commit);
  return new Date(seconds > 0 ? seconds * 1_000 : Date.now()).toISOString().slice(0, 10);
}
