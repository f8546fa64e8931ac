// What the rows about sizing compute, in processes of their own, so that they use all cores and their memory can be measured:
// `node bench/sizing/worker.mjs world NAME` prints what the rules did for the pipes of a world as JSON, `… fleet PIPES` advises a fleet.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const load = async (file) => {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  return module;
};
const [what, value] = process.argv.slice(2);
if (what === 'world') process.stdout.write(JSON.stringify((await load('compare.ts')).compareWorld(value)));
else (await load('fleet.ts')).adviseFleet(Number(value));
