export { AddressError } from './address.ts';
export type { RetryOptions } from './back-off.ts';

export { type Connection, type ConnectOptions, type Credentials, connect, DEFAULT_RETRY } from './connection.ts';
export type { RequestLogEntry } from './exchange.ts';
export type { RateLimit } from './pacer.ts';
export { createPipeReader } from './pipe-reader.ts';
export { createPipeWriter } from './pipe-writer.ts';
