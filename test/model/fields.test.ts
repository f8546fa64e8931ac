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

/** Part 8 of the pipes API contract. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  'settings.streaming_max_insert_wait_ms': [500, 60000],
  'settings.object_storage_concurrency': [1, 35],
  'settings.object_storage_polling_interval_ms': [100, 3600000],
  'settings.object_storage_max_insert_bytes': [10485760, 53687091200],
  'settings.object_storage_max_file_count': [1, 10000],
  'settings.db_max_threads': [0, 64],
  'settings.db_max_insert_threads': [0, 16],
  'settings.db_min_insert_block_size_bytes': [0, 10737418240],
  'settings.db_max_download_threads': [0, 32],
  'settings.db_parallel_distributed_insert_select': [0, 2],
  'scaling.concurrency': [0, 34],
  'scaling.replicaCpuMillicores': [125, 2000],
  'scaling.replicaMemoryGb': [0.5, 8],
  'scaling.replicas': [1, 10],
};

const FLAGS = ['settings.object_storage_use_cluster_function', 'settings.db_parallel_view_processing'];

describe('the field table', () => {
  it('has the ranges of the contract, and its two flags', () => {
    const ranges = FIELDS.filter(({ type }) => type !== 'boolean').map((spec) => [
      spec.path,
      [spec.minimum, spec.maximum],
    ]);
    expect(Object.fromEntries(ranges)).toEqual(RANGES);
    const flags = FIELDS.filter(({ type }) => type === 'boolean');
    expect(flags.map(({ path }) => path)).toEqual(FLAGS);
    expect(flags.every(({ minimum, maximum }) => minimum === null && maximum === null)).toBe(true);
  });

  it('has memory as its only fractional number', () => {
    expect(FIELDS.filter(({ type }) => type === 'number').map(({ key }) => key)).toEqual(['replicaMemoryGb']);
  });

  it.each([
    ['scaling.replicas', ['kafka', 'kinesis']],
    ['scaling.replicaCpuMillicores', ['kafka', 'kinesis']],
    ['scaling.replicaMemoryGb', ['kafka', 'kinesis']],
    ['scaling.concurrency', ['objectStorage']],
    ['settings.streaming_max_insert_wait_ms', ['kafka', 'kinesis']],
    ['settings.object_storage_concurrency', ['objectStorage']],
    ['settings.db_max_threads', ['kafka', 'objectStorage', 'kinesis', 'postgres']],
  ] as const)('%s is for %j', (path, kinds) => {
    expect(CONTRACT.find(path)?.kinds).toEqual(kinds);
  });

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
