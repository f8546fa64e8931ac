import {
  AddressError,
  type Connection,
  connect,
  connectObservability,
  DEFAULT_RETRY,
  type ObservabilityConnection,
  type RetryOptions,
} from '../api/index.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { fieldsOf } from '../model/field/field.ts';
import type { Fleet } from '../model/fleet.ts';
import type { Problems, Result } from '../model/result.ts';
import { Secret } from '../model/secret/secret.ts';
import { readToolVersion } from '../model/version.ts';
import { DEFAULT_PARALLELISM, DEFAULT_TIMEOUT_MS, type ServiceOptions } from './options.ts';
import type { ResolvedCredentials } from './resolve-credentials.ts';
import type { Runtime } from './runtime.ts';

export type { ObservabilityConnection };

export interface ConnectionOptions extends Pick<ServiceOptions, 'parallelism' | 'timeoutMs' | 'onRequest'> {
  readonly retry?: RetryOptions;
}

export type OpenedObservability = Result<{ readonly reader: ObservabilityConnection; close(): void }, Problems>;

/** Connects to the pipes API. Sends nothing. Reports all problems of its credentials together. */
export function openApi(
  fleet: Fleet,
  options: ConnectionOptions,
  credentials: ResolvedCredentials,
  runtime: Runtime,
): Result<{ readonly connection: Connection }, Problems> {
  const problems = findKeyProblems(credentials);
  if (problems.length > 0) return { ok: false, diagnostics: problems };
  const { url, organization, naming, rateLimit } = fleet.api;
  const { keyId, keySecret } = credentials;
  const key = { keyId: keyId.value, keySecret: new Secret(keySecret.value) };
  return orAddressProblem(() => ({
    ok: true,
    connection: connect({
      ...commonOptions(fleet, options, credentials, runtime),
      url,
      organization,
      naming,
      rateLimit,
      credentials: key,
      variables: [keyId.variable, keySecret.variable],
      fields: fieldsOf(fleet.api),
    }),
  }));
}

/**
 * Connects to the observability API with the access token; it never receives the credentials of the pipes API. Sends nothing.
 * Reports all problems together. The caller closes the connection.
 */
export function openObservability(
  fleet: Fleet,
  options: ConnectionOptions,
  credentials: ResolvedCredentials,
  runtime: Runtime,
): OpenedObservability {
  const url = fleet.observability?.url ?? null;
  const unnamed = 'The configuration has no address of the observability API.';
  const hint = 'Add `observability: { url: … }` to the root document.';
  const noUrl = url === null ? diagnose('error', { code: 'missing-key', summary: unnamed, hint }) : null;
  const problems = [noUrl, findTokenProblem(credentials)].filter((one) => one !== null);
  if (url === null || problems.length > 0) return { ok: false, diagnostics: problems };
  const accessToken = new Secret(credentials.accessToken.value);
  return orAddressProblem(() => {
    const reader = connectObservability({
      ...commonOptions(fleet, options, credentials, runtime),
      url,
      accessToken,
      variables: [credentials.accessToken.variable],
      seriesReturnType: fleet.observability?.seriesReturnType,
    });
    return { ok: true, reader, close: reader.close };
  });
}

export function chooseParallelism(fleet: Fleet, { parallelism }: Pick<ConnectionOptions, 'parallelism'>): number {
  return parallelism ?? fleet.api.parallelism ?? DEFAULT_PARALLELISM;
}

function commonOptions(
  fleet: Fleet,
  { parallelism, timeoutMs = DEFAULT_TIMEOUT_MS, onRequest, retry = DEFAULT_RETRY }: ConnectionOptions,
  { environment }: ResolvedCredentials,
  { clock, random }: Runtime,
) {
  const { version } = readToolVersion();
  const parallel = chooseParallelism(fleet, { parallelism });
  return { parallelism: parallel, timeoutMs, onRequest, retry, version, clock, random, environment };
}

/** An invalid address is a diagnostic, not a bug. */
function orAddressProblem<Opened>(open: () => Opened): Opened | Problems {
  try {
    return open();
  } catch (error) {
    if (error instanceof AddressError) return { ok: false, diagnostics: [diagnose('error', error.words)] };
    throw error;
  }
}

export function findKeyProblems({ keyId, keySecret, withheld }: ResolvedCredentials): readonly Diagnostic[] {
  const usable = [keyId, keySecret].filter(({ problem }) => problem === null);
  const missing = usable.flatMap(({ source, value }) => (value === '' ? [source] : []));
  const problems = [keyId, keySecret].flatMap(({ problem }) => problem ?? []);
  if (missing.length > 0) {
    const summary = `No credentials: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set.`;
    const detail =
      withheld ??
      'Credentials come from the environment, or from the files that PIPEFORM_KEY_ID_FILE and PIPEFORM_KEY_SECRET_FILE name.';
    const hint = 'Set PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET. For the sandbox, set both to `sandbox`.';
    problems.push(diagnose('error', { code: 'credentials-missing', summary, detail, hint }));
  }
  // Basic authentication splits the id from the secret at the first colon (RFC 7617).
  if (keyId.value.includes(':')) {
    const summary = `${keyId.source} contains a colon, which a key id cannot have.`;
    const hint = 'Give the key id alone, without the secret.';
    problems.push(diagnose('error', { code: 'credentials-missing', summary, hint }));
  }
  return problems;
}

/** A token has only printable characters without spaces (RFC 6750, part 2.1). */
export function findTokenProblem({ accessToken, withheld }: ResolvedCredentials): Diagnostic | null {
  const { source, value, problem } = accessToken;
  if (problem !== null) return problem;
  if (value === '') {
    return diagnose('error', {
      code: 'credentials-missing',
      summary: 'No access token: PIPEFORM_ACCESS_TOKEN is not set.',
      detail:
        withheld ??
        'The observability API takes its own token, from the environment or from the file that PIPEFORM_ACCESS_TOKEN_FILE names.',
      hint: 'Set PIPEFORM_ACCESS_TOKEN. For the sandbox, set it to `sandbox`.',
    });
  }
  if (/^[\x21-\x7e]+$/.test(value)) return null;
  return diagnose('error', {
    code: 'credentials-missing',
    summary: `${source} contains a space, a line break or another character that no token has.`,
    hint: 'Give the token alone; a line break at its end often comes from a file.',
  });
}
