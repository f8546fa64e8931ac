import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createQuickstartFleet,
  generateFleet,
  type Sandbox,
  SandboxError,
  startSandbox,
} from '../../src/sandbox/index.ts';
import { AUTHORIZATION, call, named, patch, pathOf, put, start } from './harness.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-state-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts a sandbox with the folder, runs the action, and closes. */
async function visit<Result>(visitor: (sandbox: Sandbox) => Promise<Result> | Result): Promise<Result> {
  const sandbox = await startSandbox({ stateFolder: folder, switches: { scaling: 'sync' } });
  try {
    return await visitor(sandbox);
  } finally {
    await sandbox.close();
  }
}

describe('state in a folder', () => {
  test('is loaded after a restart', async () => {
    const written = await visit(async (sandbox) => {
      expect(sandbox.state).toBe('begun');
      await put(sandbox, 'orders-prod', { db_max_threads: 9 });
      await patch(sandbox, 'orders-prod', { replicas: 6 });
      return sandbox.pipes();
    });
    expect(written.find(({ name }) => name === 'orders-prod')).toMatchObject({ settings: { db_max_threads: 9 } });
    await visit((sandbox) => {
      expect(sandbox.state).toBe('resumed');
      expect(sandbox.pipes()).toEqual(written);
    });
  });

  test('overrides a fleet that is given later', async () => {
    await visit(() => undefined);
    const sandbox = await start({ stateFolder: folder, fleet: generateFleet(3, 1) });
    expect(sandbox.state).toBe('resumed');
    expect(sandbox.fleet).toEqual(createQuickstartFleet());
  });

  test('is restored to its start by a reset, permanently', async () => {
    await visit((sandbox) => put(sandbox, 'orders-prod', { db_max_threads: 9 }));
    await visit((sandbox) => call(sandbox, '/_sandbox/reset', { method: 'POST' }));
    await visit((sandbox) => expect(sandbox.pipes()).toEqual(createQuickstartFleet().pipes));
  });

  test('concurrent writes to one pipe are all kept', async () => {
    const keys = [
      'db_max_threads',
      'db_max_insert_threads',
      'db_max_download_threads',
      'db_min_insert_block_size_bytes',
    ];
    await visit((sandbox) => Promise.all(keys.map((key) => put(sandbox, 'orders-prod', { [key]: 11 }))));
    await visit((sandbox) => {
      expect(named(sandbox, 'orders-prod').settings).toMatchObject(Object.fromEntries(keys.map((key) => [key, 11])));
    });
  });

  test('skips an incomplete last line', async () => {
    await visit((sandbox) => put(sandbox, 'orders-prod', { db_max_threads: 9 }));
    await appendFile(join(folder, 'state.jsonl'), '{"pipe":{"id":"0b0c3a9e');
    await visit((sandbox) => expect(named(sandbox, 'orders-prod').settings.db_max_threads).toBe(9));
    await visit((sandbox) => put(sandbox, 'orders-prod', { db_max_threads: 10 }));
    await visit((sandbox) => expect(named(sandbox, 'orders-prod').settings.db_max_threads).toBe(10));
  });

  test('accepts no more writes when removed while the sandbox runs', async () => {
    await visit(async (sandbox) => {
      expect((await put(sandbox, 'orders-prod', { db_max_threads: 9 })).status).toBe(200);
      await rm(folder, { recursive: true });
      expect((await put(sandbox, 'orders-prod', { db_max_threads: 10 })).status).toBe(500);
      expect(named(sandbox, 'orders-prod').settings.db_max_threads).toBe(9);
    });
  });

  test('has the fleet and the latest version of each changed pipe after a restart', async () => {
    await visit(async (sandbox) => {
      for (const value of [9, 10, 11]) await put(sandbox, 'orders-prod', { db_max_threads: value });
    });
    const readLines = async () => (await readFile(join(folder, 'state.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(await readLines()).toHaveLength(4);
    await visit(() => undefined);
    const [begun = '', changed = '', ...others] = await readLines();
    expect(JSON.parse(begun).fleet).toEqual(createQuickstartFleet());
    expect(JSON.parse(changed).pipe).toMatchObject({ name: 'orders-prod', settings: { db_max_threads: 11 } });
    expect(others).toEqual([]);
  });

  test('that is damaged is reported, and nothing is changed', async () => {
    const file = join(folder, 'state.jsonl');
    await writeFile(file, 'damage\n');
    await expect(startSandbox({ stateFolder: folder })).rejects.toThrow(`the state folder is damaged at ${file}`);
    expect(await readFile(file, 'utf8')).toBe('damage\n');
  });
});

test('is reported in one line when the state folder is a file', async () => {
  await writeFile(join(folder, 'file'), '');
  const error = await startSandbox({ stateFolder: join(folder, 'file') }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SandboxError);
  expect(String(error)).toMatch(/cannot use the state folder \S+ \(E[A-Z]+/);
});

describe('a killed process', () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  /** The built command in its own process. */
  async function startChild(): Promise<{ child: ChildProcess; url: string }> {
    const options = ['sandbox', '--port', '0', '--state', folder, '--scaling', 'sync'];
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../dist/bin.js'), ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    return { child, url: String(/^Sandbox: (\S+)/.exec(String(line))?.[1]) };
  }

  test('locks its folder while it runs', async () => {
    const { child } = await startChild();
    await expect(startSandbox({ stateFolder: folder })).rejects.toThrow(`another sandbox (process ${child.pid}) uses`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await visit((sandbox) => expect(sandbox.pipes()).toHaveLength(6));
  });

  test('keeps every write that it acknowledged', async () => {
    const { organization, pipes } = createQuickstartFleet();
    const writable = pipes.filter(({ name }) => name !== 'crm-replica');
    const acknowledged = new Map<string, number>();
    let value = 0;
    for (let round = 0; round < 2; round += 1) {
      const { child, url } = await startChild();
      let acknowledgedNow = 0;
      // One writer per pipe: the last acknowledged value or the next one must be there.
      const writers = writable.map(async (pipe) => {
        for (;;) {
          value += 1;
          const mine = value;
          const path = pathOf({ fleet: { organization } } as Sandbox, pipe, 'settings');
          const answer = await fetch(url + path, {
            method: 'PUT',
            headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
            body: JSON.stringify({ db_min_insert_block_size_bytes: mine }),
          }).catch(() => undefined);
          if (answer?.status !== 200) return;
          acknowledged.set(pipe.id, mine);
          acknowledgedNow += 1;
          if (acknowledgedNow === 40 + round * 7) child.kill('SIGKILL');
        }
      });
      await Promise.all([...writers, once(child, 'exit')]);
      expect(acknowledgedNow).toBeGreaterThanOrEqual(40);
      await visit((sandbox) => {
        expect(sandbox.pipes()).toHaveLength(pipes.length);
        for (const [id, least] of acknowledged) {
          const pipe = sandbox.pipes().find((candidate) => candidate.id === id);
          expect(Number(pipe?.settings.db_min_insert_block_size_bytes)).toBeGreaterThanOrEqual(least);
        }
      });
    }
  });
});
