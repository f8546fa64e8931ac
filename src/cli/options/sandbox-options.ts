import { isResourceName, isSettingPrefix } from '../../model/naming.ts';
import {
  DEFAULT_SWITCHES,
  MAX_SPEED,
  parseMilliseconds,
  parseWorkload,
  type RequestLimit,
  WORKLOAD_FORM,
} from '../../sandbox/switches.ts';
import { type OptionValues, option, optionWithDefault } from './option-spec.ts';
import {
  checked,
  checkedSecret,
  checkedText,
  choice,
  durationBetween,
  FILE,
  FOLDER,
  TEXT,
  TIME,
  type ValueType,
  wholeNumber,
} from './value-types.ts';

const MAX_PIPES = 100_000;

type FleetSource =
  | { readonly kind: 'quickstart' }
  | { readonly kind: 'generated'; readonly size: number }
  | { readonly kind: 'file'; readonly file: string };

const SIZE = wholeNumber(1, MAX_PIPES);

const FLEET: ValueType<FleetSource> = {
  ...FILE,
  parse(text, name, environment) {
    if (text === 'quickstart') return { kind: 'quickstart' };
    if (!/^[+-]?[\d.,]+$/.test(text)) return { kind: 'file', file: text };
    return { kind: 'generated', size: SIZE.parse(text, name, environment) };
  },
  format: ({ kind }) => kind,
};

const SPEED = checked(`a number from 0 to ${MAX_SPEED}`, null, (text) => {
  const speed = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  return speed <= MAX_SPEED ? speed : undefined;
});

const DURATION = durationBetween(0, 600_000, 'a duration up to 10m');

const LIMIT = checked('N/DURATION such as 10/10s', null, (text): RequestLimit | undefined => {
  const [, count, window = ''] = /^(\d{1,9})\/(.+)$/.exec(text) ?? [];
  const requests = Number(count);
  const perMs = parseMilliseconds(window) ?? 0;
  return requests > 0 && perMs > 0 ? { requests, perMs } : undefined;
});

const HOST = '127.0.0.1';
const PORT = 4010;

/** The address of a sandbox that is started without options. */
export const SANDBOX_URL = `http://${HOST}:${PORT}`;

export const SANDBOX_OPTIONS = {
  host: optionWithDefault('--host <host>', TEXT, 'address to listen on', HOST),
  port: optionWithDefault('--port <port>', wholeNumber(0, 65_535), 'port to listen on; 0 lets the system choose', PORT),
  keyId: optionWithDefault(
    '--key-id <id>',
    checkedSecret('a text without a colon', null, (text) => /^[^:]+$/.test(text)),
    'key id that clients must send',
    'sandbox',
  ),
  keySecret: optionWithDefault('--key-secret <secret>', TEXT, 'key secret that clients must send', 'sandbox'),
  accessToken: optionWithDefault(
    '--access-token <token>',
    // It is sent in a header.
    checkedSecret('a text without spaces', null, (text) => /^[\x21-\x7e]+$/.test(text)),
    'access token that clients must send',
    'sandbox',
  ),
  state: option('--state <file>', FILE, 'JSON file to save the pipes to at the end, and to start with if it exists'),
  fleet: option(
    '--fleet <fleet>',
    FLEET,
    'a JSON or YAML file, a number of pipes to generate, or quickstart (default)',
  ),
  seed: optionWithDefault('--seed <number>', wholeNumber(0, 2 ** 32 - 1), 'seed of a generated fleet', 1),
  faults: option(
    '--faults <file>',
    FILE,
    'a YAML or JSON fault plan: what goes wrong, and when (docs/sandbox-faults.md)',
  ),
  speed: optionWithDefault(
    '--speed <number>',
    SPEED,
    `simulated seconds per second, up to ${MAX_SPEED}; with 0 only POST /_sandbox/clock moves the clock`,
    1,
  ),
  startAt: option('--start-at <time>', TIME, 'simulated start time, such as 2026-11-20T12:00:00Z; now when absent'),
  workload: option(
    '--workload <workload>',
    checked(WORKLOAD_FORM, null, parseWorkload),
    'what the streams have to do, with 60 days of history for recommendations: a world such as weekly, and its seed such as weekly:7; mixed for one of the worlds for each pipe',
  ),
  writeConfig: option('--write-config <dir>', FOLDER, 'write the Pipeform configuration that matches the pipes'),
  latencyMs: optionWithDefault(
    '--latency <duration>',
    DURATION,
    'how long every response takes at least',
    DEFAULT_SWITCHES.latencyMs,
  ),
  settleMs: optionWithDefault(
    '--settle <duration>',
    DURATION,
    'how long a scaling update takes to settle; with 0 it shows at once',
    DEFAULT_SWITCHES.settleMs,
  ),
  rateLimit: option(
    '--rate-limit <limit>',
    LIMIT,
    'requests per API key as N/DURATION, such as 10/10s; no limit when absent',
  ),
  resource: optionWithDefault(
    '--resource <name>',
    checkedText('letters, digits, ".", "_", "~" and "-"', null, isResourceName),
    'the path segment for pipes',
    DEFAULT_SWITCHES.resource,
  ),
  settingPrefix: optionWithDefault(
    '--setting-prefix <prefix>',
    checkedText('lower-case letters, digits and "_", beginning with a letter', null, isSettingPrefix),
    'the prefix for db_ in names of settings',
    DEFAULT_SWITCHES.settingPrefix,
  ),
  listing: optionWithDefault(
    '--listing <form>',
    choice(['none', 'full', 'summary'] as const),
    'whether a service lists its pipes: none, full, or summary, without settings and scaling',
    DEFAULT_SWITCHES.listing,
  ),
};

export type SandboxCommandOptions = OptionValues<typeof SANDBOX_OPTIONS>;
