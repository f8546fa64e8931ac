import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { SCALING_RULES, SETTING_RULES } from '../../../src/sandbox/pipes-api/field-rules.ts';
import { call } from '../harness.ts';

describe('the routes of the console', () => {
  let service: Sandbox;
  beforeAll(async () => {
    service = await startSandbox();
  });
  afterAll(() => service.close());

  test('the page and every part that it needs is served with its type and a strict policy, and is not cached', async () => {
    const types: Readonly<Record<string, string>> = {
      css: 'text/css',
      js: 'text/javascript',
      json: 'application/json',
      svg: 'image/svg+xml',
    };
    const paths = ['/', '/_sandbox/console/contract.json', '/_sandbox/console/faults.json'];
    for (const path of paths) {
      const response = await fetch(service.url + path);
      const text = await response.text();
      const headers = Object.fromEntries(response.headers);
      const type = types[path.split('.')[1] ?? ''] ?? 'text/html';
      expect([path, response.status, headers['content-type']?.replace('; charset=utf-8', '')]).toEqual([
        path,
        200,
        type,
      ]);
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
          "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      const named = text.matchAll(/(?:href|src)="([^":#]+)"|(?:from|import) '\.\/([^']+)'/g);
      for (const [, address, part] of named) {
        const next = new URL(address ?? `/_sandbox/console/${part}`, service.url).pathname;
        if (!paths.includes(next)) paths.push(next);
      }
    }
    expect(paths.length).toBeGreaterThan(15);
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
