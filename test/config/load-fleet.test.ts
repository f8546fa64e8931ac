import { describe, expect, test } from 'vitest';
import { loadPromotedFleet } from '../../src/config/load-fleet.ts';
import { REPLICAS } from '../../src/model/field/field.ts';
import type { DesiredPipe } from '../../src/model/fleet.ts';
import { FOLDER, HEAD, load, memoryFiles, pipeId, type TestFiles, type TestLoad } from './memory-files.ts';

async function loadFleet(files: TestFiles | string, options?: TestLoad) {
  const result = await load(files, options);
  expect(result.diagnostics).toEqual([]);
  if (result.fleet === null) throw new Error('a configuration without problems gives a fleet');
  return result.fleet;
}

async function loadPipe(body: string, options?: TestLoad): Promise<DesiredPipe> {
  const fleet = await loadFleet(`${HEAD}${body}`, options);
  const [pipe] = fleet.pipes;
  if (pipe === undefined) throw new Error('the configuration defines a pipe');
  return pipe;
}

const values = (record: Readonly<Record<string, { readonly value: unknown } | undefined>>) =>
  Object.fromEntries(Object.entries(record).map(([key, entry]) => [key, entry?.value]));

const orders = (rest: string) => `pipes:\n  orders: { service: analytics, id: ${pipeId(1)}, ${rest} }\n`;

test('a remediation lists the fields that its patterns match, and an environment may override a part of it', async () => {
  const text = `${HEAD}remediation:
  fields: [scaling.*, settings.db_max_*, settings.db_max_threads]
  maxPipes: 3
  perPipe: { times: 2, per: 24h }
environments:
  production: { remediation: { fields: [settings.own_*], perPipe: { times: 1 } } }
`.replace('3f2b9c11 }', '3f2b9c11, settings: { own_limit: { type: integer } } }');
  const { remediation } = await loadFleet(text);
  expect(remediation).toEqual({
    fields: [
      ...['scaling.replicas', 'scaling.concurrency', 'scaling.replicaCpuMillicores', 'scaling.replicaMemoryGb'],
      ...['settings.db_max_threads', 'settings.db_max_insert_threads', 'settings.db_max_download_threads'],
    ],
    maxPipes: { count: 3, location: expect.objectContaining({ line: 6, column: 3 }) },
    perPipe: { times: 2, perMs: 86_400_000, location: expect.objectContaining({ line: 7, column: 3 }) },
  });
  const production = await loadFleet(text, { environment: 'production' });
  expect(production.remediation).toMatchObject({
    fields: ['settings.own_limit'],
    maxPipes: { count: 3 },
    perPipe: { times: 1, perMs: 86_400_000 },
  });
});

describe('promotions', () => {
  const files = {
    'pipeform.yaml': `${HEAD}include: [a.yaml]
environments:
  staging:
    pipes:
      orders:
        settings:
          db_max_threads: \${THREADS}
  production:
    promotion: { from: staging, soak: 1h30m, except: [scaling.replicas] }
`,
    'a.yaml': orders('settings: { db_max_threads: 8 }'),
  };
  const loadPromoted = (variables: Record<string, string>) =>
    loadPromotedFleet({
      ...{ cwd: FOLDER, file: null, environment: 'production', variables, files: memoryFiles(files) },
    });

  test('have defaults, and the place of their key', async () => {
    const { promotion } = await loadFleet(files, { environment: 'production' });
    expect(promotion).toMatchObject({ from: 'staging', source: null, soakMs: 5_400_000, missing: 'refuse' });
    expect(promotion).toMatchObject({ except: [REPLICAS], location: { line: 12, column: 5 } });
    const bare = `${HEAD}environments:\n  a:\n  b: { promotion: { from: a, missing: warn } }\n`;
    expect((await loadFleet(bare, { environment: 'b' })).promotion).toMatchObject({ soakMs: 0, missing: 'warn' });
    expect([(await loadFleet(bare)).promotion, (await loadFleet(bare, { environment: 'a' })).promotion]).toEqual([
      null,
      null,
    ]);
  });

  test('bring the fleet that they come from, with its errors', async () => {
    const { fleet } = await loadPromoted({ THREADS: '12' });
    expect(fleet?.promotion?.source).toMatchObject({ environment: 'staging', promotion: null });
    const [pipe] = fleet?.promotion?.source?.pipes ?? [];
    expect([pipe?.settings.db_max_threads?.value, fleet?.pipes[0]?.settings.db_max_threads?.value]).toEqual([12, 8]);
    const failed = await loadPromoted({});
    expect([failed.fleet, failed.diagnostics]).toMatchObject([null, [{ code: 'variable-missing', line: 10 }]]);
  });
});

test('the environments to choose from are known until one is chosen', async () => {
  const text = `${HEAD}environments:\n  staging:\n  production: {}\n`;
  expect((await loadFleet(text)).environments).toEqual(['staging', 'production']);
  expect(await loadFleet(text, { environment: 'staging' })).not.toHaveProperty('environments');
  expect(await loadFleet(HEAD)).not.toHaveProperty('environments');
});

describe('values', () => {
  test('durations and sizes become numbers in the unit of the contract', async () => {
    const pipe = await loadPipe(
      orders(
        'settings: { streaming_max_insert_wait_ms: 1.5s, object_storage_polling_interval_ms: 1h, object_storage_max_insert_bytes: 64MiB, db_min_insert_block_size_bytes: 10GB }',
      ),
    );
    expect(values(pipe.settings)).toEqual({
      streaming_max_insert_wait_ms: 1500,
      object_storage_polling_interval_ms: 3_600_000,
      object_storage_max_insert_bytes: 67_108_864,
      db_min_insert_block_size_bytes: 10_000_000_000,
    });
  });

  test('null is managed, an absent key is not', async () => {
    const pipe = await loadPipe(orders('settings: { db_max_threads: null }, scaling: { replicas: ~ }'));
    expect(values(pipe.settings)).toEqual({ db_max_threads: null });
    expect(values(pipe.scaling)).toEqual({ replicas: null });
  });

  test('takes a map with everything commented out as empty', async () => {
    const text = `${HEAD}presets:\n  # small: {}\nchecks:\npolicy:\n  ranges:\nenvironments:\n  # none yet\npipes:`;
    expect((await loadFleet(text)).pipes).toEqual([]);
    expect(await loadFleet(`${HEAD}pipes: ~\npolicy: null\n`)).toEqual(
      await loadFleet(`${HEAD}pipes: {}\npolicy: {}\n`),
    );
    expect((await loadFleet(`${HEAD}pipes: \${NOTHING:-}\n`)).pipes).toEqual([]);
  });

  test('an empty map removes nothing from the map that it is merged over', async () => {
    const preset = 'presets:\n  small:\n    settings: { db_max_threads: 2 }\n    scaling:\n';
    const environments = `environments:
  plain:
  empty:
    services:
    presets:
    pipes:
      orders:
        settings:
        scaling: # as it is
`;
    const text = `${preset}pipes:\n  orders: { service: analytics, id: ${pipeId(1)}, preset: small, settings: , scaling: { replicas: 3 } }\n${environments}`;
    for (const options of [{}, { environment: 'plain' }, { environment: 'empty' }]) {
      const pipe = await loadPipe(text, options);
      expect(values(pipe.settings)).toEqual({ db_max_threads: 2 });
      expect(values(pipe.scaling)).toEqual({ replicas: 3 });
    }
  });

  test('the place of a value is its key and value, the place of a pipe its name', async () => {
    const pipe = await loadPipe(orders('settings: { db_max_threads: 8 }'));
    expect(pipe.location).toEqual({ file: 'pipeform.yaml', line: 5, column: 3, endLine: 5, endColumn: 9 });
    const column = orders('').split('\n')[1]?.indexOf('}') ?? 0;
    expect(pipe.settings.db_max_threads?.location).toMatchObject({ line: 5, column: column + 'settings: { '.length });
  });

  test('omits deployment names that equal those of the contract', async () => {
    const naming = async (text: string, options?: TestLoad) =>
      (await loadFleet(HEAD.replace('3f2b9c11 }', `3f2b9c11, naming: ${text} }`), options)).api.naming;
    expect(await naming('{}')).toBeUndefined();
    expect(await naming('')).toBeUndefined();
    expect(await naming('{ resource: pipes, settingPrefix: db_ }')).toBeUndefined();
    expect(await naming('{ resource: clickstreams }')).toEqual({ resource: 'clickstreams', settingPrefix: 'db_' });
    expect(await naming('{ settingPrefix: warehouse_ }')).toEqual({ resource: 'pipes', settingPrefix: 'warehouse_' });
    const variables = { RESOURCE: 'clickstreams', PREFIX: 'warehouse_' };
    expect(await naming('{ resource: "${RESOURCE}", settingPrefix: "${PREFIX:-db_}" }', { variables })).toEqual({
      resource: 'clickstreams',
      settingPrefix: 'warehouse_',
    });
    const overridden = `${HEAD.replace('3f2b9c11 }', '3f2b9c11, naming: { resource: clickstreams } }')}environments:
  other: { api: { naming: { resource: pipes, settingPrefix: warehouse_ } } }
`;
    const kept = overridden.replace(/naming: \{ resource: pipes.*\}(?= \} \})/, 'naming: ');
    expect((await loadFleet(kept, { environment: 'other' })).api.naming?.resource).toBe('clickstreams');
    expect((await loadFleet(overridden, { environment: 'other' })).api.naming).toEqual({
      resource: 'pipes',
      settingPrefix: 'warehouse_',
    });
  });

  test('a range defaults to the range of the contract, and an environment may override it', async () => {
    const text = `${HEAD}policy:
  ranges:
    settings.db_max_threads: { max: 16 }
    settings.streaming_max_insert_wait_ms: { min: 1s }
    settings.object_storage_max_insert_bytes: { min: 500MiB, max: 10GiB }
    scaling.replicaMemoryGb:
      max: \${MAX:-1.5}
pipes:
  orders:
    service: analytics
    id: ${pipeId(1)}
    settings:
      db_max_threads: \${THREADS:-16}
environments:
  production: { policy: { ranges: { settings.db_max_threads: { min: 4, max: 32 }, scaling.replicas: { min: 2 } } } }
`;
    const shown = async (options?: TestLoad) =>
      (await loadFleet(text, options)).policy.ranges.map(({ path, min, max, location }) => [
        path,
        min,
        max,
        location.line,
      ]);
    const rest = [
      ['settings.streaming_max_insert_wait_ms', 1000, 60_000, 7],
      ['settings.object_storage_max_insert_bytes', 524_288_000, 10_737_418_240, 8],
      ['scaling.replicaMemoryGb', 0.5, 1.5, 9],
    ];
    expect(await shown()).toEqual([['settings.db_max_threads', 0, 16, 6], ...rest]);
    expect(await shown({ environment: 'production', variables: { THREADS: '32' } })).toEqual([
      ['settings.db_max_threads', 4, 32, 6],
      ...rest,
      ['scaling.replicas', 2, 10, 18],
    ]);
    const { diagnostics } = await load(text, { variables: { THREADS: '17' } });
    expect(diagnostics).toMatchObject([{ code: 'out-of-range', line: 16 }]);
  });

  test('policy, rate limit, checks and rollout', async () => {
    const fleet = await loadFleet(`version: 1
api: { url: "https://api.example.com", organization: 7C0E4A5E-6b0c-4a35-9a0f-0d8a3f2b9c11, rateLimit: { requests: 10, per: 10s }, parallelism: 8 }
observability: { url: "http://[::1]:4010", seriesReturnType: column }
policy: { maxChangedPipes: 30%, maxReplicaFactor: 3 }
checks: { a: { alert: "1", state: OK, definition: { threshold: 5 } } }
rollout: { waves: [1, 25%, 100%], after: [a], bake: 5m, onFailure: rollback }
`);
    expect(fleet.api).toEqual({
      url: 'https://api.example.com',
      organization: '7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11',
      listing: false,
      rateLimit: { requests: 10, perMilliseconds: 10_000 },
      parallelism: 8,
    });
    expect(fleet.observability).toEqual({ url: 'http://[::1]:4010', seriesReturnType: 'column' });
    expect(fleet.policy).toEqual({
      maxChangedPipes: { share: 0.3 },
      minPipes: 0,
      maxReplicaFactor: 3,
      maxMonthlyIncrease: null,
      unmanaged: 'warn',
      ranges: [],
      freeze: [],
      rules: [],
      scheduleGraceMs: 1_800_000,
    });
    expect(fleet.checks.get('a')).toMatchObject({
      kind: 'alert',
      alert: '1',
      state: 'OK',
      definition: { threshold: 5, thresholdType: null, interval: null },
      location: { line: 5, column: 11 },
    });
    expect(fleet.rollout).toEqual({
      waves: [{ pipes: 1 }, { share: 0.25 }, { share: 1 }],
      before: [],
      after: ['a'],
      bakeMs: 300_000,
      intervalMs: 30_000,
      count: null,
      failureLimit: 0,
      inconclusiveLimit: 0,
      consecutiveErrorLimit: 4,
      onFailure: 'rollback',
    });
  });

  test.each([
    ['own windows', '{ days: [sat], replicas: 3 }', [6]],
    ['an empty list', '', undefined],
  ])('%s in place of the schedule of a preset', async (_, own, days) => {
    const preset = 'presets: { busy: { scaling: { replicas: 2, schedule: [{ days: [mon], replicas: 6 }] } } }\n';
    const { scaling, schedule } = await loadPipe(`${preset}${orders(`preset: busy, scaling: { schedule: [${own}] }`)}`);
    expect([values(scaling), schedule?.[0]?.days]).toEqual([{ replicas: 2 }, days]);
  });

  test('merge keys and holders of anchors share values, and what is written beside them wins', async () => {
    const pipe = await loadPipe(
      `x-sizes: &small { replicas: 1, replicaCpuMillicores: 250, replicaMemoryGb: 1 }
x-other:
  - &large { replicaCpuMillicores: 500, replicaMemoryGb: "\${MISSING}" }
pipes:
  orders:
    service: analytics
    id: ${pipeId(1)}
    scaling:
      replicas: 3
      <<: [*small, *large]
`,
    );
    expect(values(pipe.scaling)).toEqual({ replicas: 3, replicaCpuMillicores: 250, replicaMemoryGb: 1 });
    expect(pipe.scaling.replicaMemoryGb?.location).toMatchObject({ line: 4 });
  });

  test('a pipe id that two environments write is a warning', async () => {
    const text = (id: number) => `${HEAD}${orders('settings: { db_max_threads: 1 }')}environments:
  staging: { pipes: { orders: { id: ${pipeId(7)} } } }
  production: { pipes: { orders: { id: ${pipeId(id)} } } }
`;
    expect((await load(text(8))).diagnostics).toEqual([]);
    expect((await load(text(7), { environment: 'staging' })).diagnostics).toMatchObject([
      {
        severity: 'warning',
        code: 'duplicate-definition',
        line: 8,
        detail: expect.stringContaining('pipeform.yaml:7:'),
      },
    ]);
  });

  test('a freeze, with the name of its time zone as it is written', async () => {
    const freeze =
      '{ days: [fri], timezone: Asia/Calcutta, reason: a }, { days: [fri], timezone: Asia/Kolkata, reason: b }';
    const fleet = await loadFleet(
      `${HEAD}policy: { freeze: [${freeze}] }\npipes: { a: { service: analytics, id: ${pipeId(1)}, settings: { db_max_threads: 8 } } }\n`,
    );
    expect(fleet.policy.freeze.map(({ timezone }) => timezone)).toEqual(['Asia/Calcutta', 'Asia/Kolkata']);
  });

  test('a check on a series', async () => {
    const fleet = await loadFleet(
      `${HEAD}observability: { url: "http://[::1]:4010" }
checks:
  lag: { series: { sourceId: s, aggFn: max, where: "a:b", groupBy: [p] }, window: 15m, granularity: 1m, reduce: last, pass: ">= -1.5e3", unit: messages }
pipes:
  a: { service: analytics, id: ${pipeId(1)}, settings: { db_max_threads: 8 }, checks: [lag] }
`,
    );
    expect(fleet.checks.get('lag')).toMatchObject({
      kind: 'series',
      series: { sourceId: 's', aggFn: 'max', where: 'a:b', groupBy: ['p'] },
      windowMs: 900_000,
      granularity: '1m',
      reduce: 'last',
      pass: { comparator: '>=', value: -1500 },
      unit: 'messages',
    });
  });

  test('checks are in order of name', async () => {
    const { checks } = await loadFleet(
      `${HEAD}observability: { url: "http://[::1]:4010" }\nchecks: { b: { alert: "1", state: OK }, a: { alert: "2", state: OK } }\n`,
    );
    expect([...checks.keys()]).toEqual(['a', 'b']);
  });

  test('acknowledgements have a place', async () => {
    const pipe = await loadPipe(
      orders('scaling: { replicas: 2 }, acknowledge: [{ path: scaling.replicas, reason: sale, until: 2026-12-01 }]'),
    );
    expect(pipe.acknowledge).toMatchObject([{ path: REPLICAS, reason: 'sale', until: '2026-12-01' }]);
    expect(pipe.acknowledge[0]?.location.line).toBe(5);
  });
});

describe('presets', () => {
  const presets = `presets:
  a: { source: kafka, settings: { db_max_threads: 1, db_max_insert_threads: 1 }, scaling: { replicas: 1 }, ignore: [settings.db_max_threads] }
  b: { settings: { db_max_insert_threads: 2 }, scaling: { replicas: { min: 2, max: 4 } }, protect: true }
`;

  test('later presets take precedence, and the pipe over all', async () => {
    const pipe = await loadPipe(`${presets}${orders('preset: [a, b], ignore: [], settings: { db_max_threads: 3 }')}`);
    expect(values(pipe.settings)).toEqual({ db_max_threads: 3, db_max_insert_threads: 2 });
    expect(values(pipe.scaling)).toEqual({ replicas: { min: 2, max: 4 } });
    expect(pipe).toMatchObject({ source: 'kafka', protect: true, ignore: [] });
  });

  test('a range is one value: a number replaces it and it replaces a number', async () => {
    const number = await loadPipe(`${presets}${orders('preset: b, scaling: { replicas: 3 }')}`);
    expect(values(number.scaling)).toEqual({ replicas: 3 });
    const band = await loadPipe(`${presets}${orders('preset: b, scaling: { replicas: { min: 5, max: 6 } }')}`);
    expect(values(band.scaling)).toEqual({ replicas: { min: 5, max: 6 } });
  });

  test('an ignored field is not managed, even when a preset sets it', async () => {
    const pipe = await loadPipe(`${presets}${orders('preset: a')}`);
    expect(values(pipe.settings)).toEqual({ db_max_insert_threads: 1 });
    expect(pipe.ignore).toEqual(['settings.db_max_threads']);
  });

  test('an ignored field may be one that the kind does not have', async () => {
    await loadPipe(
      orders(
        'source: kafka, settings: { db_max_threads: 1 }, scaling: { concurrency: 2 }, ignore: [scaling.concurrency]',
      ),
    );
  });
});

describe('includes', () => {
  test('reads each file once, in order of path', async () => {
    const files = {
      'pipeform.yaml': `${HEAD}include: ["pipes/**/*.yaml", "pipes/b.yaml"]\npolicy: { minPipes: 5 }\n`,
      'pipes/b.yaml': `include: [pipeform.yaml, pipes/c/d.yaml]\n${orders('settings: { db_max_threads: 1 }')}policy: { minPipes: 7, maxReplicaFactor: 2 }\n`,
      'pipes/c/d.yaml': `policy: { maxReplicaFactor: 4 }\n`,
    };
    const { fleet, sources } = await load(files);
    expect(fleet?.pipes.map(({ name, location }) => [name, location.file])).toEqual([['orders', 'pipes/b.yaml']]);
    expect(fleet?.policy).toMatchObject({ maxChangedPipes: null, minPipes: 5, maxReplicaFactor: 4, ranges: [] });
    expect([...sources.keys()].sort()).toEqual(['pipeform.yaml', 'pipes/b.yaml', 'pipes/c/d.yaml']);
  });

  test('lists the pipes of a thousand files in order of name', async () => {
    const files: Record<string, string> = { 'pipeform.yaml': `${HEAD}include: ["pipes/*.yaml"]\n` };
    for (let n = 0; n < 1000; n += 1)
      files[`pipes/${n}.yaml`] =
        `pipes:\n  p${n}: { service: analytics, id: ${pipeId(n)}, settings: { db_max_threads: 1 } }\n`;
    const fleet = await loadFleet(files);
    const names = fleet.pipes.map(({ name }) => name);
    expect(names).toHaveLength(1000);
    expect(names).toEqual([...names].sort());
  });
});

describe('environments', () => {
  const files = `${HEAD}presets: { p: { scaling: { replicas: 2 } } }
${orders('preset: p, settings: { db_max_threads: 1, db_max_insert_threads: 1 }')}environments:
  production:
    services: { analytics: 9a41b7c2-3d5e-4f60-8a7b-1c2d3e4f5a6b }
    presets: { p: { scaling: { replicas: 6 } } }
    pipes: { orders: { id: ${pipeId(2)}, settings: { db_max_threads: 9 } } }
  staging:
    pipes: { orders: { name: "\${NAME_OF_STAGING}", settings: { db_max_threads: "\${A}" } } }
`;

  test('loads the root document unchanged without -e, even when an environment is incomplete', async () => {
    const [pipe] = (await loadFleet(files)).pipes;
    expect(pipe).toMatchObject({ id: pipeId(1), liveName: null });
    expect(values(pipe?.scaling ?? {})).toEqual({ replicas: 2 });
  });

  test('an environment is merged over the root before presets are applied', async () => {
    const fleet = await loadFleet(files, { environment: 'production' });
    expect(fleet.environment).toBe('production');
    const [pipe] = fleet.pipes;
    expect(pipe).toMatchObject({ id: pipeId(2), serviceId: '9a41b7c2-3d5e-4f60-8a7b-1c2d3e4f5a6b' });
    expect(values(pipe?.settings ?? {})).toEqual({ db_max_threads: 9, db_max_insert_threads: 1 });
    expect(values(pipe?.scaling ?? {})).toEqual({ replicas: 6 });
    expect(pipe?.location.line).toBe(6);
  });

  test('an environment is a document: it may have a version, and replaces parts of rollout, checks and policy', async () => {
    const fleet = await loadFleet(
      `${HEAD}observability: { url: "http://[::1]:4010" }
policy: { minPipes: 5, maxReplicaFactor: 2 }
environments:
  production: { version: 1, policy: { minPipes: 7 }, checks: { a: { alert: "1", state: OK } }, rollout: { after: [a] } }
`,
      { environment: 'production' },
    );
    expect(fleet.policy).toMatchObject({ minPipes: 7, maxReplicaFactor: 2 });
    expect([...fleet.checks.keys()]).toEqual(['a']);
    expect(fleet.rollout).toMatchObject({ waves: [{ share: 1 }], after: ['a'], bakeMs: 0, onFailure: 'stop' });
  });

  test('an environment changes one price', async () => {
    const text = `${HEAD}pricing:
  currency: USD
  cpuHour: 0.04
  memoryGbHour: \${MEMORY}
policy: { maxMonthlyIncrease: 500.5 }
environments:
  staging: { pricing: { cpuHour: 0.02 } }
`;
    const variables = { MEMORY: '0.005' };
    const fleet = await loadFleet(text, { variables });
    const line = HEAD.split('\n').length;
    expect(fleet.pricing).toEqual({
      currency: 'USD',
      cpuHour: 0.04,
      memoryGbHour: 0.005,
      location: expect.objectContaining({ line, column: 1 }),
    });
    expect(fleet.policy.maxMonthlyIncrease).toBe(500.5);
    const staging = await loadFleet(text, { variables, environment: 'staging' });
    expect(staging.pricing).toEqual({ ...fleet.pricing, cpuHour: 0.02 });
    expect((await loadFleet(HEAD)).pricing).toBeNull();
  });

  test('the chosen environment needs its variables', async () => {
    const { diagnostics } = await load(files, { environment: 'staging' });
    expect(diagnostics.map(({ code }) => code)).toEqual(['variable-missing', 'variable-missing']);
  });
});

describe('variables', () => {
  test('an alias of a value in another environment needs the variable where it is used', async () => {
    const text = `${HEAD}environments:
  dev: { policy: &limits { maxChangedPipes: "\${MAX}" } }
policy: *limits
pipes: {}
`;
    const { fleet, diagnostics } = await load(text);
    expect(fleet).toBeNull();
    expect(diagnostics).toMatchObject([{ code: 'variable-missing', severity: 'error' }]);
    expect((await loadFleet(text, { variables: { MAX: '1%' } })).policy.maxChangedPipes).toEqual({ share: 0.01 });
  });

  test('an empty one is an error at its place, and none where a default follows `:-` or in another environment', async () => {
    const text = `${HEAD}pipes:
  orders:
    service: analytics
    id: ${pipeId(1)}
    name: "\${NAME:-orders}"
    settings: { db_max_threads: 8, db_max_insert_threads: "a\${THREADS}" }
    scaling:
      replicas: \${REPLICAS}
environments:
  dev: { services: { analytics: "\${SERVICE}" } }
`;
    const { diagnostics } = await load(text, { variables: { NAME: '', THREADS: '', REPLICAS: ' ', SERVICE: '' } });
    const place = (name: string, line: number, column: number) => ({
      code: 'variable-missing',
      summary: `The environment variable ${name} is set, but empty.`,
      hint: `Set ${name}, or give a default: \${${name}:-default}. To unset a field, write \${${name}:-null}.`,
      ...{ line, column },
    });
    expect(diagnostics).toMatchObject([place('THREADS', 9, 61), place('REPLICAS', 11, 17)]);
  });

  test('an unquoted value is parsed again as YAML, a quoted one stays text', async () => {
    const pipe = await loadPipe(
      `pipes:\n  orders:\n    service: analytics\n    id: ${pipeId(1)}\n    name: "\${NAME}"\n    settings:\n      db_max_threads: \${N:-3}\n      db_max_insert_threads: \${NONE:-}\n      db_parallel_view_processing: \${FLAG}\n`,
      { variables: { NAME: '17', FLAG: 'true' } },
    );
    expect(pipe.liveName).toBe('17');
    expect(values(pipe.settings)).toEqual({
      db_max_threads: 3,
      db_max_insert_threads: null,
      db_parallel_view_processing: true,
    });
  });

  test('a variable adds no structure', async () => {
    const name = '{ a: [1], b: "x" } # & *y !z';
    const pipe = await loadPipe(
      `pipes:\n  orders:\n    service: analytics\n    id: ${pipeId(1)}\n    name: \${NAME}\n    settings: { db_max_threads: 1 }\n`,
      { variables: { NAME: name } },
    );
    expect(pipe.liveName).toBe(name);
  });

  test('the schema refuses a literal ${', async () => {
    const { diagnostics } = await load(`${HEAD}${orders('settings: { db_max_threads: "$${x}" }')}`);
    expect(diagnostics.map(({ code }) => code)).toEqual(['invalid-value']);
  });
});

test('files with a byte-order mark and CRLF line ends load, with the right places', async () => {
  const text = `\ufeff${HEAD}${orders('settings: { db_max_threads: 8 }')}`.replaceAll('\n', '\r\n');
  const fleet = await loadFleet(text);
  expect(fleet.pipes[0]?.location).toMatchObject({ line: 5, column: 3 });
});

test('a pattern of fields with too many stars is an error at its place', async () => {
  const { diagnostics } = await load(
    `${HEAD}remediation: { maxPipes: 3, fields: [settings.db_*, settings.*a*b*c*] }\n`,
  );
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
    {
      code: 'invalid-value',
      line: 4,
      column: 53,
      summary: 'The pattern "settings.*a*b*c*" has more than 3 stars in one name.',
    },
  ]);
});
