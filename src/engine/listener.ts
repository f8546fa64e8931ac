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

/** Listeners of one call: what they throw must not reach the work that they watch. */
export interface Listeners {
  /** The same listener, which does nothing once one of them has thrown. */
  guard<T>(listener: ((value: T) => void) | undefined): (value: T) => void;
  /** The result of the work. Throws ListenerError when a listener threw. */
  finish<R extends Report>(report: R): R;
}

export function openListeners(): Listeners {
  let thrown: { readonly cause: unknown } | null = null;
  let isFinished = false;
  const fail = (cause: unknown): void => {
    // Too late to be in the result: it stays an unhandled rejection of the process.
    if (isFinished) throw cause;
    thrown ??= { cause };
  };
  return {
    guard: (listener) => (value) => {
      if (thrown !== null) return;
      try {
        const given: unknown = listener?.(value);
        // TypeScript takes a function that returns a promise for one that returns nothing.
        if (given !== undefined) Promise.resolve(given).catch(fail);
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
