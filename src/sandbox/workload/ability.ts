import type { Size } from '../../model/size/size.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import { SCALING_RULES, SETTING_RULES } from '../pipes-api/field-rules.ts';
import { chanceAt, seedOf } from '../random.ts';
import type { StepAbility } from './step-pipe.ts';

/** What a pipe can do as configured. The numbers are invented; only the directions are realistic. */
export interface Ability extends StepAbility {
  /** `waits`: no data, and messages wait at the source. `idle`: no data, and messages are not counted. */
  readonly mode: 'works' | 'waits' | 'idle';
  /** The share of messages that fails without overload. */
  readonly errorShare: number;
}

const PER_CONCURRENCY = 400;
const MIB = 1024 ** 2;

const WAITING = new Set(['Paused', 'Failed', 'InternalError']);
const IDLE = new Set(['Stopped', 'Completed', 'Provisioning', 'Setup']);
const DEGRADED = { cost: 2, errorShare: 0.03 } as const;

export function abilityOf(pipe: Pipe): Ability {
  const degraded = pipe.state === 'Degraded';
  return {
    mode: WAITING.has(pipe.state) ? 'waits' : IDLE.has(pipe.state) ? 'idle' : 'works',
    size: sizeOf(pipe),
    cost: (degraded ? DEGRADED.cost : 1) / settingsFactor(pipe),
    gatherSeconds: gatherSecondsOf(pipe),
    errorShare: degraded ? DEGRADED.errorShare : 0.0005,
  };
}

export function isStream(pipe: Pipe): boolean {
  const kind = kindOf(pipe);
  return kind === 'kafka' || kind === 'kinesis';
}

/** A pipe without replicas counts as one replica, whose CPU is what the pipe can do. */
function sizeOf(pipe: Pipe): Size {
  if (isStream(pipe)) {
    return {
      replicas: scalingOf(pipe, 'replicas'),
      cpuMillicores: scalingOf(pipe, 'replicaCpuMillicores'),
      memoryGb: scalingOf(pipe, 'replicaMemoryGb'),
    };
  }
  const cpuMillicores =
    kindOf(pipe) === 'objectStorage'
      ? // A concurrency of 0 works like 1.
        Math.max(1, scalingOf(pipe, 'concurrency')) * PER_CONCURRENCY
      : // Postgres pipes and kinds outside the contract have no scaling.
        300 + Math.floor(1_700 * chanceAt(seedOf(pipe.id), -4));
  return { replicas: 1, cpuMillicores, memoryGb: Number.POSITIVE_INFINITY };
}

/** What the settings leave of the ability, from 0 to 1. */
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

/** A factor that rises from 1 - `most` toward 1 with diminishing returns; `half` is the amount at half of the way. */
function saturate(amount: number, half: number, most: number): number {
  return 1 - most + (most * amount) / (amount + half);
}

function scalingOf({ scaling }: Pipe, key: string): number {
  return Number(scaling[key] ?? SCALING_RULES[key]?.whenUnset);
}

/** A boolean counts as 1 or 0. */
function settingOf({ settings }: Pipe, key: string): number {
  return Number(settings[key] ?? SETTING_RULES[key]?.whenUnset);
}
