import { setMaxListeners } from 'node:events';

/** Calls back on abort; returns a function that removes the listener. */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  // All requests of a run share its signal, and Node warns of more than ten listeners.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
