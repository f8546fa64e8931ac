// Builds dist/: the command and the library as modules that share chunks, and the types of the library.
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
rmSync('dist', { recursive: true, force: true });

const bundle = await rolldown({
  input: { bin: 'src/bin.ts', index: 'src/index.ts' },
  platform: 'node',
  // Dependencies stay packages of their own, so that they are installed, audited and updated as such.
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
});
await bundle.write({ dir: 'dist', format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
await bundle.close();
chmodSync('dist/bin.js', 0o755);

const types = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
process.exitCode = types.status ?? 1;
