import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '../ci/shell.ts';
import { inCi } from '../effort.ts';

const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-rules-'));
  await cp(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
  await cp(join(ROOT, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** The lines of these files that break our own rules, as `src/api/a.ts:3`. */
async function lint(files: Readonly<Record<string, readonly string[]>>): Promise<readonly string[]> {
  for (const [path, lines] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `${lines.join('\n')}\n`);
  }
  const args = [BIOME, 'lint', '--vcs-enabled=false', '--colors=off', '--reporter=github', '.'];
  const found = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_, stdout) => resolve(stdout));
  });
  const ours = [...found.matchAll(/^::error title=plugin,file=(.*?),line=(\d+),/gm)];
  return ours.map(([, file = '', line]) => `${file.slice(file.lastIndexOf('/src/') + 1)}:${line}`).sort();
}

describe('lint rules of the project', () => {
  test('allow only the machine clock to read the time', async () => {
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
    const every = (path: string) => reads.map((_, index) => `${path}:${index + 1}`);
    expect(
      await lint({
        'src/api/a.ts': [...reads, ...others],
        'src/cli/a.ts': reads,
        'src/engine/runtime.ts': reads,
        'src/platform/machine-clock.ts': reads,
        'test/a.ts': reads,
      }),
    ).toEqual([...every('src/api/a.ts'), ...every('src/cli/a.ts'), ...every('src/engine/runtime.ts')]);
  });

  inCi('allow only entry points to import the machine clock', async () => {
    const borrow = ["import { MACHINE_CLOCK } from '../machine-clock.ts';", 'export const now = MACHINE_CLOCK.now;'];
    expect(
      await lint({
        'src/plan/a.ts': borrow,
        'src/engine/runtime.ts': borrow,
        'src/sandbox/index.ts': borrow,
      }),
    ).toEqual(['src/plan/a.ts:1']);
  });

  inCi('make commands import heavy modules only when needed', async () => {
    const load = [
      "import { rules } from '../plan/policy/create-rules.ts';",
      "import type { Rule } from '../check-rules.ts';",
    ];
    expect(await lint({ 'src/cli/a.ts': [...load, 'export const a: Rule = rules;'] })).toEqual(['src/cli/a.ts:1']);
  });
});
