import type { Connection } from '../api/index.ts';
import { type Diagnostic, diagnose, diagnoseCode } from '../model/diagnostic.ts';
import { fieldsOf } from '../model/field.ts';
import type { Fleet } from '../model/fleet.ts';
import type { ObservabilityReader } from '../model/observability.ts';
import { Secret } from '../model/secret.ts';
import { readToolVersion } from '../model/version.ts';
import { DEFAULT_PARALLELISM, DEFAULT_TIMEOUT_MS, type ServiceOptions } from './options.ts';
import type { Runtime } from './runtime.ts';

type ConnectionOptions = Pick<ServiceOptions, 'parallelism' | 'timeoutMs' | 'onRequest'>;

interface NotOpened {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

export type OpenedObservability =
  | { readonly ok: true; readonly reader: ObservabilityReader; close(): void }
  | NotOpened;

/** Connects to the pipes API with the credentials of the environment. Sends nothing. */
export async function openApi(
  fleet: Fleet,
  options: ConnectionOptions,
  runtime: Runtime,
): Promise<{ readonly ok: true; readonly connection: Connection } | NotOpened> {
  const { PIPEFORM_KEY_ID: keyId = '', PIPEFORM_KEY_SECRET: keySecret = '' } = runtime.environment;
  const problem = findKeyProblem(keyId, keySecret);
  if (problem !== null) return { ok: false, diagnostics: [problem] };
  const { url, organization, naming, rateLimit } = fleet.api;
  const credentials = { keyId, keySecret: new Secret(keySecret) };
  return open(fleet, options, runtime, ({ connect }, common) => ({
    ok: true,
    connection: connect({ ...common, url, organization, naming, rateLimit, credentials, fields: fieldsOf(fleet.api) }),
  }));
}

/**
 * Connects to the observability API with the access token of the environment; it never receives the credentials of the pipes API.
 * Sends nothing. Reports all problems together. The caller closes the connection.
 */
export async function openObservability(
  fleet: Fleet,
  options: ConnectionOptions,
  runtime: Runtime,
): Promise<OpenedObservability> {
  const url = fleet.observability?.url ?? null;
  const { PIPEFORM_ACCESS_TOKEN: token = '' } = runtime.environment;
  const unnamed = 'The configuration does not say where the observability API is.';
  const noUrl = url === null ? diagnoseCode('observability-missing', unnamed) : null;
  const problems = [noUrl, findTokenProblem(token)].filter((one) => one !== null);
  if (url === null || problems.length > 0) return { ok: false, diagnostics: problems };
  return open(fleet, options, runtime, ({ connectObservability }, common) => {
    const reader = connectObservability({ ...common, url, accessToken: new Secret(token) });
    return { ok: true, reader, close: reader.close };
  });
}

export function chooseParallelism(fleet: Fleet, { parallelism }: Pick<ConnectionOptions, 'parallelism'>): number {
  return parallelism ?? fleet.api.parallelism ?? DEFAULT_PARALLELISM;
}

type Api = typeof import('../api/index.ts');

/** An invalid address is a diagnostic, not a bug. */
async function open<Opened>(
  fleet: Fleet,
  options: ConnectionOptions,
  { clock, random, environment }: Runtime,
  connect: (api: Api, common: Omit<Parameters<Api['connectObservability']>[0], 'url' | 'accessToken'>) => Opened,
): Promise<Opened | NotOpened> {
  const api = await import('../api/index.ts');
  const { timeoutMs = DEFAULT_TIMEOUT_MS, onRequest = () => {} } = options;
  const parallelism = chooseParallelism(fleet, options);
  const { version } = readToolVersion();
  const retry = api.DEFAULT_RETRY;
  try {
    return connect(api, { parallelism, timeoutMs, onRequest, retry, version, clock, random, environment });
  } catch (error) {
    if (error instanceof api.AddressError) return { ok: false, diagnostics: [diagnose('error', error.words)] };
    throw error;
  }
}

function findKeyProblem(keyId: string, keySecret: string): Diagnostic | null {
  const given = { PIPEFORM_KEY_ID: keyId, PIPEFORM_KEY_SECRET: keySecret };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === '' ? [name] : []));
  if (missing.length > 0) {
    const summary = `No credentials: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set.`;
    const detail = 'Credentials come from the environment only, never from a file.';
    const hint = 'Set PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET; the sandbox takes sandbox and sandbox.';
    return diagnose('error', { code: 'credentials-missing', summary, detail, hint });
  }
  // Basic authentication splits the id from the secret at the first colon (RFC 7617).
  if (!keyId.includes(':')) return null;
  return diagnose('error', {
    code: 'credentials-missing',
    summary: 'PIPEFORM_KEY_ID contains a colon, which a key id cannot have.',
    hint: 'Set PIPEFORM_KEY_ID to the key id alone, and PIPEFORM_KEY_SECRET to the secret.',
  });
}

/** A token has only printable characters without spaces (RFC 6750, part 2.1). */
function findTokenProblem(token: string): Diagnostic | null {
  if (token === '') {
    return diagnose('error', {
      code: 'access-token-missing',
      summary: 'No access token: PIPEFORM_ACCESS_TOKEN is not set.',
      detail: 'The observability API takes its own token, from the environment only, never from a file.',
      hint: 'Set PIPEFORM_ACCESS_TOKEN; the sandbox takes sandbox.',
    });
  }
  if (/^[\x21-\x7e]+$/.test(token)) return null;
  return diagnose('error', {
    code: 'access-token-missing',
    summary: 'PIPEFORM_ACCESS_TOKEN contains a space, a line break or another character that no token has.',
    hint: 'Set it to the token alone; a line break at its end often comes from a file.',
  });
}
