import { parseDuration } from '../model/field/units.ts';
import type { World } from './workload/worlds.ts';

export interface RequestLimit {
  readonly requests: number;
  readonly perMs: number;
}

/** How deployments of the service differ. */
export interface Switches {
  /** How long every response takes at least. */
  readonly latencyMs: number;
  /** How long a scaling update takes to settle; with 0 it shows at once. */
  readonly settleMs: number;
  /** The limit is that of the pipes API, for each API key; null for none. */
  readonly rateLimit: RequestLimit | null;
  /** The path segment for pipes. */
  readonly resource: string;
  /** Stands for `db_` in the names of settings. */
  readonly settingPrefix: string;
  /** Whether a service lists its pipes: not, whole, or without settings and scaling. */
  readonly listing: 'none' | 'full' | 'summary';
  /** Ids of services that are idle. Only tests set them. */
  readonly idleServices: readonly string[];
}

export const DEFAULT_SWITCHES: Switches = {
  latencyMs: 0,
  settleMs: 300,
  rateLimit: null,
  resource: 'pipes',
  settingPrefix: 'db_',
  listing: 'none',
  idleServices: [],
};

const WORKLOADS = ['daily', 'weekly', 'bursts', 'growth', 'restarts', 'limited', 'mixed'] as const;

/** What the streams of a fleet have to do; `mixed`: each of one of the worlds. The seed and the id of a pipe make its load. */
export interface Workload {
  readonly world: World | 'mixed';
  readonly seed: number;
}

export const WORKLOAD_FORM = `${WORKLOADS.join(', ')}, or one of these with a seed, such as weekly:7`;

/** Parses `WORLD` or `WORLD:SEED`; without a seed, it is 1. Returns undefined for other text. */
export function parseWorkload(text: string): Workload | undefined {
  const [, name, seed = '1'] = /^([a-z]+)(?::(\d{1,9}))?$/.exec(text) ?? [];
  const world = WORKLOADS.find((known) => known === name);
  return world === undefined ? undefined : { world, seed: Number(seed) };
}

/** The unit is simulated seconds per second: this is a day in 24 seconds. */
export const MAX_SPEED = 3_600;

/** Parses a duration, or a whole number of milliseconds. Returns undefined for other text. */
export function parseMilliseconds(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const quantity = parseDuration(text);
  return quantity.ok ? quantity.value : undefined;
}
