// What the rules did for the pipes of a world, in a process of its own, so that all cores are used: `node bench/sizing/worker.mjs WORLD`
// prints it as JSON.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const path = fileURLToPath(new URL('compare.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
process.stdout.write(JSON.stringify(module.compareWorld(process.argv[2])));
