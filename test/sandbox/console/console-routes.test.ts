import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { SCALING_RULES, SETTING_RULES } from '../../../src/sandbox/pipes-api/field-rules.ts';
import { call } from '../harness.ts';

const PARTS = [
  'console.css',
  'uplot.css',
  'icon.svg',
  'contract.json',
  'faults.json',
  'uplot.js',
  'main.js',
  'activity.js',
  'charts.js',
  'copy.js',
  'dom.js',
  'edit-form.js',
  'faults.js',
  'feed.js',
  'fleet-table.js',
  'format.js',
  'markers.js',
  'next-command.js',
];
const PATHS = ['/', ...PARTS.map((part) => `/_sandbox/console/${part}`)];

describe('the routes of the console', () => {
  let service: Sandbox;
  beforeAll(async () => {
    service = await startSandbox();
  });
  afterAll(() => service.close());

  test.each(PATHS)('%s is served with a strict policy and is not cached', async (path) => {
    const response = await fetch(service.url + path);
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeGreaterThan(100);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('each part has its own content type', async () => {
    const types = await Promise.all(
      ['/', '/_sandbox/console/console.css', '/_sandbox/console/main.js', '/_sandbox/console/contract.json'].map(
        async (path) => (await fetch(service.url + path)).headers.get('content-type'),
      ),
    );
    expect(types).toEqual([
      'text/html; charset=utf-8',
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
      'application/json; charset=utf-8',
    ]);
  });

  test('every script that a part imports is served', async () => {
    const scripts = PATHS.filter((path) => path.endsWith('.js') && !path.endsWith('uplot.js'));
    const texts = await Promise.all(scripts.map(async (path) => (await fetch(service.url + path)).text()));
    const imported = texts.flatMap((text) => [...text.matchAll(/from '\.\/([^']+)'/g)].map(([, name]) => name));
    expect([...new Set(imported)].sort()).toEqual(
      PARTS.filter((part) => part.endsWith('.js') && !['main.js', 'uplot.js'].includes(part)).sort(),
    );
  });

  test('the contract has the ranges of the service, each with a unit and a description', async () => {
    const response = await fetch(`${service.url}/_sandbox/console/contract.json`);
    const { fields } = (await response.json()) as { fields: Record<string, unknown>[] };
    expect(fields.map(({ key }) => key)).toEqual([...Object.keys(SCALING_RULES), ...Object.keys(SETTING_RULES)]);
    for (const { section, key, type, range, kinds, meaning, unit } of fields) {
      const rule = (section === 'scaling' ? SCALING_RULES : SETTING_RULES)[String(key)];
      expect({ type, range, kinds }).toEqual({ type: rule?.type, range: rule?.range ?? null, kinds: rule?.kinds });
      expect(meaning).toMatch(/\.$/);
      expect(unit).toMatch(/^[a-z]+$/);
    }
  });

  const statusFor = async (path: string, headers: Readonly<Record<string, string>>) =>
    (await call(service, path, { headers })).status;

  test.each(['/', '/_sandbox/console/main.js', '/_sandbox/console/contract.json'])(
    '%s answers only to its own host',
    async (path) => {
      expect(await statusFor(path, { host: 'rebound.example' })).toBe(403);
      expect(await statusFor(path, { host: 'localhost', origin: 'http://page.example' })).toBe(403);
      expect(await statusFor(path, { host: 'localhost' })).toBe(200);
    },
  );
});
