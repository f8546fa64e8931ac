// Builds dist/: the command and the library as modules that share chunks, and the types of the library.
import { spawnSync } from 'node:child_process';
import { chmodSync, renameSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const made = 'node_modules/.cache/pipeform/dist';
rmSync(made, { recursive: true, force: true });

const bundle = await rolldown({
  input: { bin: 'src/bin.ts', index: 'src/index.ts' },
  platform: 'node',
  // Dependencies stay packages of their own, so that they are installed, audited and updated as such.
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
});
await bundle.write({ dir: made, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
await bundle.close();
chmodSync(`${made}/bin.js`, 0o755);

const types = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', `${made}/types`],
  {
    stdio: 'inherit',
  },
);
if (types.status !== 0) process.exit(1);

// Only a whole build takes the place of the one before.
rmSync('dist', { recursive: true, force: true });
renameSync(made, 'dist');
