import { describe, expect, it } from 'vitest';
import {
  CONTRACT,
  compareFields,
  FIELDS,
  isScalingKey,
  isSizeKey,
  isSourceKind,
  keyOf,
  SCALING_KEYS,
  SIZE_KEYS,
  sectionOf,
} from '../../src/model/field/field.ts';

describe('the field table', () => {
  it('finds its rows and no others', () => {
    for (const spec of FIELDS) {
      expect(CONTRACT.find(spec.path)).toBe(spec);
      expect([sectionOf(spec.path), keyOf(spec.path)]).toEqual([spec.section, spec.key]);
    }
    for (const path of ['settings.replicas', 'scaling.db_max_threads', 'settings.constructor', 'settings.'] as const) {
      expect(CONTRACT.find(path)).toBeUndefined();
      expect(`${sectionOf(path)}.${keyOf(path)}`).toBe(path);
    }
  });

  it('gives the order of changes, with further settings by name before scaling', () => {
    const further = ['settings.b', 'settings.a'] as const;
    const paths = FIELDS.map(({ path }) => path);
    const [settings = [], scaling = []] = (['settings', 'scaling'] as const).map((section) =>
      paths.filter((path) => sectionOf(path) === section),
    );
    const sorted = [...settings, ...further.toReversed(), ...scaling];
    expect([...further, ...paths].reverse().sort(compareFields)).toEqual(sorted);
  });

  it('has its keys and kinds', () => {
    const keys = FIELDS.filter(({ section }) => section === 'scaling').map(({ key }) => key);
    expect([...SCALING_KEYS].sort()).toEqual([...keys].sort());
    expect(keys.every(isScalingKey)).toBe(true);
    expect(SCALING_KEYS.filter(isSizeKey)).toEqual(SIZE_KEYS);
    expect(['db_max_threads', 'toString'].some(isScalingKey)).toBe(false);
    expect(['kafka', 'Kafka', 'constructor'].map(isSourceKind)).toEqual([true, false, false]);
  });
});
