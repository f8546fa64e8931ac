import { isIP } from 'node:net';
import { Refusal } from '../pipes-api/answer.ts';

/**
 * Keeps web pages away from the control address, which takes no credentials. A page that had its own name resolved to this
 * machine (DNS rebinding) sends that name as Host; a page of another origin sends its Origin with every write.
 * @param ownHost the host that the sandbox was told to listen on.
 * @throws Refusal 403.
 */
export function guardControl(
  headers: { readonly host?: string | undefined; readonly origin?: string | undefined },
  ownHost: string,
): void {
  const { host, origin } = headers;
  if (host === undefined || !isOwnName(host, ownHost)) {
    throw new Refusal(
      'FORBIDDEN',
      'the control address answers to localhost, to addresses and to its own host name only.',
    );
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Refusal('FORBIDDEN', 'the control address does not answer to pages of another origin.');
  }
}

function isOwnName(host: string, ownHost: string): boolean {
  const name = hostName(host);
  // An address cannot be rebound: only names can be made to point elsewhere.
  return name === 'localhost' || name === ownHost.toLowerCase() || isIP(name) !== 0;
}

function hostName(host: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(host);
  return (bracketed?.[1] ?? host.replace(/:\d+$/, '')).toLowerCase();
}
