import { chanceAt, seedOf } from '../../model/random.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import { SCALING_RULES, SETTING_RULES } from '../pipes-api/field-rules.ts';
import { TICK_SECONDS } from './clock.ts';

export const METRIC_UNITS = {
  arrivals: 'messages/s',
  throughput: 'messages/s',
  lag: 'messages',
  errors: 'messages/s',
  utilization: 'ratio',
} as const;

export type Metric = keyof typeof METRIC_UNITS;
export const METRICS = Object.keys(METRIC_UNITS) as readonly Metric[];

/** The performance of a pipe as configured. The numbers are invented; only the directions are realistic. */
export interface Ability {
  /** `waits`: no data, and messages wait at the source. `idle`: no data, and messages are not counted. */
  readonly mode: 'works' | 'waits' | 'idle';
  /** Messages per tick, at least 1. */
  readonly capacity: number;
  /** How long messages, which count as lag, are collected before an insert. */
  readonly gatherSeconds: number;
  /** The share of messages that fails without overload. */
  readonly errorShare: number;
}

const PER_MILLICORE = 1;
const PER_CONCURRENCY = 400;
// Field notes: the usual sizes keep 4 GB per 1000 millicores.
const GB_PER_MILLICORE = 4 / 1_000;
const MIB = 1024 ** 2;

const WAITING = new Set(['Paused', 'Failed', 'InternalError']);
const IDLE = new Set(['Stopped', 'Completed', 'Provisioning', 'Setup']);
const DEGRADED = { capacity: 0.5, errorShare: 0.03 } as const;

export function abilityOf(pipe: Pipe): Ability {
  const degraded = pipe.state === 'Degraded';
  const perSecond = sizeOf(pipe) * settingsFactor(pipe) * (degraded ? DEGRADED.capacity : 1);
  return {
    mode: WAITING.has(pipe.state) ? 'waits' : IDLE.has(pipe.state) ? 'idle' : 'works',
    capacity: Math.max(1, Math.floor(perSecond * TICK_SECONDS)),
    gatherSeconds: gatherSecondsOf(pipe),
    errorShare: degraded ? DEGRADED.errorShare : 0.0005,
  };
}

export function isStream(pipe: Pipe): boolean {
  const kind = kindOf(pipe);
  return kind === 'kafka' || kind === 'kinesis';
}

export function toThousandths(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

// Messages per second, before the settings.
function sizeOf(pipe: Pipe): number {
  const kind = kindOf(pipe);
  if (isStream(pipe)) {
    const millicores = scalingOf(pipe, 'replicaCpuMillicores');
    const memoryFactor = Math.min(1, Math.sqrt(scalingOf(pipe, 'replicaMemoryGb') / (millicores * GB_PER_MILLICORE)));
    return scalingOf(pipe, 'replicas') * millicores * PER_MILLICORE * memoryFactor;
  }
  // A concurrency of 0 works like 1.
  if (kind === 'objectStorage') return Math.max(1, scalingOf(pipe, 'concurrency')) * PER_CONCURRENCY;
  // Postgres pipes and kinds outside the contract have no scaling.
  return 300 + Math.floor(1_700 * chanceAt(seedOf(pipe.id), -4));
}

function settingsFactor(pipe: Pipe): number {
  const kind = kindOf(pipe);
  if (kind === 'postgres') return 1;
  const insertThreads = settingOf(pipe, 'db_max_insert_threads') || 1;
  const database =
    saturate(settingOf(pipe, 'db_max_threads') || 8, 4, 0.3) *
    saturate(insertThreads, 2, 0.15) *
    (settingOf(pipe, 'db_parallel_view_processing') ? 1 : 0.95) *
    (settingOf(pipe, 'db_min_insert_block_size_bytes') < 64 * MIB ? 0.92 : 1);
  if (kind !== 'objectStorage') return database;
  return (
    database *
    saturate(settingOf(pipe, 'object_storage_concurrency'), 4, 0.3) *
    saturate(settingOf(pipe, 'db_max_download_threads'), 4, 0.15) *
    saturate(settingOf(pipe, 'object_storage_max_file_count'), 50, 0.2) *
    (settingOf(pipe, 'object_storage_use_cluster_function') ? 1 : 0.9)
  );
}

function gatherSecondsOf(pipe: Pipe): number {
  const kind = kindOf(pipe);
  if (isStream(pipe)) return settingOf(pipe, 'streaming_max_insert_wait_ms') / 1_000;
  return kind === 'objectStorage' ? settingOf(pipe, 'object_storage_polling_interval_ms') / 1_000 : 1;
}

// Rises from 1 - `most` toward 1 with diminishing returns; `half` is the amount at half of the way.
function saturate(amount: number, half: number, most: number): number {
  return 1 - most + (most * amount) / (amount + half);
}

export function scalingOf({ scaling }: Pipe, key: string): number {
  return Number(scaling[key] ?? SCALING_RULES[key]?.whenUnset);
}

/** A boolean counts as 1 or 0. */
function settingOf({ settings }: Pipe, key: string): number {
  return Number(settings[key] ?? SETTING_RULES[key]?.whenUnset);
}

// The most messages in an insert. On average, half of them are gathered already.
const INSERT_MESSAGES = 4_000;
const OVERLOAD_ERRORS = 0.02;
// A pipe with this many ticks of waiting work is fully overloaded.
const OVERLOAD_TICKS = 4;

/**
 * Computes one tick: `lag` grows by `arrived` and shrinks by what was processed.
 * @param waiting messages that waited before the tick.
 * @param arrived messages that arrived during the tick.
 */
export function work(
  { capacity, gatherSeconds, errorShare }: Ability,
  waiting: number,
  arrived: number,
): Readonly<Record<Metric, number>> {
  const gathered = Math.floor(
    Math.min((Math.min(arrived, capacity) / TICK_SECONDS) * gatherSeconds, INSERT_MESSAGES) / 2,
  );
  const processed = Math.min(capacity, Math.max(0, waiting + arrived - gathered));
  const lag = waiting + arrived - processed;
  const overload = Math.min(1, Math.max(0, lag - INSERT_MESSAGES) / (capacity * OVERLOAD_TICKS));
  const failed = Math.round(processed * (errorShare + OVERLOAD_ERRORS * overload));
  return {
    arrivals: perSecond(arrived),
    throughput: perSecond(processed),
    lag,
    errors: perSecond(failed),
    utilization: Math.round((processed / capacity) * 10_000) / 10_000,
  };
}

// Rounded to thousandths.
function perSecond(messages: number): number {
  return Math.round((messages * 1_000) / TICK_SECONDS) / 1_000;
}
