/** The reason of an abort by a deadline: that of `AbortSignal.timeout`, which users of the library may pass. */
export function createDeadlineReason(): DOMException {
  return new DOMException('the deadline passed', 'TimeoutError');
}

/** Whether a deadline, not a person, aborted the signal. */
export function isPastDeadline(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
}

/** What aborted the signal, at the start of a sentence, and its code. */
export function describeStop(signal: AbortSignal) {
  return isPastDeadline(signal)
    ? ({ code: 'deadline-exceeded', why: 'The deadline passed' } as const)
    : ({ code: 'interrupted', why: 'Interrupted' } as const);
}

/** The kind of failure of a request that the signal stopped. */
export function stoppedBy(signal: AbortSignal): 'canceled' | 'deadline' {
  return isPastDeadline(signal) ? 'deadline' : 'canceled';
}
