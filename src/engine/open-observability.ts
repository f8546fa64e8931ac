import type { World } from '../cli/options/context.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { Fleet } from '../model/fleet.ts';
import type { ObservabilityReader } from '../model/observability.ts';
import { Secret } from '../model/secret.ts';
import { readToolVersion } from '../model/version.ts';
import type { Calling } from './log-requests.ts';
import { chooseParallelism } from './open-api.ts';

export type OpenedObservability =
  | { readonly ok: true; readonly reader: ObservabilityReader; close(): void }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Opens the observability API with the access token of the environment; the pipes API and its credentials have no part in
 * it. Nothing is sent yet. What is missing is told all at once; the caller closes what was opened.
 */
export async function openObservability(fleet: Fleet, calling: Calling, world: World): Promise<OpenedObservability> {
  const url = fleet.observability?.url ?? null;
  const accessToken = world.environment.PIPEFORM_ACCESS_TOKEN ?? '';
  const problems = [...(url === null ? [noAddress()] : []), ...judgeToken(accessToken)];
  if (url === null || problems.length > 0) return { ok: false, diagnostics: problems };
  const { AddressError, connectObservability, createObservabilityReader, DEFAULT_RETRY } = await import(
    '../api/index.ts'
  );
  try {
    const connection = connectObservability({
      url,
      accessToken: new Secret(accessToken),
      parallelism: chooseParallelism(fleet, calling),
      timeoutMs: calling.timeoutMs,
      retry: DEFAULT_RETRY,
      clock: world.clock,
      random: world.random,
      environment: world.environment,
      version: readToolVersion().version,
      onRequest: calling.onRequest,
    });
    return { ok: true, reader: createObservabilityReader(connection), close: () => connection.close() };
  } catch (error) {
    if (error instanceof AddressError) return { ok: false, diagnostics: [diagnose('error', error.words)] };
    throw error;
  }
}

function noAddress(): Diagnostic {
  return diagnose('error', {
    code: 'observability-missing',
    summary: 'The configuration does not say where the observability API is.',
    hint: 'Add `observability: { url: … }` to the root document.',
  });
}

/** A token is one run of printable characters, or it could not stand in a header (RFC 6750, part 2.1). */
function judgeToken(token: string): readonly Diagnostic[] {
  if (token === '') return [noAccessToken()];
  if (/^[\x21-\x7e]+$/.test(token)) return [];
  const unfit = diagnose('error', {
    code: 'access-token-missing',
    summary: 'PIPEFORM_ACCESS_TOKEN holds a space, a line break or another character that no token has.',
    hint: 'Set it to the token alone; a line break at its end often comes from a file.',
  });
  return [unfit];
}

function noAccessToken(): Diagnostic {
  return diagnose('error', {
    code: 'access-token-missing',
    summary: 'No access token: PIPEFORM_ACCESS_TOKEN is not set.',
    detail: 'The observability API takes a token of its own, from the environment only, never from a file.',
    hint: 'Set PIPEFORM_ACCESS_TOKEN; the sandbox takes sandbox.',
  });
}
