type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * The environment variables that Pipeform takes credentials from, and what their values are. `id`: half of a
 * credential, which is no secret. `webhook`: the path and the query are secret. `proxy`: may have a password. A variable with
 * the same name and `_FILE` names a file with the value, but for those of a proxy, which other programs share.
 */
const CREDENTIAL_VARIABLES = {
  PIPEFORM_KEY_ID: 'id',
  PIPEFORM_KEY_SECRET: 'secret',
  PIPEFORM_ACCESS_TOKEN: 'secret',
  PIPEFORM_WEBHOOK_URL: 'webhook',
  PIPEFORM_WEBHOOK_SECRET: 'secret',
  SLACK_WEBHOOK_URL: 'webhook',
  GITHUB_TOKEN: 'secret',
  GH_TOKEN: 'secret',
  GITLAB_TOKEN: 'secret',
  CI_JOB_TOKEN: 'secret',
  HTTPS_PROXY: 'proxy',
  HTTP_PROXY: 'proxy',
  ALL_PROXY: 'proxy',
} as const satisfies Readonly<Record<string, 'id' | 'secret' | 'webhook' | 'proxy'>>;

/** The variable that names the file of a credential. */
export function fileVariable(name: string): string {
  return `${name}_FILE`;
}

const FILE_VARIABLES = Object.entries(CREDENTIAL_VARIABLES).flatMap(([name, kind]) =>
  kind === 'proxy' ? [] : [fileVariable(name)],
);

/** The names of the variables that Pipeform itself takes credentials from. Those of proxies may be in lower case. */
export const CREDENTIAL_NAMES: readonly string[] = [...Object.keys(CREDENTIAL_VARIABLES), ...FILE_VARIABLES];

const ENDING = /(?:SECRET|TOKEN|PASSWORD|KEY)$/i;

export function isCredentialOfPipeform(name: string): boolean {
  return CREDENTIAL_NAMES.includes(name.toUpperCase());
}

/** Whether a variable may have a credential: one of Pipeform’s, or one whose name ends like that of a secret. */
export function isCredentialName(name: string): boolean {
  return isCredentialOfPipeform(name) || ENDING.test(name);
}

/** The secrets in the variables that Pipeform takes credentials from, not those in files. */
export function readSecrets(environment: ProcessEnvironment): readonly string[] {
  return Object.entries(CREDENTIAL_VARIABLES).flatMap(([name, kind]) => {
    const values = [environment[name], environment[name.toLowerCase()]].flatMap((value) => value?.trim() || []);
    if (kind === 'secret') return values;
    if (kind === 'webhook') return values.flatMap(secretsOfWebhook);
    return kind === 'proxy' ? values.flatMap(secretsOfProxy) : [];
  });
}

/** Whether the environment has a credential, or names the file of one. */
export function hasCredentials(environment: ProcessEnvironment): boolean {
  return readSecrets(environment).length > 0 || FILE_VARIABLES.some((name) => (environment[name] ?? '') !== '');
}

/** Shorter parts of an address, such as `services`, are words. */
const MIN_PART_LENGTH = 12;
const MIN_PATH_LENGTH = 8;

/** What a service could echo of the address of a webhook, and what is long enough to be a key. */
function secretsOfWebhook(text: string): readonly string[] {
  if (!URL.canParse(text)) return [text];
  const { pathname, search, searchParams } = new URL(text);
  const parts = [...pathname.split('/'), ...searchParams.values()];
  return [
    ...[pathname + search, pathname].filter(({ length }) => length >= MIN_PATH_LENGTH),
    ...parts.filter(({ length }) => length >= MIN_PART_LENGTH),
  ];
}

/** The password, or the user name where a token stands there. */
function secretsOfProxy(text: string): readonly string[] {
  const address = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(address)) return text.includes('@') ? [text] : [];
  const { username, password } = new URL(address);
  const secret = password || username;
  return secret === '' ? [] : [secret, decodePercent(secret)];
}

/** Text with a lone `%` stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
