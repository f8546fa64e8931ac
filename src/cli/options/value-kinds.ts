import { ORIGINS } from '../../model/plan.ts';
import { GRANULARITIES } from '../../model/series.ts';
import { SWITCH_TABLE, type SwitchRow } from '../../sandbox/switches.ts';
import { LOG_LEVELS } from './global-options.ts';

/** What a value on the command line stands for, so that a shell can offer what there is of it. */
export type ValueKind =
  | { readonly of: 'choice'; readonly choices: readonly string[] }
  /** One or more of the choices, between commas. */
  | { readonly of: 'choices'; readonly choices: readonly string[] }
  | { readonly of: Named };

type Named =
  | 'file'
  | 'folder'
  /** What `--format` may name: it depends on the command. */
  | 'format'
  | 'command'
  | 'environment'
  | 'service'
  | 'pipe'
  /** A glob over pipe names, or over `service/name`. */
  | 'pattern'
  /** Any health check; `series` and `alert` are the two kinds of them. */
  | 'check'
  | 'series'
  | 'alert'
  /** A journaled run by its id, or `latest`. */
  | 'run'
  /** A JSON Schema of the package. */
  | 'schema'
  /** Nothing is known of it before it is typed. */
  | 'text';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

const TEXT: ValueKind = { of: 'text' };

/** By the name of the value. */
const BY_NAME: ReadonlyMap<string, ValueKind> = new Map([
  ['dir', { of: 'folder' }],
  ['file', { of: 'file' }],
  ['pattern', { of: 'pattern' }],
]);

/** By option and value, where the name of the value alone does not say it. What may be anything is named too: see its test. */
const BY_FLAG: ReadonlyMap<string, ValueKind> = new Map([
  ['--env <name>', { of: 'environment' }],
  ['--format <format>', { of: 'format' }],
  ['--log-level <level>', choice(LOG_LEVELS)],
  ['--shard <i/n>', choice(['auto'])],
  ['--only-origin <origin>', { of: 'choices', choices: ORIGINS }],
  ['--allow-protected <name>', { of: 'pipe' }],
  ['--service <name>', { of: 'service' }],
  ['--accept <side>', choice(['live', 'git'])],
  ['--ci <service>', choice(['github', 'gitlab'])],
  ['--to <target>', choice(['github-pr', 'gitlab-mr', 'github-issue', 'slack', 'webhook'])],
  ['--granularity <size>', choice(GRANULARITIES)],
  ['--fleet <fleet>', { of: 'file' }],
  ...Object.values<SwitchRow>(SWITCH_TABLE).map(({ flags, choices }): [string, ValueKind] => [
    flags,
    choices === undefined ? TEXT : choice(Object.keys(choices)),
  ]),
  ...[
    ...['--parallelism <n>', '--timeout <duration>', '--base <ref>', '--wait-timeout <duration>'],
    ...[
      '--lock-timeout <duration>',
      '--url <address>',
      '--observability <address>',
      '--organization <id>',
      '--service <name=id>',
    ],
    ...['--id <name>', '--number <n>', '--label <name>'],
    ...[
      '--source <id>',
      '--agg <fn>',
      '--where <filter>',
      '--group-by <columns>',
      '--unit <text>',
      '--since <duration>',
    ],
    ...['--from <time>', '--to <time>', '--max-buckets <n>', '--every <duration>'],
    ...['--host <host>', '--port <port>', '--key-id <id>', '--key-secret <secret>', '--access-token <token>'],
    ...['--seed <number>', '--speed <number>', '--start-at <time>'],
  ].map((flag): [string, ValueKind] => [flag, TEXT]),
]);

/** For the words of a command, in order. */
const BY_COMMAND: ReadonlyMap<string, readonly ValueKind[]> = new Map([
  ['init', [{ of: 'folder' }]],
  ['pull', [TEXT]],
  ['apply', [{ of: 'file' }]],
  ['rollback', [{ of: 'run' }]],
  ['runs', [choice(['show', 'forget']), { of: 'run' }]],
  ['show', [{ of: 'file' }]],
  ['publish', [{ of: 'file' }]],
  ['merge', [{ of: 'file' }]],
  ['check', [{ of: 'check' }]],
  ['series', [{ of: 'series' }]],
  ['alert', [{ of: 'alert' }]],
  ['schema', [{ of: 'schema' }]],
  ['completion', [choice(SHELLS)]],
  ['help', [{ of: 'command' }]],
]);

/** What an option takes; undefined when nobody has said. */
export function kindOfValue(long: string, value: string): ValueKind | undefined {
  return BY_FLAG.get(`${long} <${value}>`) ?? BY_NAME.get(value);
}

/** What the words of a command stand for; nothing is known of those of a command that is not named here. */
export function kindsOfWords(command: string): readonly ValueKind[] {
  return BY_COMMAND.get(command) ?? [];
}

function choice(choices: readonly string[]): ValueKind {
  return { of: 'choice', choices };
}
