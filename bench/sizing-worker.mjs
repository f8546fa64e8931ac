// What the rows about sizing compute, in processes of their own, so that they use all cores and their memory can be measured:
// `node bench/sizing-worker.mjs world NAME` prints the rules' rows as JSON, `… fleet PIPES DAYS` replays a fleet.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const file = fileURLToPath(new URL('sizing-worker.ts', import.meta.url));
const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' });
const [what, ...args] = process.argv.slice(2);
if (what === 'world') process.stdout.write(JSON.stringify(module.compareRules(args[0])));
else module.backtestFleet(...args.map(Number));
