import type { ConnectOptions } from '../api/index.ts';
import type { Context } from '../cli/options/context.ts';
import type { GlobalOptions } from '../cli/options/global-options.ts';
import { safeText } from '../model/safe-text.ts';

/** How requests are sent, whichever service they go to. */
export interface Calling {
  /** null: what the configuration says, or the default. */
  readonly parallelism: number | null;
  /** Milliseconds for one attempt of one request. */
  readonly timeoutMs: number;
  /** Told of each attempt. */
  readonly onRequest: NonNullable<ConnectOptions['onRequest']>;
}

/** How a command sends requests: as its options say, and told with --debug. */
export function callAs(options: GlobalOptions, context: Context): Calling {
  const { parallelism, timeoutMs } = options;
  return { parallelism, timeoutMs, onRequest: logRequests(options, context) };
}

/** What --debug tells of each attempt of a request, on stderr: never a header or a body, so never a secret. */
function logRequests(options: GlobalOptions, context: Context): Calling['onRequest'] {
  return (entry) => {
    if (options.logLevel !== 'debug') return;
    const status = entry.status === null ? 'no answer' : `${entry.status}`;
    const requestId = entry.requestId === null ? '' : ` request id ${safeText(entry.requestId)}`;
    context.stderr.write(
      `debug: ${entry.method} ${entry.path} ${status} attempt ${entry.attempt} ${Math.round(entry.durationMs)}ms${requestId}\n`,
    );
  };
}
