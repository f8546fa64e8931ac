import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELDS } from '../../src/model/field/field.ts';
import type { JsonValue } from '../../src/model/json/json.ts';
import { createQuickstartFleet, type Pipe } from '../../src/sandbox/index.ts';
import { HEAD } from '../config/memory-files.ts';
import { checkProperty, countCases } from '../effort.ts';
import { openPull } from './pull-workspace.ts';

type Values = Readonly<Record<string, JsonValue>>;

interface Shown {
  readonly settings?: Values;
  readonly scaling?: Values;
}

const [ORDERS] = createQuickstartFleet().pipes as readonly [Pipe];
const { id: ID } = ORDERS;

/** The set values, as the service holds them. */
const held = (values: Values = {}): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Takes over every live value of the pipe that differs. */
async function accept(
  files: Readonly<Record<string, string>> | string,
  { settings, scaling }: Shown,
  { environment = '' }: { readonly environment?: string } = {},
) {
  const live = { ...ORDERS, source: { kafka: {} }, settings: held(settings), scaling: held(scaling) } as Pipe;
  const { pull, drift } = await openPull(typeof files === 'string' ? { 'pipeform.yaml': files } : files, [live]);
  const place = environment === '' ? '' : `-e ${environment}`;
  const taken = await pull(`--accept live ${place}`);
  const byHand = taken.document.diagnostics.filter(({ code }) => code === 'edit-by-hand');
  return {
    ...taken,
    byHand: byHand.map(({ line, summary }) => `${line}: ${summary}`),
    left: (await drift(place)).summary.changes,
    again: () => pull(`--accept live ${place}`),
  };
}

const PIPE = `service: analytics, id: ${ID}`;
const inPipe = (body: string): string =>
  `${HEAD}pipes:\n  orders:\n    service: analytics\n    id: ${ID}\n${body.replace(/^(?=.)/gm, '    ')}`;

describe('where an accepted value is written', () => {
  test.each([
    [
      'a duration stays a duration',
      'settings:\n  streaming_max_insert_wait_ms: "5s" # w\n',
      'settings:\n  streaming_max_insert_wait_ms: "10s" # w\n',
      { settings: { streaming_max_insert_wait_ms: 10_000 } },
    ],
    [
      'a number stays a number',
      'settings: { streaming_max_insert_wait_ms: 5000 }\n',
      'settings: { streaming_max_insert_wait_ms: 10000 }\n',
      { settings: { streaming_max_insert_wait_ms: 10_000 } },
    ],
    [
      'a size stays a size',
      'settings: { db_min_insert_block_size_bytes: 1GiB }\n',
      'settings: { db_min_insert_block_size_bytes: 64MiB }\n',
      { settings: { db_min_insert_block_size_bytes: 67_108_864 } },
    ],
    [
      'a value without an exact unit is a number',
      'settings: { streaming_max_insert_wait_ms: 5s }\n',
      'settings: { streaming_max_insert_wait_ms: 5001 }\n',
      { settings: { streaming_max_insert_wait_ms: 5001 } },
    ],
    [
      'a band is widened',
      'scaling:\n  replicas: { min: 2, max: 4 } # auto\n',
      'scaling:\n  replicas: { min: 2, max: 7 } # auto\n',
      { scaling: { replicas: 7 } },
    ],
    [
      'a band of lines is widened',
      'scaling:\n  replicas:\n    min: 2 # low\n    max: 4\n',
      'scaling:\n  replicas:\n    min: 1 # low\n    max: 4\n',
      { scaling: { replicas: 1 } },
    ],
    ['a band whose value is unset', 'scaling: { replicas: { min: 2, max: 4 } }\n', 'scaling: { replicas: null }\n', {}],
    [
      'ignored fields stay',
      'settings: { db_max_threads: 4 }\nignore: [settings.db_max_threads]\n',
      '',
      { settings: { db_max_threads: 9 } },
    ],
    [
      'acknowledged fields stay',
      'settings: { db_max_threads: 4 }\nacknowledge: [{ path: settings.db_max_threads, reason: sale, until: 2026-12-01 }]\n',
      '',
      { settings: { db_max_threads: 9 } },
    ],
  ])('%s', async (_, before, after, live) => {
    const result = await accept(inPipe(before), live);
    expect(result).toMatchObject({ left: 0, byHand: [] });
    expect(result.text).toBe(after === '' ? '' : inPipe(after));
  });

  test('overrides the value of a preset in the pipe; the preset stays for the others', async () => {
    const files = `${HEAD}presets:\n  p:\n    settings: { db_max_threads: 4 }\n    scaling: { replicas: { min: 1, max: 2 } }\npipes:\n  orders: # ours\n    service: analytics\n    id: ${ID}\n    preset: p\n    protect: true\n`;
    const { text, left, byHand } = await accept(files, { settings: { db_max_threads: 8 }, scaling: { replicas: 3 } });
    expect({ left, byHand }).toEqual({ left: 0, byHand: [] });
    expect(text).toBe(
      files.replace(
        '    protect: true\n',
        '    settings:\n      db_max_threads: 8\n    scaling:\n      replicas: { min: 1, max: 3 }\n    protect: true\n',
      ),
    );
  });

  test('with -e writes to the environment, in its file', async () => {
    const files = {
      'pipeform.yaml': `${HEAD}include: [env/*.yaml]\npipes:\n  orders: { ${PIPE}, settings: { db_max_threads: 4, db_max_insert_threads: 1 } }\n`,
      'env/production.yaml':
        'environments:\n  production:\n    pipes:\n      orders:\n        settings:\n          db_max_threads: 6 # more\n',
    };
    const { written, left, byHand } = await accept(
      files,
      { settings: { db_max_threads: 8, db_max_insert_threads: 2 } },
      { environment: 'production' },
    );
    expect({ left, byHand }).toEqual({ left: 0, byHand: [] });
    expect(written).toEqual({
      'env/production.yaml':
        'environments:\n  production:\n    pipes:\n      orders:\n        settings:\n          db_max_threads: 8 # more\n          db_max_insert_threads: 2\n',
    });
  });

  test.each([
    ['an environment that the edit breaks stops it', 4, 'could no longer be loaded with -e staging'],
    ['an environment that could not be loaded before does not', 2, null],
  ])('%s', async (_, max, summary) => {
    const range = `environments:\n  staging: { policy: { ranges: { settings.db_max_threads: { max: ${max} } } } }\n`;
    const files = `${HEAD}pipes:\n  orders: { ${PIPE}, settings: { db_max_threads: 4 } }\n${range}`;
    const { summaries } = await accept(files, { settings: { db_max_threads: 8 } });
    expect(summaries).toEqual(summary === null ? [] : [expect.stringContaining(summary)]);
  });

  test('adds an entry to an environment that does not have the pipe', async () => {
    const files = `${HEAD}pipes:\n  orders: { ${PIPE}, settings: { db_max_threads: 4 } }\nenvironments:\n  production: {} # as it is\n`;
    const { text, left } = await accept(files, { settings: { db_max_threads: 8 } }, { environment: 'production' });
    expect(left).toBe(0);
    expect(text).toBe(
      `${files.replace('{} # as', '# as')}    pipes:\n      orders:\n        settings:\n          db_max_threads: 8\n`,
    );
  });
});

describe('values that must be edited by hand', () => {
  test.each([
    [
      'a variable',
      'settings:\n  db_max_threads: ${N:-4}\n',
      '9: settings.db_max_threads of pipe orders is not edited: it comes from a variable.',
    ],
    [
      'an alias',
      'settings:\n  db_max_insert_threads: &n 4\n  db_max_threads: *n\n',
      '10: settings.db_max_threads of pipe orders is not edited: an alias is in its place.',
    ],
    [
      'a value outside the range',
      'settings:\n  db_max_threads: 4\n',
      '9: settings.db_max_threads of pipe orders is not edited: the configuration does not allow the live value.',
      65,
    ],
  ])('%s: the file stays unchanged', async (_, before, byHand, value = 8) => {
    const result = await accept(inPipe(before), { settings: { db_max_threads: value, db_max_insert_threads: 4 } });
    expect(result).toMatchObject({ written: {}, left: 1, byHand: [byHand] });
  });
});

const kafka = FIELDS.filter(({ kinds }) => kinds.includes('kafka'));
const anyValue = ({ type, minimum, maximum }: (typeof FIELDS)[number]): fc.Arbitrary<number | boolean | null> =>
  type === 'boolean'
    ? fc.option(fc.boolean())
    : fc.option(fc.integer({ min: Math.ceil(minimum ?? 0), max: maximum ?? 0 }));
const section = (name: 'settings' | 'scaling') =>
  fc.record(
    Object.fromEntries(kafka.filter((field) => field.section === name).map((field) => [field.key, anyValue(field)])),
    { requiredKeys: [], noNullPrototype: true },
  );
const owner = fc.record(
  { settings: section('settings'), scaling: section('scaling') },
  { requiredKeys: [], noNullPrototype: true },
);

test('property: after live values are taken over nothing differs, and a second time changes nothing', async () => {
  const live = fc.record({ settings: section('settings'), scaling: section('scaling') }, { noNullPrototype: true });
  const edited = countCases();
  await checkProperty(
    fc.asyncProperty(
      owner,
      owner,
      owner,
      live,
      fc.boolean(),
      async (preset, pipe, production, shown, isInEnvironment) => {
        const file = `${HEAD}presets:\n  p: ${JSON.stringify(preset)} # shared\npipes:\n  # the one\n  orders: ${JSON.stringify({ service: 'analytics', id: ID, source: 'kafka', preset: 'p', ...pipe })} # ours\nenvironments:\n  production:\n    pipes:\n      orders: ${JSON.stringify(production)}\n`;
        const place = isInEnvironment ? { environment: 'production' } : {};
        const once = await accept(file, shown as Shown, place);
        expect(once).toMatchObject({ left: 0, byHand: [] });
        if (once.text === '') return;
        edited.add();
        for (const comment of ['# shared', '# the one', '# ours']) expect(once.text).toContain(comment);
        expect(once.text).toContain(`p: ${JSON.stringify(preset)} # shared`);
        expect((await once.again()).written).toEqual({});
      },
    ),
    { numRuns: 25 },
  );
  edited.expectSome();
});
