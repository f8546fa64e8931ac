import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Run } from '../../src/model/run.ts';
import { findFaults } from '../apply/schemas.ts';
import { editLive } from './control.ts';
import { makeFolder } from './folder.ts';
import { CREDENTIALS, fleet, openWorkspace, pipe, readDocument, type Workspace } from './harness.ts';
import { runHere, startCommand } from './process.ts';

const NAMES = { resource: 'clickstreams', settingPrefix: 'warehouse_' };
const { service: _, id, ...managed } = pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } });
const serviceId = fleet.pipes.find((one) => one.id === id)?.serviceId;
const PATH = `/v1/organizations/${fleet.organization}/services/${serviceId}/clickstreams/${id}`;
const put = (threads: number) =>
  `PUT ${PATH}/settings {"streaming_max_insert_wait_ms":5000,"warehouse_max_threads":${threads},"warehouse_max_insert_threads":2}`;
const GET = `GET ${PATH}`;

/** A service with different names, and a configuration of its orders pipe. */
function openNamed(switches: JsonObject, naming: JsonObject): Promise<Workspace> {
  return openWorkspace({
    switches: { ...NAMES, ...switches },
    document: {
      api: { url: '${PIPEFORM_API_URL}', organization: fleet.organization, naming },
      pipes: { orders: { ...managed, service: 'analytics', id: String(id) } },
    },
  });
}

describe.concurrent('a deployment with different names, served by the sandbox command', () => {
  test('supports plan, apply, drift and rollback with its own names', async () => {
    const folder = await makeFolder();
    const options = '--port 0 --settle 0s --resource clickstreams --setting-prefix warehouse_ --write-config fleet';
    const serving = startCommand(['sandbox', ...options.split(' ')], { cwd: folder });
    const [said, url = ''] = await serving.says(/^Sandbox: (http:\S+) [\s\S]*Stop with Ctrl-C\.\n/m);
    expect(said).toContain('Names: pipes under clickstreams/, settings with warehouse_ for db_\n');
    const cwd = join(folder, 'fleet');
    const run = (line: string) => runHere(line.split(' '), { cwd, env: CREDENTIALS });
    const logged = async (): Promise<readonly string[]> => {
      const { requests } = (await (await fetch(`${url}/_sandbox/requests`)).json()) as { requests: JsonObject[] };
      await fetch(`${url}/_sandbox/requests`, { method: 'DELETE' });
      return requests.map(
        ({ method, path, body }) => `${method} ${path}${body === null ? '' : ` ${JSON.stringify(body)}`}`,
      );
    };
    expect(await readFile(join(cwd, 'pipeform.yaml'), 'utf8')).toContain(
      '  naming:\n    resource: clickstreams\n    settingPrefix: warehouse_\n',
    );
    expect(await run('plan --detailed-exitcode')).toMatchObject({ code: 0, stderr: '' });

    const pipes = join(cwd, 'pipes', 'analytics.yaml');
    await writeFile(pipes, (await readFile(pipes, 'utf8')).replace('db_max_threads: 4', 'db_max_threads: 16'));
    await logged();
    const planned = readDocument<Plan>((await run('plan --format json')).stdout);
    expect(findFaults('plan', planned)).toEqual([]);
    expect(planned.api).toMatchObject({ naming: NAMES });
    const shown = planned.pipes.flatMap(({ requests }) => requests);
    expect(shown.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`)).toEqual([put(16)]);
    expect(planned.pipes.flatMap(({ changes }) => changes)).toMatchObject([{ path: 'settings.db_max_threads' }]);
    await logged();

    const applied = await run('apply --auto-approve --target orders-prod --out run.json --log-level debug');
    expect(applied.code).toBe(0);
    expect(applied.stderr).toContain(`${PATH}/settings 200`);
    expect(await logged()).toEqual([GET, GET, put(16), GET]);
    const ran = readDocument<Run>(await readFile(join(cwd, 'run.json'), 'utf8'));
    expect(findFaults('run', ran)).toEqual([]);
    expect(ran).toMatchObject({ api: { naming: NAMES }, pipes: [{ requests: [{ path: `${PATH}/settings` }] }] });

    expect((await run('plan --detailed-exitcode')).code).toBe(0);
    await editLive(url, String(id), { settings: { db_max_threads: 5 } });
    const drift = await run('drift --format json');
    expect([drift.code, findFaults('drift', readDocument(drift.stdout))]).toEqual([2, []]);
    expect(readDocument<JsonObject>(drift.stdout)).toMatchObject({ api: { naming: NAMES }, summary: { drifted: 1 } });
    await editLive(url, String(id), { settings: { db_max_threads: 16 } });

    await logged();
    expect((await run('rollback latest --auto-approve')).code).toBe(0);
    expect(await logged()).toEqual([GET, GET, put(4), GET]);
  });
});

describe.concurrent('configured names that differ from those of the service', () => {
  test('reports a path that the service does not have', async () => {
    const { run } = await openNamed({}, { settingPrefix: 'warehouse_' });
    const { code, stdout } = await run('plan');
    expect(code).toBe(1);
    expect(stdout).toContain('error[wrong-address]');
    expect(stdout).toContain('api.naming.resource');
  });

  test('does not write to a service that uses a name of the contract', async () => {
    const workspace = await openNamed({ settingPrefix: 'db_' }, NAMES);
    const { code, stdout } = await workspace.run('apply --auto-approve');
    expect(code).toBe(1);
    expect(stdout).toContain('error[unreadable-value]');
    expect(stdout).toContain('a value under this name, although api.naming renames it to warehouse_max_threads');
    expect(workspace.takeRequests()).toEqual({ elsewhere: [GET] });
  });
});
