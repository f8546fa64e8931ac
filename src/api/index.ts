export { AddressError } from './address.ts';
export {
  connectObservability,
  type ObservabilityOptions,
} from './connect-observability.ts';
export { type Connection, type ConnectOptions, connect, DEFAULT_RETRY } from './connection.ts';
export { createObservabilityReader } from './observability-reader.ts';
export { createPipeReader } from './pipe-reader.ts';
export { createPipeWriter } from './pipe-writer.ts';
