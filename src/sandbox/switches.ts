import { parseDuration } from '../model/field/units.ts';

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
  /** Of the pipes API, for each API key; null for none. */
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

/** In simulated seconds per second: a day in 24 seconds. */
export const MAX_SPEED = 3_600;

/** Parses a duration, or a whole number of milliseconds. Returns undefined for other text. */
export function parseMilliseconds(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const quantity = parseDuration(text);
  return quantity.ok ? quantity.value : undefined;
}
