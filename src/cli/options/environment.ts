import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { fileVariable, hasCredentials } from '../../model/secret/credential-variables.ts';
import { suggest } from '../../model/suggest.ts';
import { isOn } from '../../progress/choose-view.ts';
import type { Context } from './context.ts';
import { GLOBAL_OPTIONS } from './global-options.ts';
import { UsageError } from './value-types.ts';

export interface Variable {
  readonly name: string;
  readonly description: string;
}

function listVariables(variables: Readonly<Record<string, string>>): readonly Variable[] {
  return Object.entries(variables).map(([name, description]) => ({ name, description }));
}

/** Each may be in a file that another variable names. */
function listCredentials(variables: Readonly<Record<string, string>>): readonly Variable[] {
  return listVariables(variables).flatMap((variable) => {
    const { name } = variable;
    return [variable, { name: fileVariable(name), description: `instead of ${name}: a file that has only that` }];
  });
}

/** The variables of the credentials that a command may need, by what they are for. */
export const CREDENTIALS = {
  pipes: listCredentials({
    PIPEFORM_KEY_ID: 'id of the API key',
    PIPEFORM_KEY_SECRET: 'secret of the API key',
  }),
  observability: listCredentials({
    PIPEFORM_ACCESS_TOKEN: 'token of the observability API, for series, alerts and checks',
  }),
  publish: listCredentials({
    GITHUB_TOKEN: 'token that `publish` writes to GitHub with; else GH_TOKEN',
    GITLAB_TOKEN: 'token that `publish` writes to GitLab with',
    SLACK_WEBHOOK_URL: 'the address that `publish --to slack` posts to',
    PIPEFORM_WEBHOOK_URL: 'the address that `publish --to webhook` posts to',
    PIPEFORM_WEBHOOK_SECRET: 'the secret that it signs the request with',
  }),
};

/** All variables except those of global options. */
export const VARIABLES: readonly Variable[] = [
  ...Object.values(CREDENTIALS).flat(),
  ...listVariables({
    PIPEFORM_SHARD_TOTAL: 'the number of shards, for `--shard auto` with JOB_COMPLETION_INDEX',
    PIPEFORM_SHARD_RUN: 'distinguishes the reports of one sharded run from those of another',
    PIPEFORM_MAX_FILE_SIZE: 'largest size of a configuration file, such as 4MiB (default: 1MiB)',
    NO_COLOR: 'no colors; wins over FORCE_COLOR',
    FORCE_COLOR: 'colors even without a terminal',
    CI: 'progress as plain lines; TERM=dumb does the same',
    INK_SCREEN_READER: 'true: output for a screen reader',
    HTTPS_PROXY: 'the proxy for https; ALL_PROXY is used when it is not set',
    NO_PROXY: 'the hosts that are reached without the proxy',
    NODE_EXTRA_CA_CERTS: 'a file with certificate authorities to trust in addition',
    PIPEFORM_ALLOW_NODE_DEBUG: 'true: run even if NODE_DEBUG makes Node print the credentials',
  }),
];

/** The parts of Node that print headers, bodies or variables when NODE_DEBUG names them. */
const REVEALING = ['http', 'https', 'http2', 'net', 'tls', 'stream', 'child_process'];

/** Throws a UsageError when Node would print the credentials, which redacts nothing. */
export function refuseRevealingDebug(environment: Context['environment']): void {
  const { NODE_DEBUG: sections = '', PIPEFORM_ALLOW_NODE_DEBUG: allowed } = environment;
  if (sections === '' || isOn(allowed) || !hasCredentials(environment)) return;
  const revealing = sections.split(',').filter((section) => REVEALING.some((name) => matchesSection(name, section)));
  if (revealing.length === 0) return;
  throw new UsageError(
    `NODE_DEBUG=${revealing.join(',')} makes Node print the credentials that are set.`,
    'Unset NODE_DEBUG; --log-level debug shows requests without secrets. To print them anyway, set PIPEFORM_ALLOW_NODE_DEBUG=true.',
  );
}

/** The match follows NODE_DEBUG of Node: it ignores case and allows stars. */
function matchesSection(name: string, section: string): boolean {
  const parts = section.split(/\*+/).map((part) => part.replace(/[|\\{}()[\]^$+?.]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(name);
}

const PREFIX = 'PIPEFORM_';

/** Likely mistakes and the intended variable, both without `PIPEFORM_`. */
const MEANT: readonly (readonly [names: readonly string[], meant: string])[] = [
  [['ENVIRONMENT', 'WORKSPACE', 'STAGE'], 'ENV'],
  [['API_KEY_ID', 'API_KEY', 'KEY'], 'KEY_ID'],
  [['API_KEY_SECRET', 'API_SECRET', 'SECRET', 'SECRET_KEY'], 'KEY_SECRET'],
  [['TOKEN', 'API_TOKEN', 'OBSERVABILITY_TOKEN'], 'ACCESS_TOKEN'],
  [['DIR', 'FOLDER'], 'CHDIR'],
];

/** The variable of a likely mistake, which may be one that names a file. */
function findMeant(bare: string, known: readonly string[]): string | null {
  const [, stem = bare, file = ''] = /^(.+)(_FILE)$/.exec(bare) ?? [];
  const meant = MEANT.find(([tried]) => tried.includes(stem))?.[1];
  return meant !== undefined && known.includes(meant + file) ? meant + file : null;
}

/** Warns of each misspelled variable. Other unknown names are allowed, since the configuration may read them. */
export function findUnknownVariables(environment: Context['environment']): readonly Diagnostic[] {
  const all = [...GLOBAL_OPTIONS.flatMap(({ variable }) => variable ?? []), ...VARIABLES.map(({ name }) => name)];
  const known = all.flatMap((name) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : []));
  return Object.entries(environment).flatMap(([name, value]) => {
    const bare = name.slice(PREFIX.length);
    if (!name.startsWith(PREFIX) || (value ?? '') === '' || known.includes(bare)) return [];
    const meant = findMeant(bare, known) ?? suggest(bare, known);
    if (meant === null) return [];
    return diagnose('warning', {
      code: 'usage',
      summary: `${name} is set, but Pipeform has no such variable.`,
      hint: `Did you mean ${PREFIX}${meant}? Only \${…} in the configuration can read ${name}.`,
    });
  });
}
