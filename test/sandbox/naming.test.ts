import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderConfig } from '../../src/cli/commands/sandbox/write-config.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { DEFAULT_SWITCHES } from '../../src/sandbox/switches.ts';

import { runLine } from '../cli/fake-context.ts';

const NAMES = { resource: 'clickstreams', settingPrefix: 'warehouse_' };

test('writes a configuration that contains only the names that differ', () => {
  const fleet = createQuickstartFleet();
  const naming = (switches: object) => {
    const files = renderConfig(fleet, fleet.pipes, 'http://127.0.0.1:4010', { ...DEFAULT_SWITCHES, ...switches });
    expect([...files.values()].join('')).not.toContain('warehouse_max');
    return parse(files.get('pipeform.yaml') ?? '').api.naming;
  };
  expect(naming({})).toBeUndefined();
  expect(naming({ resource: 'clickstreams' })).toEqual({ resource: 'clickstreams', settingPrefix: 'db_' });
  expect(naming(NAMES)).toEqual(NAMES);
});

test('refuses invalid names, both at once', async () => {
  const { code, stderr } = await runLine(['sandbox', '--resource', 'a/b', '--setting-prefix', 'a b']);
  expect(code).toBe(1);
  expect(stderr).toContain('--resource takes');
  expect(stderr).toContain('--setting-prefix takes');
});
