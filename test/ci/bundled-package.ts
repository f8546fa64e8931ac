import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../e2e/folder.ts';
import { execute, ROOT, unpack } from '../packaging/pack.ts';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean }>>;
}

/** The package as a tarball that npm installs without a network: its dependencies are in it. Returns its path. */
export async function bundlePackage(): Promise<string> {
  const { folder: packed } = await unpack();
  const folder = await makeFolder();
  const inside = join(folder, 'package');
  await cp(packed, inside, { recursive: true });
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  for (const [path, { dev, optional }] of Object.entries(packages)) {
    if (path === '' || dev === true || optional === true) continue;
    await mkdir(dirname(join(inside, path)), { recursive: true });
    // npm takes as long as there are files.
    const filter = (file: string): boolean => !/\.(?:d\.[cm]?ts|map|md)$/.test(file);
    await cp(join(ROOT, path), join(inside, path), { recursive: true, filter });
  }
  const manifest = JSON.parse(await readFile(join(inside, 'package.json'), 'utf8')) as object;
  await writeFile(join(inside, 'package.json'), JSON.stringify({ ...manifest, bundleDependencies: true }));
  const tarball = join(folder, 'pipeform.tgz');
  await execute('tar', ['-czf', tarball, 'package'], { cwd: folder });
  return tarball;
}
