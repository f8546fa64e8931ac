import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findSection, listSections } from '../../src/config/schema/list-sections.ts';
import { FIELDS } from '../../src/model/field/field.ts';
import type { JsonObject } from '../../src/model/json/json.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi } from '../effort.ts';
import { makeFolder, writeFiles } from './folder.ts';
import { fleet, openWorkspace, pipe, readDocument } from './harness.ts';
import { runHere } from './process.ts';
import { openRepository } from './repository.ts';

const explain = async (...args: readonly string[]) => runHere(['explain', ...args], { cwd: await makeFolder() });

describe.concurrent('explain', () => {
  test.each(['settings.object_storage_max_insert_bytes', 'object_storage_max_insert_bytes'])('%s', async (name) => {
    expect(await explain(name)).toEqual({
      code: 0,
      stdout: `settings.object_storage_max_insert_bytes

Bytes processed in one insert batch.

  Type     integer
  Range    10485760 to 53687091200 (10MiB to 50GiB)
  Unit     bytes
  Kinds    objectStorage
  Default  chosen by the service; the pipes API documents none
  Written  a number, or a size such as 64MiB; null unsets it
  From     the pipes API
`,
      stderr: '',
    });
  });

  test('without a field lists all', async () => {
    const { code, stdout } = await explain();
    expect(code).toBe(0);
    const [list = ''] = stdout.split('\n\n');
    expect(list.split('\n').map((line) => line.split(' ')[0])).toEqual(['FIELD', ...FIELDS.map(({ path }) => path)]);
    expect(stdout).toMatch(
      /^settings\.db_min_insert_block_size_bytes +all kinds of source +0 to 10737418240 \(0 to 10GiB\)$/m,
    );
  });

  test.each<[string[], string, object]>([
    [[], 'fields', { fields: FIELDS.map(({ path }) => ({ path })) }],
    [['scaling.replicas'], 'fields', { fields: [{ path: 'scaling.replicas', minimum: 1, maximum: 10 }] }],
    [['rollout'], 'section', { path: 'rollout' }],
    [['frozen'], 'diagnostic-code', { code: 'frozen' }],
  ])('--format json prints one document: %s', async (names, kind, content) => {
    const document = readDocument((await explain(...names, '--format', 'json')).stdout);
    expect(findFaults(kind, document)).toEqual([]);
    expect(document).toMatchObject({ kind, ...content });
  });

  test.each([
    ['replcas', 'Did you mean replicas? '],
    ['settings.db_max_thread', 'Did you mean settings.db_max_threads? '],
    ['warehouse_max_threads', 'Did you mean "settings.db_max_threads"? '],
    ['rollout.bakee', 'Did you mean rollout.bake? '],
    ['nonsense', ''],
  ])('an unknown name such as %s', async (name, suggestion) => {
    const { code, stdout, stderr } = await explain(name);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`There is no field, section, diagnostic code or pipe \`${name}\`.`);
    expect(stderr).toContain(`= help: ${suggestion}`);
    expect(stderr).toContain('`pipeform explain` lists all fields');
  });

  test('knows what the configuration declares', async () => {
    const { run } = await openWorkspace({
      document: {
        api: {
          url: 'http://127.0.0.1:9',
          organization: '7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11',
          settings: { retention_ms: { type: 'integer', minimum: 1_000, unit: 'milliseconds', sources: ['kafka'] } },
          ranges: { 'scaling.replicas': { max: 40 } },
        },
      },
    });
    const { stdout } = await run('explain retention_ms');
    for (const line of ['Range    at least 1000', 'Kinds    kafka', 'From     `api.settings` of this configuration']) {
      expect(stdout).toContain(line);
    }
    const replicas = (await run('explain replicas')).stdout;
    for (const line of ['Range    1 to 40', 'Written  a number, or a band { min, max }'])
      expect(replicas).toContain(line);
    const document = readDocument((await run('explain retention_ms --format json')).stdout);
    expect(findFaults('fields', document)).toEqual([]);
    expect(document).toMatchObject({ fields: [{ path: 'settings.retention_ms', isDeclared: true, maximum: null }] });
  });
});

/** A pipe whose values come from everywhere, and another one with the name of a section. */
const FILES = {
  'pipeform.yaml': `version: 1
api: { url: "http://127.0.0.1:9", organization: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11 }
observability: { url: "http://127.0.0.1:9" }
services: { analytics: 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01 }
include: [pipes.yaml]
presets:
  low:
    settings: { db_max_threads: 2, streaming_max_insert_wait_ms: 5s }
  small:
    source: kafka
    settings: { db_max_threads: 4 }
    scaling: { replicaMemoryGb: 1 }
checks:
  lag:
    series: { sourceId: "1", aggFn: max, where: "" }
    window: 15m
    granularity: 1m
    reduce: max
    pass: "< 10"
environments:
  production:
    services: { analytics: 9a417f77-58a4-4f6e-8a55-3a7a1f6f0c02 }
    pipes:
      orders:
        settings: { db_max_insert_threads: 6 }
`,
  'pipes.yaml': `pipes:
  orders:
    service: analytics
    id: 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001
    preset: [low, small]
    ignore: [scaling.replicaMemoryGb]
    settings:
      db_max_download_threads: \${THREADS:-8}
      db_max_insert_threads: null
    scaling:
      replicas: { min: 2, max: 6 }
  rollout:
    service: analytics
    id: 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d002
    settings: { db_max_threads: 1 }
`,
};

async function openFiles(files: Readonly<Record<string, string>>) {
  const cwd = await makeFolder();
  await writeFiles(cwd, files);
  return (line: string) => runHere(line.split(' '), { cwd });
}

describe.concurrent('explain PIPE', () => {
  test('shows each effective value and where it comes from', async () => {
    const run = await openFiles(FILES);
    expect(await run('explain orders')).toEqual({
      code: 0,
      stdout: `orders  pipes.yaml:2:3

KEY                 VALUE                                 FROM
service             analytics                             pipes.yaml:3:5
services.analytics  1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01  pipeform.yaml:4:13
id                  0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001  pipes.yaml:4:5
source              kafka                                 preset small, pipeform.yaml:10:5
preset              ["low","small"]                       pipes.yaml:5:5
protect             false                                 default
ignore              ["scaling.replicaMemoryGb"]           pipes.yaml:6:5

KEY                                    VALUE      FROM
settings.streaming_max_insert_wait_ms  5s (5000)  preset low, pipeform.yaml:8:36
settings.db_max_threads                4          preset small, pipeform.yaml:11:17
settings.db_max_insert_threads         unset      pipes.yaml:9:7
settings.db_max_download_threads       8          pipes.yaml:8:7, written \${THREADS:-8}
scaling.replicas                       2 to 6     pipes.yaml:11:7

The live values of all other settings and scaling stay as they are.
`,
      stderr: '',
    });
  });

  test('in an environment, names it', async () => {
    const run = await openFiles(FILES);
    const { stdout } = await run('explain orders -e production');
    expect(stdout).toContain('orders  pipes.yaml:2:3\n\n  Environment  production\n');
    expect(stdout).toMatch(/services\.analytics +9a417f77\S+ +environment production, pipeform\.yaml:22:17\n/);
    expect(stdout).toMatch(/settings\.db_max_insert_threads +6 +environment production, pipeform\.yaml:25:21\n/);
    expect(stdout).toMatch(/settings\.db_max_threads +4 +preset small, pipeform\.yaml:11:17\n/);
  });

  test('--format json prints one document', async () => {
    const run = await openFiles(FILES);
    const { code, stdout } = await run('explain orders --format json');
    expect(code).toBe(0);
    const document = readDocument<{ readonly values: readonly object[] }>(stdout);
    expect(findFaults('pipe-values', document)).toEqual([]);
    expect(document).toMatchObject({ kind: 'pipe-values', name: 'orders', environment: null });
    expect(document.values).toContainEqual({
      path: 'settings.db_max_threads',
      value: 4,
      unit: 'count',
      expression: null,
      origin: 'preset',
      from: 'small',
      location: { file: 'pipeform.yaml', line: 11, column: 17, endLine: 11, endColumn: 34 },
    });
  });

  test('knows a pipe by its address, as reports print it, and by pipes.NAME where the name is also a section', async () => {
    const run = await openFiles(FILES);
    expect((await run('explain analytics/orders')).stdout).toBe((await run('explain orders')).stdout);
    expect((await run('explain other/orders')).code).toBe(1);
    expect((await run('explain rollout')).stdout).toContain('The waves in which pipes are updated');
    expect((await run('explain pipes.rollout')).stdout).toMatch(/^rollout {2}pipes\.yaml:12:3\n/);
  });

  test.each([
    ['a preset that is not there', '[low, smal]', 'orders', 'There is no preset "smal".'],
    ['a file that is not YAML', '[low, small', 'orders', 'error[yaml-syntax]'],
    ['an environment that is not there', '[low, small]', 'orders -e prod', 'Known environments: production.'],
    ['a mistyped pipe beside an error', '[low, smal]', 'ordres', '= help: Did you mean orders?'],
  ])('says why there is nothing to show: %s', async (_, preset, names, cause) => {
    const run = await openFiles({ ...FILES, 'pipes.yaml': FILES['pipes.yaml'].replace('[low, small]', preset) });
    const { code, stdout, stderr } = await run(`explain ${names}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(cause);
    expect(stderr.includes('There is no field')).toBe(names === 'ordres');
  });

  inCi('names the environments that have the pipe, or says that there is no configuration', async () => {
    const production = FILES['pipeform.yaml'].replace(
      'settings: { db_max_insert_threads: 6 }\n',
      `$&
      invoices:
        service: analytics
        id: 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d004
        settings: { db_max_threads: 1 }
`,
    );
    const run = await openFiles({ ...FILES, 'pipeform.yaml': production });
    expect((await run('explain invoices')).stderr).toContain('The environment production has it: use `-e production`.');
    expect((await run('explain invoices -e production')).code).toBe(0);
    expect((await explain('invoices')).stderr).toContain('There is no configuration here, so no pipe is known.');
  });
});

describe.concurrent('explain PIPE --live', { timeout: 60_000 }, () => {
  const MAIN = {
    pipes: {
      orders: pipe(fleet, 'orders-prod', {
        settings: { db_max_threads: 4, db_max_insert_threads: 2, streaming_max_insert_wait_ms: 5000 },
        scaling: { replicas: { min: 1, max: 6 } },
      }),
      payments: pipe(fleet, 'payments-prod', { settings: { db_max_threads: 8 } }),
    },
  };

  test('reads the one pipe, and shows each live value and the origin of each difference', async () => {
    const repository = await openRepository(MAIN);
    await repository.edit('db_max_threads: 4', 'db_max_threads: 16');
    await repository.edit('db_max_insert_threads: 2', 'db_max_insert_threads: 3');
    const live = { db_max_threads: 8, streaming_max_insert_wait_ms: 9000 };
    await repository.editLive('orders-prod', { settings: live });
    const { code, stdout, stderr } = await repository.run('explain orders --live --base HEAD');
    expect([code, stderr, repository.takeRequests()]).toEqual([0, '', { 'orders-prod': ['GET'] }]);
    const { name, state, updatedAt } = repository.live('orders-prod');
    const when = updatedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
    expect(stdout).toContain(`\n  Live  ${name}, kafka, ${state}, changed ${when}\n`);
    for (const line of [
      /^KEY +VALUE +LIVE +ORIGIN +FROM$/m,
      /^id +\S+ +pipeform\.yaml:\d+:\d+$/m,
      /^settings\.streaming_max_insert_wait_ms +5s \(5000\) +9s \(9000\) +drift +pipeform\.yaml:\d+:\d+$/m,
      /^settings\.db_max_threads +16 +8 +conflict +pipeform\.yaml:\d+:\d+$/m,
      /^settings\.db_max_insert_threads +3 +2 +config +pipeform\.yaml:\d+:\d+$/m,
      /^scaling\.replicas +1 to 6 +2 +pipeform\.yaml:\d+:\d+$/m,
    ]) {
      expect(stdout).toMatch(line);
    }

    const printed = await repository.run('explain pipes.orders --live --base HEAD --format json');
    const document = readDocument<JsonObject>(printed.stdout);
    expect([printed.code, findFaults('pipe-values', document)]).toEqual([0, []]);
    expect(document).toMatchObject({ name: 'orders', live: { name, source: 'kafka', state, updatedAt } });
    const values = document.values as readonly JsonObject[];
    const find = (path: string) => values.find((value) => value.path === path);
    expect(find('settings.db_max_threads')).toMatchObject({
      ...{ value: 16, origin: 'pipe', live: 8 },
      change: { before: 8, after: 16, origin: 'conflict', base: 4 },
    });
    expect(find('scaling.replicas')).toMatchObject({ value: { min: 1, max: 6 }, live: 2 });
    expect(find('scaling.replicas')).not.toHaveProperty('change');
    expect(find('id')).not.toHaveProperty('live');
  });

  inCi('without a base it says that a value differs, and until when that is acknowledged', async () => {
    const acknowledge = [{ path: 'settings.db_max_threads', reason: 'load test', until: '2999-12-31' }];
    const settings = { db_max_threads: 16, db_max_insert_threads: 7 };
    const orders = pipe(fleet, 'orders-prod', { settings, acknowledge });
    const { run } = await openWorkspace({ document: { pipes: { orders } } });
    const { code, stdout } = await run('explain orders --live');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^settings\.db_max_threads .* 4 +acknowledged until 2999-12-31 /m);
    expect(stdout).toMatch(/^settings\.db_max_insert_threads .* differs /m);
  });

  test('reads the pipe alone also where the deployment lists its pipes', async () => {
    const api = { url: '${PIPEFORM_API_URL}', organization: fleet.organization, listing: true };
    const { run, takeRequests } = await openWorkspace({ switches: { listing: 'full' }, document: { ...MAIN, api } });
    const { code, stdout } = await run('explain payments --live');
    expect([code, takeRequests()]).toEqual([0, { 'payments-prod': ['GET'] }]);
    expect(stdout).not.toContain('ORIGIN');
  });

  test('fails for a pipe that cannot be read or is another one', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const settings = { db_max_threads: 4 };
    const gone = { service: 'analytics', id, settings };
    const orders = pipe(fleet, 'orders-prod', { name: 'orders-old', settings });
    const { run } = await openWorkspace({ document: { pipes: { gone, orders } } });
    for (const [name, code] of [
      ['gone', 'pipe-not-found'],
      ['orders', 'wrong-pipe'],
    ]) {
      const { stderr, ...ended } = await run(`explain ${name} --live`);
      expect([ended, stderr]).toEqual([{ code: 1, stdout: '' }, expect.stringContaining(`error[${code}]`)]);
    }
  });

  test.each([
    ['ordres --live', 'Did you mean orders?'],
    ['frozen --live', 'There is no pipe `frozen`.'],
  ])('refuses %s before any request', async (line, message) => {
    const { run, takeRequests } = await openWorkspace({ document: MAIN });
    expect(await run(`explain ${line}`)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    expect(takeRequests()).toEqual({});
  });
});

describe.concurrent('explain SECTION', () => {
  test.each([['rollout.bake'], ['environments.production.rollout.bake']])('%s', async (name) => {
    const { code, stdout } = await explain(name);
    expect(code).toBe(0);
    expect(stdout).toContain('How long to evaluate the checks after each wave. Without it, each check runs once.');
    expect(stdout).toContain('  Takes    a duration such as 5m\n  Example  bake: 5m\n');
  });

  test('a longer example is YAML to paste', async () => {
    const { stdout } = await explain('checks.NAME.series');
    const [, yaml = ''] = stdout.split(/^Example:\n\n|\n\nKEY/m);
    expect(yaml.split('\n')[0]).toBe('    series:');
    expect(parse(yaml)).toMatchObject({ series: { aggFn: 'max', groupBy: [] } });
  });

  test.each([
    ['checks.window', 'checks.NAME.window'],
    ['checks.orders-lag.window', 'checks.NAME.window'],
    ['policy.freeze.hours', 'policy.freeze[].hours'],
    ['policy.freeze[0].hours', 'policy.freeze[].hours'],
    ['api.rateLimit.per', 'api.rateLimit.per'],
    ['services.analytics', 'services'],
    ['api.settings.retention_ms', 'api.settings'],
    ['promotion', 'environments.NAME.promotion'],
    ['bake', 'rollout.bake'],
    ['schedule.days', 'pipes.NAME.scaling.schedule[].days'],
  ])('%s is %s', async (name, path) => {
    expect((await explain(name)).stdout.split('\n', 1)).toEqual([path]);
  });

  test('that several sections have names these', async () => {
    expect(await explain('days')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Name one of them: pipes.NAME.scaling.schedule[].days and policy.freeze[].days.'),
    });
  });

  test('lists the keys below it', async () => {
    const { stdout } = await explain('environments.promotion');
    expect(stdout).toMatch(/\nenvironments\.NAME\.promotion\.soak +How long the pipe of the other environment/);
    expect((await explain('environments.promotion.missing')).stdout).toContain('  Default  refuse\n');
  });

  test('every key of the schema has a section', () => {
    const sections = listSections();
    for (const { path, meaning } of sections) {
      expect(findSection(path)?.path).toBe(path);
      expect(meaning).not.toBe('');
    }
    expect(sections.map(({ path }) => path)).toEqual(expect.arrayContaining(['version', 'checks.NAME.series.where']));
  });
});

describe.concurrent('explain CODE', () => {
  test('shows the cause and what to do', async () => {
    expect((await explain('field-not-for-kind')).stdout).toBe(`field-not-for-kind

The field does not exist for this kind of pipe, or the service may refuse it: settings of a postgres pipe, or of one without a settings endpoint (404).

Help: Remove the field from the pipe or its presets, or list it under \`ignore\`.
`);
  });
});
