// Builds dist/: the command and the library as modules that share chunks, the types of the library, and the licenses of the
// packages that are built in.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { rawFiles } from './raw-files.mjs';

/**
 * Every package is a development dependency and is built in, so that an installation has the versions of package-lock.json
 * and nothing else. THIRD-PARTY-NOTICES.md lists them.
 *
 * Of axios, the core is built in: importing the package takes 140 to 230 ms, most of it for adapters, forms and redirects, which are
 * not used here, and the core 30. Each client brings its own adapter (src/api/http/adapter.ts). `debug`, which
 * https-proxy-agent imports, would print the address of the proxy. The developer tools of ink are loaded only with DEV=true.
 */
const REPLACED = [
  [/\/adapters\.js$/, 'export default { adapters: {}, getAdapter: (adapter) => adapter };'],
  [/\/classes\/FormData\.js$/, 'export default null;'],
  [/^debug$/, 'export default () => () => {};'],
  [/^proxy-agent-negotiate$/, 'export const createNegotiateAuth = () => undefined;'],
  [/^\.\/devtools\.js$/, 'export {};'],
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

/** Only to ask for the global FormData makes node load its own fetch, which takes a fifth as long as all of a start. No request here is a form. */
const FORM_DATA_OF_AXIOS = "typeof G.FormData !== 'undefined' ? G.FormData : undefined";
const withoutFormData = {
  name: 'without-form-data',
  transform: {
    filter: { id: /[\\/]axios[\\/]lib[\\/]utils\.js$/ },
    handler(code) {
      if (!code.includes(FORM_DATA_OF_AXIOS)) throw new Error('axios/lib/utils.js asks for FormData in another way');
      return { code: code.replace(FORM_DATA_OF_AXIOS, 'undefined') };
    },
  },
};

/** A file of its own, since the source requires it only for text that is not ASCII. */
const requiredWhenNeeded = {
  name: 'required-when-needed',
  transform: {
    filter: { code: "createRequire(import.meta.url)('string-width')" },
    handler: (code) => ({ code: code.replace("('string-width')", "('./string-width.js')") }),
  },
};

/**
 * Modules that are loaded together lie in one file: these, and what they import that no file before them holds. A command
 * that needs a part loads the whole file, so each stays small or is needed whole; what is not named here is split so that
 * nothing is loaded in vain. `bin.ts` itself waits for its command, so nothing that a command loads may lie beside it.
 */
const TOGETHER = {
  version: ['src/model/version.ts'],
  start: ['src/cli/process-edge.ts'],
  model: [/^src\/model\/(?!failure-cause\.ts$)/],
  words: [
    'src/report/text/diagnostics.ts',
    'src/engine/find-repository-folder.ts',
    'src/engine/describe-system-error.ts',
    'src/cli/output/exit-code.ts',
  ],
  view: ['src/cli/output/text-view.ts', 'src/cli/output/json-view.ts'],
  files: ['src/config/resolve/file-system.ts', 'src/engine/configuration.ts'],
  configuration: ['src/config/load-fleet.ts'],
  help: ['src/cli/commands/help.ts'],
  connections: ['src/engine/connections.ts', 'src/engine/resolve-credentials.ts', 'src/plan/describe-failure.ts'],
  journal: ['src/journal/project-folder.ts'],
  runs: ['src/engine/runs.ts', 'src/engine/policies.ts', 'src/journal/rebuild-run.ts'],
  project: ['src/cli/steps/open-fleet.ts', 'src/engine/plan-project.ts'],
  report: ['src/report/text/plan-text.ts', 'src/report/render-report.ts'],
  health: ['src/health/evaluate-check.ts'],
  yaml: [/^node_modules\/yaml\//],
};

/** The folder of the package that a module lies in. */
const IN_PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;

/** Code that nobody here wrote: its local names may be short. In ours they stay, so that a stack and a debugger can be read. */
const NOT_OURS = /\.generated\.js$|[\\/]node_modules[\\/].*\.[cm]?js$/;

/** Packages that come without the text of their license, and the package whose text has the same terms and the same owner. */
const SAME_LICENSE = { 'yoga-layout': 'react' };

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const made = 'node_modules/.cache/pipeform/dist';
rmSync(made, { recursive: true, force: true });

const isPackage = (id) => !id.startsWith('.') && !isAbsolute(id);
const bundle = await rolldown({
  input: { bin: 'src/bin.ts', index: 'src/index.ts', 'string-width': 'string-width' },
  platform: 'node',
  external: isBuiltin,
  // The development build of React is three times as large, and slower. A CommonJS module asks for its file, a module for its `import.meta`.
  transform: { define: { 'process.env.NODE_ENV': '"production"', __filename: 'import.meta.filename' } },
  // Modules that are imported when they are needed may well lie together: their file is read once.
  checks: { ineffectiveDynamicImport: false },
  plugins: [
    rawFiles,
    replacedModules,
    withoutFormData,
    requiredWhenNeeded,
    { name: 'short-names', transform: { filter: { id: NOT_OURS }, handler: shortenNames } },
  ],
});
const { output } = await bundle.write({
  dir: made,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // Blanks and comments are a third of the package, and are read at each start.
  minify: {
    compress: { target: 'node20.19', keepNames: { function: true, class: true } },
    mangle: false,
    codegen: { removeWhitespace: true, legalComments: 'inline' },
  },
  codeSplitting: {
    groups: Object.entries(TOGETHER).map(([name, modules], index, all) => ({
      name,
      priority: all.length - index,
      test: (id) => modules.some((one) => isMatch(one, id)),
    })),
  },
});
await bundle.close();
const built = output.flatMap(({ moduleIds }) => moduleIds ?? []);
const unknown = Object.values(TOGETHER).flatMap((modules) =>
  // A linked package has another path.
  modules.filter((one) => !(one instanceof RegExp) && !built.some((id) => isMatch(one, id))),
);
if (unknown.length > 0) throw new Error(`TOGETHER names no module of the build with ${unknown.join(', ')}`);
chmodSync(`${made}/bin.js`, 0o755);
writeFileSync(`${made}/THIRD-PARTY-NOTICES.md`, renderNotices(packagesOf(built)));
// As the command line prints them, before there are files to print.
const [version, help] = [printBuilt('--version'), printBuilt('help')];
writeFileSync(`${made}/version.txt`, version);
writeFileSync(`${made}/help.txt`, help);
writeFileSync(`${made}/pipeform.1`, await renderManualPage());
for (const shell of ['bash', 'zsh', 'fish']) {
  cpSync(`src/cli/commands/completion/pipeform.${shell}`, `${made}/pipeform.${shell}`);
}

const types = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', `${made}/types`],
  {
    stdio: 'inherit',
  },
);
if (types.status !== 0) process.exit(1);
keepOnly(`${made}/types`, reachableTypes(`${made}/types/index.d.ts`));

// Only a whole build takes the place of the one before.
rmSync('dist', { recursive: true, force: true });
renameSync(made, 'dist');

/** @param one a path from the root, or a pattern for paths. */
function isMatch(one, id) {
  const path = relative(root, id).replaceAll('\\', '/');
  return typeof one === 'string' ? one === path : one.test(path);
}

/** Packages keep the names of functions and classes, which errors and `name` show. */
function shortenNames(code, id) {
  const isGenerated = id.endsWith('.generated.js');
  const mangle = { toplevel: isGenerated, keepNames: { function: !isGenerated, class: !isGenerated } };
  const short = minifySync(id, code, { compress: false, mangle, codegen: { legalComments: 'inline' } });
  if (short.errors.length > 0) throw new Error(`${id}: ${short.errors[0].message}`);
  return { code: short.code, map: null };
}

/** What the types of the library need: the file and all that it speaks of, however far away. */
function reachableTypes(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.[jt]s['"]/g)) {
    reachableTypes(join(dirname(file), `${path}.d.ts`), found);
  }
  return found;
}

/** Removes what is not named, and the folders that are empty then. */
function keepOnly(folder, kept) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      keepOnly(path, kept);
      if (readdirSync(path).length === 0) rmSync(path, { recursive: true });
    } else if (!kept.has(path)) {
      rmSync(path);
    }
  }
}

/** The manual page, made from the table of commands, which is built apart since node does not run TypeScript. */
async function renderManualPage() {
  const file = 'node_modules/.cache/pipeform/manual/render-manual.js';
  const renderer = await rolldown({
    input: 'scripts/manual/render-manual.ts',
    platform: 'node',
    external: (id) => isBuiltin(id) || isPackage(id),
    plugins: [rawFiles],
  });
  await renderer.write({ dir: dirname(file), format: 'esm' });
  await renderer.close();
  const { PROGRAM, renderManual } = await import(pathToFileURL(file).href);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || dateOfCommit() || Number.NaN);
  const date = Number.isFinite(seconds) ? new Date(seconds * 1_000) : new Date();
  return renderManual(PROGRAM, { version, date: date.toISOString().slice(0, 10) });
}

/** What the built command prints. Throws when it fails. */
function printBuilt(command) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${made}/bin.js`, command], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the built command does not print its ${command}: ${stderr}`);
  return stdout;
}

/** In seconds, so that a commit makes the same package on every day; empty where git knows of none. */
function dateOfCommit() {
  return spawnSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** The folders of the packages that the modules lie in, in order of their names. */
function packagesOf(modules) {
  return [...new Set(modules.flatMap((id) => IN_PACKAGE.exec(id)?.[0] ?? []))].sort();
}

/** What their licenses ask to be kept with each copy; a text that several packages share stands below all of them. */
function renderNotices(folders) {
  const groups = new Map();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = SAME_LICENSE[name] === undefined ? folder : `node_modules/${SAME_LICENSE[name]}`;
    const file = readdirSync(texts).find((entry) => /^licen[cs]e\b/i.test(entry));
    if (file === undefined)
      throw new Error(`${name} is built in, but comes without the text of its license (${license}).`);
    const lines = readFileSync(join(texts, file), 'utf8').replaceAll('\r\n', '\n').trim().split('\n');
    const isOwn = (line) => /^\s*(?:Copyright|(?:The )?(?:MIT|ISC) License\b)/i.test(line);
    const terms = lines
      .filter((line) => !isOwn(line))
      .join('\n')
      .trim();
    const key = terms.replace(/\W+/g, ' ');
    const group = groups.get(key) ?? { terms, packages: new Set() };
    group.packages.add(`## ${name} ${version}\n\n${indent(lines.filter(isOwn).join('\n'))}\n`);
    groups.set(key, group);
  }
  const notices = [...groups.values()].map(({ terms, packages }) => `${[...packages].join('\n')}\n${indent(terms)}\n`);
  return `# Third-party notices\n\nThese packages are built into the command. They are distributed under their own licenses. The terms of a package are the first
that follow its name.\n\n${notices.join('\n')}`;
}

function indent(text) {
  return text.replace(/^[^\S\n]*(?=\S)/gm, '    ');
}
