import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFile } from '../../src/edit/format-configuration.ts';
import type { JsonObject } from '../../src/model/json/json.ts';
import { createQuickstartFleet, generateFleet, type Pipe } from '../../src/sandbox/index.ts';
import { anyCharacter } from '../any-character.ts';
import { HEAD, load, pipeId } from '../config/memory-files.ts';
import { control } from '../e2e/control.ts';
import { checkProperty, inCi } from '../effort.ts';
import { openPull } from './pull-workspace.ts';

const SERVICE = '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01';
const QUICKSTART = createQuickstartFleet().pipes;
const [ORDERS] = QUICKSTART as readonly [Pipe];

interface Asked {
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: string;
}

/** Adds these live pipes to a configuration. */
async function pull(live: readonly Pipe[], { files = { 'pipeform.yaml': HEAD }, options = '' }: Asked = {}) {
  const opened = await openPull(files, live);
  const pulled = await opened.pull(`${live.map(({ id }) => id).join(' ')} --service analytics ${options}`);
  const place = /-e \w+/.exec(options)?.[0];
  return {
    ...pulled,
    drift: (await opened.drift(place)).summary,
    fleet: (await load({ ...files, ...pulled.written })).fleet,
  };
}

/** Every text of a source that differs from all names. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length > 3 && /[^\w-]/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

test('property: pipes of any fleet, pulled with and without presets, are in sync; only the kind of a source is written', async () => {
  await checkProperty(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 9999 }),
      fc.boolean(),
      async (size, seed, presets) => {
        const pipes = generateFleet(size, seed).pipes.map((pipe) => ({ ...pipe, serviceId: SERVICE }));
        const { drift, text } = await pull(pipes, { options: presets ? '--presets' : '' });
        expect(drift).toMatchObject({ total: size, 'in-sync': size });
        expect(text).not.toContain('null');
        for (const written of pipes.flatMap(({ source }) => textsOf(source))) expect(text).not.toContain(written);
      },
    ),
    { numRuns: 15 },
  );
});

test('property: keeps any live name unchanged, under a valid name of the configuration', async () => {
  const part = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 4 }),
    fc.constantFrom('${HOME}', '$$', '$', '\u001b[31m', '\u202e', 'ü', '.', ' ', '#', ': ', '__proto__'),
  );
  await checkProperty(
    fc.asyncProperty(fc.array(fc.array(part, { maxLength: 5 }), { minLength: 1, maxLength: 3 }), async (names) => {
      const live = names.map((parts, index) => ({ ...ORDERS, id: pipeId(index), name: parts.join('') }));
      const { drift, fleet, text } = await pull(live);
      expect(drift['in-sync']).toBe(live.length);
      const known = new Map(fleet?.pipes.map(({ id, liveName }) => [id, liveName]));
      for (const { id, name } of live) expect(known.get(id)).toBe(name.trim() === '' ? null : name);
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }),
    { numRuns: 30 },
  );
});

test.each<[string, readonly Pipe[], Asked, boolean?]>([
  ['no-pipes', QUICKSTART, {}],
  [
    'pipes-of-comments-alone',
    QUICKSTART.slice(0, 2),
    {
      files: {
        'pipeform.yaml': `# Ours\n${HEAD}\n# All of them\npipes: # by team\n  # orders:\n  #   service: analytics\n\n# What may happen\npolicy: { minPipes: 3 }\n`,
      },
    },
    true,
  ],
  [
    'presets',
    QUICKSTART.flatMap((pipe, index) => [pipe, { ...pipe, id: pipeId(index), name: `${pipe.name} (copy)` }]),
    { options: '--presets' },
    true,
  ],
  [
    'into-a-new-file',
    QUICKSTART.slice(3),
    { options: '--into pipes/new.yaml', files: { 'pipeform.yaml': `${HEAD}include: [pipes/*.yaml]\n` } },
  ],
  [
    'environment',
    QUICKSTART.slice(0, 1),
    { options: '-e production', files: { 'pipeform.yaml': `${HEAD}environments:\n  production: {}\n` } },
  ],
])('the text of pulled pipes: %s', async (name, live, asked, isDrawn = false) => {
  const { text, drift } = await pull(live, asked);
  expect(drift['in-sync']).toBe(live.length);
  if (name === 'into-a-new-file') expect(await formatFile(text, name)).toEqual({ status: 'unchanged', text });
  if (isDrawn) await expect(text).toMatchFileSnapshot(`golden/pull-${name}.yaml`);
});

describe('values that a configuration cannot have are omitted and reported', () => {
  test('values that are out of range, unreadable, unknown or for another kind', async () => {
    const settings = {
      db_max_threads: 65,
      db_max_insert_threads: 16,
      db_max_download_threads: 'many',
      extra: true,
    };
    const files = { 'pipeform.yaml': `${HEAD}policy: { ranges: { settings.db_max_insert_threads: { max: 8 } } }\n` };
    const { fleet, drift, document } = await pull([{ ...ORDERS, settings, scaling: { concurrency: 4 } }], { files });
    expect(fleet?.pipes[0]?.settings).toEqual({});
    expect(drift['in-sync']).toBe(1);
    expect(document.diagnostics.find(({ code }) => code === 'not-pulled')?.detail).toBe(
      [
        'settings.db_max_threads and settings.db_max_insert_threads: outside the range that the configuration allows.',
        'settings.db_max_download_threads: a value of another type than expected.',
        'scaling.concurrency: not for a pipe of this kind.',
        'settings.extra: not a field of the pipes API.',
      ].join('\n'),
    );
  });

  test('a setting that the configuration declares is written, with its unit', async () => {
    const settings = '{ wait: { type: integer, unit: milliseconds }, extra: { type: boolean } }';
    const head = HEAD.replace('-0d8a3f2b9c11 }', `-0d8a3f2b9c11, settings: ${settings} }`);
    const live = { ...ORDERS, settings: { wait: 90_000, extra: true, other: 1 } };
    const { fleet, text, document } = await pull([live], { files: { 'pipeform.yaml': head } });
    expect(text).toMatch(/settings:\n +wait: 1m30s\n +extra: true\n/);
    expect(fleet?.pipes[0]?.settings).toMatchObject({ wait: { value: 90_000 }, extra: { value: true } });
    expect(document.diagnostics).toMatchObject([
      {
        summary: 'Pipe orders-prod: settings.other was left out.',
        hint: expect.stringContaining('once `api.settings` declares them'),
      },
    ]);
  });

  inCi('reports values that many pipes lack once, with some of their names', async () => {
    const live = (number: number, more: JsonObject = {}): Pipe => {
      const settings = { db_max_threads: 4, extra: true, ...more };
      return { ...ORDERS, id: pipeId(number), name: `p${number}`, settings };
    };
    expect((await pull([live(1), live(2), live(3, { other: 1 })])).summaries).toEqual([
      '2 pipes (p1 and p2): settings.extra was left out.',
      'Pipe p3: settings.extra and settings.other were left out.',
    ]);
    expect((await pull(Array.from({ length: 1203 }, (_, index) => live(index + 1)))).summaries).toEqual([
      '1,203 pipes (p1, p2, p3, p4, p5 and 1,198 more): settings.extra was left out.',
    ]);
  });

  test('settings that differ from the contract only in a prefix: suggests that the deployment has its own prefix', async () => {
    const hintOf = async (settings: JsonObject) =>
      (await pull([{ ...ORDERS, settings }])).document.diagnostics[0]?.hint;
    expect(await hintOf({ eng_max_threads: 4, eng_max_insert_threads: 2 })).toMatch(
      / write api\.naming: \{ settingPrefix: eng_ \} and pull again\.$/,
    );
    const stays = 'Fields that are left out keep their live values and are not managed.';
    const declare = `${stays} Settings of the deployment can be managed once \`api.settings\` declares them.`;
    expect(await hintOf({ eng_max_threads: 4, other_max_threads: 2 })).toBe(declare);
    expect(await hintOf({ db_max_threads: 65, object_storage_skip_empty_files: true, max_threads: 1 })).toBe(declare);
  });

  test('warns about pipes in transition, and shows some of many equal problems in full', async () => {
    const live = QUICKSTART.map((pipe) => ({ ...pipe, state: 'Modifying' }));
    const { run } = await openPull({ 'pipeform.yaml': HEAD }, live);
    const warn = async (most: number) => {
      const ids = live.slice(0, most).map(({ id }) => id);
      const { stderr } = await run(`pull ${ids.join(' ')} --service analytics --dry-run`);
      return [stderr.split('warning[pipe-in-transition]').length - 1, /\d more of the same kind.*/.exec(stderr)?.[0]];
    };
    expect(await warn(5)).toEqual([5, undefined]);
    expect(await warn(6)).toEqual([3, '3 more of the same kind [pipe-in-transition]; --format json lists them all.']);
  });

  test('omits zeros that mean "not shown yet"', async () => {
    const scaling = { ...ORDERS.scaling, replicaCpuMillicores: 0, replicaMemoryGb: 0 };
    const { fleet } = await pull([{ ...ORDERS, scaling }]);
    expect(Object.keys(fleet?.pipes[0]?.scaling ?? {})).toEqual(['replicas']);
  });

  test('warns about settings that are not shown, except for a postgres pipe, of which only the kind is written', async () => {
    const crm = QUICKSTART.find(({ name }) => name === 'crm-replica') as Pipe;
    const files = { 'pipeform.yaml': HEAD };
    const opened = await openPull(files, [ORDERS, crm]);
    await control(opened.sandbox.url, 'PUT', 'faults', {
      faults: [{ operation: 'get', fault: { unreadable: { settings: 'absent' } } }],
    });
    const { document, written } = await opened.pull(`${ORDERS.id} ${crm.id} --service analytics`);
    expect(document.diagnostics).toMatchObject([{ code: 'unreadable-value', severity: 'warning' }]);
    const { fleet } = await load({ ...files, ...written });
    expect(fleet?.pipes.find(({ name }) => name === 'crm-replica')).toMatchObject({
      ...{ source: 'postgres', settings: {}, scaling: {} },
    });
  });
});

describe('the target file of pulled pipes', () => {
  const codesOf = async (asked: Asked) => (await pull([ORDERS], asked)).document.diagnostics.map(({ code }) => code);

  test('must be part of the configuration or a file that will be', async () => {
    const files = {
      'pipeform.yaml': `${HEAD}include: [pipes/*.yaml]\n`,
      'pipes/a.yaml': '# later\n',
      'other.yaml': 'pipes: {}\n',
    };
    expect(await codesOf({ files, options: '--into other.yaml' })).toEqual(['config-unreadable', 'invalid-include']);
    expect((await pull([ORDERS], { files, options: '--into pipes/b/c.yaml' })).written).toEqual({});
    expect((await pull([ORDERS], { files, options: '--into pipes/a.yaml' })).text).toMatch(/^# later\n\npipes:\n/);
    expect((await pull([ORDERS], { files, options: '--into pipes/b.yaml' })).document.files).toMatchObject([
      { file: 'pipes/b.yaml', isNew: true },
    ]);
  });

  test('does not create an unknown environment', async () => {
    const files = { 'pipeform.yaml': `${HEAD}environments: { production: {} }\n` };
    expect(await codesOf({ files, options: '-e prodution' })).toEqual(['unknown-reference']);
  });

  test('does not break another environment that has the pipe already', async () => {
    const files = {
      'pipeform.yaml': `${HEAD}environments:\n  production:\n    pipes:\n      o: { service: analytics, id: ${ORDERS.id}, settings: { db_max_threads: 4 } }\n`,
    };
    expect(await codesOf({ files })).toContain('edit-by-hand');
  });
});
