import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../ci/shell.ts';
import { makeFolder, writeFiles } from '../e2e/folder.ts';

const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/** The lines of these files that break our own rules, as `src/api/a.ts:3`. */
async function lint(files: Readonly<Record<string, readonly string[]>>): Promise<readonly string[]> {
  const folder = await makeFolder();
  await cp(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
  await cp(join(ROOT, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true });
  await writeFiles(
    folder,
    Object.fromEntries(Object.entries(files).map(([path, lines]) => [path, `${lines.join('\n')}\n`])),
  );
  const args = [BIOME, 'lint', '--vcs-enabled=false', '--colors=off', '--reporter=github', '.'];
  const found = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_, stdout) => resolve(stdout));
  });
  const ours = [...found.matchAll(/^::error title=plugin,file=(.*?),line=(\d+),/gm)];
  return ours.map(([, file = '', line]) => `${file.slice(file.lastIndexOf('/src/') + 1)}:${line}`).sort();
}

test('only the machine clock reads the time, entry points alone import it, and a command imports no heavy module', async () => {
  const reads = [
    'export const a = Date.now();',
    'export const b = Date.now;',
    'export const c = globalThis.Date.now();',
    'export const d = new Date();',
    'export const e = Date();',
    'export const f = performance.now();',
    'export const g = process.hrtime.bigint();',
  ];
  const others = [
    "export const h = [new Date(0), Date.UTC(2026, 0), Date.parse('')];",
    "export const i = performance.mark('');",
  ];
  const borrow = ["import { MACHINE_CLOCK } from '../machine-clock.ts';", 'export const now = MACHINE_CLOCK.now;'];
  const load = [
    "import { rules } from '../plan/policy/create-rules.ts';",
    "import type { Rule } from '../check-rules.ts';",
    'export const a: Rule = rules;',
  ];
  const every = (path: string) => reads.map((_, index) => `${path}:${index + 1}`);
  expect(
    await lint({
      'src/api/a.ts': [...reads, ...others],
      'src/cli/a.ts': reads,
      'src/cli/load.ts': load,
      'src/engine/borrow.ts': reads,
      'src/engine/runtime.ts': borrow,
      'src/plan/a.ts': borrow,
      'src/platform/machine-clock.ts': reads,
      'src/sandbox/index.ts': borrow,
      'test/a.ts': reads,
    }),
  ).toEqual([
    ...[...every('src/api/a.ts'), ...every('src/cli/a.ts'), 'src/cli/load.ts:1'],
    ...[...every('src/engine/borrow.ts'), 'src/plan/a.ts:1'],
  ]);
});
