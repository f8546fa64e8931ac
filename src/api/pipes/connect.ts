import { CONTRACT, type FieldTable } from '../../model/field/field.ts';
import { type SettingNames, settingNamesOf } from '../../model/field/setting-names.ts';
import type { Naming } from '../../model/naming.ts';
import { Secret } from '../../model/secret/secret.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from '../http/service-client.ts';
import { createServiceClock } from '../http/service-clock.ts';
import type { RateLimit } from '../rate-limit/headers.ts';

export interface ConnectOptions extends ServiceClientOptions {
  readonly organization: string;
  /** Undefined when the deployment uses the contract’s names. */
  readonly naming?: Naming | undefined;
  /** Undefined when the deployment has the fields of the contract. */
  readonly fields?: FieldTable;
  readonly credentials: { readonly keyId: string; readonly keySecret: Secret };
  /** The configured limit; null to learn it from 429 responses. */
  readonly rateLimit: RateLimit | null;
}

export interface Connection extends ServiceClient {
  readonly organization: string;
  readonly naming: Naming | undefined;
  readonly fields: FieldTable;
  /** null when the deployment uses the contract’s names for settings. */
  readonly names: SettingNames | null;
  /** The time of the service by its last response; the local time before. */
  now(): number;
}

/** The same client, with its rate limit, for another organization or naming at the same address. */
export function moveConnection(
  connection: Connection,
  { organization, naming, fields = CONTRACT }: Pick<ConnectOptions, 'organization' | 'naming' | 'fields'>,
): Connection {
  return { ...connection, organization, naming, fields, names: settingNamesOf(naming) };
}

/** A pipe is a few kilobytes: a larger response is not from the pipes API. */
export const MAX_PIPE_BYTES = 4 * 1024 * 1024;

/** Throws an AddressError for an address or a proxy that may not be used. Sends nothing yet. */
export function connect(options: ConnectOptions): Connection {
  const { organization, naming, fields = CONTRACT, credentials, rateLimit } = options;
  const keySecret = credentials.keySecret.reveal();
  const encoded = Buffer.from(`${credentials.keyId}:${keySecret}`).toString('base64');
  const serviceClock = createServiceClock(options.clock);
  const client = createServiceClient(options, {
    headers: { Authorization: new Secret(`Basic ${encoded}`) },
    secrets: [keySecret, encoded],
    rateLimit,
    largestResponseBytes: MAX_PIPE_BYTES,
    circuit: 'opens',
    serviceClock,
  });
  return { ...client, now: serviceClock.now, organization, naming, fields, names: settingNamesOf(naming) };
}
