/** Where a behaviour comes from: the contract's words, a live service (field notes: seen), or nobody knows. */
type Evidence = 'contract' | 'observed' | 'guess';

/** How the sandbox behaves where the contract is silent. */
export interface Switches {
  /** What a settings update does to the keys that it leaves out. */
  readonly put: 'merge' | 'replace';
  /** What an explicit null does, in both update bodies. */
  readonly null: 'reset' | 'ignore' | 'reject';
  /** How an unset key is read. */
  readonly unset: 'null' | 'absent' | 'default';
  /** Whether a scaling update shows at once or settles after `settleMs`. */
  readonly scaling: 'sync' | 'async';
  readonly settleMs: number;
  readonly quantities: 'number' | 'kubernetes';
  /** How long every answer of the API takes at least. */
  readonly latencyMs: number;
  /** Requests per API key in a window of `perMs`; null for no limit. */
  readonly rateLimit: RateLimit | null;
  /** What a 429 says about when to come back. */
  readonly rateLimitHint: 'seconds' | 'date' | 'reset' | 'none';
  /** Ids of services that sleep: every operation on their pipes is a 424. */
  readonly idleServices: readonly string[];
  /** Which range of `object_storage_max_insert_bytes` is enforced. */
  readonly bounds: 'published' | 'hidden';
  /** The segment of the path before a pipe's id. */
  readonly resource: string;
  /** What the names of settings begin with that begin with `db_` in the contract. */
  readonly settingPrefix: string;
  /** Whether object-storage pipes have a thirteenth setting. */
  readonly extraSetting: 'shown' | 'none';
  /** Requests of the observability API; null for no limit. */
  readonly observabilityRateLimit: RateLimit | null;
  /** How the values of counts are written. */
  readonly counts: 'string' | 'number';
  /** Whether buckets that have rows are missing now and then. */
  readonly gaps: 'none' | 'some';
  /** The rows of one series after those of another, one row for all series in order of time, or in no order. */
  readonly rowOrder: 'series' | 'merged' | 'shuffled';
  /** What rows that are not grouped have for a group. */
  readonly emptyGroup: 'empty' | 'absent';
  /** What alerts are like. */
  readonly alerts: 'fresh' | 'stale' | 'errored' | 'silenced' | 'disabled' | 'unjudged' | 'sparse';
}

export interface RateLimit {
  readonly requests: number;
  readonly perMs: number;
}

/** The fastest simulated time, in simulated seconds a second: a day in 24 seconds. */
export const MOST_SPEED = 3_600;

export const DEFAULT_SWITCHES: Switches = {
  put: 'merge',
  null: 'reset',
  unset: 'null',
  scaling: 'async',
  settleMs: 300,
  quantities: 'number',
  latencyMs: 0,
  rateLimit: null,
  rateLimitHint: 'seconds',
  idleServices: [],
  bounds: 'published',
  resource: 'pipes',
  settingPrefix: 'db_',
  extraSetting: 'none',
  observabilityRateLimit: null,
  counts: 'string',
  gaps: 'none',
  rowOrder: 'series',
  emptyGroup: 'empty',
  alerts: 'fresh',
};

/** One switch on the command line. `choices` gives every value its evidence; without choices, `evidence` labels the switch. */
export interface SwitchRow {
  readonly flags: string;
  readonly meaning: string;
  readonly choices?: Readonly<Record<string, Evidence>>;
  readonly evidence?: Evidence;
  readonly default?: string;
}

/** Every switch with its evidence: the one table that the help text, the command's options and their checks read. */
export const SWITCH_TABLE = {
  put: {
    flags: '--put <mode>',
    meaning: 'what a settings update does to the keys it leaves out',
    choices: { merge: 'observed', replace: 'guess' },
    default: DEFAULT_SWITCHES.put,
  },
  null: {
    flags: '--null <mode>',
    meaning: 'what an explicit null in an update does',
    choices: { reset: 'guess', ignore: 'guess', reject: 'guess' },
    default: DEFAULT_SWITCHES.null,
  },
  unset: {
    flags: '--unset <mode>',
    meaning: 'how an unset key is read',
    choices: { null: 'guess', absent: 'guess', default: 'guess' },
    default: DEFAULT_SWITCHES.unset,
  },
  scaling: {
    flags: '--scaling <mode>',
    meaning: 'whether a scaling update shows at once or settles later',
    choices: { async: 'observed', sync: 'guess' },
    default: DEFAULT_SWITCHES.scaling,
  },
  settle: {
    flags: '--settle <duration>',
    meaning: 'how long an asynchronous scaling update takes to settle',
    evidence: 'guess',
    default: `${DEFAULT_SWITCHES.settleMs}ms`,
  },
  quantities: {
    flags: '--quantities <form>',
    meaning: 'how cpu and memory are written',
    choices: { number: 'contract', kubernetes: 'observed' },
    default: DEFAULT_SWITCHES.quantities,
  },
  latency: {
    flags: '--latency <duration>',
    meaning: 'how long every answer takes at least; a plain number is milliseconds',
    evidence: 'guess',
    default: '0ms',
  },
  rateLimit: {
    flags: '--rate-limit <limit>',
    meaning: 'requests per API key as N/DURATION; seen: 10/10s; no limit when absent',
    evidence: 'observed',
  },
  rateLimitHint: {
    flags: '--rate-limit-hint <form>',
    meaning: 'what a 429 says: Retry-After in seconds or as a date, X-RateLimit-Reset in seconds, or nothing',
    choices: { seconds: 'observed', date: 'observed', reset: 'observed', none: 'observed' },
    default: DEFAULT_SWITCHES.rateLimitHint,
  },
  idleService: {
    flags: '--idle-service <id...>',
    meaning: 'name or id of a service that sleeps: its pipes answer 424',
    evidence: 'observed',
  },
  hiddenBounds: {
    flags: '--hidden-bounds',
    meaning: 'enforce 500 MiB to 10 GiB for object_storage_max_insert_bytes instead of the published range',
    evidence: 'observed',
  },
  resource: {
    flags: '--resource <name>',
    meaning: 'what the path calls pipes; the contract says pipes, and that it stands for another word',
    evidence: 'guess',
    default: DEFAULT_SWITCHES.resource,
  },
  settingPrefix: {
    flags: '--setting-prefix <prefix>',
    meaning: 'what the names of settings begin with for db_; the contract says that db stands for another word',
    evidence: 'guess',
    default: DEFAULT_SWITCHES.settingPrefix,
  },
  extraSetting: {
    flags: '--extra-setting',
    meaning: 'give object-storage pipes a thirteenth setting, a boolean',
    evidence: 'observed',
  },
  observabilityRateLimit: {
    flags: '--observability-rate-limit <limit>',
    meaning: 'requests of the observability API as N/DURATION; seen: 100/1m; no limit when absent',
    evidence: 'observed',
  },
  counts: {
    flags: '--counts <form>',
    meaning: 'how the values of count and count_distinct are written',
    choices: { string: 'observed', number: 'guess' },
    default: DEFAULT_SWITCHES.counts,
  },
  gaps: {
    flags: '--gaps',
    meaning: 'leave out about one bucket in ten of every series, as if nothing had been measured in it',
    evidence: 'observed',
  },
  rowOrder: {
    flags: '--row-order <order>',
    meaning: 'the rows of one series after those of another, one row for all series in order of time, or in no order',
    choices: { series: 'observed', merged: 'guess', shuffled: 'guess' },
    default: DEFAULT_SWITCHES.rowOrder,
  },
  emptyGroup: {
    flags: '--empty-group <form>',
    meaning: 'what rows that are not grouped have for a group: an empty list, or nothing',
    choices: { empty: 'observed', absent: 'observed' },
    default: DEFAULT_SWITCHES.emptyGroup,
  },
  alerts: {
    flags: '--alerts <kind>',
    meaning:
      'alerts that are up to date, an hour old, old with execution errors, silenced, disabled, short of data, or without what is unset',
    choices: {
      fresh: 'observed',
      stale: 'observed',
      errored: 'observed',
      silenced: 'observed',
      disabled: 'observed',
      unjudged: 'observed',
      sparse: 'observed',
    },
    default: DEFAULT_SWITCHES.alerts,
  },
} as const satisfies Readonly<Record<string, SwitchRow>>;
