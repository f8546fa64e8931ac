export { AddressError } from './address.ts';
export { type Connection, type ConnectOptions, connect, DEFAULT_RETRY } from './connection.ts';
export { createPipeReader } from './pipe-reader.ts';
export { createPipeWriter } from './pipe-writer.ts';
