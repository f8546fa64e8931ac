import { createHash, timingSafeEqual } from 'node:crypto';
import { QueryError } from './query-error.ts';

/** The access token that a sandbox takes when none is named. */
export const DEFAULT_ACCESS_TOKEN = 'sandbox';

/** Checks an `Authorization` header; throws a 401 otherwise (contract, part 5; field notes: its body is plain text). */
export type CheckBearer = (authorization: string | undefined) => void;

export function createBearerCheck(accessToken: string): CheckBearer {
  const expected = digest(accessToken);
  return (authorization) => {
    const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    // Digests have one length, so the comparison tells nothing about the token's.
    if (given === undefined || !timingSafeEqual(expected, digest(given))) throw new QueryError(401, 'Unauthorized');
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
