// Measures what bench/README.md describes and prints a table. `npm run bench -- --list` names the rows, `--only cpu,growth`
// measures some of them, `--runs 1` is a quick look, `--results bench/results.md` keeps the page.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const { module } = await runnerImport(fileURLToPath(new URL('main.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
});
try {
  process.exitCode = await module.main(process.argv.slice(2), (text) => void process.stdout.write(text));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
