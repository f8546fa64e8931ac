import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Report } from '../../src/model/report.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi } from '../effort.ts';
import { makeFolder } from './folder.ts';
import { fleet, pipe, readDocument } from './harness.ts';
import { openRepository, type Repository, runGit } from './repository.ts';

/** The fleet as main has it: orders and payments as they are live, so that every difference is made by the test. */
const MAIN = {
  pipes: {
    orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 4, streaming_max_insert_wait_ms: 5000 } }),
    payments: pipe(fleet, 'payments-prod', { settings: { db_max_threads: 8 } }),
  },
};

async function originsOf(repository: Repository, line: string): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await repository.run(`${line} --format json`);
  const { pipes } = readDocument<{ pipes: readonly { name: string; changes: readonly JsonObject[] }[] }>(stdout);
  return Object.fromEntries(
    pipes.flatMap(({ name, changes }) => changes.map((it) => [`${name} ${it.path}`, it.origin])),
  );
}

describe.concurrent('--base', { timeout: 120_000 }, () => {
  test('shows the origin of each difference', async () => {
    const repository = await openRepository(MAIN);
    const { git, edit, editLive } = repository;
    git('checkout', '-q', '-b', 'feature');
    // config: this branch changed or added it. drift: someone changed it live. conflict: both did.
    await edit('db_max_threads: 4', 'db_max_threads: 6');
    await editLive('orders-prod', { settings: { streaming_max_insert_wait_ms: 9000 } });
    await edit('db_max_threads: 8', 'db_max_threads: 16');
    await editLive('payments-prod', { settings: { db_max_threads: 12 } });
    await edit('db_max_threads: 16', 'db_max_threads: 16\n      db_max_insert_threads: 3');
    expect(await originsOf(repository, 'plan --base main')).toEqual({
      'orders settings.db_max_threads': 'config',
      'orders settings.streaming_max_insert_wait_ms': 'drift',
      'payments settings.db_max_threads': 'conflict',
      'payments settings.db_max_insert_threads': 'config',
    });
    const before = git('status', '--porcelain');
    await repository.run('plan --base main');
    expect(git('status', '--porcelain')).toBe(before);
  });

  test('the question of apply says which base', async () => {
    const { git, edit, runPrompted } = await openRepository(MAIN);
    await edit('db_max_threads: 4', 'db_max_threads: 6');
    const { stderr } = await runPrompted('apply --base main', () => 'no');
    // The question is broken where the terminal ends.
    expect(stderr.replaceAll('\n ', '')).toContain(`, base main at ${git('rev-parse', 'main').slice(0, 12)})?\n`);
  });

  inCi('every document has the base of a conflict, and the environments when none is chosen', async () => {
    const repository = await openRepository({ ...MAIN, environments: { staging: {}, production: {} } });
    await repository.edit('db_max_threads: 8', 'db_max_threads: 16');
    await repository.editLive('payments-prod', { settings: { db_max_threads: 12 } });
    const read = async (line: string) => {
      const { stdout } = await repository.run(`${line} --format json`);
      const document = readDocument<Report & JsonObject>(stdout);
      expect([document.kind, findFaults(document.kind, document)]).toEqual([document.kind, []]);
      const changes = document.pipes.flatMap((one) => one.changes);
      expect(changes.map(({ before, after, base }) => [before, after, base])).toEqual([[12, 16, 8]]);
      const isChosen = line.includes('-e production');
      expect(document.scope?.environments).toEqual(isChosen ? undefined : ['staging', 'production']);
      return document;
    };
    await read('drift --base HEAD');
    await read('plan --base HEAD -e production');
    for (const index of [1, 2]) await repository.run(`plan --base HEAD --shard ${index}/2 --out ${index}.json`);
    await read('merge 1.json 2.json --out plan.json');
    expect((await repository.run('apply plan.json --out run.json')).code).toBe(0);
    const { id } = await read('show run.json');
    await read(`runs show ${id}`);
  });

  test('a guard that the branch loosens is a warning at its line, also when no pipe changes', async () => {
    const { orders } = MAIN.pipes;
    const repository = await openRepository({
      pipes: { orders: { ...orders, protect: true } },
      policy: { maxReplicaFactor: 2 },
    });
    await repository.edit('maxReplicaFactor: 2', 'maxReplicaFactor: 4');
    await repository.edit('protect: true', 'protect: false');
    const line = (text: string, start: string) => text.split('\n').findIndex((one) => one.includes(start)) + 1;
    const text = await readFile(join(repository.folder, 'pipeform.yaml'), 'utf8');
    const summary = '`policy.maxReplicaFactor` is loosened from 2 to 4.';
    for (const options of ['', '--target orders', '--summary', '--shard 1/1']) {
      const { code, stdout } = await repository.run(`plan --base HEAD --out plan.json ${options}`);
      expect([options, code, stdout]).toEqual([options, 0, expect.stringContaining('No changes.')]);
      expect(stdout).toContain(`warning[guard-loosened]: ${summary}  pipeform.yaml:${line(text, 'maxReplicaFactor')}:`);
      expect(stdout).toContain('warning[guard-loosened]: No longer protected: orders.');
    }
    repository.commit();
    expect((await repository.run('plan --base HEAD')).stdout).not.toContain('guard-loosened');
  });

  inCi('what --only-origin leaves out is counted in every format', async () => {
    const repository = await openRepository(MAIN);
    const { run, edit, editLive } = repository;
    await edit('db_max_threads: 4', 'db_max_threads: 6');
    await edit('db_max_threads: 8', 'db_max_threads: 16');
    await editLive('orders-prod', { settings: { streaming_max_insert_wait_ms: 9000 } });
    await editLive('payments-prod', { settings: { db_max_threads: 12 } });
    const counted = '2 changes not selected (1 drift, 1 conflict)';
    const planned = await run('plan --base HEAD --only-origin config --out plan.json');
    expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining(counted)]);
    for (const format of ['text --summary', 'markdown', 'markdown --summary', 'html', 'html --summary', 'github']) {
      const { stdout } = await run(`show plan.json --format ${format}`);
      expect(stdout, format).toContain(counted);
    }
    const plan = readDocument<JsonObject>((await run('show plan.json --format json')).stdout);
    expect([plan.pipes, findFaults('plan', plan)]).toMatchObject([
      [
        { name: 'orders', notSelected: [{ path: 'settings.streaming_max_insert_wait_ms', origin: 'drift' }] },
        { name: 'payments', status: 'unchanged', notSelected: [{ path: 'settings.db_max_threads', before: 12 }] },
      ],
      [],
    ]);
    expect((await run('pull --base HEAD --only-origin schedule')).stderr).toContain(
      'No selected differences.\n3 changes not selected (1 config, 1 drift, 1 conflict).',
    );

    // A saved plan that is narrowed further.
    await run('plan --base HEAD --only-origin config,drift --out plan.json');
    const applied = await run('apply plan.json --only-origin drift --out run.json');
    expect(applied.stdout).toContain(
      'Plan: 1 pipe to update (1 change, 1 request), 1 unchanged, 2 changes not selected',
    );
    expect(applied.stdout).toContain(
      'Applied 1 pipe, 1 unchanged, 2 changes not selected (1 config, 1 conflict): 1 update',
    );
    const { stdout: document } = await run('show run.json --format json');
    expect(findFaults('run', readDocument<JsonObject>(document))).toEqual([]);
    const none = await run('apply plan.json --only-origin schedule');
    expect(none.stdout).toContain('No changes. 2 pipes have 3 changes not selected (1 config, 1 drift, 1 conflict).');
  });

  test('refuses a ref that does not exist', async () => {
    const repository = await openRepository(MAIN);
    const refused = { code: 1, stderr: expect.stringContaining('error[base-unknown]') };
    expect(await repository.run('plan --base nowhere')).toMatchObject(refused);
    expect(repository.takeRequests()).toEqual({});
  });
});

describe.concurrent('--behind', { timeout: 120_000 }, () => {
  /** Main has a newer value of payments than the branch, and the branch one of orders. */
  async function openBehind(): Promise<Repository> {
    const repository = await openRepository(MAIN);
    const { git, edit, commit } = repository;
    git('checkout', '-q', '-b', 'feature');
    await edit('db_max_threads: 4', 'db_max_threads: 6');
    commit();
    git('checkout', '-q', 'main');
    await edit('db_max_threads: 8', 'db_max_threads: 16');
    git('commit', '-q', '-a', '-m', 'More threads for payments');
    git('checkout', '-q', 'feature');
    return repository;
  }

  test.each(['main...', 'main'])(
    'refuse: nothing is read when the branch lacks a change of --base %s',
    async (base) => {
      const repository = await openBehind();
      const { code, stdout, stderr } = await repository.run(`plan --base ${base} --behind refuse`);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr.replace(/[0-9a-f]{7,}/, 'COMMIT').split('\n')).toEqual([
        'error[branch-behind]: This branch lacks 1 commit of main that changes the configuration.',
        '  = Where they were applied, a plan of this branch undoes them.',
        '  = COMMIT More threads for payments',
        '  = help: Merge the base into the branch or rebase the branch, and plan again.',
        '',
      ]);
      expect((await repository.run(`apply --auto-approve --base ${base} --behind refuse`)).code).toBe(1);
      expect(repository.takeRequests()).toEqual({});

      repository.git('merge', '-q', '-s', 'ours', '-m', 'merge', 'main');
      const merged = await repository.run(`plan --base ${base} --behind refuse`);
      expect(merged).toMatchObject({ code: 0, stdout: expect.stringContaining('This branch: 1 pipe.') });
    },
  );

  inCi('warns by default, and can be ignored', async () => {
    const repository = await openBehind();
    const warned = await repository.run('plan --base main...');
    expect(warned).toMatchObject({ code: 0, stderr: expect.stringContaining('warning[branch-behind]') });
    expect((await repository.run('plan --base main... --behind ignore')).stderr).toBe('');
    const parent = await makeFolder();
    runGit(parent, ['clone', '-q', '--depth', '1', '--no-single-branch', `file://${repository.folder}`, 'shallow']);
    await cp(join(parent, 'shallow'), join(repository.folder, 'shallow'), { recursive: true });
    const shallow = await repository.run('-C shallow plan --base origin/main');
    expect(shallow).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('note[branch-behind]: Whether this branch'),
    });
    expect(shallow.stdout).not.toContain('note[');
    expect(shallow.stderr).toContain('git fetch --unshallow');
  });

  test('counts only changes of configuration files', async () => {
    const repository = await openRepository(MAIN);
    const { git, write, commit } = repository;
    git('checkout', '-q', '-b', 'feature');
    git('checkout', '-q', 'main');
    await write({ 'README.md': 'words', 'other.yaml': 'version: 1' });
    commit();
    git('checkout', '-q', 'feature');
    const { code, stdout, stderr } = await repository.run('plan --base main... --behind refuse');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('compared with the merge base with main');
  });
});
