import { cp, readdir, readFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import picomatch from 'picomatch';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../e2e/folder.ts';
import { inCi } from '../effort.ts';
import { execute, type Packed, ROOT, unpack } from './pack.ts';

interface Manifest {
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

let packed: Packed;
let manifest: Manifest;
beforeAll(async () => {
  packed = await unpack();
  manifest = JSON.parse(await readFile(join(packed.folder, 'package.json'), 'utf8')) as Manifest;
});

/** Each kind of file in the package, and its purpose. */
const KINDS: Readonly<Record<string, RegExp>> = {
  'what npm asks for': /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
  code: /^dist\/[\w.-]+\.js$/,
  'types of the library': /^dist\/types\/[\w./-]+\.d\.ts$/,
  'licenses of bundled code': /^dist\/THIRD-PARTY-NOTICES\.md$/,
  'files that are only printed': /^dist\/pipeform\.(?:1|bash|fish|zsh)$/,
  schemas: /^schema\/[\w-]+\.schema\.json$/,
  'workflows that init writes':
    /^(?:examples\/ci\/git(?:hub|lab)\/[\w.-]+\.yml|(?:action\.(?:yml|sh)|ask-github\.sh))$/,
};

describe('the package', () => {
  test('unpacks to less than 8 MB', () => {
    expect(packed.unpackedSize).toBeGreaterThan(500_000);
    expect(packed.unpackedSize).toBeLessThan(8_000_000);
  });

  test('contains only files of these kinds', () => {
    const kindOf = (file: string) => Object.keys(KINDS).find((kind) => KINDS[kind]?.test(file));
    expect(packed.files.filter((file) => kindOf(file) === undefined)).toEqual([]);
    expect([...new Set(packed.files.map(kindOf))].sort()).toEqual(Object.keys(KINDS).sort());
  });

  test('contains everything that its manifest names, complete', async () => {
    const matches = picomatch(manifest.files.flatMap((pattern) => [pattern, `${pattern}/**`]));
    const folders = [...new Set(manifest.files.map((pattern) => pattern.split('/')[0] ?? ''))];
    const there = await Promise.all(folders.map(listFiles));
    const named = there.flat().filter((path) => matches(path));
    const isEmpty = (pattern: string) => !named.some((path) => picomatch.isMatch(path, [pattern, `${pattern}/**`]));
    expect(manifest.files.filter(isEmpty)).toEqual([]);
    expect(packed.files).toEqual(['LICENSE', 'README.md', 'package.json', ...named].sort());
  });

  test('runs where there is no other package', async () => {
    const folder = await makeFolder();
    await cp(packed.folder, folder, { recursive: true });
    const { stdout } = await execute(process.execPath, [join(folder, manifest.bin.pipeform ?? ''), 'schema', 'plan']);
    expect(JSON.parse(stdout)).toHaveProperty('$schema');
  });

  test('runs no install scripts', () => {
    // npm runs `prepare` where it has the sources: before it packs them, and for a git address.
    const scripts = Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?install$/.test(name));
    expect(scripts).toEqual([]);
    expect(packed.files.filter((file) => /\.(?:gyp|node)$/.test(file))).toEqual([]);
  });

  inCi('reveals nothing about the machine that built it', async () => {
    const secrets = [ROOT.replace(/[\\/]$/, ''), homedir(), hostname()].filter((text) => text.length > 3);
    const found: string[] = [];
    for (const file of packed.files) {
      const text = await readFile(join(packed.folder, file), 'utf8');
      if (secrets.some((secret) => text.includes(secret)) || /sourceMappingURL|file:\/\/\/(?!\W)/.test(text))
        found.push(file);
    }
    expect(found).toEqual([]);
  });

  test('contains the licenses of bundled code, in the versions of the lock file', async () => {
    const notices = await readFile(join(packed.folder, 'dist/THIRD-PARTY-NOTICES.md'), 'utf8');
    const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
    const locked = Object.entries(lock.packages).map(
      ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`,
    );
    const bundled = [...notices.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
    expect(bundled).toEqual(
      expect.arrayContaining(['axios', 'ink', 'react', 'yaml'].map((name) => expect.stringContaining(`${name} `))),
    );
    expect(bundled.filter((name) => !locked.includes(name ?? ''))).toEqual([]);
    expect(notices).toMatch(/Permission (?:is hereby granted|to use)/);
  });

  inCi('keeps function and class names for stack traces', async () => {
    const library = (await import(pathToFileURL(join(packed.folder, 'dist/index.js')).href)) as Record<string, unknown>;
    const named = Object.entries(library).filter(([, value]) => typeof value === 'function');
    const namesInside = named.map(([, value]) => (value as () => void).name);
    expect(namesInside).toEqual(named.map(([name]) => name));
    const code = await Promise.all(
      packed.files.filter((file) => file.endsWith('.js')).map((file) => readFile(join(packed.folder, file), 'utf8')),
    );
    // Functions that are visible only inside their module, too.
    expect(code.join('').match(/\bfunction [a-z]\w{9,}\(/g)?.length).toBeGreaterThan(500);
  });
});

/** The files below a file or a folder of the repository, as npm names them. */
async function listFiles(name: string): Promise<readonly string[]> {
  const entries = await readdir(join(ROOT, name), { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [name];
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}
