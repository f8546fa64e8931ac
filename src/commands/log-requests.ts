import type { ConnectOptions } from '../api/index.ts';
import { safeText } from '../render/safe-text.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';

/** What --debug tells of each attempt of a request, on stderr: never a header or a body, so never a secret. */
export function logRequests(options: GlobalOptions, context: Context): NonNullable<ConnectOptions['onRequest']> {
  return (entry) => {
    if (options.logLevel !== 'debug') return;
    const status = entry.status === null ? 'no answer' : `${entry.status}`;
    const requestId = entry.requestId === null ? '' : ` request id ${safeText(entry.requestId)}`;
    context.stderr.write(
      `debug: ${entry.method} ${entry.path} ${status} attempt ${entry.attempt} ${Math.round(entry.durationMs)}ms${requestId}\n`,
    );
  };
}
