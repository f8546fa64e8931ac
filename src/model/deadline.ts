/** The reason of an abort by a deadline: that of `AbortSignal.timeout`, which users of the library may pass. */
export function createDeadlineReason(): DOMException {
  return new DOMException('the deadline passed', 'TimeoutError');
}

/** Whether a deadline, not a person, aborted the signal. */
export function isPastDeadline(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
}

/** Why nothing more is sent once the signal is aborted. */
export function stoppedBy(signal: AbortSignal): 'deadline-exceeded' | 'interrupted' {
  return isPastDeadline(signal) ? 'deadline-exceeded' : 'interrupted';
}

/** What aborted the signal, at the start of a sentence, and its code. */
export function describeStop(signal: AbortSignal) {
  const code = stoppedBy(signal);
  return { code, why: code === 'interrupted' ? 'Interrupted' : 'The deadline passed' };
}
