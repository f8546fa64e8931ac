// Runs the built command against random faults, kills and edits, and compares what it says with what the sandbox really did.
// `npm run chaos -- --kind pull --seed 123` plays one seed again; `--runs 50`, `--from 1000` and `--parallel 4` choose others.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

// Stays open during the runs, since a command loads its sources when it runs. Packages are loaded by Node.
const vite = await createServer({
  configFile: false,
  root: fileURLToPath(new URL('..', import.meta.url)),
  logLevel: 'error',
  server: { middlewareMode: true, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
  ssr: { external: true, resolve: { mainFields: [] } },
});
const { main } = await vite.ssrLoadModule(fileURLToPath(new URL('../test/chaos/main.ts', import.meta.url)));
process.exitCode = await main(process.argv.slice(2), (text) => void process.stdout.write(text));
await vite.close();
