import { type Naming, type SettingNames, settingNamesOf } from '../../model/naming.ts';
import { Secret } from '../../model/secret.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from '../http/service-client.ts';
import type { RateLimit } from '../rate-limit/sliding-log.ts';

export interface ConnectOptions extends ServiceClientOptions {
  readonly organization: string;
  /** Left out when the deployment has the contract's names. */
  readonly naming?: Naming | undefined;
  readonly credentials: { readonly keyId: string; readonly keySecret: Secret };
  /** What is known of the service's limit; it is learned from 429 answers otherwise, or when they say that it is lower. */
  readonly rateLimit: RateLimit | null;
}

/** The pipes API with the credentials for it: what pipe readers and writers are made from. */
export interface Connection extends ServiceClient {
  readonly organization: string;
  readonly naming: Naming | undefined;
  /** null when the deployment has the contract's names for settings. */
  readonly names: SettingNames | null;
}

/** A pipe is a few kilobytes: a response with more than this is not the pipes API's. */
export const LARGEST_PIPE_BYTES = 4 * 1024 * 1024;

/** Throws an AddressError when the address, or the proxy for it, may not be used. Sends nothing yet. */
export function connect(options: ConnectOptions): Connection {
  const { organization, naming, credentials, rateLimit } = options;
  const keySecret = credentials.keySecret.reveal();
  const encoded = Buffer.from(`${credentials.keyId}:${keySecret}`).toString('base64');
  const client = createServiceClient(options, {
    authorization: new Secret(`Basic ${encoded}`),
    secrets: [encoded, keySecret],
    rateLimit,
    largestResponseBytes: LARGEST_PIPE_BYTES,
    circuit: 'opens',
  });
  return { ...client, organization, naming, names: settingNamesOf(naming) };
}
