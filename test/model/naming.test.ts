import { describe, expect, it } from 'vitest';
import { FIELDS } from '../../src/model/field/field.ts';
import { settingNamesOf } from '../../src/model/field/setting-names.ts';
import { DEFAULT_NAMING, isDefaultNaming, isResourceName, isSettingPrefix } from '../../src/model/naming.ts';
import { pipePath } from '../../src/model/pipe-address.ts';

const WAREHOUSE = { resource: 'clickstreams', settingPrefix: 'warehouse_' };

describe('the names of a deployment', () => {
  it('default to the contract names', () => {
    expect(settingNamesOf(undefined)).toBeNull();
    expect(settingNamesOf({ resource: 'clickstreams', settingPrefix: 'db_' })).toBeNull();
    expect(isDefaultNaming(DEFAULT_NAMING)).toBe(true);
    expect(isDefaultNaming({ ...DEFAULT_NAMING, resource: 'clickstreams' })).toBe(false);
    expect(isDefaultNaming({ ...DEFAULT_NAMING, settingPrefix: 'x_' })).toBe(false);
  });

  it('differ only in the db_ settings of the contract, one to one', () => {
    const names = settingNamesOf(WAREHOUSE);
    const prefixed = FIELDS.filter(({ section, key }) => section === 'settings' && key.startsWith('db_'));
    expect([...(names?.toService ?? [])]).toEqual(prefixed.map(({ key }) => [key, key.replace('db_', 'warehouse_')]));
    expect([...(names?.toContract ?? [])].map(([service, contract]) => [contract, service])).toEqual([
      ...(names?.toService ?? []),
    ]);
  });

  it('are used in the path', () => {
    const pipe = { serviceId: 's', id: 'p' };
    expect(pipePath('o', pipe)).toBe('/v1/organizations/o/services/s/pipes/p');
    expect(pipePath('o', pipe, WAREHOUSE)).toBe('/v1/organizations/o/services/s/clickstreams/p');
  });
});

it.each([
  ['pipes', true],
  ['click-streams_2.x~y', true],
  ['...', true],
  ['', false],
  ['.', false],
  ['..', false],
  ['a/b', false],
  ['a%2Fb', false],
  ['a b', false],
  ['pipes?', false],
  ['pípes', false],
  ['x\n', false],
  ['x'.repeat(129), false],
])('allow %j as a path segment: %s', (text, expected) => {
  expect(isResourceName(text)).toBe(expected);
});

it.each([
  ['db_', true],
  ['warehouse', true],
  ['x2_', true],
  ['', false],
  ['_x', false],
  ['2x', false],
  ['Db_', false],
  ['db-', false],
  ['db_\n', false],
  ['x'.repeat(65), false],
])('allow %j as a prefix of settings: %s', (text, expected) => {
  expect(isSettingPrefix(text)).toBe(expected);
});
