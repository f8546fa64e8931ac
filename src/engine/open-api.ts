import type { Connection, ConnectOptions } from '../api/index.ts';
import type { World } from '../cli/options/context.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { Fleet } from '../model/fleet.ts';
import { Secret } from '../model/secret.ts';
import { readToolVersion } from '../model/version.ts';
import { DEFAULT_PARALLELISM } from './default-options.ts';
import type { Calling } from './log-requests.ts';

export type Opened =
  | { readonly ok: true; readonly connection: Connection }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Connects to the pipes API with the credentials of the environment. Nothing is sent yet. */
export async function openApi(fleet: Fleet, calling: Calling, world: World): Promise<Opened> {
  const keyId = world.environment.PIPEFORM_KEY_ID ?? '';
  const keySecret = world.environment.PIPEFORM_KEY_SECRET ?? '';
  const missing = [keyId === '' ? 'PIPEFORM_KEY_ID' : '', keySecret === '' ? 'PIPEFORM_KEY_SECRET' : ''];
  if (missing.some((name) => name !== '')) return { ok: false, diagnostics: [credentialsMissing(missing)] };

  if (keyId.includes(':')) return { ok: false, diagnostics: [keyIdWithColon()] };

  const { AddressError, connect, DEFAULT_RETRY } = await import('../api/index.ts');
  const connecting: ConnectOptions = {
    url: fleet.api.url,
    organization: fleet.api.organization,
    naming: fleet.api.naming,
    credentials: { keyId, keySecret: new Secret(keySecret) },
    parallelism: chooseParallelism(fleet, calling),
    timeoutMs: calling.timeoutMs,
    retry: DEFAULT_RETRY,
    rateLimit: fleet.api.rateLimit,
    clock: world.clock,
    random: world.random,
    environment: world.environment,
    version: readToolVersion().version,
    onRequest: calling.onRequest,
  };
  try {
    return { ok: true, connection: connect(connecting) };
  } catch (error) {
    if (error instanceof AddressError) return { ok: false, diagnostics: [diagnose('error', error.words)] };
    throw error;
  }
}

/** The option, else the configuration, else 8. */
export function chooseParallelism(fleet: Fleet, { parallelism }: Pick<Calling, 'parallelism'>): number {
  return parallelism ?? fleet.api.parallelism ?? DEFAULT_PARALLELISM;
}

/** Basic authentication parts the id from the secret at the first colon (RFC 7617). */
function keyIdWithColon(): Diagnostic {
  return diagnose('error', {
    code: 'credentials-missing',
    summary: 'PIPEFORM_KEY_ID holds a colon, which a key id cannot have.',
    hint: 'Set PIPEFORM_KEY_ID to the key id alone, and PIPEFORM_KEY_SECRET to the secret.',
  });
}

function credentialsMissing(names: readonly string[]): Diagnostic {
  const missing = names.filter((name) => name !== '').join(' and ');
  return diagnose('error', {
    code: 'credentials-missing',
    summary: `No credentials: ${missing} ${names.every((name) => name !== '') ? 'are' : 'is'} not set.`,
    detail: 'Credentials come from the environment only, never from a file.',
    hint: 'Set PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET; the sandbox takes sandbox and sandbox.',
  });
}
