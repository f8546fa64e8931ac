type Listener = () => void;

const listening = new WeakMap<AbortSignal, Set<Listener>>();

/**
 * Calls back on abort; returns a function that removes the listener. Thousands of requests share the signal of a run,
 * and a listener of the platform costs more than the rest of a request’s bookkeeping, so they share one.
 */
export function onAbort(signal: AbortSignal | undefined, listener: Listener): Listener {
  if (signal === undefined) return () => {};
  const listeners = listening.get(signal) ?? listen(signal);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function listen(signal: AbortSignal): Set<Listener> {
  const listeners = new Set<Listener>();
  listening.set(signal, listeners);
  signal.addEventListener('abort', () => {
    for (const listener of listeners) {
      listeners.delete(listener);
      listener();
    }
  });
  return listeners;
}
