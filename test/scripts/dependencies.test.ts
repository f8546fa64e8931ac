import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
}

const manifest = JSON.parse(await read('package.json')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};
const lock = JSON.parse(await read('package-lock.json')) as { readonly packages: Record<string, LockedPackage> };
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');

function read(file: string): Promise<string> {
  return readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
}

describe('dependencies', () => {
  it('are pinned to an exact version', () => {
    const wanted = Object.entries(manifest.devDependencies);
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    expect(wanted.length).toBeGreaterThan(20);
  });

  it('have a checksum each in the lock file', () => {
    expect(locked.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path)).toEqual([]);
    expect(locked.length).toBeGreaterThan(100);
  });

  it('run no install scripts', () => {
    expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)).toEqual([]);
  });

  it('are not looked up by name in any registry', async () => {
    expect(await read('package-lock.json')).not.toMatch(/"resolved"/);
  });
});
