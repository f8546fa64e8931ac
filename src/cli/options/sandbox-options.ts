import { suggest } from '../../model/suggest.ts';
import { MAX_SPEED, parseSwitches, SWITCH_TABLE, type Switches, type SwitchRow } from '../../sandbox/switches.ts';

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
  readonly accessToken?: string;
  readonly speed?: string;
  readonly startAt?: string;
  /** The switches (`SWITCH_TABLE`). */
  readonly [option: string]: string | boolean | readonly string[] | undefined;
}

/** One option of the command, as commander's `Option` takes it. */
interface SandboxOption {
  readonly flags: string;
  readonly description: string;
  readonly default?: string;
}

/** The options of `pipeform sandbox`; each switch says whether its behavior was observed or is a guess. */
export const sandboxOptions: readonly SandboxOption[] = [
  { flags: '--host <host>', description: 'address to listen on', default: '127.0.0.1' },
  { flags: '--port <port>', description: 'port to listen on; 0 lets the system choose', default: '4010' },
  { flags: '--key-id <id>', description: 'key id that clients must send', default: 'sandbox' },
  { flags: '--key-secret <secret>', description: 'key secret that clients must send', default: 'sandbox' },
  { flags: '--access-token <token>', description: 'access token that clients must send', default: 'sandbox' },
  { flags: '--state <dir>', description: 'folder to keep the state in; without it, the state is in memory' },
  {
    flags: '--fleet <fleet>',
    description: 'a JSON or YAML file, a number of pipes to generate, or quickstart (default)',
  },
  { flags: '--seed <number>', description: 'seed of a generated fleet', default: '1' },
  {
    flags: '--faults <file>',
    description: 'a YAML or JSON fault plan: what goes wrong, and when (docs/sandbox-faults.md)',
  },
  {
    flags: '--speed <number>',
    description: `simulated seconds per second, up to ${MAX_SPEED}; with 0 only POST /_sandbox/clock moves the clock`,
    default: '1',
  },
  { flags: '--start-at <time>', description: 'simulated start time, such as 2026-11-20T12:00:00Z; now when absent' },
  { flags: '--write-config <dir>', description: 'write the Pipeform configuration that matches the pipes' },
  ...Object.values<SwitchRow>(SWITCH_TABLE).map(describeSwitch),
];

function describeSwitch({ flags, meaning, choices, evidence, shownDefault }: SwitchRow): SandboxOption {
  const labels =
    choices === undefined
      ? String(evidence)
      : Object.entries(choices)
          .map(([choice, label]) => `${choice}: ${label}`)
          .join(', ');
  return {
    flags,
    description: `${meaning} (${labels})`,
    ...(shownDefault !== undefined && { default: shownDefault }),
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
    switches: parseSwitches(options, ({ flags, choices, takes }, given) => {
      const nearest = choices === undefined ? null : suggest(String(given), Object.keys(choices));
      const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
      report(`${flags.split(' ')[0]} takes ${takes}, not ${JSON.stringify(given)}.${hint}`);
    }),
    warnings: warnExposed(options.host ?? '127.0.0.1'),
    ...readFleet(options, report),
    ...(options.faults !== undefined && { faultsFile: options.faults }),
  };
  return problems.length === 0 ? read : { problems };
}

type ReportOption = (problem: string) => void;

function warnExposed(host: string): readonly string[] {
  if (host === 'localhost' || host === '::1' || host.startsWith('127.')) return [];
  return [`other machines may reach ${host}; the control address takes no credentials.`];
}

function readInteger(flag: string, text: string, range: readonly [number, number], report: ReportOption): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range[0] && value <= range[1]) return value;
  report(`${flag} takes a whole number from ${range[0]} to ${range[1]}, not ${JSON.stringify(text)}.`);
  return range[0];
}

function readCredentials(options: SandboxCommandOptions, report: ReportOption): ReadSandboxOptions['credentials'] {
  const { keyId = 'sandbox', keySecret = 'sandbox' } = options;
  if (keyId === '' || keyId.includes(':')) report('--key-id takes a text without a colon.');
  if (keySecret === '') report('--key-secret takes a text.');
  return { keyId, keySecret };
}

// A token travels in a header: what could not be sent there would never be right.
function readAccessToken(token: string, report: ReportOption): string {
  if (!/^[\x21-\x7e]+$/.test(token)) report('--access-token takes a text without spaces.');
  return token;
}

function readSpeed(text: string, report: ReportOption): number {
  const speed = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (speed <= MAX_SPEED) return speed;
  report(`--speed takes a number from 0 to ${MAX_SPEED}, not ${JSON.stringify(text)}.`);
  return 1;
}

function readStartAt(text: string | undefined, report: ReportOption): Pick<ReadSandboxOptions, 'startAt'> {
  if (text === undefined) return {};
  const startAt = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(startAt)) return { startAt };
  report(`--start-at takes a time with its zone such as 2026-11-20T12:00:00Z, not ${JSON.stringify(text)}.`);
  return {};
}

function readFleet(
  { fleet, seed }: SandboxCommandOptions,
  report: ReportOption,
): Pick<ReadSandboxOptions, 'generated' | 'fleetFile'> {
  const seedNumber = readInteger('--seed', seed ?? '1', [0, 2 ** 32 - 1], report);
  if (fleet === undefined || fleet === 'quickstart') return {};
  if (!/^\d+$/.test(fleet)) return { fleetFile: fleet };
  return { generated: { size: readInteger('--fleet', fleet, [1, MOST_PIPES], report), seed: seedNumber } };
}
