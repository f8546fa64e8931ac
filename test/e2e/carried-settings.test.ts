import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import { control } from './control.ts';
import { openGate } from './gate.ts';
import { fleet, openWorkspace, pipe } from './harness.ts';

// Settings that a service shows and that an update must not, or need not, send back as they are.

const ARCHIVE = 'invoices-archive';
const WANTED = { settings: { object_storage_concurrency: 9 } };

/** One pipe behind a fault. */
async function open(name: string, wanted: JsonObject, fault: JsonObject | string | null, api: JsonObject = {}) {
  const document = {
    api: { url: '${PIPEFORM_API_URL}', organization: fleet.organization, ...api },
    pipes: { one: pipe(fleet, name, wanted) },
  };
  const workspace = await openWorkspace({ document });
  if (fault !== null) await control(workspace.sandbox.url, 'PUT', 'faults', { faults: [{ fault }] });
  const apply = async () => {
    const { code, stdout, stderr } = await workspace.run('apply --auto-approve --wait-timeout 300ms');
    return { code, shown: stdout + stderr, writes: workspace.writes() };
  };
  return { ...workspace, apply };
}

/** One pipe that a proxy changes in each response. */
function openShown(name: string, wanted: JsonObject, show: (pipe: JsonObject) => JsonObject, more: JsonObject = {}) {
  return openWorkspace({
    document: { pipes: { one: pipe(fleet, name, wanted) }, ...more },
    address: ({ url }) =>
      openGate(url, async (_, pass) => {
        const reply = await pass();
        const body = JSON.parse(reply.body ?? '') as JsonObject & { readonly result?: JsonObject };
        if (body.result?.settings === undefined) return reply;
        return { ...reply, body: JSON.stringify({ ...body, result: show(body.result) }) };
      }),
  });
}

describe.concurrent('a key that only kafka pipes take', () => {
  test.each([
    ['is sent for kafka pipes', 'orders-prod', { settings: { db_max_threads: 16 } }, true],
    ['is not sent for another kind without any configuration', ARCHIVE, WANTED, false],
  ])('%s', async (_, name, wanted, isSent) => {
    const { apply } = await open(name, wanted, 'hidden-keys');
    const { code, writes } = await apply();
    const sent = writes.map((write) => write.includes('"kafka_read_committed":false'));
    expect([code, sent]).toEqual([0, [isSent]]);
  });

  test('is sent for every kind once it is declared so, and its refusal names the way out', async () => {
    const settings = { kafka_read_committed: { type: 'boolean' } };
    const { apply } = await open(ARCHIVE, WANTED, 'hidden-keys', { settings });
    const { code, shown } = await apply();
    expect(code).toBe(1);
    expect(shown).toContain("Setting 'kafka_read_committed' is only supported for Kafka pipes");
    expect(shown).toContain('`api.settings.kafka_read_committed.sources`');
    expect(shown).toContain('`api.settings.kafka_read_committed.carry: false`');
  });
});

describe.concurrent('a key that the service counts up', () => {
  const COUNTER = { 'hidden-keys': { show: 'counter' } };
  const grows = { settings: { db_max_threads: 16 }, scaling: { replicas: 3 } };
  const shrinks = { settings: { db_max_threads: 16 }, scaling: { replicas: 1 } };

  test.each([
    ['grows', grows, ['PATCH', 'PUT']],
    ['shrinks', shrinks, ['PUT', 'PATCH']],
  ])('is only warned of, with both values, when the pipe %s in the same update', async (_, wanted, methods) => {
    const { apply, run } = await open('orders-prod', wanted, COUNTER);
    const { code, shown, writes } = await apply();
    expect([code, writes.map((write) => write.split(' ')[1])]).toEqual([0, methods]);
    expect(shown).toContain('warning[carried-setting-changed]');
    expect(shown).toMatch(/settings\.internal\.config\.version: sent \d, now 3/);
    expect((await run('plan --detailed-exitcode')).code).toBe(0);
  });

  test('makes a saved plan stale after a write of someone else, which names the option', async () => {
    const { run, editLive, writes } = await open('orders-prod', grows, COUNTER);
    await run('plan --out saved.json');
    await editLive('orders-prod', { name: 'orders-prod' });
    const { code, stdout } = await run('apply saved.json');
    expect([code, writes()]).toEqual([4, []]);
    expect(stdout).toContain('`api.settings.internal.config.version.carry: false`');
  });

  test('is neither sent, compared nor waited for with carry: false', async () => {
    const settings = { 'internal.config.version': { carry: false } };
    const { apply, run, editLive } = await open('orders-prod', grows, COUNTER, { settings });
    await run('plan --out saved.json');
    // A write of someone else raises it, too.
    await editLive('orders-prod', { name: 'orders-prod' });
    expect((await run('apply saved.json')).code).toBe(0);
    const { code, shown, writes } = await apply();
    expect([code, shown.includes('carried')]).toEqual([0, false]);
    expect(writes.join()).not.toContain('version');
  });
});

describe.concurrent('a masked key', () => {
  const MASKED = { 'hidden-keys': { show: 'masked' } };

  test('stops a settings update in the plan, and names the option', async () => {
    const { apply, run } = await open(ARCHIVE, WANTED, MASKED);
    const plan = await run('plan');
    expect(plan.code).toBe(1);
    expect(plan.stdout).toContain('a masked value for settings.internal.access_key of pipe one');
    expect(plan.stdout).toContain('`api.settings.internal.access_key.carry: false`');
    expect(await apply()).toMatchObject({ code: 1, writes: [] });
    expect((await run('drift')).code).toBe(2);
  });

  test.each([
    ['with carry: false', WANTED, { settings: { 'internal.access_key': { carry: false } } }],
    ['when only sizes change', { scaling: { concurrency: 5 } }, {}],
  ])('stops nothing %s', async (_, wanted, api) => {
    const { apply } = await open(ARCHIVE, wanted, MASKED, api);
    const { code, writes } = await apply();
    expect([code, writes.length, writes.join().includes('access_key')]).toEqual([0, 1, false]);
  });
});

test.concurrent('a value that is not allowed is unset when it is 0, and a warning of the plan otherwise', async () => {
  const odd = { object_storage_polling_interval_ms: 0, db_max_download_threads: 99 };
  const { run, writes } = await openShown(ARCHIVE, WANTED, (shown) => ({
    ...shown,
    settings: { ...(shown.settings as JsonObject), ...odd },
  }));
  const { stdout } = await run('plan');
  expect(stdout).toContain('settings.db_max_download_threads of pipe one is 99, above 32;');
  expect(stdout).toContain('`api.ranges.settings.db_max_download_threads`');
  expect(stdout).not.toContain('polling_interval');
  await run('apply --auto-approve');
  expect(writes()).toEqual([
    `${ARCHIVE} PUT settings {"object_storage_concurrency":9,"object_storage_max_insert_bytes":1073741824,"object_storage_max_file_count":100,"db_max_download_threads":99,"object_storage_use_cluster_function":true} -> 400`,
  ]);
});

describe.concurrent('settings that are left out while none is set', () => {
  const set = fleet.pipes.find(({ name }) => name === ARCHIVE)?.settings ?? {};
  const NONE = { settings: Object.fromEntries(Object.keys(set).map((key) => [key, null])) };
  const FIRST = { settings: { db_max_threads: 8 } };

  test('are an error that names the option, and with it are planned, applied, pulled and rolled back', async () => {
    const { run, editLive, apply, live } = await open(ARCHIVE, FIRST, 'absent-settings');
    await editLive(ARCHIVE, NONE);
    const { code, stdout } = await run('plan');
    expect(code).toBe(1);
    expect(stdout).toContain('`api.settingsWhenUnset: absent`');
    expect(await apply()).toMatchObject({ code: 1, writes: [] });

    const declared = await open(ARCHIVE, FIRST, 'absent-settings', { settingsWhenUnset: 'absent' });
    await declared.editLive(ARCHIVE, NONE);
    expect((await declared.run('drift')).code).toBe(2);
    expect(await declared.apply()).toMatchObject({ code: 0, writes: [`${ARCHIVE} PUT settings {"db_max_threads":8}`] });
    expect((await declared.run('drift')).code).toBe(0);
    expect((await declared.run('rollback latest --auto-approve')).code).toBe(0);
    expect(declared.live(ARCHIVE).settings).toEqual({});
    expect((await declared.run('pull --accept live')).code).toBe(0);
    expect((await declared.run('drift')).code).toBe(0);
    expect(live(ARCHIVE).settings).toEqual({});
  });
});

test.concurrent('a service without a settings endpoint for the pipe is told from a pipe that is gone', async () => {
  const document = { pipes: { one: pipe(fleet, ARCHIVE, WANTED) } };
  const { run, sandbox } = await openWorkspace({ document });
  await control(sandbox.url, 'PUT', 'faults', { faults: [{ operation: 'put', fault: { status: 404 } }] });
  const { code, stdout } = await run('apply --auto-approve');
  expect([code, stdout]).toEqual([1, expect.stringContaining('Settings do not apply to pipe one')]);
  expect(stdout).toContain('= help: Remove `settings` from the pipe, or list the settings under `ignore`.');
});

describe.concurrent('sizes of a pipe that is stopped or paused', () => {
  const SIZES = { replicas: 0, replicaCpuMillicores: null, replicaMemoryGb: 0 };
  const MANAGED = {
    settings: { db_max_threads: 16 },
    scaling: { replicas: 3, replicaCpuMillicores: 500, replicaMemoryGb: 2 },
  };

  test('are not compared or written', async () => {
    const pricing = { currency: 'USD', cpuHour: 0.04, memoryGbHour: 0.005 };
    const show = (shown: JsonObject) => ({ ...shown, state: 'paused', scaling: SIZES });
    const { run, writes } = await openShown('orders-prod', MANAGED, show, { pricing });
    const { code, stdout } = await run('drift');
    expect(code).toBe(2);
    expect(stdout).not.toContain('~ scaling');
    expect(stdout).toContain(
      'Pipe one is paused, so the service shows no value for scaling.replicas, scaling.replicaCpuMillicores and scaling.replicaMemoryGb',
    );
    expect((await run('apply --auto-approve --wait-timeout 300ms')).code).toBe(0);
    expect(writes()).toEqual([expect.stringContaining('PUT settings')]);
    expect((await run('drift')).code).toBe(0);
    expect((await run('pull --accept live')).stdout).not.toContain('replicas: 0');
    expect((await run('rollback latest --auto-approve')).code).toBe(0);
  });

  test('make a plan of other sizes stale once the pipe stops, and not one of settings', async () => {
    let isStopped = false;
    const show = (shown: JsonObject) => (isStopped ? { ...shown, state: 'Stopped', scaling: SIZES } : shown);
    const sizes = await openShown('orders-prod', { scaling: { replicas: 3 } }, show);
    const settings = await openShown(
      'orders-prod',
      { settings: { db_max_threads: 16 }, scaling: { replicas: 2 } },
      show,
    );
    for (const { run } of [sizes, settings]) await run('plan --out saved.json');
    isStopped = true;
    const { code, stdout } = await sizes.run('apply saved.json');
    expect([code, sizes.writes()]).toEqual([4, []]);
    expect(stdout).toContain('scaling.replicas: planned from 2, cannot be read; the pipe is Stopped');
    expect((await settings.run('apply saved.json')).code).toBe(0);
  });
});
