export { AddressError } from './http/address.ts';
export { type Connection, type ConnectOptions, connect, DEFAULT_RETRY } from './http/connection.ts';
export {
  connectObservability,
  type ObservabilityOptions,
} from './observability/connect-observability.ts';
export { createObservabilityReader } from './observability/observability-reader.ts';
export { createPipeReader } from './pipes/pipe-reader.ts';
export { createPipeWriter } from './pipes/pipe-writer.ts';
