import { describeCrash } from '../../engine/describe-crash.ts';
import type { RequestAttempt } from '../../model/client.ts';
import { safeText } from '../../model/text.ts';
import type { Printer } from './printer.ts';

/** With --log-level debug, prints each attempt of a request. Headers and bodies may hold secrets and are not printed. */
export function logRequests(printer: Printer): ((attempt: RequestAttempt) => void) | undefined {
  if (!printer.isDebug) return undefined;
  return ({ method, origin, path, status, attempt, durationMs, requestId }) => {
    const outcome = status === null ? 'no response' : `${status}`;
    const id = requestId === null ? '' : ` request id ${safeText(requestId)}`;
    const took = Math.round(durationMs);
    printer.write(
      `debug: ${method} ${origin}${safeText(path)} ${outcome} attempt ${attempt} ${took}ms${id}\n`,
      'stderr',
    );
  };
}

/** With --log-level debug, prints the stack of a bug. Documents have no stacks, which have paths of the machine. */
export function logBugs(printer: Printer): ((error: unknown) => void) | undefined {
  if (!printer.isDebug) return undefined;
  return (error) => printer.write(`debug: ${describeCrash(error, printer.context.environment, true)}\n`, 'stderr');
}
