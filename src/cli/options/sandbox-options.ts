import { MAX_SPEED, SWITCH_TABLE, type Switches, type SwitchRow } from '../../sandbox/switches.ts';
import { flag, type OptionSpec, type OptionValues, option, optionWithDefault, repeatable } from './option-spec.ts';
import { checked, choice, FILE, FOLDER, TEXT, TIME, UsageError, type ValueType, wholeNumber } from './value-types.ts';

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
    if (!/^\d+$/.test(text)) return { kind: 'file', file: text };
    return { kind: 'generated', size: SIZE.parse(text, name, environment) };
  },
  format: ({ kind }) => kind,
};

const SPEED = checked(`a number from 0 to ${MAX_SPEED}`, null, (text) => {
  const speed = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  return speed <= MAX_SPEED ? speed : undefined;
});

/** The message does not repeat the text, which may be a secret. */
function credential(pattern: RegExp, expected: string): ValueType<string> {
  return {
    ...TEXT,
    parse(text, name) {
      if (pattern.test(text)) return text;
      throw new UsageError(`${name} takes ${expected}.`, null);
    },
  };
}

const HOST = '127.0.0.1';
const PORT = 4010;

/** The address of a sandbox that is started without options. */
export const SANDBOX_URL = `http://${HOST}:${PORT}`;

const OWN_OPTIONS = {
  host: optionWithDefault('--host <host>', TEXT, 'address to listen on', HOST),
  port: optionWithDefault('--port <port>', wholeNumber(0, 65_535), 'port to listen on; 0 lets the system choose', PORT),
  keyId: optionWithDefault(
    '--key-id <id>',
    credential(/^[^:]+$/, 'a text without a colon'),
    'key id that clients must send',
    'sandbox',
  ),
  keySecret: optionWithDefault('--key-secret <secret>', TEXT, 'key secret that clients must send', 'sandbox'),
  accessToken: optionWithDefault(
    '--access-token <token>',
    // It is sent in a header.
    credential(/^[\x21-\x7e]+$/, 'a text without spaces'),
    'access token that clients must send',
    'sandbox',
  ),
  state: option('--state <dir>', FOLDER, 'folder to keep the state in; without it, the state is in memory'),
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
  writeConfig: option('--write-config <dir>', FOLDER, 'write the Pipeform configuration that matches the pipes'),
};

const SWITCHES = Object.entries<SwitchRow>(SWITCH_TABLE);

export const SANDBOX_OPTIONS = {
  ...OWN_OPTIONS,
  ...Object.fromEntries(SWITCHES.map(([name, row]) => [name, switchOption(row)])),
};

export type SandboxCommandOptions = OptionValues<typeof SANDBOX_OPTIONS>;

function switchOption(row: SwitchRow): OptionSpec {
  const { flags, meaning, choices, shownDefault, expected = '', parse } = row;
  const values = Object.keys(choices ?? {});
  const notes = [values.join(', '), shownDefault === undefined ? '' : `default: ${shownDefault}`].filter(
    (one) => one !== '',
  );
  const description = notes.length === 0 ? meaning : `${meaning} (${notes.join('; ')})`;
  if (row.on !== undefined) return flag(flags, description);
  if (flags.endsWith('...>')) return repeatable(flags, TEXT, description);
  const type = parse === undefined ? choice(values) : checked(expected, null, parse);
  return { ...option<unknown>(flags, type, description), fallback: row.default };
}

export function readSwitches(options: Readonly<Record<string, unknown>>): Switches {
  const entries = SWITCHES.map(([name, row]) => {
    const value = options[name];
    return [name, typeof value === 'boolean' ? (value ? row.on : row.default) : value];
  });
  return Object.fromEntries(entries) as Switches;
}
