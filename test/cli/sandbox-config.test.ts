import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderConfig, writeConfig } from '../../src/cli/commands/sandbox/write-config.ts';
import { findSchema } from '../../src/cli/steps/find-schema.ts';
import { formatFile } from '../../src/edit/format-configuration.ts';
import { parseDuration, parseSize } from '../../src/model/field/units.ts';
import { kindOf } from '../../src/sandbox/fleet/pipe.ts';
import { createQuickstartFleet, generateFleet } from '../../src/sandbox/index.ts';
import { DEFAULT_SWITCHES } from '../../src/sandbox/switches.ts';
import { makeFolder } from '../e2e/folder.ts';
import { WHOLE } from '../effort.ts';

const URL = 'http://127.0.0.1:4010';
const PIPES = WHOLE ? 600 : 100;
type Values = Readonly<Record<string, number | boolean | string>>;
type Entry = { service: string; id: string; name: string; source: string; settings?: Values; scaling?: Values };

function readPipes(files: ReadonlyMap<string, string>): Readonly<Record<string, Entry>> {
  const texts = [...files].filter(([path]) => path.startsWith('pipes/')).map(([, text]) => text);
  return Object.assign({}, ...texts.map((text) => parse(text).pipes));
}

function plain(values: Values = {}): Values {
  const read = ([key, value]: [string, number | boolean | string]) => {
    if (typeof value !== 'string') return [key, value];
    const quantity = key.endsWith('_ms') ? parseDuration(value) : parseSize(value);
    return [key, quantity.ok ? quantity.value : value];
  };
  return Object.fromEntries(Object.entries(values).map(read));
}

describe('the configuration of a fleet', () => {
  test('has a root document that includes the sandbox and the other files', () => {
    const fleet = createQuickstartFleet();
    const files = renderConfig(fleet, fleet.pipes, URL);
    expect([...files.keys()]).toEqual(['pipeform.yaml', 'pipes/analytics.yaml']);
    const root = files.get('pipeform.yaml') ?? '';
    expect(root.startsWith('version: 1\n')).toBe(true);
    expect(parse(root)).toEqual({
      version: 1,
      api: { url: '${PIPEFORM_API_URL:-http://127.0.0.1:4010}', organization: fleet.organization },
      observability: { url: '${PIPEFORM_OBSERVABILITY_URL:-http://127.0.0.1:4010}' },
      services: fleet.services,
      include: ['pipes/**/*.yaml'],
    });
  });

  test('is in canonical form, with any names of the deployment', async () => {
    for (const [fleet, switches] of [
      [createQuickstartFleet(), undefined],
      [generateFleet(40, 5), { resource: 'streams', settingPrefix: 'eng_', listing: 'full', sourceId: 'metrics' }],
    ] as const) {
      for (const [path, text] of renderConfig(fleet, fleet.pipes, URL, switches))
        expect(await formatFile(text, path)).toEqual({ status: 'unchanged', text });
    }
  });

  test('has only the names that differ from those of the contract', () => {
    const fleet = createQuickstartFleet();
    const naming = (switches: object) => {
      const files = renderConfig(fleet, fleet.pipes, URL, { ...DEFAULT_SWITCHES, ...switches });
      expect([...files.values()].join('')).not.toContain('warehouse_max');
      return parse(files.get('pipeform.yaml') ?? '').api.naming;
    };
    expect(naming({})).toBeUndefined();
    expect(naming({ resource: 'clickstreams' })).toEqual({ resource: 'clickstreams', settingPrefix: 'db_' });
    const names = { resource: 'clickstreams', settingPrefix: 'warehouse_' };
    expect(naming(names)).toEqual(names);
  });

  test('matches the live values of every pipe exactly', () => {
    const fleet = generateFleet(PIPES, 3);
    const files = renderConfig(fleet, fleet.pipes, URL);
    const entries = readPipes(files);
    expect(Object.keys(entries)).toHaveLength(PIPES);
    const byId = new Map(Object.values(entries).map((entry) => [entry.id, entry]));
    for (const pipe of fleet.pipes) {
      const entry = byId.get(pipe.id);
      expect(fleet.services[entry?.service ?? '']).toBe(pipe.serviceId);
      expect(entry).toMatchObject({ name: pipe.name, source: kindOf(pipe) });
      expect(plain(entry?.settings)).toEqual(pipe.settings);
      expect(plain(entry?.scaling)).toEqual(pipe.scaling);
    }
  });

  test('leaves out what cannot be managed: settings and scaling of postgres pipes, keys outside the contract', () => {
    const fleet = createQuickstartFleet();
    const pipes = fleet.pipes.map((pipe) => ({ ...pipe, settings: { ...pipe.settings, of_its_own: true } }));
    const entries = readPipes(renderConfig(fleet, pipes, URL));
    expect(entries['crm-replica']).toEqual({
      service: 'analytics',
      id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d006',
      name: 'crm-replica',
      source: 'postgres',
    });
    expect(JSON.stringify(entries)).not.toContain('of_its_own');
  });

  test('gives pipes with the same live name different names', () => {
    const fleet = createQuickstartFleet();
    const pipes = fleet.pipes.slice(0, 2).map((pipe) => ({ ...pipe, name: 'orders' }));
    expect(Object.keys(readPipes(renderConfig(fleet, pipes, URL)))).toEqual(['orders', 'orders-2']);
  });
});

describe('writing the configuration', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeFolder();
  });

  test('names its schema by the path from the new folder, and none that is not there', async () => {
    const schema = 'node_modules/pipeform/schema';
    const fleet = createQuickstartFleet();
    const render = (path: string | null) =>
      renderConfig(fleet, fleet.pipes, URL, { ...DEFAULT_SWITCHES, schema: path }).get('pipeform.yaml');
    const target = join(folder, 'repository', 'fleets', 'a');
    await mkdir(join(folder, 'repository', '.git'), { recursive: true });
    expect(findSchema(target)).toBeNull();
    expect(render(null)).toMatch(/^version: 1\n/);
    await mkdir(join(folder, 'repository', schema), { recursive: true });
    await writeFile(join(folder, 'repository', schema, 'config.schema.json'), '{}');
    expect(render(findSchema(target))).toMatch(`# yaml-language-server: $schema=../../${schema}/config.schema.json\n`);
  });

  test('replaces no file, and writes nothing if one exists', async () => {
    const taken = join(folder, 'taken.yaml');
    await writeFile(taken, 'mine');
    const files = new Map([
      ['free.yaml', 'a'],
      ['taken.yaml', 'b'],
    ]);
    const [problem] = await writeConfig(folder, files);
    expect(problem?.summary).toContain(`since it would replace ${taken}.`);
    expect(await readFile(taken, 'utf8')).toBe('mine');
    await expect(readFile(join(folder, 'free.yaml'))).rejects.toThrow('ENOENT');
  });
});
