import { type Naming, type SettingNames, settingNamesOf } from '../../model/naming.ts';
import { Secret } from '../../model/secret.ts';
import type { RateLimit } from '../rate-limit/turns.ts';
import type { RetryOptions } from './back-off.ts';
import { type LineOptions, type OpenLine, openLine, withoutPadding } from './open-line.ts';
import { LARGEST_ANSWER_BYTES } from './transport.ts';

export interface Credentials {
  readonly keyId: string;
  readonly keySecret: Secret;
}

export interface ConnectOptions extends LineOptions {
  readonly organization: string;
  /** Left out when the deployment has the contract's names. */
  readonly naming?: Naming | undefined;
  readonly credentials: Credentials;
  /** What is known of the service's limit; it is learnt from 429 answers otherwise, or when they say that it is lower. */
  readonly rateLimit: RateLimit | null;
}

/** The pipes API with the credentials for it: what pipe readers and writers are made from. */
export interface Connection extends OpenLine {
  readonly organization: string;
  readonly naming: Naming | undefined;
  /** null when the deployment has the contract's names for settings. */
  readonly names: SettingNames | null;
}

export const DEFAULT_RETRY: RetryOptions = {
  maxAttempts: 5,
  baseDelayMs: 250,
  maxDelayMs: 8_000,
  budgetMs: 60_000,
  patienceMs: 600_000,
};

/** Throws an AddressError when the address, or the proxy for it, may not be used. Sends nothing yet. */
export function connect(options: ConnectOptions): Connection {
  const { organization, naming, credentials, rateLimit } = options;
  const keySecret = credentials.keySecret.reveal();
  const encoded = Buffer.from(`${credentials.keyId}:${keySecret}`).toString('base64');
  const line = openLine(options, {
    authorization: new Secret(`Basic ${encoded}`),
    secrets: [encoded, withoutPadding(encoded), keySecret],
    rateLimit,
    largestAnswerBytes: LARGEST_ANSWER_BYTES,
    circuit: 'opens',
  });
  return { ...line, organization, naming, names: settingNamesOf(naming) };
}
