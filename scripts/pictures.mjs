// Draws the pictures of README and docs into docs/pictures: what the built command shows on a terminal, as SVG, and its HTML
// report, as PNG. `npm run pictures -- plan drift` draws only these.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const { module } = await runnerImport(fileURLToPath(new URL('pictures/main.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
});
try {
  await module.main(process.argv.slice(2), (text) => void process.stdout.write(text));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
