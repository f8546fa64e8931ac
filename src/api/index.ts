// What `engine` takes of this room, which it loads when a command asks a service. `publish` shares only `http` and `rate-limit`.
export { AddressError, chooseProxy } from './http/proxy.ts';
export { DEFAULT_RETRY, type RetryOptions } from './http/retry.ts';
export {
  connectObservability,
  type ObservabilityConnection,
  type ObservabilityOptions,
} from './observability/observability-reader.ts';
export { type Connection, type ConnectOptions, connect, moveConnection } from './pipes/connect.ts';
export { createPipeLister, createPipeReader } from './pipes/pipe-reader.ts';
export { createPipeWriter } from './pipes/pipe-writer.ts';
