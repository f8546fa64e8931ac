import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openWorkspace, type Workspace } from '../e2e/harness.ts';
import { compile, EXAMPLES, openExamples, unpack } from '../packaging/pack.ts';

/** The examples as a third-party program. */
let program: string;
beforeAll(async () => {
  program = await openExamples(await unpack());
});

const run = (workspace: Workspace, line: string, env?: Readonly<Record<string, string>>) => {
  const [example, ...words] = line.split(' ');
  return workspace.shell([process.execPath, join(program, `made/${example}.js`), '.', ...words].join(' '), env);
};

describe.concurrent('the examples of the library, compiled against the package', () => {
  test('plan-report reports the changes, and writes the plan as text', async () => {
    const workspace = await openWorkspace();
    const ended = await run(workspace, 'plan-report plan.md');
    expect(ended).toMatchObject({ code: 0, stdout: '3 of 5 pipes to update, 7 fields, 0 refused, 0 not read\n' });
    const report = await readFile(join(workspace.folder, 'plan.md'), 'utf8');
    expect(report).toContain('db_max_threads');
    expect(workspace.writes()).toEqual([]);
    await workspace.write({ 'pipeform.yaml': 'version: 2\n' });
    expect(await run(workspace, 'plan-report none.md')).toMatchObject({ code: 1, stdout: '' });
  });

  test('apply-progress applies increases, reports each pipe, and then has no changes', async () => {
    const workspace = await openWorkspace();
    const ended = await run(workspace, 'apply-progress');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^(?:[1-3]\/3 [\w-]+: applied\n){3}run \S+: 3 applied, 0 failed, 0 unknown\n$/);
    expect(workspace.writes()).toHaveLength(5);
    expect((await run(workspace, 'apply-progress')).stdout).toContain('No changes.');
  });

  test('drift-cron exits like drift, with one log line', async () => {
    const workspace = await openWorkspace();
    expect(await run(workspace, 'drift-cron')).toMatchObject({ code: 2, stderr: '' });
    expect(await workspace.run('apply --auto-approve')).toMatchObject({ code: 0 });
    const ended = await run(workspace, 'drift-cron');
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'clean', drifted: [], unread: [], problems: [] });
    const rejected = await run(workspace, 'drift-cron', { PIPEFORM_KEY_SECRET: 'wrong' });
    expect([rejected.code, JSON.parse(rejected.stdout)]).toMatchObject([1, { state: 'incomplete', drifted: [] }]);
  });
});

test.each([
  ['node16', { module: 'node16', moduleResolution: 'node16' }],
  ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
])('the examples also compile with the resolution %s', async (name, resolution) => {
  const config = JSON.parse(await readFile(join(EXAMPLES, 'tsconfig.json'), 'utf8')) as { compilerOptions: object };
  const file = join(program, `tsconfig.${name}.json`);
  const compilerOptions = { ...config.compilerOptions, ...resolution };
  await writeFile(file, JSON.stringify({ ...config, compilerOptions }));
  await compile(file);
});

test('the compiler rejects an error', async () => {
  const wrong = join(program, 'wrong');
  const text = await readFile(join(EXAMPLES, 'drift-cron.ts'), 'utf8');
  await cp(join(EXAMPLES, 'tsconfig.json'), join(wrong, 'tsconfig.json'), { recursive: true });
  await writeFile(join(wrong, 'wrong.ts'), text.replace('drift(loaded.fleet,', 'drift(loaded.fleets,'));
  await expect(compile(wrong)).rejects.toThrow("Property 'fleets' does not exist");
});
