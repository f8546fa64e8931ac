import type { Connection, ConnectOptions } from '../api/index.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { Fleet } from '../model/fleet.ts';
import type { ObservabilityReader } from '../model/observability.ts';
import { Secret } from '../model/secret.ts';
import { readToolVersion } from '../model/version.ts';
import { DEFAULT_PARALLELISM } from './default-options.ts';
import type { Runtime } from './runtime.ts';

/** How requests are sent, whichever service they go to. */
export interface ConnectionOptions {
  /** null: what the configuration says, or 8. */
  readonly parallelism: number | null;
  /** Milliseconds for one attempt of one request. */
  readonly timeoutMs: number;
  /** Called after each attempt of a request. */
  readonly onRequest: NonNullable<ConnectOptions['onRequest']>;
}

export type OpenedApi =
  | { readonly ok: true; readonly connection: Connection }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export type OpenedObservability =
  | { readonly ok: true; readonly reader: ObservabilityReader; close(): void }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Connects to the pipes API with the credentials of the environment. Nothing is sent yet. */
export async function openApi(fleet: Fleet, options: ConnectionOptions, runtime: Runtime): Promise<OpenedApi> {
  const keyId = runtime.environment.PIPEFORM_KEY_ID ?? '';
  const keySecret = runtime.environment.PIPEFORM_KEY_SECRET ?? '';
  const problem = findKeyProblem(keyId, keySecret);
  if (problem !== null) return { ok: false, diagnostics: [problem] };
  const { connect } = await import('../api/index.ts');
  const { url, organization, naming, rateLimit } = fleet.api;
  const common = await connectionOptions(fleet, options, runtime);
  const credentials = { keyId, keySecret: new Secret(keySecret) };
  return unlessBadAddress(async () => ({
    ok: true,
    connection: connect({ ...common, url, organization, naming, rateLimit, credentials }),
  }));
}

/**
 * Connects to the observability API with the access token of the environment; it never sees the credentials of the pipes API.
 * Nothing is sent yet. All that is missing is reported at once; the caller closes what was opened.
 */
export async function openObservability(
  fleet: Fleet,
  options: ConnectionOptions,
  runtime: Runtime,
): Promise<OpenedObservability> {
  const url = fleet.observability?.url ?? null;
  const accessToken = runtime.environment.PIPEFORM_ACCESS_TOKEN ?? '';
  const problems = [...(url === null ? [noObservabilityUrl()] : []), ...findTokenProblems(accessToken)];
  if (url === null || problems.length > 0) return { ok: false, diagnostics: problems };
  const { connectObservability, createObservabilityReader } = await import('../api/index.ts');
  const common = await connectionOptions(fleet, options, runtime);
  return unlessBadAddress(async () => {
    const connection = connectObservability({ ...common, url, accessToken: new Secret(accessToken) });
    return { ok: true, reader: createObservabilityReader(connection), close: () => connection.close() };
  });
}

/** The option, else the configuration, else 8. */
export function chooseParallelism(fleet: Fleet, { parallelism }: Pick<ConnectionOptions, 'parallelism'>): number {
  return parallelism ?? fleet.api.parallelism ?? DEFAULT_PARALLELISM;
}

async function connectionOptions(fleet: Fleet, options: ConnectionOptions, runtime: Runtime) {
  const { DEFAULT_RETRY } = await import('../api/index.ts');
  const { clock, random, environment } = runtime;
  return {
    parallelism: chooseParallelism(fleet, options),
    timeoutMs: options.timeoutMs,
    onRequest: options.onRequest,
    retry: DEFAULT_RETRY,
    version: readToolVersion().version,
    clock,
    random,
    environment,
  };
}

/** An address that may not be connected to is the configuration's problem, not a bug. */
async function unlessBadAddress<T>(
  open: () => Promise<T>,
): Promise<T | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }> {
  const { AddressError } = await import('../api/index.ts');
  try {
    return await open();
  } catch (error) {
    if (error instanceof AddressError) return { ok: false, diagnostics: [diagnose('error', error.words)] };
    throw error;
  }
}

function findKeyProblem(keyId: string, keySecret: string): Diagnostic | null {
  const missing = [...(keyId === '' ? ['PIPEFORM_KEY_ID'] : []), ...(keySecret === '' ? ['PIPEFORM_KEY_SECRET'] : [])];
  if (missing.length > 0) {
    return diagnose('error', {
      code: 'credentials-missing',
      summary: `No credentials: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set.`,
      detail: 'Credentials come from the environment only, never from a file.',
      hint: 'Set PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET; the sandbox takes sandbox and sandbox.',
    });
  }
  // Basic authentication splits the id from the secret at the first colon (RFC 7617).
  if (!keyId.includes(':')) return null;
  return diagnose('error', {
    code: 'credentials-missing',
    summary: 'PIPEFORM_KEY_ID contains a colon, which a key id cannot have.',
    hint: 'Set PIPEFORM_KEY_ID to the key id alone, and PIPEFORM_KEY_SECRET to the secret.',
  });
}

function noObservabilityUrl(): Diagnostic {
  return diagnose('error', {
    code: 'observability-missing',
    summary: 'The configuration does not say where the observability API is.',
    hint: 'Add `observability: { url: … }` to the root document.',
  });
}

/** A token is one run of printable characters, or it could not stand in a header (RFC 6750, part 2.1). */
function findTokenProblems(token: string): readonly Diagnostic[] {
  if (token === '') {
    const missing = diagnose('error', {
      code: 'access-token-missing',
      summary: 'No access token: PIPEFORM_ACCESS_TOKEN is not set.',
      detail: 'The observability API takes its own token, from the environment only, never from a file.',
      hint: 'Set PIPEFORM_ACCESS_TOKEN; the sandbox takes sandbox.',
    });
    return [missing];
  }
  if (/^[\x21-\x7e]+$/.test(token)) return [];
  const malformed = diagnose('error', {
    code: 'access-token-missing',
    summary: 'PIPEFORM_ACCESS_TOKEN contains a space, a line break or another character that no token has.',
    hint: 'Set it to the token alone; a line break at its end often comes from a file.',
  });
  return [malformed];
}
