import type { Report } from '../model/report.ts';

/**
 * A listener that was given to `plan`, `apply` or `drift` threw. It was not called again, and the work was finished:
 * `report` is its result, and `cause` is what the listener threw. An asynchronous listener is not awaited; a rejection while
 * the work goes on counts as thrown.
 */
export class ListenerError extends Error {
  override readonly name = 'ListenerError';
  /** What would have been returned. */
  readonly report: Report;

  /** @internal */
  constructor(report: Report, cause: unknown) {
    super('a listener threw; the work was finished without it', { cause });
    this.report = report;
  }
}

/** The listeners of one call. Their exceptions do not reach the work. */
export interface Listeners {
  /** The listener, called until any listener throws. */
  guard<T>(listener: ((value: T) => void) | undefined): (value: T) => void;
  /** @throws ListenerError when a listener threw. */
  finish<R extends Report>(report: R): R;
}

export function openListeners(): Listeners {
  let thrown: { readonly cause: unknown } | null = null;
  let isFinished = false;
  const fail = (cause: unknown): void => {
    // Too late for the result: an unhandled rejection of the process.
    if (isFinished) throw cause;
    thrown ??= { cause };
  };
  return {
    guard: (listener) => (value) => {
      if (thrown !== null) return;
      try {
        // TypeScript accepts an asynchronous function here.
        const returned: unknown = listener?.(value);
        if (returned !== undefined) Promise.resolve(returned).catch(fail);
      } catch (cause) {
        fail(cause);
      }
    },
    finish(report) {
      isFinished = true;
      if (thrown !== null) throw new ListenerError(report, thrown.cause);
      return report;
    },
  };
}
