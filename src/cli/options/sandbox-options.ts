import { isResourceName, isSettingPrefix } from '../../model/naming.ts';
import { suggest } from '../../model/suggest.ts';
import { parseDuration } from '../../model/units.ts';
import type { RateLimit, Switches, SwitchRow } from '../../sandbox/switches.ts';
import { DEFAULT_SWITCHES, MOST_SPEED, SWITCH_TABLE } from '../../sandbox/switches.ts';

/** Options as commander hands them over: camel-cased, texts as typed. */
export interface SandboxCommandOptions {
  readonly host?: string;
  readonly port?: string;
  readonly keyId?: string;
  readonly keySecret?: string;
  readonly state?: string;
  readonly fleet?: string;
  readonly seed?: string;
  readonly faults?: string;
  readonly writeConfig?: string;
  readonly put?: string;
  readonly null?: string;
  readonly unset?: string;
  readonly scaling?: string;
  readonly settle?: string;
  readonly quantities?: string;
  readonly latency?: string;
  readonly rateLimit?: string;
  readonly rateLimitHint?: string;
  readonly idleService?: readonly string[];
  readonly hiddenBounds?: boolean;
  readonly resource?: string;
  readonly settingPrefix?: string;
  readonly extraSetting?: boolean;
  readonly accessToken?: string;
  readonly speed?: string;
  readonly startAt?: string;
  readonly observabilityRateLimit?: string;
  readonly counts?: string;
  readonly gaps?: boolean;
  readonly rowOrder?: string;
  readonly emptyGroup?: string;
  readonly alerts?: string;
}

/** One option of the command, as commander's `Option` takes it. */
interface SandboxOption {
  readonly flags: string;
  readonly description: string;
  readonly default?: string;
}

/** The options of `pipeform sandbox`; each switch says whether its behaviour was observed or is a guess. */
export const sandboxOptions: readonly SandboxOption[] = [
  { flags: '--host <host>', description: 'address to listen on', default: '127.0.0.1' },
  { flags: '--port <port>', description: 'port to listen on; 0 lets the system choose', default: '4010' },
  { flags: '--key-id <id>', description: 'key id that clients must send', default: 'sandbox' },
  { flags: '--key-secret <secret>', description: 'key secret that clients must send', default: 'sandbox' },
  { flags: '--access-token <token>', description: 'access token that clients must send', default: 'sandbox' },
  { flags: '--state <dir>', description: 'folder that the state lives in; without it, in memory' },
  {
    flags: '--fleet <fleet>',
    description: 'a JSON or YAML file, a number of pipes to generate, or quickstart (default)',
  },
  { flags: '--seed <number>', description: 'seed of a generated fleet', default: '1' },
  { flags: '--faults <file>', description: 'a YAML or JSON file of what is to go wrong (docs/sandbox-faults.md)' },
  {
    flags: '--speed <number>',
    description: `simulated seconds in a second, up to ${MOST_SPEED}; 0 leaves the time to POST /_sandbox/clock`,
    default: '1',
  },
  { flags: '--start-at <time>', description: 'simulated time to begin at, as 2026-11-20T12:00:00Z; now when absent' },
  { flags: '--write-config <dir>', description: 'write the Pipeform configuration that matches the pipes' },
  ...Object.values<SwitchRow>(SWITCH_TABLE).map(describeSwitch),
];

function describeSwitch({ flags, meaning, choices, evidence, default: standard }: SwitchRow): SandboxOption {
  const labels =
    choices === undefined
      ? String(evidence)
      : Object.entries(choices)
          .map(([choice, label]) => `${choice}: ${label}`)
          .join(', ');
  return {
    flags,
    description: `${meaning} (${labels})`,
    ...(standard !== undefined && { default: standard }),
  };
}

/** What the options say, in the form that the sandbox takes. */
export interface ReadSandboxOptions {
  readonly host: string;
  readonly port: number;
  readonly credentials: { readonly keyId: string; readonly keySecret: string };
  readonly accessToken: string;
  readonly speed: number;
  /** Epoch milliseconds; absent means now. */
  readonly startAt?: number;
  readonly switches: Switches;
  /** What a person should know before others find out. */
  readonly warnings: readonly string[];
  readonly generated?: { readonly size: number; readonly seed: number };
  /** As typed; neither this nor `generated` means the quickstart fleet. */
  readonly fleetFile?: string;
  /** As typed. */
  readonly faultsFile?: string;
}

const MOST_PIPES = 100_000;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Reads every option; all problems at once, one line each. */
export function readSandboxOptions(
  options: SandboxCommandOptions,
): ReadSandboxOptions | { readonly problems: readonly string[] } {
  const problems: string[] = [];
  const report = (problem: string) => problems.push(problem);
  const read: ReadSandboxOptions = {
    host: options.host ?? '127.0.0.1',
    port: readInteger('--port', options.port ?? '4010', [0, 65_535], report),
    credentials: readCredentials(options, report),
    accessToken: readAccessToken(options.accessToken ?? 'sandbox', report),
    speed: readSpeed(options.speed ?? '1', report),
    ...readStartAt(options.startAt, report),
    switches: readSwitches(options, report),
    warnings: warnExposed(options.host ?? '127.0.0.1'),
    ...readFleet(options, report),
    ...(options.faults !== undefined && { faultsFile: options.faults }),
  };
  return problems.length === 0 ? read : { problems };
}

type Report = (problem: string) => void;

function warnExposed(host: string): readonly string[] {
  if (host === 'localhost' || host === '::1' || host.startsWith('127.')) return [];
  return [`other machines may reach ${host}; the control address takes no credentials.`];
}

function readSwitches(options: SandboxCommandOptions, report: Report): Switches {
  return {
    put: readChoice('put', options.put, report),
    null: readChoice('null', options.null, report),
    unset: readChoice('unset', options.unset, report),
    scaling: readChoice('scaling', options.scaling, report),
    settleMs: readDuration('--settle', options.settle, DEFAULT_SWITCHES.settleMs, report),
    quantities: readChoice('quantities', options.quantities, report),
    latencyMs: readDuration('--latency', options.latency, DEFAULT_SWITCHES.latencyMs, report),
    rateLimit: readRateLimit('--rate-limit', options.rateLimit, report),
    rateLimitHint: readChoice('rateLimitHint', options.rateLimitHint, report),
    idleServices: options.idleService ?? DEFAULT_SWITCHES.idleServices,
    bounds: options.hiddenBounds ? 'hidden' : 'published',
    resource: readResource(options.resource, report),
    settingPrefix: readSettingPrefix(options.settingPrefix, report),
    extraSetting: options.extraSetting ? 'shown' : 'none',
    observabilityRateLimit: readRateLimit('--observability-rate-limit', options.observabilityRateLimit, report),
    counts: readChoice('counts', options.counts, report),
    gaps: options.gaps ? 'some' : 'none',
    rowOrder: readChoice('rowOrder', options.rowOrder, report),
    emptyGroup: readChoice('emptyGroup', options.emptyGroup, report),
    alerts: readChoice('alerts', options.alerts, report),
  };
}

/** What stands in a path as it is, and means nothing there. */
function readResource(text: string | undefined, report: Report): string {
  if (text === undefined) return DEFAULT_SWITCHES.resource;
  if (isResourceName(text)) return text;
  report(`--resource takes letters, digits, ".", "_", "~" and "-", not ${JSON.stringify(text)}.`);
  return DEFAULT_SWITCHES.resource;
}

function readSettingPrefix(text: string | undefined, report: Report): string {
  if (text === undefined) return DEFAULT_SWITCHES.settingPrefix;
  if (isSettingPrefix(text)) return text;
  report(
    `--setting-prefix takes lower-case letters, digits and "_", beginning with a letter, not ${JSON.stringify(text)}.`,
  );
  return DEFAULT_SWITCHES.settingPrefix;
}

type ChoiceName = {
  [Name in keyof typeof SWITCH_TABLE]: (typeof SWITCH_TABLE)[Name] extends { choices: object } ? Name : never;
}[keyof typeof SWITCH_TABLE];

function readChoice<Name extends ChoiceName>(name: Name, text: string | undefined, report: Report): Switches[Name] {
  if (text === undefined) return DEFAULT_SWITCHES[name];
  const { flags, choices } = SWITCH_TABLE[name];
  if (Object.hasOwn(choices, text)) return text as Switches[Name];
  const nearest = suggest(text, Object.keys(choices));
  const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
  report(`${flags.split(' ')[0]} takes ${Object.keys(choices).join(', ')}, not ${JSON.stringify(text)}.${hint}`);
  return DEFAULT_SWITCHES[name];
}

function readDuration(flag: string, text: string | undefined, standard: number, report: Report): number {
  if (text === undefined) return standard;
  const milliseconds = toMilliseconds(text);
  if (milliseconds !== undefined && milliseconds <= 600_000) return milliseconds;
  report(`${flag} takes milliseconds or a duration such as 50ms or 2s, up to 10m, not ${JSON.stringify(text)}.`);
  return standard;
}

function readRateLimit(flag: string, text: string | undefined, report: Report): RateLimit | null {
  if (text === undefined) return null;
  const match = /^(\d{1,9})\/(.+)$/.exec(text);
  const requests = Number(match?.[1] ?? 0);
  const perMs = toMilliseconds(match?.[2] ?? '') ?? 0;
  if (requests > 0 && perMs > 0) return { requests, perMs };
  report(`${flag} takes N/DURATION such as 10/10s, not ${JSON.stringify(text)}.`);
  return null;
}

function toMilliseconds(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const quantity = parseDuration(text);
  return quantity.ok ? quantity.value : undefined;
}

function readInteger(flag: string, text: string, range: readonly [number, number], report: Report): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range[0] && value <= range[1]) return value;
  report(`${flag} takes a whole number from ${range[0]} to ${range[1]}, not ${JSON.stringify(text)}.`);
  return range[0];
}

function readCredentials(options: SandboxCommandOptions, report: Report): ReadSandboxOptions['credentials'] {
  const { keyId = 'sandbox', keySecret = 'sandbox' } = options;
  if (keyId === '' || keyId.includes(':')) report('--key-id takes a text without a colon.');
  if (keySecret === '') report('--key-secret takes a text.');
  return { keyId, keySecret };
}

// A token travels in a header: what could not be sent there would never be right.
function readAccessToken(token: string, report: Report): string {
  if (!/^[\x21-\x7e]+$/.test(token)) report('--access-token takes a text without spaces.');
  return token;
}

function readSpeed(text: string, report: Report): number {
  const speed = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (speed <= MOST_SPEED) return speed;
  report(`--speed takes a number from 0 to ${MOST_SPEED}, not ${JSON.stringify(text)}.`);
  return 1;
}

function readStartAt(text: string | undefined, report: Report): Pick<ReadSandboxOptions, 'startAt'> {
  if (text === undefined) return {};
  const startAt = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(startAt)) return { startAt };
  report(`--start-at takes a time with its zone such as 2026-11-20T12:00:00Z, not ${JSON.stringify(text)}.`);
  return {};
}

function readFleet(
  { fleet, seed }: SandboxCommandOptions,
  report: Report,
): Pick<ReadSandboxOptions, 'generated' | 'fleetFile'> {
  const seedNumber = readInteger('--seed', seed ?? '1', [0, 2 ** 32 - 1], report);
  if (fleet === undefined || fleet === 'quickstart') return {};
  if (!/^\d+$/.test(fleet)) return { fleetFile: fleet };
  return { generated: { size: readInteger('--fleet', fleet, [1, MOST_PIPES], report), seed: seedNumber } };
}
