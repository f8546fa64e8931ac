// Everything that a reviewer would do, one line a step; a step that fails shows what it printed. All steps run, so that
// one look gives all problems. Exits with 1 when any failed. `--without-tests` is for CI, which has run them already.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const steps = [
  ['generated files are fresh', 'node', ['scripts/generate.mjs', '--check']],
  ['types', 'node', ['node_modules/typescript/bin/tsc', '--noEmit']],
  ['lint, imports and format', 'npx', ['biome', 'ci', '--colors=off', '.']],
  ['unused code and dependencies', 'npx', ['knip']],
  ['package', 'npx', ['publint', '--strict']],
  ['types of the package', 'npx', ['attw', '--pack', '.', '--profile', 'esm-only']],
  ['known vulnerabilities', 'node', ['scripts/audit.mjs']],
  ['tests', 'npx', ['vitest', 'run']],
];

const withoutTests = process.argv.includes('--without-tests');
let failed = 0;
for (const [name, command, args] of steps) {
  const startedAt = Date.now();
  const isTests = name === 'tests';
  if (isTests && withoutTests) {
    process.stdout.write('left    tests (--without-tests: whoever asked has run them)\n');
    continue;
  }
  const result = spawnSync(command, args, { encoding: 'utf8', stdio: isTests ? 'inherit' : 'pipe' });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (result.status === 0) {
    // A step that was not done says so first.
    const skipped = isTests || !/^skipped: /.test(result.stdout ?? '') ? null : result.stdout.trim();
    process.stdout.write(skipped === null ? `ok      ${name} (${seconds}s)\n` : `left    ${name} (${skipped})\n`);
  } else {
    failed += 1;
    process.stdout.write(`FAILED  ${name} (${seconds}s)\n${result.stdout ?? ''}${result.stderr ?? ''}\n`);
  }
}
process.stdout.write(failed === 0 ? 'All checks passed.\n' : `${failed} of ${steps.length} checks failed.\n`);
process.exitCode = failed === 0 ? 0 : 1;
