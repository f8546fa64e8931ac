// Runs the built command against random faults, kills and edits, and compares what it says with what the sandbox really did.
// `npm run chaos -- --kind pull --seed 123` plays one seed again; `--runs 50`, `--from 1000` and `--parallel 4` choose others.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const { module } = await runnerImport(fileURLToPath(new URL('../test/chaos/main.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
});
process.exitCode = await module.main(process.argv.slice(2), (text) => void process.stdout.write(text));
