import type { SourceKind } from '../../model/field.ts';
import { SETTING_RULES } from '../pipes-api/contract.ts';
import type { Fleet, Pipe, PipeScaling, PipeSettings } from './pipe.ts';
import { createRandom, type Random } from './random.ts';
import { createDestination, createFieldMappings, createSource, type Subject } from './sources.ts';

const SERVICE_NAMES = ['analytics', 'billing', 'logistics', 'marketing', 'security', 'mobile'] as const;
const PIPES_PER_SERVICE = 250;
// Repetition is weight: streams are the bulk of a fleet.
const KINDS = ['kafka', 'kafka', 'objectStorage', 'kafka', 'kinesis', 'objectStorage', 'postgres', 'kafka'] as const;
const DOMAINS = ['shop', 'web', 'app', 'crm', 'finance', 'warehouse', 'ads', 'support', 'devices', 'partners'] as const;
const TABLES = [
  'orders',
  'payments',
  'clicks',
  'sessions',
  'invoices',
  'events',
  'shipments',
  'tickets',
  'profiles',
  'uploads',
] as const;
// Field notes: the usual sizes keep 4 GB per 1000 millicores.
const SIZES = [
  [125, 0.5],
  [250, 1],
  [500, 2],
  [1_000, 4],
  [2_000, 8],
] as const;

const MIB = 1024 ** 2;
const USUAL_VALUES: Readonly<Record<string, readonly [number | boolean, ...(number | boolean)[]]>> = {
  streaming_max_insert_wait_ms: [500, 1_000, 2_000, 5_000, 10_000, 30_000],
  object_storage_concurrency: [1, 2, 4, 8, 16],
  object_storage_polling_interval_ms: [5_000, 30_000, 60_000, 300_000],
  object_storage_max_insert_bytes: [512 * MIB, 1_024 * MIB, 2_048 * MIB, 10_240 * MIB],
  object_storage_max_file_count: [10, 100, 250, 1_000],
  db_max_threads: [0, 2, 4, 8, 16, 32],
  db_max_insert_threads: [0, 1, 2, 4],
  db_min_insert_block_size_bytes: [0, 64 * MIB, 256 * MIB, 1_024 * MIB],
  db_max_download_threads: [2, 4, 8],
  db_parallel_distributed_insert_select: [0, 1, 2],
  object_storage_use_cluster_function: [true, false],
  db_parallel_view_processing: [true, false],
};

/**
 * Makes a plausible fleet of `size` pipes of all four kinds (from eight pipes on). The same size and seed give the same
 * fleet, byte for byte.
 * @param size at least 1.
 */
export function generateFleet(size: number, seed: number): Fleet {
  const random = createRandom(seed);
  const organization = random.uuid();
  const names = SERVICE_NAMES.slice(0, Math.ceil(size / PIPES_PER_SERVICE));
  const services = names.map((name) => [name, random.uuid()] as const);
  const taken = new Map<string, number>();
  const pipes = Array.from({ length: size }, (_, index) => {
    const serviceId = services[index % services.length]?.[1] ?? '';
    return generatePipe(KINDS[index % KINDS.length] ?? 'kafka', serviceId, taken, random);
  });
  return { organization, services: Object.fromEntries(services), pipes };
}

function generatePipe(kind: SourceKind, serviceId: string, taken: Map<string, number>, random: Random): Pipe {
  const subject = { domain: random.pick(DOMAINS), table: random.pick(TABLES) };
  const createdAt = new Date(Date.UTC(2026, 0, 1) + random.integer(0, 200 * 86_400) * 1_000).toISOString();
  const source = createSource(kind, subject, random);
  return {
    id: random.uuid(),
    serviceId,
    name: nameOf(subject, taken),
    state: random.pick([
      'Running',
      'Running',
      'Running',
      'Running',
      'Running',
      'Running',
      'Running',
      'Paused',
      'Stopped',
    ]),
    scaling: generateScaling(kind, random),
    source,
    destination: createDestination(subject),
    fieldMappings: createFieldMappings(),
    settings: generateSettings(kind, random),
    createdAt,
    updatedAt: createdAt,
  };
}

function nameOf({ domain, table }: Subject, taken: Map<string, number>): string {
  const base = `${domain}-${table}`;
  const count = (taken.get(base) ?? 0) + 1;
  taken.set(base, count);
  return `${base}-${count}`;
}

function generateSettings(kind: SourceKind, random: Random): PipeSettings {
  if (kind === 'postgres') return {};
  const applicable = Object.entries(USUAL_VALUES).filter(([key]) => SETTING_RULES[key]?.kinds.includes(kind));
  const set = applicable.filter(() => random.chance(0.6));
  return Object.fromEntries(set.map(([key, values]) => [key, random.pick(values)]));
}

function generateScaling(kind: SourceKind, random: Random): PipeScaling {
  if (kind === 'postgres') return {};
  if (kind === 'objectStorage') return { concurrency: random.integer(0, 16) };
  const [replicaCpuMillicores, replicaMemoryGb] = random.pick<(typeof SIZES)[number]>(SIZES);
  return { replicas: random.integer(1, 6), replicaCpuMillicores, replicaMemoryGb };
}
