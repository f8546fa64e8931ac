import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type InitAnswers, readSandboxFleet } from '../../src/cli/commands/init/answers.ts';
import { renderConfiguration } from '../../src/cli/commands/init/configuration.ts';
import { ADDRESS, SERVICE_NAME } from '../../src/cli/options/init-options.ts';
import type { ValueType } from '../../src/cli/options/value-types.ts';
import { load } from '../config/memory-files.ts';
import { checkProperty } from '../effort.ts';

const SANDBOX = await readSandboxFleet();
const ANSWERS: InitAnswers = { ...SANDBOX, observability: SANDBOX.url, ci: 'none', install: 'pipeform@1.2.3' };
const OWN: InitAnswers = {
  url: 'https://api.example.com',
  organization: '11111111-2222-3333-4444-555555555555',
  services: new Map([['billing', '66666666-7777-8888-9999-000000000000']]),
  observability: null,
  ci: 'none',
  install: 'pipeform@1.2.3',
};

/** The text with its commented settings uncommented, without the prose, and the pipe under `pipes`. */
function uncomment(text: string): string {
  const shown = text.replace(/^# ( *[A-Za-z][\w-]*:(?: .*)?)$/gm, (line, setting: string) =>
    line.includes('$schema=') ? line : setting,
  );
  return shown.replace('\npipes: {}\n', '\n').replace('\n  orders:\n', '\npipes:\n  orders:\n');
}

describe.each([
  ['the sandbox', ANSWERS],
  ['a self-hosted service, without observability', OWN],
])('the configuration for %s', (_, answers) => {
  const written = renderConfiguration(answers, null, SANDBOX);

  test('is valid, without a warning, with the schema line or without', async () => {
    const schema = './node_modules/pipeform/schema/config.schema.json';
    for (const text of [written, renderConfiguration(answers, schema, SANDBOX)]) {
      const { fleet, diagnostics } = await load(text);
      expect(diagnostics).toEqual([]);
      expect(fleet).toMatchObject({ api: { organization: answers.organization }, pipes: [] });
    }
  });

  test('has commented settings that are valid when uncommented', async () => {
    const { fleet, diagnostics } = await load(uncomment(written));
    expect(diagnostics).toEqual([]);
    expect(fleet?.pipes).toMatchObject([{ name: 'orders', source: 'kafka' }]);
    expect(fleet?.rollout).toMatchObject({ onFailure: 'rollback' });
    expect([...(fleet?.checks.keys() ?? [])]).toEqual(['orders-alert']);
  });

  test('has no line of more than 120 characters, and ends with one line break', () => {
    expect(written.split('\n').filter((line) => line.length > 120)).toEqual([]);
    expect(written).toMatch(/[^\n]\n$/);
  });
});

test('the schema line for editors names the schema of an installed package, and is a plain comment without one', () => {
  const path = '../node_modules/pipeform/schema/config.schema.json';
  expect(renderConfiguration(ANSWERS, path, SANDBOX).split('\n')[0]).toBe(`# yaml-language-server: $schema=${path}`);
  const without = renderConfiguration(ANSWERS, null, SANDBOX);
  expect(without).not.toMatch(/^# yaml-language-server/m);
  expect(without).toContain('run `pipeform schema > config.schema.json` in this folder');
  expect(without).toMatch(/^# # yaml-language-server: \$schema=\.\/config\.schema\.json$/m);
});

const accepts =
  ({ parse }: ValueType<string>) =>
  (text: string): boolean => {
    try {
      return parse(text, 'init', {}) !== '';
    } catch {
      return false;
    }
  };

test('any accepted answer is read back from the file unchanged', async () => {
  const name = fc
    .oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom('true', 'null', '1.0', '0x1f', '1e3', '_', '12'))
    .filter(accepts(SERVICE_NAME));
  const address = fc
    .oneof(
      fc.webUrl(),
      fc.string().map((path) => `https://api.example.com/${path}`),
    )
    .filter(accepts(ADDRESS));
  await checkProperty(
    fc.asyncProperty(name, address, async (service, text) => {
      const url = ADDRESS.parse(text, 'init', {});
      const answers = { ...OWN, url, services: new Map([[service, [...OWN.services.values()][0] ?? '']]) };
      const { fleet, diagnostics } = await load(renderConfiguration(answers, null, SANDBOX));
      expect(diagnostics).toEqual([]);
      expect(fleet?.api.url.replace(/\/+$/, '')).toBe(url);
    }),
    { numRuns: 25 },
  );
});
