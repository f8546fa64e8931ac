import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from './answer.ts';

/** An API key as the web console issues it: id and secret (contract, part 5). */
export interface Credentials {
  readonly keyId: string;
  readonly keySecret: string;
}

export const DEFAULT_CREDENTIALS: Credentials = { keyId: 'sandbox', keySecret: 'sandbox' };

/** Checks an `Authorization` header and returns the key id that it proves; throws a 401 refusal otherwise. */
export type Authenticate = (authorization: string | undefined) => string;

const BASIC = /^basic +([a-z0-9+/_-]+=*) *$/i;

export function createAuthenticate(credentials: Credentials): Authenticate {
  const expected = digest(`${credentials.keyId}:${credentials.keySecret}`);
  return (authorization) => {
    const encoded = BASIC.exec(authorization ?? '')?.[1];
    if (encoded === undefined) throw unauthorized('send the header Authorization: Basic with a key id and key secret.');
    // Digests have one length, so the comparison tells nothing about the secret's.
    if (!timingSafeEqual(expected, digest(Buffer.from(encoded, 'base64').toString('utf8')))) {
      throw unauthorized('the key id or the key secret is wrong.');
    }
    return credentials.keyId;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function unauthorized(text: string): Refusal {
  return new Refusal('UNAUTHORIZED', text, { 'www-authenticate': 'Basic realm="pipes", charset="UTF-8"' });
}
