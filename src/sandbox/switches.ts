import { parseDuration } from '../model/field/units.ts';
import { isResourceName, isSettingPrefix } from '../model/naming.ts';

/** Where a behavior comes from: the contract, a live service (field notes: seen), or a guess. */
type Evidence = 'contract' | 'observed' | 'guess';
const SEEN = 'observed';
const GUESS = 'guess';

export interface SwitchRow<Value = unknown> {
  readonly flags: string;
  readonly meaning: string;
  /** The evidence of each choice. A switch without choices has `evidence` instead. */
  readonly choices?: Readonly<Record<string, Evidence>>;
  readonly evidence?: Evidence;
  readonly default: Value;
  /** The default in help; absent when there is none to show. */
  readonly shownDefault?: string;
  /** The value of an option that is a flag. */
  readonly on?: Value;
  /** For messages: the valid values of an option without choices. */
  readonly expected?: string;
  /** Returns undefined when the value is not valid. */
  readonly parse?: (text: string) => Value | undefined;
}

export interface RequestLimit {
  readonly requests: number;
  readonly perMs: number;
}

/** In simulated seconds per second: a day in 24 seconds. */
export const MAX_SPEED = 3_600;
const MAX_DURATION_MS = 600_000;

/** How the sandbox behaves where the contract is silent. Types, defaults, options, help and completion are made from it. */
export const SWITCH_TABLE = {
  put: choice('--put <mode>', 'what a settings update does to the keys that it omits', { merge: SEEN, replace: GUESS }),
  null: choice('--null <mode>', 'what an explicit null in an update does', all(GUESS, 'reset', 'ignore', 'reject')),
  unset: choice('--unset <mode>', 'how an unset key is read', all(GUESS, 'null', 'absent', 'default')),
  scaling: choice('--scaling <mode>', 'whether a scaling update shows at once or settles later', {
    async: SEEN,
    sync: GUESS,
  }),
  settleMs: duration('--settle <duration>', 'how long an asynchronous scaling update takes to settle', 300),
  quantities: choice('--quantities <form>', 'how cpu and memory are written', { number: 'contract', kubernetes: SEEN }),
  latencyMs: duration('--latency <duration>', 'how long every response takes at least', 0),
  rateLimit: rateLimit(
    '--rate-limit <limit>',
    'requests per API key as N/DURATION, such as 10/10s; no limit when absent',
  ),
  rateLimitHint: choice(
    '--rate-limit-hint <form>',
    'what a 429 has: Retry-After in seconds or as a date, X-RateLimit-Reset, or nothing',
    all(SEEN, 'seconds', 'date', 'reset', 'none'),
  ),
  /** Names and ids of services on the command line; ids in a running sandbox. */
  idleServices: {
    flags: '--idle-service <id...>',
    meaning: 'name or id of a service that is idle: its pipes return 424',
    evidence: 'observed',
    default: [],
  } as SwitchRow<readonly string[]>,
  bounds: flag(
    '--hidden-bounds',
    'enforce 500 MiB to 10 GiB for object_storage_max_insert_bytes',
    'published',
    'hidden',
  ),
  ranges: {
    ...flag('--wide-ranges', 'accept values above the published ranges', 'published', 'wide'),
    evidence: GUESS as Evidence,
  },
  resource: text(
    '--resource <name>',
    'the path segment for pipes',
    'pipes',
    'letters, digits, ".", "_", "~" and "-"',
    isResourceName,
  ),
  settingPrefix: text(
    '--setting-prefix <prefix>',
    'the prefix for db_ in names of settings',
    'db_',
    'lower-case letters, digits and "_", beginning with a letter',
    isSettingPrefix,
  ),
  listing: choice('--listing <form>', 'whether a service lists its pipes: whole, or without settings and scaling', {
    none: 'contract',
    ...all(GUESS, 'full', 'summary'),
  }),
  extraSetting: flag('--extra-setting', 'give object-storage pipes a thirteenth setting, a boolean', 'none', 'shown'),
  observabilityRateLimit: rateLimit(
    '--observability-rate-limit <limit>',
    'requests of the observability API as N/DURATION, such as 100/1m; no limit when absent',
  ),
  counts: choice('--counts <form>', 'how the values of count and count_distinct are written', {
    string: SEEN,
    number: GUESS,
  }),
  gaps: flag('--gaps', 'omit about one bucket in ten of every series', 'none', 'some'),
  rowOrder: choice('--row-order <order>', 'one series after another, one row for all series by time, or no order', {
    series: SEEN,
    merged: GUESS,
    shuffled: GUESS,
  }),
  emptyGroup: choice(
    '--empty-group <form>',
    'what rows that are not grouped have for a group: an empty list, or nothing',
    all(SEEN, 'empty', 'absent'),
  ),
  alerts: choice(
    '--alerts <kind>',
    'alerts that are up to date, an hour old, old with errors, silenced, disabled, short of data, or without what is unset',
    all(SEEN, 'fresh', 'stale', 'errored', 'silenced', 'disabled', 'unjudged', 'sparse'),
  ),
};

type ValueOf<Row> = Row extends SwitchRow<infer Value> ? Value : never;

export type Switches = {
  readonly [Name in keyof typeof SWITCH_TABLE]: ValueOf<(typeof SWITCH_TABLE)[Name]>;
};

export const DEFAULT_SWITCHES = Object.fromEntries(
  // Both the values and the type are made from the rows.
  Object.entries<SwitchRow>(SWITCH_TABLE).map(([name, row]) => [name, row.default]),
) as unknown as Switches;

/** The first choice is the default. */
function choice<const Choice extends string>(
  flags: string,
  meaning: string,
  choices: Readonly<Record<Choice, Evidence>>,
): SwitchRow<Choice> {
  const [first] = Object.keys(choices) as [Choice];
  return { flags, meaning, choices, default: first, shownDefault: first };
}

function all<const Choice extends string>(evidence: Evidence, ...choices: Choice[]) {
  return Object.fromEntries(choices.map((one) => [one, evidence])) as Record<Choice, Evidence>;
}

function flag<const Choice extends string>(flags: string, meaning: string, off: Choice, on: Choice): SwitchRow<Choice> {
  return { flags, meaning, evidence: 'observed', default: off, on };
}

function text(
  flags: string,
  meaning: string,
  standard: string,
  expected: string,
  isValid: (text: string) => boolean,
): SwitchRow<string> {
  const parse = (given: string) => (isValid(given) ? given : undefined);
  return { flags, meaning, evidence: 'guess', default: standard, shownDefault: standard, expected, parse };
}

function duration(flags: string, meaning: string, standard: number): SwitchRow<number> {
  const expected = 'milliseconds or a duration such as 50ms or 2s, up to 10m';
  const parse = (given: string) => {
    const milliseconds = parseMilliseconds(given);
    return milliseconds !== undefined && milliseconds <= MAX_DURATION_MS ? milliseconds : undefined;
  };
  return { flags, meaning, evidence: 'guess', default: standard, shownDefault: `${standard}ms`, expected, parse };
}

function rateLimit(flags: string, meaning: string): SwitchRow<RequestLimit | null> {
  const parse = (given: string) => {
    const [, count, window = ''] = /^(\d{1,9})\/(.+)$/.exec(given) ?? [];
    const requests = Number(count);
    const perMs = parseMilliseconds(window) ?? 0;
    return requests > 0 && perMs > 0 ? { requests, perMs } : undefined;
  };
  return { flags, meaning, evidence: 'observed', default: null, expected: 'N/DURATION such as 10/10s', parse };
}

/** Parses a duration, or a whole number of milliseconds. Returns undefined for other text. */
export function parseMilliseconds(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const quantity = parseDuration(text);
  return quantity.ok ? quantity.value : undefined;
}
