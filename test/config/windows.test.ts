import { join } from 'node:path';
import { runnerImport } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LoadResult } from '../../src/config/load-fleet.ts';
import { renderDiagnostics } from '../../src/report/text/diagnostics.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { HEAD, pipeId } from './memory-files.ts';

type Disk = typeof import('./memory-files.ts');

/** As `node:path` is on Windows. */
let windows: Disk;
beforeAll(async () => {
  const alias = { 'node:path': join(import.meta.dirname, 'windows-path.ts') };
  const options = { configFile: false, logLevel: 'error', resolve: { alias } } as const;
  windows = (await runnerImport<Disk>(join(import.meta.dirname, 'memory-files.ts'), options)).module;
});

const load = (files: Readonly<Record<string, string>>, cwd: string, file: string | null = null) =>
  windows.loadFrom(windows.createDisk(files), cwd, { file });

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

const ORDERS = crlf(`pipes:
  orders: # of the shop
    service: analytics
    id: ${pipeId(1)}
    settings:
      db_max_threads: 8
`);

const FILES = {
  'C:\\fleet\\pipeform.yaml': crlf(`${HEAD}include: [pipes/**/*.yaml]\n`),
  'C:\\fleet\\pipes\\shop\\orders.yaml': ORDERS,
};

/** Every place that a fleet names. */
function placesOf(loaded: LoadResult): readonly string[] {
  const places: string[] = [];
  JSON.stringify(loaded.fleet?.pipes ?? loaded.diagnostics, (key, value) => {
    if (key === 'file' && typeof value === 'string') places.push(value);
    return value;
  });
  return places;
}

describe('on Windows', () => {
  it.each([
    ['from the folder of the root', 'C:\\fleet', null, 'pipes/shop/orders.yaml'],
    ['from a folder below it', 'C:\\fleet\\pipes', null, 'shop/orders.yaml'],
    ['from a folder beside it', 'C:\\work', '..\\fleet\\pipeform.yaml', '../fleet/pipes/shop/orders.yaml'],
    ['from another drive', 'D:\\work', 'C:\\fleet\\pipeform.yaml', 'C:/fleet/pipes/shop/orders.yaml'],
    ['with forward slashes in the option', 'C:\\', 'fleet/pipeform.yaml', 'fleet/pipes/shop/orders.yaml'],
  ])('finds a fleet, with forward slashes in its places: %s', async (_, cwd, file, expected) => {
    const loaded = await load(FILES, cwd, file);
    expect(loaded.diagnostics).toEqual([]);
    const places = placesOf(loaded);
    expect(places.length).toBeGreaterThan(1);
    expect(new Set(places)).toEqual(new Set([expected]));
  });

  it('shows an error with its line, and no carriage return reaches the terminal', async () => {
    const broken = ORDERS.replace('db_max_threads: 8', 'db_max_thread: 8');
    const loaded = await load({ ...FILES, 'C:\\fleet\\pipes\\shop\\orders.yaml': broken }, 'C:\\fleet');
    expect(loaded.fleet).toBeNull();
    expect(renderDiagnostics(loaded.diagnostics, loaded.sources, createStyle('off'))).toMatchInlineSnapshot(`
      "error[unknown-key]: Unknown key "db_max_thread" in \`settings\` of pipe "orders".
       --> pipes/shop/orders.yaml:6:7
        |
      6 |       db_max_thread: 8
        |       ^^^^^^^^^^^^^
        = help: Did you mean "db_max_threads"?
      "
    `);
  });

  it('refuses an include outside the folder, on this drive and on another', async () => {
    for (const pattern of ['../other/*.yaml', 'D:/other/*.yaml']) {
      const root = crlf(`${HEAD}include: ["${pattern}"]\n`);
      const loaded = await load({ ...FILES, 'C:\\fleet\\pipeform.yaml': root }, 'C:\\fleet');
      expect(loaded.fleet).toBeNull();
      expect(placesOf(loaded)).toEqual(['pipeform.yaml']);
    }
  });
});
