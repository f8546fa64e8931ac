import type { Report } from '../../model/report.ts';

/**
 * A listener that was given to `plan`, `apply` or `drift` threw. It was not called again; the work was finished all the
 * same, so nothing is lost: `report` is its result, and `cause` is what the listener threw. An asynchronous one is not waited
 * for; what it rejects with while the work goes on counts as thrown.
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
  let trouble: { readonly cause: unknown } | null = null;
  let isFinished = false;
  const blame = (cause: unknown): void => {
    // Of what comes too late to be in the result only the process can tell, as of any rejection.
    if (isFinished) throw cause;
    trouble ??= { cause };
  };
  return {
    guard: (listener) => (value) => {
      if (trouble !== null) return;
      try {
        const given: unknown = listener?.(value);
        // Of a function that gives nothing, TypeScript takes one that gives a promise, too.
        if (given !== undefined) Promise.resolve(given).catch(blame);
      } catch (cause) {
        blame(cause);
      }
    },
    finish(report) {
      isFinished = true;
      if (trouble !== null) throw new ListenerError(report, trouble.cause);
      return report;
    },
  };
}
