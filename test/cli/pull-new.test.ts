import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePipe } from '../../src/api/pipes/parse-pipe.ts';
import { foldAlike } from '../../src/cli/commands/pull/document.ts';
import { diagnoseLeftOut } from '../../src/cli/commands/pull/live-values.ts';
import { blankPipe, diagnoseConcerns, placeNewPipes, sortReads } from '../../src/cli/commands/pull/new-pipes.ts';
import { openForNewPipes } from '../../src/cli/commands/pull/target-file.ts';
import { loadFleet } from '../../src/config/load-fleet.ts';
import { editFiles, findEditMistake, withEdits } from '../../src/edit/edit-files.ts';
import { formatFile } from '../../src/edit/format-configuration.ts';
import { diagnose, sortByName } from '../../src/model/diagnostic.ts';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { LivePipe } from '../../src/model/live-pipe.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { planFleet } from '../../src/plan/plan-fleet.ts';
import { NO_ALLOWANCES } from '../../src/plan/policy/plan-policy.ts';
import { createQuickstartFleet, generateFleet } from '../../src/sandbox/fleet/generate-fleet.ts';
import type { Pipe } from '../../src/sandbox/fleet/pipe.ts';
import { anyCharacter } from '../any-character.ts';
import { FOLDER, HEAD, memoryFiles, pipeId, type TestFiles } from '../config/memory-files.ts';
import { checkProperty, inCi } from '../effort.ts';
import { liveSettings } from '../plan/samples.ts';

const SERVICE = '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01';
const FRAME = { now: new Date('2026-11-20T10:00:00Z'), tool: { name: 'pipeform', version: '0.0.0' } } as const;

function show(pipe: Pipe): LivePipe {
  const parsed = parsePipe({ result: { ...pipe, serviceId: SERVICE } }, { serviceId: SERVICE, redact: (text) => text });
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.pipe;
}

interface Asked {
  readonly files?: TestFiles;
  readonly into?: string;
  readonly environment?: string;
  readonly presets?: boolean;
}

/** Adds live pipes to a configuration, like the command does, and loads the result. */
async function pull(
  live: readonly LivePipe[],
  { files = { 'pipeform.yaml': HEAD }, into, environment, presets = false }: Asked = {},
) {
  const load = { cwd: FOLDER, file: null, environment: environment ?? null, variables: {}, files: memoryFiles(files) };
  const ready = await openForNewPipes(load, into ?? null);
  if (!ready.ok) return { ok: false, codes: ready.diagnostics.map(({ code }) => code), ready } as const;
  const reads = live.map((pipe) => ({
    desired: blankPipe(pipe.id, { service: 'analytics', serviceId: SERVICE }),
    read: { ok: true, pipe, attempts: 1 } as const,
  }));
  const { found } = sortReads(reads, ready.fleet, ready.layout.pipeNames);
  const { operations } = placeNewPipes(found, presets, ready.layout, ready.target);
  const { edits, refused } = editFiles(ready.layout.files, operations);
  const expected = sortByName([...ready.fleet.pipes, ...found.map(({ desired }) => desired)]);
  const mistake = await findEditMistake(ready, edits, { ...ready.fleet, pipes: expected });
  const { fleet } = await loadFleet(withEdits(load, edits));
  if (fleet === null) throw new Error(`${mistake?.detail}`);
  const byId = new Map(reads.map((one) => [one.desired.id, one.read]));
  const again = fleet.pipes.flatMap((desired) => {
    const read = byId.get(desired.id);
    return read === undefined ? [] : [{ desired, read }];
  });
  return {
    ok: true,
    text: edits.map(({ after }) => after).join(''),
    edits,
    refused,
    mistake,
    fleet,
    plan: planFleet(fleet, again, { ...FRAME, allowances: NO_ALLOWANCES }),
    drift: findDrift(fleet, again, FRAME),
    notes: diagnoseLeftOut(found.map(({ pipe, leftOut }) => ({ name: pipe.name, leftOut }))),
    concerns: found.flatMap(diagnoseConcerns),
  } as const;
}

async function pulled(...given: Parameters<typeof pull>) {
  const result = await pull(...given);
  if (!result.ok) throw new Error(result.codes.join());
  return result;
}

/** Every text of a source that differs from all names. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length > 3 && /[^\w-]/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

test('property: pipes of any fleet, pulled with and without presets, plan to no changes; only the kind of a source is written', async () => {
  await checkProperty(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 9999 }),
      fc.boolean(),
      async (size, seed, presets) => {
        const { pipes } = generateFleet(size, seed);
        const result = await pulled(pipes.map(show), { presets });
        expect(result.refused).toEqual([]);
        expect(result.mistake).toBeNull();
        expect(result.plan.summary).toMatchObject({ total: size, unchanged: size, requests: 0 });
        expect(result.drift.summary).toMatchObject({ total: size, 'in-sync': size });
        expect(result.text).not.toContain('null');
        for (const text of pipes.flatMap(({ source }) => textsOf(source))) expect(result.text).not.toContain(text);
      },
    ),
    { numRuns: 15 },
  );
});

const [orders] = createQuickstartFleet().pipes.map(show);
if (orders === undefined) throw new Error('the fleet has no pipes');

test('property: keeps any live name unchanged, under a valid name of the configuration', async () => {
  const part = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 4 }),
    fc.constantFrom('${HOME}', '$$', '$', '\u001b[31m', '\u202e', 'ü', '.', ' ', '#', ': ', '__proto__'),
  );
  await checkProperty(
    fc.asyncProperty(fc.array(fc.array(part, { maxLength: 5 }), { minLength: 1, maxLength: 3 }), async (names) => {
      const live = names.map((parts, index) => ({ ...orders, id: pipeId(index), name: parts.join('') }));
      const { drift, fleet, text } = await pulled(live);
      expect(drift.summary['in-sync']).toBe(live.length);
      const known = new Map(fleet.pipes.map(({ id, liveName }) => [id, liveName]));
      for (const { id, name } of live) expect(known.get(id)).toBe(name.trim() === '' ? null : name);
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }),
    { numRuns: 30 },
  );
});

/** The cases whose text is kept; the others have nothing that these do not show. */
const DRAWN: readonly string[] = ['presets', 'pipes-of-comments-alone'];

describe('the text of pulled pipes', () => {
  const quickstart = createQuickstartFleet().pipes.map(show);
  const alike = quickstart.flatMap((pipe, index) => [
    pipe,
    { ...pipe, id: pipeId(index), name: `${pipe.name} (copy)` },
  ]);
  const commented = `# Ours\n${HEAD}\n# All of them\npipes: # by team\n  # orders:\n  #   service: analytics\n\n# What may happen\npolicy: { minPipes: 3 }\n`;
  const cases: Readonly<Record<string, readonly [readonly LivePipe[], Asked]>> = {
    'no-pipes': [quickstart, {}],
    'pipes-of-comments-alone': [quickstart.slice(0, 2), { files: { 'pipeform.yaml': commented } }],
    presets: [alike, { presets: true }],
    'into-a-new-file': [
      quickstart.slice(3),
      { into: 'pipes/new.yaml', files: { 'pipeform.yaml': `${HEAD}include: [pipes/*.yaml]\n` } },
    ],
    environment: [
      quickstart.slice(0, 1),
      { environment: 'production', files: { 'pipeform.yaml': `${HEAD}environments:\n  production: {}\n` } },
    ],
  };
  test.each(Object.entries(cases))('%s', async (name, [live, asked]) => {
    const { text, drift, mistake } = await pulled(live, asked);
    expect(mistake).toBeNull();
    expect(drift.summary['in-sync']).toBe(live.length);
    if (asked.into !== undefined) expect(await formatFile(text, asked.into)).toEqual({ status: 'unchanged', text });
    if (DRAWN.includes(name)) await expect(text).toMatchFileSnapshot(`golden/pull-${name}.yaml`);
  });
});

describe('values that a configuration cannot have are omitted and reported', () => {
  test('values that are out of range, unreadable, unknown or for another kind', async () => {
    const live: LivePipe = {
      ...orders,
      settings: liveSettings({
        db_max_threads: 65,
        db_max_insert_threads: 16,
        object_storage_concurrency: 4,
        db_max_download_threads: 'many',
        extra: true,
        other: null,
      }),
      unreadable: [{ path: 'settings.db_max_download_threads', found: 'many' }],
    };
    const files = { 'pipeform.yaml': `${HEAD}policy: { ranges: { settings.db_max_insert_threads: { max: 8 } } }\n` };
    const { fleet, drift, notes } = await pulled([live], { files });
    expect(fleet.pipes[0]?.settings).toEqual({});
    expect(drift.summary['in-sync']).toBe(1);
    expect(notes.map(({ detail }) => detail)).toEqual([
      [
        'settings.object_storage_concurrency: not for a pipe of this kind.',
        'settings.db_max_threads and settings.db_max_insert_threads: outside the range that the configuration allows.',
        'settings.db_max_download_threads: a value of another type than expected.',
        'settings.extra: not a field of the pipes API.',
      ].join('\n'),
    ]);
  });

  test('a setting that the configuration declares is written, with its unit', async () => {
    const settings = '{ wait: { type: integer, unit: milliseconds }, extra: { type: boolean } }';
    const head = HEAD.replace('-0d8a3f2b9c11 }', `-0d8a3f2b9c11, settings: ${settings} }`);
    const live = { ...orders, settings: liveSettings({ wait: 90_000, extra: true, other: 1 }) };
    const { fleet, text, notes } = await pulled([live], { files: { 'pipeform.yaml': head } });
    expect(text).toMatch(/settings:\n +wait: 1m30s\n +extra: true\n/);
    expect(fleet.pipes[0]?.settings).toMatchObject({ wait: { value: 90_000 }, extra: { value: true } });
    expect(notes.map(({ summary }) => summary)).toEqual(['Pipe orders-prod: settings.other was left out.']);
    expect(notes[0]?.hint).toContain('once `api.settings` declares them');
  });

  inCi('reports values that many pipes lack once, with some of their names', async () => {
    const live = (number: number, more: JsonObject = {}): LivePipe => {
      return {
        ...orders,
        id: pipeId(number),
        name: `p${number}`,
        settings: liveSettings({ db_max_threads: 4, extra: true, ...more }),
      };
    };
    const few = await pulled([live(1), live(2), live(3, { other: 1 })]);
    expect(few.notes.map(({ summary }) => summary)).toEqual([
      '2 pipes (p1 and p2): settings.extra was left out.',
      'Pipe p3: settings.extra and settings.other were left out.',
    ]);
    const many = await pulled(Array.from({ length: 1203 }, (_, index) => live(index + 1)));
    expect(many.notes.map(({ summary }) => summary)).toEqual([
      '1,203 pipes (p1, p2, p3, p4, p5 and 1,198 more): settings.extra was left out.',
    ]);
  });

  test('settings that differ from the contract only in a prefix: suggests that the deployment has its own prefix', async () => {
    const hintOf = async (settings: JsonObject) =>
      (await pulled([{ ...orders, settings: liveSettings(settings) }])).notes[0]?.hint;
    expect(await hintOf({ eng_max_threads: 4, eng_max_insert_threads: 2 })).toMatch(
      / write api\.naming: \{ settingPrefix: eng_ \} and pull again\.$/,
    );
    const stays = 'Fields that are left out keep their live values and are not managed.';
    const declare = `${stays} Settings of the deployment can be managed once \`api.settings\` declares them.`;
    expect(await hintOf({ eng_max_threads: 4, other_max_threads: 2 })).toBe(declare);
    expect(await hintOf({ db_max_threads: 65, object_storage_skip_empty_files: true, max_threads: 1 })).toBe(declare);
  });

  test('shows some of many equal problems in full', () => {
    const problem = (code: 'service-idle' | 'not-pulled', index: number) =>
      diagnose('error', { code, summary: `${code} ${index}` });
    const idle = Array.from({ length: 1204 }, (_, index) => problem('service-idle', index));
    const { shown, rest } = foldAlike([...idle, problem('not-pulled', 1)]);
    expect(shown.map(({ summary }) => summary)).toEqual([
      'service-idle 0',
      'service-idle 1',
      'service-idle 2',
      'not-pulled 1',
    ]);
    expect(rest).toEqual(['1,201 more of the same kind [service-idle]; --format json lists them all.']);
    expect(foldAlike(idle.slice(0, 5))).toEqual({ shown: idle.slice(0, 5), rest: [] });
  });

  test('warns about a pipe in transition', async () => {
    const { concerns } = await pulled([{ ...orders, state: 'Modifying' }]);
    expect(concerns).toMatchObject([{ code: 'pipe-in-transition', severity: 'warning', file: null }]);
  });

  test('omits zeros that mean "not shown yet"', async () => {
    const { fleet } = await pulled([
      { ...orders, scaling: { ...orders.scaling, replicaCpuMillicores: 0, replicaMemoryGb: 0 } },
    ]);
    expect(Object.keys(fleet.pipes[0]?.scaling ?? {})).toEqual(['replicas']);
  });

  test('warns about settings that are not shown, except for a postgres pipe', async () => {
    const { concerns } = await pulled([
      { ...orders, settings: { status: 'absent' } },
      { ...orders, id: pipeId(2), settings: { status: 'absent' }, source: 'postgres', scaling: { ...orders.scaling } },
    ]);
    expect(concerns).toMatchObject([{ code: 'unreadable-value', severity: 'warning' }]);
  });

  test('writes only the kind of a postgres pipe and does not miss its settings', async () => {
    const { fleet } = await pulled([
      {
        ...orders,
        source: 'postgres',
        settings: { status: 'absent' },
        scaling: { replicas: null, concurrency: null, replicaCpuMillicores: null, replicaMemoryGb: null },
      },
    ]);
    expect(fleet.pipes[0]).toMatchObject({ source: 'postgres', settings: {}, scaling: {} });
  });
});

describe('the target file of pulled pipes', () => {
  test('must be part of the configuration or a file that will be', async () => {
    const files = {
      'pipeform.yaml': `${HEAD}include: [pipes/*.yaml]\n`,
      'pipes/a.yaml': '# later\n',
      'other.yaml': 'pipes: {}\n',
    };
    expect(await pull([orders], { files, into: 'other.yaml' })).toMatchObject({
      ok: false,
      codes: ['config-unreadable', 'invalid-include'],
    });
    expect(await pull([orders], { files, into: 'pipes/b/c.yaml' })).toMatchObject({ ok: false });
    expect((await pulled([orders], { files, into: 'pipes/a.yaml' })).text).toMatch(/^# later\n\npipes:\n/);
    expect((await pulled([orders], { files, into: 'pipes/b.yaml' })).edits).toMatchObject([
      { name: 'pipes/b.yaml', before: null },
    ]);
  });

  test('does not create an unknown environment', async () => {
    const files = { 'pipeform.yaml': `${HEAD}environments: { production: {} }\n` };
    expect(await pull([orders], { files, environment: 'prodution' })).toMatchObject({
      ok: false,
      codes: ['unknown-reference'],
    });
  });

  test('does not break another environment that has the pipe already', async () => {
    const files = {
      'pipeform.yaml': `${HEAD}environments:\n  production:\n    pipes:\n      o: { service: analytics, id: ${orders.id}, settings: { db_max_threads: 4 } }\n`,
    };
    expect((await pulled([orders], { files })).mistake).toMatchObject({ code: 'edit-by-hand' });
  });
});
