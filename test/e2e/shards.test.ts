import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import { fleet, manage, openWorkspace, pipe, type Workspace } from './harness.ts';

const ALL = manage(fleet, 'changeable', { settings: { db_max_threads: 16 } });

async function readTimeless({ folder }: Workspace, file: string): Promise<string> {
  return (await readFile(join(folder, file), 'utf8')).replace(/"createdAt": "[^"]+"/, '"createdAt": ""');
}

describe.concurrent('--shard and merge', () => {
  test.each(['plan', 'drift'])('the shards of a %s merge into the same bytes as one unsharded run', async (command) => {
    const workspace = await openWorkspace({ document: ALL });
    const codes: unknown[] = [];
    for (const index of [1, 2, 3]) {
      codes.push((await workspace.run(`${command} --shard ${index}/3 --out ${index}.json`)).code);
    }
    const reads = Object.values(workspace.takeRequests());
    expect(reads).toHaveLength(5);
    expect(new Set(reads.map((requests) => requests.join()))).toEqual(new Set(['GET']));
    const merged = await workspace.run('merge 3.json 1.json 2.json --out merged.json');
    const whole = await workspace.run(`${command} --out whole.json`);
    expect(await readTimeless(workspace, 'merged.json')).toBe(await readTimeless(workspace, 'whole.json'));
    expect(merged.stdout).toBe(whole.stdout);
    expect(merged.code).toBe(whole.code);
  });

  test.each(['plan', 'drift'])('the coverage of the shards of a %s is that of one unsharded run', async (command) => {
    const gone = (last: number) => ({ service: 'analytics', id: `00000000-0000-4000-8000-00000000000${last}` });
    const pipes = { ...(ALL.pipes as object), gone1: gone(1), gone2: gone(2), gone3: gone(3), gone4: gone(4) };
    const workspace = await openWorkspace({
      switches: { listing: 'full' },
      document: { ...ALL, pipes, api: { ...apiOf(), listing: true } },
    });
    for (const index of [1, 2, 3]) await workspace.run(`${command} --shard ${index}/3 --out ${index}.json`);
    const merged = await workspace.run('merge 1.json 2.json 3.json --format json');
    const whole = await workspace.run(`${command} --format json`);
    const coverageOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout).coverage;
    expect(coverageOf(merged)).toEqual(coverageOf(whole));
    expect(coverageOf(whole)[0].gone).toEqual(['gone1', 'gone2', 'gone3', 'gone4']);
  });

  test('a pipe is gone if another shard could read one of its service', async () => {
    const gone = { service: 'analytics', id: '00000000-0000-4000-8000-000000000001' };
    const pipes = { gone, orders: pipe(fleet, 'orders-prod') };
    const workspace = await openWorkspace({ document: { pipes } });
    const codes = [];
    for (const index of [1, 2, 3, 4])
      codes.push((await workspace.run(`drift --shard ${index}/4 --out ${index}.json`)).code);
    expect(codes.toSorted()).toEqual([0, 0, 0, 1]);
    const merged = await workspace.run('merge 1.json 2.json 3.json 4.json --out merged.json');
    const whole = await workspace.run('drift --out whole.json');
    const timeless = (stdout: string) => stdout.replace(/request id .+/, '');
    expect([merged.code, timeless(merged.stdout)]).toEqual([2, timeless(whole.stdout)]);
    expect((await readTimeless(workspace, 'merged.json')).replace(/"(requestId|digest)": ".+"/g, '')).toBe(
      (await readTimeless(workspace, 'whole.json')).replace(/"(requestId|digest)": ".+"/g, ''),
    );
  });

  test.each<[string, JsonObject, RegExp | null]>([
    [
      'the configured limit',
      { rateLimit: { requests: 1, per: '10s' } },
      /^Shard 1 of 5: \d of 5 pipes, \d reads?\. At 1 request per 10s about \d+s; .* about 50s for all\.$/m,
    ],
    [
      'the default limit when none is configured',
      {},
      /If the service allows 10 requests per 10s, about \d+(\.\d+)?s; .* about 5s for all\.$/m,
    ],
    [
      'no read of each pipe where the deployment lists its pipes',
      { listing: true, rateLimit: { requests: 1, per: '10s' } },
      null,
    ],
  ])('reports the requests and the duration of a shard, by %s', async (_, api, words) => {
    const document = { ...ALL, api: { ...apiOf(), ...api } };
    const { run } = await openWorkspace({ switches: { listing: 'full' }, document });
    const { stderr } = await run('plan --shard 1/5');
    if (words === null) expect(stderr).not.toContain('per 10s');
    else expect(stderr).toMatch(words);
  });

  test('refuses to merge shards of two CI runs', async () => {
    const workspace = await openWorkspace({ document: ALL });
    await workspace.run('plan --shard 1/2 --out 1.json', { GITHUB_RUN_ID: '7' });
    await workspace.run('plan --shard 2/2 --out 2.json', { GITHUB_RUN_ID: '8' });
    const { code, stderr } = await workspace.run('merge 1.json 2.json');
    expect(code).toBe(1);
    expect(stderr).toContain('2.json has another run of the shards than 1.json');
  });

  test('policy of the whole fleet applies to the merged plan, and a single shard is not applied', async () => {
    const document = { ...ALL, policy: { maxChangedPipes: 3, minPipes: 1 } };
    const workspace = await openWorkspace({ document });
    for (const index of [1, 2, 3]) {
      expect((await workspace.run(`plan --shard ${index}/3 --out ${index}.json`)).code).toBe(0);
    }
    workspace.takeRequests();
    const alone = await workspace.run('apply 1.json');
    expect(alone.code).toBe(5);
    expect(alone.stdout).toContain('fleet-not-seen');
    expect((await workspace.run('apply --shard 1/3 --auto-approve')).code).toBe(5);
    const merged = await workspace.run('merge 1.json 2.json 3.json --out merged.json');
    expect(merged.code).toBe(5);
    expect(merged.stdout).toContain('too-many-changes');
    expect((await workspace.run('apply merged.json --shard 1/3')).code).toBe(5);
    expect(workspace.writes()).toEqual([]);
  });

  test('applies a merged plan shard by shard, and merges the runs', async () => {
    const workspace = await openWorkspace({ document: ALL });
    for (const index of [1, 2]) await workspace.run(`plan --shard ${index}/2 --out ${index}.json`);
    await workspace.run('merge 1.json 2.json --out merged.json');
    for (const index of [1, 2]) {
      expect((await workspace.run(`apply merged.json --shard ${index}/2 --out run-${index}.json`)).code).toBe(0);
    }
    const { code, stdout } = await workspace.run('merge run-1.json run-2.json');
    expect(code).toBe(0);
    expect(stdout).toContain('Applied 5 pipes');
    expect((await workspace.run('plan --detailed-exitcode')).code).toBe(0);
  });

  test('auto reads the shard from the variables of the CI engine', async () => {
    const workspace = await openWorkspace({ document: ALL });
    const names = async (env: Readonly<Record<string, string>>, option = '--shard auto') => {
      await workspace.run(`plan ${option}`, env);
      return Object.keys(workspace.takeRequests()).sort();
    };
    const second = await names({}, '--shard 2/2');
    expect(second).not.toEqual([]);
    expect(await names({ CI_NODE_INDEX: '2', CI_NODE_TOTAL: '2' })).toEqual(second);
    expect(await names({ PIPEFORM_SHARD: '2/2' }, '')).toEqual(second);
  });
});

function apiOf() {
  return { url: '${PIPEFORM_API_URL}', organization: fleet.organization };
}
