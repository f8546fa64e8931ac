/** Variables that go together, as help and the manual page tell them. */
export interface VariableSheet {
  readonly variables: readonly { readonly name: string; readonly meaning: string }[];
  /** The commands whose help tells them; with none, the manual page alone does. */
  readonly of: readonly string[];
}

/** Beside those that stand for a global option. */
export const VARIABLES: readonly VariableSheet[] = [
  {
    variables: [
      {
        name: 'PIPEFORM_KEY_ID',
        meaning: 'id of the API key; credentials come from the environment, never from a file',
      },
      { name: 'PIPEFORM_KEY_SECRET', meaning: 'its secret' },
    ],
    of: ['pull', 'plan', 'apply', 'drift', 'rollback'],
  },
  {
    variables: [
      { name: 'PIPEFORM_ACCESS_TOKEN', meaning: 'token of the observability API: for series, alerts and checks' },
    ],
    of: ['plan', 'apply', 'drift', 'rollback', 'check', 'series', 'alert'],
  },
  {
    variables: [
      { name: 'PIPEFORM_WEBHOOK_URL', meaning: 'where `publish --to webhook` posts' },
      { name: 'PIPEFORM_WEBHOOK_SECRET', meaning: 'what it signs with' },
    ],
    of: ['publish'],
  },
  {
    variables: [
      {
        name: 'PIPEFORM_SHARD_TOTAL',
        meaning: 'how many shards there are, for `--shard auto` with JOB_COMPLETION_INDEX',
      },
      { name: 'PIPEFORM_SHARD_RUN', meaning: 'what tells the reports of one sharded run from those of another' },
      { name: 'NO_COLOR', meaning: 'no colours; it wins over FORCE_COLOR' },
      { name: 'FORCE_COLOR', meaning: 'colours without a terminal too' },
      { name: 'CI', meaning: 'plain lines of progress; so does TERM=dumb' },
      {
        name: 'INK_SCREEN_READER',
        meaning: 'true: for a screen reader: sentences and tables in the place of marks and drawings',
      },
      { name: 'HTTPS_PROXY', meaning: 'the proxy to go through, for https; ALL_PROXY where it is not set' },
      { name: 'NO_PROXY', meaning: 'the hosts that are reached without it' },
      { name: 'NODE_EXTRA_CA_CERTS', meaning: 'a file with certificate authorities to trust besides the public ones' },
    ],
    of: [],
  },
];

/** The variable that stands for a global option; `--help` and `--version` have none. */
export function variableOf(long: string): string | null {
  if (long === '--help' || long === '--version') return null;
  return `PIPEFORM_${long.replace(/^--/, '').replaceAll('-', '_').toUpperCase()}`;
}

/** What the exit codes mean, whatever the command. */
export const EXIT_CODES: readonly { readonly codes: string; readonly meaning: string }[] = [
  { codes: '0', meaning: 'done' },
  { codes: '1', meaning: 'failed: usage, configuration, credentials, or nothing could be done' },
  { codes: '2', meaning: 'differences: drift; plan and merge with --detailed-exitcode' },
  { codes: '3', meaning: 'partly applied: other updates failed, are unknown or did not converge' },
  { codes: '4', meaning: 'stale plan: a pipe has changed since, and nothing stale was written' },
  { codes: '5', meaning: 'refused by policy or protection, or a health check does not pass' },
  { codes: '130, 143', meaning: 'interrupted, after a clean stop' },
];
