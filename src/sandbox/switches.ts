import { isResourceName, isSettingPrefix } from '../model/naming.ts';
import { parseDuration } from '../model/units.ts';

/** Where a behavior comes from: the contract's words, a live service (field notes: seen), or nobody knows. */
type Evidence = 'contract' | 'observed' | 'guess';

/** A value as commander gives it: a text, `true` for an option without a value, or a list of texts. */
type Given = string | boolean | readonly string[];

/** One switch: its option on the command line, its default, and how a value is parsed. */
export interface SwitchRow<Value = unknown> {
  readonly flags: string;
  readonly meaning: string;
  /** The evidence for each choice; for a switch without choices, `evidence` is that of the switch. */
  readonly choices?: Readonly<Record<string, Evidence>>;
  readonly evidence?: Evidence;
  readonly default: Value;
  /** The default as help shows it; absent when there is nothing to show. */
  readonly shownDefault?: string;
  /** What the option takes, for messages. */
  readonly takes: string;
  /** undefined when the value is not valid. */
  readonly parse: (given: Given) => Value | undefined;
}

/** A limit of requests in a window of `perMs`. */
export interface RequestLimit {
  readonly requests: number;
  readonly perMs: number;
}

/** The fastest simulated time, in simulated seconds per second: a day in 24 seconds. */
export const MAX_SPEED = 3_600;
const MAX_DURATION_MS = 600_000;

/**
 * How the sandbox behaves where the contract is silent: the one table that types, defaults, options, help, completion and checks are
 * made from.
 */
export const SWITCH_TABLE = {
  put: choice('--put <mode>', 'what a settings update does to the keys that it omits', 'merge', {
    merge: 'observed',
    replace: 'guess',
  }),
  null: choice('--null <mode>', 'what an explicit null in an update does', 'reset', {
    reset: 'guess',
    ignore: 'guess',
    reject: 'guess',
  }),
  unset: choice('--unset <mode>', 'how an unset key is read', 'null', {
    null: 'guess',
    absent: 'guess',
    default: 'guess',
  }),
  scaling: choice('--scaling <mode>', 'whether a scaling update shows at once or settles later', 'async', {
    async: 'observed',
    sync: 'guess',
  }),
  settleMs: duration('--settle <duration>', 'how long an asynchronous scaling update takes to settle', 300),
  quantities: choice('--quantities <form>', 'how cpu and memory are written', 'number', {
    number: 'contract',
    kubernetes: 'observed',
  }),
  latencyMs: duration(
    '--latency <duration>',
    'how long every answer takes at least; a plain number is milliseconds',
    0,
  ),
  rateLimit: rateLimit(
    '--rate-limit <limit>',
    'requests per API key as N/DURATION; seen: 10/10s; no limit when absent',
  ),
  rateLimitHint: choice(
    '--rate-limit-hint <form>',
    'what a 429 says: Retry-After in seconds or as a date, X-RateLimit-Reset in seconds, or nothing',
    'seconds',
    { seconds: 'observed', date: 'observed', reset: 'observed', none: 'observed' },
  ),
  /** Names and ids of services on the command line; ids in a running sandbox. */
  idleServices: {
    flags: '--idle-service <id...>',
    meaning: 'name or id of a service that sleeps: its pipes answer 424',
    evidence: 'observed',
    default: [],
    takes: 'names or ids of services',
    parse: (given) => [given].flat().map(String),
  } as SwitchRow<readonly string[]>,
  bounds: flag(
    '--hidden-bounds',
    'enforce 500 MiB to 10 GiB for object_storage_max_insert_bytes instead of the published range',
    { off: 'published', on: 'hidden' },
  ),
  resource: text(
    '--resource <name>',
    'what the path calls pipes; the contract says pipes, and that it stands for another word',
    'pipes',
    { takes: 'letters, digits, ".", "_", "~" and "-"', isValid: isResourceName },
  ),
  settingPrefix: text(
    '--setting-prefix <prefix>',
    'what the names of settings begin with for db_; the contract says that db stands for another word',
    'db_',
    { takes: 'lower-case letters, digits and "_", beginning with a letter', isValid: isSettingPrefix },
  ),
  extraSetting: flag('--extra-setting', 'give object-storage pipes a thirteenth setting, a boolean', {
    off: 'none',
    on: 'shown',
  }),
  observabilityRateLimit: rateLimit(
    '--observability-rate-limit <limit>',
    'requests of the observability API as N/DURATION; seen: 100/1m; no limit when absent',
  ),
  counts: choice('--counts <form>', 'how the values of count and count_distinct are written', 'string', {
    string: 'observed',
    number: 'guess',
  }),
  gaps: flag('--gaps', 'omit about one bucket in ten of every series, as if nothing had been measured in it', {
    off: 'none',
    on: 'some',
  }),
  rowOrder: choice(
    '--row-order <order>',
    'the rows of one series after those of another, one row for all series in order of time, or in no order',
    'series',
    { series: 'observed', merged: 'guess', shuffled: 'guess' },
  ),
  emptyGroup: choice(
    '--empty-group <form>',
    'what rows that are not grouped have for a group: an empty list, or nothing',
    'empty',
    { empty: 'observed', absent: 'observed' },
  ),
  alerts: choice(
    '--alerts <kind>',
    'alerts that are up to date, an hour old, old with execution errors, silenced, disabled, short of data, or without what is unset',
    'fresh',
    {
      fresh: 'observed',
      stale: 'observed',
      errored: 'observed',
      silenced: 'observed',
      disabled: 'observed',
      unjudged: 'observed',
      sparse: 'observed',
    },
  ),
};

type ValueOf<Row> = Row extends SwitchRow<infer Value> ? Value : never;

export type Switches = {
  readonly [Name in keyof typeof SWITCH_TABLE]: ValueOf<(typeof SWITCH_TABLE)[Name]>;
};

const ROWS = Object.entries<SwitchRow>(SWITCH_TABLE);

/** What was observed, or is most likely. */
export const DEFAULT_SWITCHES = mapRows((row) => row.default);

/**
 * Parses the switches of a command line.
 * @param options by the names that commander gives them: `hiddenBounds` for `--hidden-bounds`.
 * @param onInvalid is told each option whose value is not valid; its default is used then.
 */
export function parseSwitches(
  options: Readonly<Record<string, unknown>>,
  onInvalid: (row: SwitchRow, given: Given) => void,
): Switches {
  return mapRows((row) => {
    const name = row.flags.replace(/^--| .*$/g, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const given = options[name] as Given | undefined;
    if (given === undefined || given === false) return row.default;
    const value = row.parse(given);
    if (value === undefined) onInvalid(row, given);
    return value ?? row.default;
  });
}

function mapRows(read: (row: SwitchRow) => unknown): Switches {
  // Each value comes from its own row, and the type is made from the rows.
  return Object.fromEntries(ROWS.map(([name, row]) => [name, read(row)])) as unknown as Switches;
}

function choice<const Choice extends string>(
  flags: string,
  meaning: string,
  standard: NoInfer<Choice>,
  choices: Readonly<Record<Choice, Evidence>>,
): SwitchRow<Choice> {
  const names = Object.keys(choices) as Choice[];
  return {
    ...{ flags, meaning, choices, default: standard, shownDefault: standard, takes: names.join(', ') },
    parse: (given) => names.find((name) => name === given),
  };
}

function flag<const Choice extends string>(
  flags: string,
  meaning: string,
  { off, on }: { readonly off: Choice; readonly on: Choice },
): SwitchRow<Choice> {
  return { flags, meaning, evidence: 'observed', default: off, takes: 'no value', parse: () => on };
}

function text(
  flags: string,
  meaning: string,
  standard: string,
  { takes, isValid }: { readonly takes: string; readonly isValid: (text: string) => boolean },
): SwitchRow<string> {
  const parse = (given: Given) => (isValid(String(given)) ? String(given) : undefined);
  return { flags, meaning, evidence: 'guess', default: standard, shownDefault: standard, takes, parse };
}

function duration(flags: string, meaning: string, standard: number): SwitchRow<number> {
  const takes = 'milliseconds or a duration such as 50ms or 2s, up to 10m';
  const parse = (given: Given) => {
    const milliseconds = parseMilliseconds(String(given));
    return milliseconds !== undefined && milliseconds <= MAX_DURATION_MS ? milliseconds : undefined;
  };
  return { flags, meaning, evidence: 'guess', default: standard, shownDefault: `${standard}ms`, takes, parse };
}

function rateLimit(flags: string, meaning: string): SwitchRow<RequestLimit | null> {
  const parse = (given: Given) => {
    const [, count, window = ''] = /^(\d{1,9})\/(.+)$/.exec(String(given)) ?? [];
    const [requests, perMs] = [Number(count), parseMilliseconds(window) ?? 0];
    return requests > 0 && perMs > 0 ? { requests, perMs } : undefined;
  };
  return { flags, meaning, evidence: 'observed', default: null, takes: 'N/DURATION such as 10/10s', parse };
}

function parseMilliseconds(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const quantity = parseDuration(text);
  return quantity.ok ? quantity.value : undefined;
}
